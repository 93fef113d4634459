import CellLayout
import Diagnostics
import StyledText

/// Lines of a report for 80 columns: what does not fit into its column goes on in a line of its
/// own.
struct ReportColumns {
  /// Width of a report, in cells.
  static let width = 80

  /// Maximum length of a line, in bytes; the rest is left out.
  private static let longestLine = 480

  /// Maximum length of a text; the rest is left out.
  private static let longestText = 400

  /// The report so far, each line with its end.
  var text: SafeText { SafeText(trusted: lines) }

  private var lines = ""

  private var column = 0

  /// Start of the line, in bytes.
  private var lineStart = 0

  init() {}

  /// Goes on in the line in which others end; only the rest is kept.
  init(after others: ReportColumns) {
    column = others.column
  }

  /// Appends a text; where it is too long for the line it goes on at `indent` of the next ones.
  mutating func add(_ addition: SafeText, indent: Int) {
    var rest = Substring(Self.shortened(addition.string))
    var width = cellWidth(of: String(rest), rules: .clusters)
    while column + width > Self.width {
      let room = Self.width - column
      let cut = Self.cut(rest, room)
      if cut == rest.startIndex, column > indent {
        endLine()
        pad(to: indent)
        continue
      }
      append(rest[..<(cut == rest.startIndex ? rest.index(after: cut) : cut)])
      rest = rest[(cut == rest.startIndex ? rest.index(after: cut) : cut)...]
        .drop { $0 == " " }
      if rest.isEmpty { return }
      width = cellWidth(of: String(rest), rules: .clusters)
      endLine()
      pad(to: indent)
    }
    append(rest, width: width)
  }

  /// Appends a text at a column, in the same line where that is possible; where it is too long for
  /// the line it goes on there, or at `indent`.
  mutating func add(_ addition: SafeText, at next: Int, indent: Int? = nil) {
    if column > 0, column + 2 > next { endLine() }
    pad(to: next)
    add(addition, indent: indent ?? next)
  }

  /// Appends a text that is not taken apart, at a column or after two spaces; where it does not fit
  /// into the line, at `indent` of the next one.
  mutating func add(whole addition: SafeText, at next: Int = 0, indent: Int) {
    guard !addition.isEmpty else { return }
    let start = max(column + 2, next)
    if start + cellWidth(of: addition.string, rules: .clusters) > Self.width { endLine() }
    pad(to: column == 0 ? indent : start)
    append(Substring(addition.string))
  }

  mutating func endLine() {
    // Marks take no columns, and bytes all the same.
    if lines.utf8.count - lineStart > Self.longestLine {
      let start = lines.utf8.index(lines.startIndex, offsetBy: lineStart)
      let limited = String(lines[start...]).limited(toBytes: Self.longestLine)
      lines.replaceSubrange(start..., with: limited)
    }
    lines += "\n"
    column = 0
    lineStart = lines.utf8.count
  }

  /// Returns the offset at which a text is cut to fit: after the last space or comma, else after
  /// the last character that fits.
  private static func cut(_ text: Substring, _ room: Int) -> Substring.Index {
    var width = 0
    var hard = text.startIndex
    var soft: Substring.Index?
    for index in text.indices {
      width += cellWidth(of: String(text[index]), rules: .clusters)
      guard width <= room else { break }
      hard = text.index(after: index)
      if text[index] == " " || text[index] == "," { soft = hard }
    }
    return soft ?? hard
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count > longestText && text.unicodeScalars.count > longestText
      ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText))) + "…" : text
  }

  private mutating func pad(to next: Int) {
    guard next > column else { return }
    lines += String(repeating: " ", count: next - column)
    column = next
  }

  private mutating func append(_ addition: Substring, width: Int? = nil) {
    lines += addition
    column += width ?? cellWidth(of: String(addition), rules: .clusters)
  }
}
