/// A place where a line may end, or must.
package struct LineBreak: Hashable, Sendable {
  /// Byte offset of what would start the next line.
  package let offset: Int

  /// True if the line ends here in any case: a line feed, a paragraph separator and the like.
  package let isMandatory: Bool
}

/// The places where lines of UTF-8 text may break, from first to last.
///
/// UAX #14, Unicode 16, without tailoring. It reads on by itself as far as the rules look ahead,
/// three units, so that its time is linear and its memory constant. The end of the text is given
/// only when a mandatory break stands there.
package struct LineBreaks: Sequence, IteratorProtocol, Sendable {
  private var units: LineBreakUnits
  private let end: Int
  private var context = LineBreakContext()
  private var current: LineBreakUnit
  private var following: LineBreakUnit
  private var afterFollowing: LineBreakUnit

  /// Finds the breaks inside `range`; each of the `atoms`, from first to last, is one object.
  package init(_ bytes: [UInt8], in range: Range<Int>, atoms: [Range<Int>] = []) {
    units = LineBreakUnits(bytes, in: range, atoms: atoms)
    end = range.upperBound
    current = units.next()
    following = units.next()
    afterFollowing = units.next()
  }

  /// Finds the breaks of a whole text.
  package init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// The next break, or nil when there is none left.
  package mutating func next() -> LineBreak? {
    while current.kind != .textEdge {
      let unit = current
      let action = context.action(
        before: unit, following: following, afterFollowing: afterFollowing)
      context.pass(unit)
      current = following
      following = afterFollowing
      afterFollowing = units.next()
      switch action {
      case .forbidden: continue
      case .allowed: return LineBreak(offset: unit.start, isMandatory: false)
      case .mandatory: return LineBreak(offset: unit.start, isMandatory: true)
      }
    }
    guard context.endsInMandatoryBreak else { return nil }
    context = LineBreakContext()
    return LineBreak(offset: end, isMandatory: true)
  }
}
