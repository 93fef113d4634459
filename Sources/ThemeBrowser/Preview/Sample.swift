import StyledText
package import Styling

/// Limit of the text that is laid out.
struct SampleLimit: Hashable, Sendable {
  /// Number of classes the built-in sample lists.
  private(set) var classes: Int

  /// Limit for any other sample, in bytes.
  var bytes: Int { classes > .max / 64 ? .max : classes * 64 }

  static let none = SampleLimit(classes: .max)

  /// Enough for a screen; hardly any theme has more classes.
  static let first = SampleLimit(classes: 500)

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

  package var isEdited = false

  /// Form of the built-in text that was edited; nil for any other text.
  private var editedForm: InputFormat?

  /// Puts a sample together; without arguments it is the built-in one.
  package init(markup: String? = nil, name: String = "sample", path: String? = nil) {
    self.markup = markup
    self.name = name
    self.path = path
  }

  /// The sample that a file or a pipe holds, without what no preview shows.
  package init(_ bytes: [UInt8], name: String, path: String? = nil) {
    self.init(markup: Self.shownText(of: bytes), name: name, path: path)
  }

  /// The part of a file that a preview may show.
  static func shownText(of bytes: [UInt8]) -> String {
    var end = min(bytes.count, longest + 1)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Hashes no text, which may be long.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(path)
    hasher.combine(markup?.utf8.count)
  }

  /// True if the text may have elements that are among the counted ones.
  func mayHave(_ counted: CountedElements) -> Bool {
    guard let markup, !counted.areAll, !counted.haveClasses else { return true }
    let tags = markup.utf8.indices.lazy.filter { markup.utf8[$0] == UInt8(ascii: "<") }
    return tags.contains { tag in
      counted.types.contains { markup.utf8[tag...].dropFirst().starts(with: $0.utf8) }
    }
  }

  /// Takes another text in the place of the one that a theme is shown with.
  mutating func edit(_ text: String, for sheet: Stylesheet?) {
    if let sheet { editedForm = form(for: sheet) }
    markup = text
  }

  /// The form of the text under a theme, if it is the built-in one.
  func form(for sheet: Stylesheet) -> InputFormat? {
    markup == nil ? BuiltInSample(for: sheet).form : editedForm
  }

  /// The classes of the built-in text that a theme has no rules for.
  func unruledClasses(for sheet: Stylesheet) -> [String] {
    markup == nil ? BuiltInSample(for: sheet).unruledClasses : []
  }

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

  /// Number of bytes of a file that tell whether there are more, whatever encoding they are in.
  package static let mostRead = longest + 16
}
