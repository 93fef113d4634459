import StyledText
import Styling

/// The text that shows a theme when there is no other: the classes it knows, each where a text
/// would use it, and a list of the rest.
struct BuiltInSample {
  /// Classes that the theme has rules for.
  private let classes: [String]

  init(for sheet: Stylesheet) {
    classes = sheet.classNames
  }

  /// The markup, with so many of the classes that the text has no place for, and whether that is
  /// all of them.
  func markup(limit: Int) -> (text: String, isWhole: Bool) {
    let known = Set(classes)
    var used: Set<String> = []
    var paragraphs: [String] = []
    for lines in Self.paragraphs {
      let written = lines.compactMap { line($0, known: known, used: &used) }
      if !written.isEmpty { paragraphs.append(written.joined(separator: "\n")) }
    }
    let rest = classes.filter { !used.contains($0) && !Self.blocks.contains($0) }
    if !rest.isEmpty {
      paragraphs.append(
        rest.prefix(limit).map { Self.span($0, escape($0)) }.joined(separator: "  "))
    }
    return (paragraphs.joined(separator: "\n\n"), rest.count <= limit)
  }

  /// A line with its spans; nil for one that is all about classes which the theme does not have.
  private func line(
    _ pieces: [Piece], known: Set<String>, used: inout Set<String>
  ) -> String? {
    let saysMore = pieces.contains { piece in
      piece.className == nil && piece.markup.contains(where: \.isLetter)
    }
    guard saysMore || pieces.contains(where: { $0.className.map(known.contains) == true }) else {
      return nil
    }
    return pieces.map { piece in
      guard let name = piece.className, known.contains(name) else { return piece.markup }
      used.insert(name)
      return Self.span(name, piece.markup)
    }.joined()
  }

  private static func span(_ name: String, _ markup: String) -> String {
    "<span class=\"\(escape(name))\">\(markup)</span>"
  }

  // MARK: The text

  private struct Piece {
    var className: String?
    var markup: String
  }

  /// Classes of the block around a text; on a span they show nothing.
  private static let blocks: Set<String> = ["card"]

  /// Paragraphs of lines of pieces.
  private static let paragraphs = text.split(separator: "\n\n").map { paragraph in
    paragraph.split(separator: "\n").map(pieces)
  }

  private static func pieces(_ line: Substring) -> [Piece] {
    line.split(separator: "{").flatMap { part in
      let halves = part.split(separator: "}", omittingEmptySubsequences: false)
      let words = halves[0].split(separator: "|")
      let piece =
        halves.count == 1
        ? [] : [Piece(className: String(words[0]), markup: String(words[1]))]
      let plain = halves.last ?? ""
      return piece + (plain.isEmpty ? [] : [Piece(markup: String(plain))])
    }
  }

  /// `{class|markup}` where the theme has the class, else only the markup.
  private static let text = """
    {headline|Night shift}

    {title|The quick brown fox} jumps over the {bold|lazy} {gone|dog} {key|cat}. \
    {muted|Twice, if need be.}
    Plain, <b>bold</b>, <i>italic</i>, <u>underlined</u> and <s>struck</s>.
    {quote|“Colours are the deeds of light.”}{muted|  Goethe}

    {ok|✓ 846 tests passed}  {warn|! 2 warnings}  {fail|✗ 1 failed}  {time|31.0 s}
    {badge| PASS } {path|src/cart/total.ts}{muted|:88}  {code|let total = price * 1.07}
    {alarm| FAIL } {path|src/cart/tax.ts}{muted|:12}  {typo|disount}{muted| was never declared}

    {key|browse} {arg|[--text MARKUP]}  {muted|see }\
    {link|<a href="https://ci.example.com/webshop">ci.example.com/webshop</a>}
    """
}
