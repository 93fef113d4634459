import Bytes
package import StyledText
package import TerminalOutput

/// One line of a text that was fitted into a width.
///
/// Lines follow each other without a gap: a line's `end` is the start of the next one, so every
/// byte of the text belongs to one line.
package struct TextLine: Hashable, Sendable {
  /// The visible bytes, without the line ending and hanging spaces.
  package var range: Range<Int>

  /// Start offset of the next line.
  package var end: Int

  /// Number of cells of `range`, tabs at their stops; more than the width if it is to be cut.
  package var width: Int

  /// True if the text ends the line, not the width.
  package var endsParagraph: Bool

  /// True if the line ends in a soft hyphen, which shows as one `-` after `range`.
  package var showsHyphen = false

  /// True if the sign for cut text follows `range`.
  package var showsOverflow = false
}

/// Treatment of spaces and tabs at the end of a line: CSS Text 3 §4.1.2.
package enum TrailingSpaces: Hashable, Sendable {
  /// Not shown: `normal`, `nowrap`, `pre-line`.
  case removed
  /// Without cells if the line is full; before a line ending those that fit are shown: `pre-wrap`,
  /// `pre`.
  case hanging
  /// Text, which continues in the next line if this one is full: `break-spaces`.
  case kept
}

/// Rules for breaking and aligning the lines of a text.
package struct LineFitting: Hashable, Sendable {
  /// Cells in a line, at least 1; nil for as many as the text needs.
  package var width: Int?

  /// True if full lines end; otherwise only the text ends lines.
  package var wraps: Bool

  /// True if a word that is wider than a line is broken between any two clusters.
  package var breaksWords: Bool

  /// True if words are preferably broken behind the signs between the parts of names and paths.
  package var breaksBehindSigns = false

  /// Treatment of the spaces and tabs at the end of a line.
  package var trailingSpaces: TrailingSpaces

  /// Cells from one tab stop to the next, at most 1000; 0 hides tabs.
  package var tabSize: Int

  package var alignment: LineAlignment

  /// The most lines; nil for no limit.
  package var maxLines: Int?

  package var sign: OverflowSign

  package var rules: WidthRules

  /// The initial values of CSS's properties in a terminal: `pre-wrap` and `anywhere`.
  package init(
    width: Int?, wraps: Bool = true, breaksWords: Bool = true,
    trailingSpaces: TrailingSpaces = .hanging, tabSize: Int = 8, alignment: LineAlignment = .left,
    maxLines: Int? = nil, sign: OverflowSign = .clip, rules: WidthRules
  ) {
    self.width = width.map { max(1, $0) }
    self.wraps = wraps
    self.breaksWords = breaksWords
    self.trailingSpaces = trailingSpaces
    self.tabSize = min(max(0, tabSize), 1_000)
    self.alignment = alignment
    self.maxLines = maxLines.map { max(0, $0) }
    self.sign = sign
    self.rules = rules
  }
}

package enum LineAlignment: Hashable, Sendable {
  case left, right
  /// In the middle; an odd cell is at the right.
  case center
  /// At both edges: spaces grow, except on the last line of a paragraph.
  case justify

  /// Number of free cells before the text, unless spaces grow.
  @inlinable
  @inline(__always)
  package func leading(of spare: Int) -> Int {
    switch self {
    case .left, .justify: 0
    case .right: spare
    case .center: spare / 2
    }
  }
}

/// Displacement and stretching of a line for its alignment.
package struct LinePlacement: Hashable, Sendable {
  /// Blank cells before the text.
  package let leading: Int

  /// Cells of the line with these, with its hyphen or sign, and with the growth of its spaces.
  package let columns: Int

  /// Only spaces at or after this offset grow.
  package let stretchStart: Int

  private let gaps: Int
  private let extra: Int

  package init(
    of line: TextLine, _ bytes: [UInt8], _ fitting: LineFitting, atoms: [Range<Int>] = []
  ) {
    let shown =
      line.width + (line.showsHyphen ? 1 : 0) + (line.showsOverflow ? fitting.sign.width : 0)
    let spare = max(0, (fitting.width ?? 0) - shown)
    leading = fitting.alignment.leading(of: spare)
    var stretchStart = line.range.upperBound
    var gaps = 0
    if fitting.alignment == .justify, spare > 0, !line.endsParagraph, !line.showsOverflow {
      (stretchStart, gaps) = Self.gaps(of: line, bytes, atoms)
    }
    self.stretchStart = stretchStart
    self.gaps = gaps
    extra = gaps == 0 ? 0 : spare
    columns = leading + shown + extra
  }

  package var isStretched: Bool { extra > 0 }

  /// Number of cells by which the space at an index grows.
  ///
  /// The shares differ by at most one cell and are spread evenly; they depend only on the number of
  /// spaces and the room, so that equal lines look equal.
  package func growth(ofGap index: Int) -> Int {
    gaps > 0 ? (index + 1) * extra / gaps - index * extra / gaps : 0
  }

  /// Spaces that may grow: not the indentation, and none before a tab or a box, which must not
  /// move.
  private static func gaps(
    of line: TextLine, _ bytes: [UInt8], _ atoms: [Range<Int>]
  ) -> (start: Int, count: Int) {
    let box = atoms.inside(line.range).last
    var start = max(line.range.lowerBound, min(box?.upperBound ?? 0, line.range.upperBound))
    while start < line.range.upperBound, bytes[start] == 0x20 { start += 1 }
    var count = 0
    var offset = start
    while true {
      while offset < line.range.upperBound, bytes[offset] > 0x20 { offset += 1 }
      guard offset < line.range.upperBound else { break }
      if bytes[offset] == 0x09 {
        start = offset + 1
        count = 0
      } else if isGap(bytes, offset, in: line.range) {
        count += 1
      }
      offset += 1
    }
    return (start, count)
  }

  /// True if a space may grow, because no mark is on it.
  @inline(__always)
  static func isGap(_ bytes: [UInt8], _ offset: Int, in line: Range<Int>) -> Bool {
    guard bytes[offset] == 0x20 else { return false }
    let next = offset + 1
    if next < line.upperBound, bytes[next] >= 0x80,
      !ClusterBoundary.isAt(bytes, next, before: line.upperBound)
    {
      return false
    }
    return offset == line.lowerBound || bytes[offset - 1] < 0x80
      || ClusterBoundary.isAt(bytes, offset, before: line.upperBound)
  }
}

/// Sign for cut text: `text-overflow` on lines that are too wide, and on the last line of
/// `max-lines`.
package struct OverflowSign: Hashable, Sendable {
  package let text: [UInt8]

  package let width: Int

  package init(_ text: SafeText, rules: WidthRules) {
    self.text = Array(text.utf8)
    width = cellWidth(of: self.text, in: 0..<self.text.count, rules: rules)
  }

  package static let clip = OverflowSign("", rules: .clusters)

  /// Cuts with `…`, which has one cell by all rules.
  package static let ellipsis = OverflowSign("…", rules: .clusters)
}

extension TextLine {
  /// Cuts the line to the width, with the sign at its end if there is room for it.
  ///
  /// A line that fits stays as it is unless `isCut` says that more text would have followed. So
  /// does a line of a single wide character: it extends beyond its line, since no line has room for
  /// it.
  package mutating func cut(_ bytes: [UInt8], _ fitting: LineFitting, isCut: Bool) {
    guard let limit = fitting.width else { return }
    let sign = fitting.sign
    let shown = width + (showsHyphen ? 1 : 0)
    guard shown > limit || (isCut && sign.width > 0) else { return }
    if !isCut, fitting.wraps, limit < width, width <= Self.widestCharacter,
      isOneCharacter(bytes, fitting)
    {
      return
    }
    showsHyphen = false
    showsOverflow = sign.width > 0 && sign.width <= limit
    let textLimit = limit - (showsOverflow ? sign.width : 0)
    guard width > textLimit else { return }
    var column = ColumnMeter(fitting)
    let fitting = column.takeClusters(
      bytes, from: range.lowerBound, to: range.upperBound, limit: textLimit)
    range = range.lowerBound..<fitting.end
    width = fitting.column
  }
}

extension TextLine {
  /// An upper bound of the cells of characters that occur in practice.
  private static let widestCharacter = 16

  /// True if the line is only one visible character.
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
/// No line is wider than `fitting.width`, unless it is a single character that is. Text that is
/// left out, past `fitting.maxLines` or past the width of a line that does not wrap, still belongs
/// to the `range..<end` of a line. In `atoms`, in order, no line breaks if it can break elsewhere.
package func fitLines(
  _ bytes: [UInt8], in range: Range<Int>, _ fitting: LineFitting, atoms: [Range<Int>] = []
) -> [TextLine] {
  var fitter = LineFitter(bytes, in: range, fitting, atoms: atoms.inside(range))
  var lines: [TextLine] = []
  while fitting.maxLines.map({ lines.count < $0 }) ?? true, let line = fitter.next() {
    lines.append(line)
  }
  let leavesOut = !lines.isEmpty && fitter.next() != nil
  for index in lines.indices {
    let isCut = leavesOut && index == lines.count - 1
    lines[index].cut(bytes, fitting, isCut: isCut)
    if isCut { lines[index].end = range.upperBound }
  }
  return lines
}

extension [Range<Int>] {
  /// The index of the first of ranges in order that ends behind an offset.
  func first(endingBehind offset: Int) -> Int { partitioningIndex { $0.upperBound > offset } }

  /// Those of ranges in order that are in a part of the text.
  func inside(_ range: Range<Int>) -> [Range<Int>] {
    isEmpty
      ? []
      : Array(
        self[first(endingBehind: range.lowerBound)...].prefix { $0.lowerBound < range.upperBound })
  }
}
