import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

/// Makes an outline of a CSS file, to write it as a dictionary or as CSS without nesting.
struct CSSOutliner {
  private let syntax: CSSStylesheetSyntax
  private let dialect: Dialect
  private let target: StylesheetForm
  private var comments: CommentCursor
  private var builder: StylesheetBuilder

  private(set) var diagnostics: [Diagnostic] = []

  /// The most bytes of a selector: nesting may double its text with each level.
  private static let longestSelector = 64 * 1024

  init(_ syntax: CSSStylesheetSyntax, dialect: Dialect, target: StylesheetForm) {
    self.syntax = syntax
    self.dialect = dialect
    self.target = target
    comments = CommentCursor(syntax.comments)
    builder = StylesheetBuilder(adding: dialect, to: Stylesheet(dialect: dialect))
  }

  mutating func outline(importing imports: [SheetSyntax.Import]) -> SheetOutline {
    var outline = SheetOutline(dialect: dialect)
    for request in imports {
      if request.media != nil || request.layer != nil {
        diagnostics.add(
          .error, .notExpressible,
          "JSON cannot express the condition or layer of '@import \(request.name)'",
          at: request.range)
      } else {
        outline.imports.insert(request.name, at: 0)
      }
    }
    for rule in syntax.rules { outline.items += items(of: rule, parents: nil) }
    outline.items += comments.take(before: .max)
    return outline
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, at range: SourceRange) {
    diagnostics.add(.error, code, message, at: range)
  }

  // MARK: Rules

  /// Recursive, because the parser limits how deep rules nest.
  private mutating func items(of rule: CSSRule, parents: [String]?) -> [SheetOutline.Item] {
    switch rule {
    case .qualified(let rule):
      let leading = comments.take(before: rule.prelude.sourceRange.lowerBound)
      comments.skip(to: rule.block.range.bytes.lowerBound + 1)
      guard let selectors = selectors(rule.prelude, parents: parents) else {
        comments.skip(to: rule.block.range.bytes.upperBound)
        return leading
      }
      return leading + items(of: rule.block, selectors: selectors)
    case .at(let rule): return items(of: rule, parents: parents)
    }
  }

  /// Declarations, and what is nested among them as rules of their own.
  private mutating func items(of block: CSSBlock, selectors: [String]) -> [SheetOutline.Item] {
    var items: [SheetOutline.Item] = []
    var current = SheetOutline.Rule(selectors: selectors.joined(separator: ", "))
    for item in block.items {
      switch item {
      case .declaration(let declaration): current.items += self.items(for: declaration)
      case .rule(let rule):
        if !current.items.isEmpty { items.append(.rule(current)) }
        current.items = []
        items += self.items(of: rule, parents: selectors)
      }
    }
    let end = block.range.bytes.upperBound
    current.items += comments.take(before: end - 1)
    comments.skip(to: end)
    if !current.items.isEmpty || items.isEmpty { items.append(.rule(current)) }
    return items
  }

  private mutating func items(for declaration: CSSDeclaration) -> [SheetOutline.Item] {
    var items = comments.take(before: declaration.value.sourceRange.lowerBound)
    comments.skip(to: declaration.range.bytes.upperBound)
    let key = DeclarationKey(declaration.name)
    guard key.property == PropertyName(declaration.name), key.states.isEmpty else {
      report(
        .notExpressible, "JSON cannot express the property name '\(declaration.name)'",
        at: declaration.nameRange)
      return items
    }
    let isCustom = declaration.name.isCustomPropertyName
    guard let value = portable(declaration.value, as: .value(isCustom: isCustom)) else {
      report(
        .notExpressible, "cannot copy the value of '\(declaration.name)'",
        at: declaration.value.location)
      return items
    }
    let priority = declaration.isImportant ? " !important" : ""
    items.append(.declaration(name: declaration.name, value: value + priority))
    return items
  }

  /// The text for the target form; strings of JSON can hold any text.
  private func portable(_ text: CSSText, as context: PortableText.Context) -> String? {
    target == .json ? text.string : PortableText.css(text, as: context)
  }

  // MARK: Selectors

  /// The selectors of a rule without `&`; nil, with a finding, when they cannot be used.
  private mutating func selectors(_ prelude: CSSText, parents: [String]?) -> [String]? {
    let before = builder.sheet.diagnostics.count
    let parent = parents.flatMap { texts in
      builder.parseSelectors(CSSText(texts.joined(separator: ", "))).map { builder.list(of: $0) }
    }
    guard let parsed = builder.parseSelectors(prelude, parent: parent) else {
      diagnostics += builder.sheet.diagnostics[before...]
      return nil
    }
    let flat = parsed.compactMap { selector in
      portable(CSSText(NestedSelector.flatten(selector.text, in: parents)), as: .prelude)
    }
    guard flat.count == parsed.count else {
      report(.notExpressible, "cannot copy selector '\(prelude.string)'", at: prelude.location)
      return nil
    }
    guard flat.reduce(0, { $0 + $1.utf8.count }) <= Self.longestSelector,
      parents == nil || builder.parseSelectors(CSSText(flat.joined(separator: ", "))) != nil
    else {
      report(
        .notExpressible, "JSON cannot express this nested selector: it is too long or too deep",
        at: prelude.location)
      return nil
    }
    return flat
  }

  // MARK: At-rules

  private mutating func items(of rule: CSSAtRule, parents: [String]?) -> [SheetOutline.Item] {
    let leading = comments.take(before: rule.nameRange.bytes.lowerBound)
    let end = rule.block?.range.bytes.upperBound ?? rule.prelude.sourceRange.upperBound
    switch rule.name {
    case "supports" where builder.parseSupports(rule.prelude).matches(Environment()):
      // A condition that holds in a terminal holds for the sheet in every form.
      return leading + contents(of: rule, parents: parents, end: end)
    case "media":
      guard rule.block != nil else { return leading }
      let inner = contents(of: rule, parents: parents, end: end)
      guard let query = portable(rule.prelude, as: .prelude) else {
        report(
          .notExpressible, "cannot copy media query '\(rule.prelude.string)'", at: rule.nameRange)
        return leading
      }
      return leading + [.media(query: query, items: inner)]
    case "import", "dialect", "input", "palette", "charset": break
    case "highlight", "line":
      comments.skip(to: end)
      guard let kind = HighlightRule.Kind(rawValue: "@" + rule.name),
        let (name, patterns) = rule.prelude.namedPatterns
      else { return leading }
      return leading + [.patterns(kind, name: name, patterns.map(\.text))]
    case "language":
      guard let names = HighlightRule.languages(rule.prelude.string) else {
        comments.skip(to: end)
        return leading
      }
      let inner = contents(of: rule, parents: nil, end: end)
      return leading + [.language(names: names.joined(separator: ", "), items: inner)]
    case "layer": report(.notExpressible, "JSON cannot express cascade layers", at: rule.nameRange)
    default: report(.notExpressible, "JSON cannot express '@\(rule.name)'", at: rule.nameRange)
    }
    comments.skip(to: end)
    return leading
  }

  private mutating func contents(
    of rule: CSSAtRule, parents: [String]?, end: Int
  ) -> [SheetOutline.Item] {
    guard let block = rule.block else { return [] }
    comments.skip(to: block.range.bytes.lowerBound + 1)
    defer { comments.skip(to: end) }
    if let parents { return items(of: block, selectors: parents) }
    var inner: [SheetOutline.Item] = []
    for case .rule(let rule) in block.items { inner += items(of: rule, parents: nil) }
    return inner + comments.take(before: end - 1)
  }
}

/// Nested selectors written without nesting (CSS Nesting 1 §3.1).
enum NestedSelector {
  /// The selector with `&` replaced.
  ///
  /// A single parent replaces it as it is if it comes first; otherwise `:is()`, which has the same
  /// meaning and specificity.
  static func flatten(_ text: CSSText, in parents: [String]?) -> String {
    guard let parents else { return text.string }
    var ampersands: [Range<Int>] = []
    var tokenizer = CSSTokenizer(text)
    var first: CSSToken?
    while case let token = tokenizer.next(), token.kind != .endOfFile {
      if token.kind != .whitespace, first == nil { first = token }
      if token.isDelimiter("&") { ampersands.append(token.range) }
    }
    let nested = ":is(\(parents.joined(separator: ", ")))"
    let leading = parents.count == 1 ? parents[0] : nested
    guard let first, !ampersands.isEmpty else { return "\(leading) \(text.string)" }
    // It relates to the parent, whatever else it has (CSS Nesting 1 §3.1).
    if [">", "+", "~"].contains(where: first.isDelimiter) {
      return "\(leading) \(replacing(ampersands, in: text, nested, nested))"
    }
    let isFirst = ampersands.first == first.range
    return replacing(ampersands, in: text, isFirst ? leading : nested, nested)
  }

  private static func replacing(
    _ ranges: [Range<Int>], in text: CSSText, _ first: String, _ others: String
  ) -> String {
    var result = ""
    var copied = text.range.lowerBound
    for (index, range) in ranges.enumerated() {
      result += text.slice(copied..<range.lowerBound).string + (index == 0 ? first : others)
      copied = range.upperBound
    }
    return result + text.slice(copied..<text.range.upperBound).string
  }
}

/// The comments of a file, handed out in order as the reader passes them.
struct CommentCursor {
  private let comments: [SourceComment]
  private var next = 0

  /// The end of the last thing read; a comment on the same line belongs to it.
  private var lastEnd: Int?

  init(_ comments: [SourceComment]) { self.comments = comments }

  /// The comments before an offset that were not yet handed out.
  mutating func take(before offset: Int) -> [SheetOutline.Item] {
    var taken: [SheetOutline.Item] = []
    while next < comments.count, comments[next].range.bytes.lowerBound < offset {
      let comment = comments[next]
      let isTrailing = isTrailing(comment)
      taken.append(.comment(.init(text: comment.contents.string, isTrailing: isTrailing)))
      lastEnd = comment.range.bytes.upperBound
      next += 1
    }
    return taken
  }

  /// Passes over a text that keeps its comments itself.
  mutating func skip(to offset: Int) {
    while next < comments.count, comments[next].range.bytes.lowerBound < offset { next += 1 }
    lastEnd = offset
  }

  private func isTrailing(_ comment: SourceComment) -> Bool {
    let start = comment.range.bytes.lowerBound
    guard let lastEnd, lastEnd <= start else { return false }
    return !comment.range.source.bytes[lastEnd..<start].contains { $0 == 0x0A || $0 == 0x0D }
  }
}
