import StyledText
package import Styling

/// The limit of the text that is laid out.
struct SampleLimit: Hashable, Sendable {
  /// The number of classes that the built-in sample lists.
  private(set) var classes: Int

  /// The limit for any other sample, in bytes.
  var bytes: Int { classes > .max / 64 ? .max : classes * 64 }

  static let none = SampleLimit(classes: .max)

  /// Enough for a screen, and for nearly all themes.
  static let first = SampleLimit(classes: 500)

  var next: SampleLimit { classes > 1 << 20 ? .none : SampleLimit(classes: classes * 2) }
}

/// The text that themes are shown with.
package struct Sample: Hashable, Sendable {
  /// nil generates markup for each theme, with all its classes.
  package var markup: String?

  /// The name of the sample in the preview.
  package var name: String

  /// The path of its file.
  package var path: String?

  package var isEdited = false

  /// The format of an edited built-in text.
  private var editedForm: InputFormat?

  /// By default the built-in sample.
  package init(markup: String? = nil, name: String = "sample", path: String? = nil) {
    self.markup = markup
    self.name = name
    self.path = path
  }

  /// The sample of a file or pipe, cut to what a preview may show.
  package init(_ bytes: [UInt8], name: String, path: String? = nil) {
    self.init(markup: Self.shownText(of: bytes), name: name, path: path)
  }

  /// The part of a file that a preview may show.
  static func shownText(of bytes: [UInt8]) -> String {
    var end = min(bytes.count, longest + 1)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Does not hash the text, which may be long.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(path)
    hasher.combine(markup?.utf8.count)
  }

  /// True if the text may have elements that are counted from the end.
  func mayHave(_ counted: CountedElements) -> Bool {
    guard let markup, !counted.areAll, !counted.haveClasses else { return true }
    let tags = markup.utf8.indices.lazy.filter { markup.utf8[$0] == UInt8(ascii: "<") }
    return tags.contains { tag in
      counted.types.contains { markup.utf8[tag...].dropFirst().starts(with: $0.utf8) }
    }
  }

  /// Replaces the text for a theme.
  mutating func edit(_ text: String, for sheet: Stylesheet?) {
    if let sheet { editedForm = form(for: sheet) }
    markup = text
  }

  /// The format of the text for a theme, if it is the built-in one.
  func form(for sheet: Stylesheet) -> InputFormat? {
    markup == nil ? BuiltInSample(for: sheet).form : editedForm
  }

  /// The classes of the built-in text without rules in a theme.
  func unruledClasses(for sheet: Stylesheet) -> [String] {
    markup == nil ? BuiltInSample(for: sheet).unruledClasses : []
  }

  package func markup(for sheet: Stylesheet, but mainClass: String? = nil) -> String {
    markup(for: sheet, limit: .none, MarkupOptions(), but: mainClass).text
  }

  /// The markup for a theme up to a limit, without the class of the object, and true if that is all
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

  /// The start of a markup: the whole tokens within a number of bytes, at least one, and of text as
  /// much as fits.
  ///
  /// Open elements are closed, because an element without its end tag would be text.
  private static func start(of markup: String, bytes most: Int, _ options: MarkupOptions) -> String
  {
    let bytes = Array(markup.utf8)
    var tokenizer = MarkupTokenizer(readsByLine: options.readsByLine, isWhole: true)
    var open: [MarkupElement] = []
    // Number of start tags without their end tags, also of elements that the end of an outer one
    // has closed: these are elements only if their end tags come.
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

  /// In bytes; the rest is not shown.
  private static let longest = 1 << 20

  /// In bytes: enough of a file to see that it is longer, whatever its encoding.
  package static let mostRead = longest + 16
}
