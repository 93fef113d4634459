import StyledText
package import Styling

/// Limit of the text that is laid out.
struct SampleLimit: Hashable, Sendable {
  /// Number of classes the built-in sample lists.
  private(set) var classes: Int

  /// Limit for any other sample, in bytes.
  var bytes: Int { classes > .max / 64 ? .max : classes * 64 }

  /// All of it.
  static let none = SampleLimit(classes: .max)

  /// Enough for a screen; hardly any theme has more classes.
  static let first = SampleLimit(classes: 500)

  /// The next larger one.
  var next: SampleLimit { classes > 1 << 20 ? .none : SampleLimit(classes: classes * 2) }
}

/// The text that themes are shown with.
package struct Sample: Hashable, Sendable {
  /// The markup; nil makes one for each theme, of all its classes.
  package var markup: String?

  /// Name of the sample in the preview.
  package var name: String

  /// The file that it comes from, if it does.
  package var path: String?

  /// True if it was edited in the browser.
  package var isEdited = false

  /// Puts a sample together; without arguments it is the built-in one.
  package init(markup: String? = nil, name: String = "sample", path: String? = nil) {
    self.markup = markup
    self.name = name
    self.path = path
  }

  /// The markup for a theme.
  package func markup(for sheet: Stylesheet, but mainClass: String? = nil) -> String {
    markup(for: sheet, limit: .none, MarkupOptions(), but: mainClass).text
  }

  /// The markup for a theme up to a limit, without the class of the object, and whether that is all
  /// of it.
  func markup(
    for sheet: Stylesheet, limit: SampleLimit, _ options: MarkupOptions,
    but mainClass: String? = nil
  ) -> (text: String, isWhole: Bool) {
    guard let markup else {
      return BuiltInSample(for: sheet, but: mainClass).markup(limit: limit.classes)
    }
    let most = min(limit.bytes, Self.longest)
    guard markup.utf8.count > most else { return (markup, true) }
    return (Self.start(of: markup, bytes: most, options), most == Self.longest)
  }

  /// The start of a markup: all tokens that end within so many bytes, one of them at least, and of
  /// text what fits.
  ///
  /// What is open there is closed, as an element without its end tag would be text.
  private static func start(of markup: String, bytes most: Int, _ options: MarkupOptions) -> String
  {
    let bytes = Array(markup.utf8)
    var tokenizer = MarkupTokenizer(readsByLine: options.readsByLine, isWhole: true)
    var open: [MarkupElement] = []
    // Number of start tags without their end tags, also of elements that the end of an outer one has
    // closed: these are elements only if their end tags come.
    var unended: [MarkupElement: Int] = [:]
    var end = 0
    while end < most {
      let token = tokenizer.token(at: end, in: bytes.span, isLast: true)
      if token.range.upperBound <= most || end == 0 && token.kind != .text {
        end = token.range.upperBound
        if token.kind == .startTag, !token.isSelfClosing, !token.element.isVoid {
          open.append(token.element)
          unended[token.element, default: 0] += 1
        } else if token.kind == .endTag {
          unended[token.element] = max(0, unended[token.element, default: 0] - 1)
          if let last = open.lastIndex(of: token.element) { open.removeSubrange(last...) }
        }
        continue
      }
      guard token.kind == .text else { break }
      end = most
      while bytes[end] & 0xC0 == 0x80 { end -= 1 }
      break
    }
    for element in open { unended[element, default: 0] -= 1 }
    // An end tag behind `<b x=` would be a value.
    if let last = bytes[..<end].lastIndex(where: { $0 == 0x3C || $0 == 0x3E }), last > 0,
      bytes[last] == 0x3C
    {
      end = last
    }
    var ends = open.reversed().map { "</\($0.name)>" }.joined()
    for (element, count) in unended where count > 0 && element != .span {
      let tags = String(repeating: "</\(element.name)>", count: count)
      ends += "<span style='display: none'>\(tags)</span>"
    }
    return String(decoding: bytes[..<end], as: UTF8.self) + ends
  }

  /// Nobody scrolls through more in a preview; the rest is left out.
  private static let longest = 1 << 20
}

/// The text that shows a theme when there is no other: the classes it knows, each where a text
/// would use it, and a list of the rest.
struct BuiltInSample {
  /// Classes that the theme has rules for.
  private let classes: [String]

  init(for sheet: Stylesheet, but mainClass: String? = nil) {
    classes = sheet.classNames.filter { $0 != mainClass }
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
    line.split(separator: "{").flatMap { segment in
      let halves = segment.split(separator: "}", omittingEmptySubsequences: false)
      let words = halves[0].split(separator: "|")
      let piece =
        halves.count == 1
        ? [] : [Piece(className: String(words[0]), markup: String(words[1]))]
      let rest = halves.last ?? ""
      return piece + (rest.isEmpty ? [] : [Piece(markup: String(rest))])
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
