import Bytes
package import StyledText

/// Sign for cut text: `text-overflow` on lines that are too wide, and on the last line that
/// `max-lines` leaves.
package struct OverflowSign: Hashable, Sendable {
  /// The sign; empty cuts without one.
  package let text: [UInt8]

  /// Number of cells it takes.
  package let width: Int

  /// Takes a text, such as `…`.
  package init(_ text: SafeText, rules: WidthRules) {
    self.text = Array(text.utf8)
    width = cellWidth(of: self.text, in: 0..<self.text.count, rules: rules)
  }

  /// Cuts without a sign.
  package static let clip = OverflowSign("", rules: .clusters)

  /// Cuts with `…`, which is one cell by all rules.
  package static let ellipsis = OverflowSign("…", rules: .clusters)
}

extension TextLine {
  /// Cuts the line to the width, with the sign at its end where there is room for it.
  ///
  /// A line that fits stays as it is unless `isCut` says that more text would have followed. So
  /// does one that is full of a single character: it stands out, since no line has room for it.
  mutating func cut(_ bytes: [UInt8], _ fitting: LineFitting, sign: OverflowSign, isCut: Bool) {
    guard let limit = fitting.width else { return }
    let shown = width + (showsHyphen ? 1 : 0)
    guard shown > limit || (isCut && sign.width > 0) else { return }
    if !isCut, fitting.wraps, limit < width, width <= Self.widestCharacter,
      isOneCharacter(bytes, fitting)
    {
      return
    }
    showsHyphen = false
    showsOverflow = sign.width > 0 && sign.width <= limit
    let room = limit - (showsOverflow ? sign.width : 0)
    guard width > room else { return }
    var column = ColumnMeter(fitting)
    let fitting = column.takeClusters(
      bytes, from: range.lowerBound, to: range.upperBound, limit: room)
    range = range.lowerBound..<fitting.end
    width = fitting.column
  }
}

extension TextLine {
  /// More cells than any character takes that people write.
  private static let widestCharacter = 16

  /// True if there is nothing on the line but one character that can be seen.
  private func isOneCharacter(_ bytes: [UInt8], _ fitting: LineFitting) -> Bool {
    guard bytes[range.lowerBound] > 0x20 else { return false }
    var column = ColumnMeter(fitting)
    var end = range.lowerBound
    column.takeCluster(bytes, at: &end, before: range.upperBound)
    return end == range.upperBound
  }
}

/// All lines of a text.
///
/// No line is wider than `fitting.width`, unless it is a single character that is. Where text is
/// left out, past `maxLines` or past the width of a line that does not wrap, the bytes still belong
/// to the `range..<end` of a line.
///
/// - Parameters:
///   - bytes: UTF-8.
///   - range: The part of it.
///   - fitting: Rules by which lines are made.
///   - maxLines: The most lines there may be; nil is no limit.
///   - sign: Sign for cut text.
///   - atoms: Parts in which no line breaks where it can break elsewhere, from first to last.
/// - Returns: The lines from first to last.
package func fitLines(
  _ bytes: [UInt8], in range: Range<Int>, _ fitting: LineFitting, maxLines: Int? = nil,
  sign: OverflowSign = .clip, atoms: [Range<Int>] = []
) -> [TextLine] {
  var fitter = LineFitter(bytes, in: range, fitting, atoms: atoms.inside(range))
  var lines: [TextLine] = []
  while maxLines.map({ lines.count < $0 }) ?? true, let line = fitter.next() {
    lines.append(line)
  }
  let leavesOut = !lines.isEmpty && fitter.next() != nil
  for index in lines.indices {
    let isCut = leavesOut && index == lines.count - 1
    lines[index].cut(bytes, fitting, sign: sign, isCut: isCut)
    if isCut { lines[index].end = range.upperBound }
  }
  return lines
}

extension [Range<Int>] {
  /// The number of the first of ranges in order that ends behind an offset.
  func first(endingBehind offset: Int) -> Int {
    partitioningIndex { $0.upperBound > offset }
  }

  /// Those of ranges in order that are in a part of the text.
  func inside(_ range: Range<Int>) -> [Range<Int>] {
    isEmpty
      ? []
      : Array(
        self[first(endingBehind: range.lowerBound)...].prefix {
          $0.lowerBound < range.upperBound
        })
  }
}
