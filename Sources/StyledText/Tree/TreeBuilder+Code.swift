import Styling

/// Code in a document, which is searched for the patterns of its language.
struct OpenCode {
  /// The number of elements around the open `code` of a known language; nil if none is open.
  fileprivate(set) var depth: Int?

  /// The open language, whose patterns are swapped with those of the text around it.
  fileprivate var language: CodeLanguage?

  private var languages: [String: CodeLanguage] = [:]

  /// The most languages whose automata are kept, to limit the memory.
  private static let mostLanguages = 32

  fileprivate mutating func language(
    _ name: String, _ resolver: StyleResolver, _ options: MarkupOptions
  ) -> CodeLanguage {
    if let known = languages[name] { return known }
    if languages.count == Self.mostLanguages { languages.removeAll() }
    let made = CodeLanguage(OpenPlainText(resolver, options, language: name))
    languages[name] = made
    return made
  }
}

/// The patterns of a language, and the known styles of their matches.
private final class CodeLanguage {
  var plain: OpenPlainText

  init(_ plain: consuming OpenPlainText) { self.plain = plain }
}

/// Code, of which each line is searched when it is complete.
extension TreeBuilder {
  /// Starts the text of an opened element, if it is code of a known language.
  mutating func beginCode() {
    guard styles.options.form.isDocument, document.code.language == nil, open.scripts.isEmpty,
      // Boxes around it would not know that matches change its length.
      open.boxes.allSatisfy({ $0.depth == elements.depth }),
      let classes = styles[current].tag?.classes, let name = styles.resolver.language(of: classes)
    else { return }
    let language = document.code.language(name, styles.resolver, styles.options)
    (document.code.language, document.code.depth) = (language, elements.depth - 1)
    swap(&plain, &language.plain)
    plain.search = LineSearch(end: line.bytes.count)
  }

  /// Ends a line, if it is one of code; returns true if it shows nothing.
  @discardableResult
  mutating func endCodeLine(at source: Range<Int> = 0..<0) -> Bool {
    guard document.code.language != nil else { return false }
    endScriptLine()
    return findMatches(isWhole: true, at: source)
  }

  /// Closes the innermost element, and ends the code with it.
  mutating func closeInnermost() -> OpenElements.Entry? {
    if let language = document.code.language, elements.depth - 1 == document.code.depth {
      endRun()
      endCodeLine()
      swap(&plain, &language.plain)
      (document.code.language, document.code.depth) = (nil, nil)
    }
    return elements.closeInnermost()
  }
}
