import CSSSyntax

/// The values of a sheet's declarations that mean the same on every element, parsed once.
///
/// A text of many different tags asks for the same few declarations again and again.
final class ValueMemo {
  private var values: [Int32: PropertyParser.ParsedValue] = [:]

  /// More values than this are not kept.
  private static let mostValues = 1 << 12

  /// The value of a declaration, if it is known.
  func value(of candidate: CascadeCandidate) -> PropertyParser.ParsedValue? {
    guard case .rule = candidate.cause else { return nil }
    return values[candidate.priority.order]
  }

  /// Keeps the value of a declaration, if it is one of a rule that depends on nothing.
  func keep(_ value: PropertyParser.ParsedValue, of candidate: CascadeCandidate) {
    guard case .rule = candidate.cause, Self.isConstant(candidate.declaration) else { return }
    if values.count >= Self.mostValues { values.removeAll(keepingCapacity: true) }
    values[candidate.priority.order] = value
  }

  /// Whether a value is surely the same whatever surrounds the element: no function, no unit that
  /// refers to a font, nothing relative to the parent.
  private static func isConstant(_ declaration: Declaration) -> Bool {
    guard case .longhand(let id) = declaration.property, case .text(let text) = declaration.value
    else { return false }
    let bytes = text.bytes[text.range]
    if bytes.contains(UInt8(ascii: "(")) || bytes.contains(UInt8(ascii: "\\")) { return false }
    switch id {
    case .color, .backgroundColor:
      // Not names: `currentcolor` is the parent's, and others follow the scheme.
      return bytes.first == UInt8(ascii: "#")
    case .fontWeight:
      // `bolder` and `lighter` look at the parent.
      return bytes.last != UInt8(ascii: "r") && bytes.last != UInt8(ascii: "R")
    case .fontStyle, .textTransform, .textDecorationLine, .textDecorationStyle:
      return true
    default:
      return false
    }
  }
}
