import Bytes
import CSSSyntax
package import Diagnostics
package import StyleValues

/// One parsed file, before it becomes rules.
struct SheetSyntax {
  struct Import {
    var name: String
    var range: SourceRange
    var media: CSSText?
    var layer: [String]?
  }

  enum Content {
    case dictionary(JSONDocument)
    case css(CSSStylesheetSyntax)
  }

  let source: SourceText
  let content: Content
  private(set) var imports: [Import] = []

  /// The palette file that it is made for.
  private(set) var palette: Import?

  /// The layers named before the last import of a CSS file, each with the number of imports before
  /// it: the first mention decides on a layer's position.
  private(set) var layersAmongImports: [(imports: Int, names: CSSText)] = []

  /// nil if the file does not name one.
  private(set) var dialect: Dialect?

  /// The formats of `@input`, the usual one first; nil if the file does not name any.
  private(set) var input: [InputFormat]?

  private(set) var diagnostics: [Diagnostic] = []

  var form: StylesheetForm { if case .dictionary = content { .json } else { .css } }

  /// Parses a file; of a program's own, patterns are parsed only when code is read.
  init(_ source: SourceText, form: StylesheetForm, among named: NamedSheets? = nil) {
    self.source = source
    switch form {
    case .json:
      let document = JSONDocument(source)
      content = .dictionary(document)
      readHead(of: document)
    case .css:
      let isEmbedded = named?.isEmbedded(source.name) ?? false
      let syntax = parseStylesheet(source, leaving: isEmbedded ? "language" : nil)
      content = .css(syntax)
      readHead(of: syntax)
    }
  }

  private mutating func readHead(of document: JSONDocument) {
    guard let root = document.root, case .object(let members) = root.value else { return }
    for member in members {
      // Only these four keys matter here; a large sheet has very many others.
      guard [6, 8].contains(member.key.contents.count), case let key = document.string(member.key)
      else { continue }
      switch (key, member.value.value) {
      case ("@dialect", .string(let name)):
        setDialect(document.string(name), at: document.location(of: member.value.range))
      case ("@imports", .array(let elements)):
        for element in elements { addImport(element, in: document) }
      case ("@imports", .string): addImport(member.value, in: document)
      case ("@palette", .string(let name)):
        palette = Import(
          name: document.string(name), range: document.location(of: member.value.range))
      case ("@input", .string(let names)):
        readInput([document.text(names)], at: document.location(of: member.value.range))
      case ("@input", .array(let elements)):
        let names = elements.map { element -> CSSText in
          // What is no string is no name either.
          guard case .string(let name) = element.value else {
            return CSSText(source: document.source, range: element.range)
          }
          return document.text(name)
        }
        readInput(names, at: document.location(of: member.value.range))
      case ("@input", _): expectInput(at: document.location(of: member.value.range))
      case ("@palette", _): expectPalette(at: document.location(of: member.value.range))
      default: break
      }
    }
  }

  private mutating func addImport(_ node: JSONNode, in document: JSONDocument) {
    let range = document.location(of: node.range)
    guard case .string(let name) = node.value else {
      diagnostics.add(.error, .importFailed, "'@imports' needs the name of a file", at: range)
      return
    }
    imports.append(Import(name: document.string(name), range: range))
  }

  private mutating func readHead(of syntax: CSSStylesheetSyntax) {
    var hasRules = false
    for rule in syntax.rules {
      guard case .at(let rule) = rule else {
        hasRules = true
        continue
      }
      switch rule.name {
      case "charset": break
      case "layer" where rule.block == nil:
        if !hasRules { layersAmongImports.append((imports.count, rule.prelude)) }
      case "import" where hasRules:
        diagnostics.add(
          .error, .importFailed, "'@import' must come before all rules", at: rule.nameRange)
      case "dialect": setDialect(rule.prelude.string, at: rule.prelude.location)
      case "input" where hasRules:
        reportInput("'@input' must come before all rules", at: rule.nameRange)
      case "input":
        if input != nil {
          diagnostics.add(
            .warning, .duplicateKey, "'@input' is set again; the last one counts",
            at: rule.nameRange)
        }
        readInput([rule.prelude], at: rule.nameRange)
      case "import":
        guard let request = Import(rule) else {
          diagnostics.add(
            .error, .importFailed, "'@import' needs the name of a file", at: rule.nameRange)
          continue
        }
        imports.append(request)
      case "palette":
        palette = Import(rule)
        if palette == nil { expectPalette(at: rule.nameRange) }
      default: hasRules = true
      }
    }
    layersAmongImports.removeAll { $0.imports == imports.count }
  }

  private mutating func expectPalette(at range: SourceRange) {
    diagnostics.add(.error, .importFailed, "'@palette' needs the name of a palette file", at: range)
  }

  private mutating func readInput(_ texts: [CSSText], at range: SourceRange) {
    let names = InputFormat.allCases.map(\.rawValue)
    var formats: [InputFormat] = []
    var unknown = 0
    for text in texts {
      var tokenizer = CSSTokenizer(text)
      while case let token = tokenizer.nextSignificant(), token.kind != .endOfFile {
        let name = text.slice(token.range).string
        if token.kind == .ident, let format = InputFormat(rawValue: name) {
          if !formats.contains(format) { formats.append(format) }
          continue
        }
        unknown += 1
        guard unknown <= Self.mostUnknownFormats else { break }
        reportInput(
          "unknown input format '\(name)'; use \(EnumerationNames.list(names))",
          at: text.location(of: token.range), suggestion: nearestName(to: name, in: names))
      }
    }
    if formats.isEmpty, unknown == 0 { expectInput(at: range) }
    input = formats
  }

  /// The most unknown formats of one file that are reported.
  private static let mostUnknownFormats = 20

  private mutating func expectInput(at range: SourceRange) {
    input = []
    reportInput("'@input' needs the names of formats, such as text or csv", at: range)
  }

  private mutating func reportInput(
    _ message: String, at range: SourceRange, suggestion: String? = nil
  ) { diagnostics.add(.error, .invalidInput, message, at: range, suggestion: suggestion) }

  private mutating func setDialect(_ name: String, at range: SourceRange) {
    dialect = Dialect(rawValue: name)
    guard dialect == nil else { return }
    let names = Dialect.allCases.map(\.rawValue)
    diagnostics.add(
      .error, .unknownDialect, "unknown dialect '\(name)'; use \(EnumerationNames.list(names))",
      at: range, suggestion: nearestName(to: name, in: names))
  }
}

extension SheetSyntax.Import {
  /// Reads `"x.css" layer(name) media`, or the same with `url(…)` (CSS Cascade 5 §4.1).
  fileprivate init?(_ rule: CSSAtRule) {
    let text = rule.prelude
    var tokenizer = CSSTokenizer(text)
    var token = tokenizer.nextSignificant()
    if token.kind == .function, tokenizer.name(of: token, is: "url") {
      token = tokenizer.nextSignificant()
    }
    guard token.kind == .string || token.kind == .url else { return nil }
    name = tokenizer.name(of: token)
    range = text.location(of: token.range)
    var rest = tokenizer.position
    token = tokenizer.nextSignificant()
    if token.kind == .rightParenthesis {
      rest = tokenizer.position
      token = tokenizer.nextSignificant()
    }
    if token.kind == .ident, tokenizer.name(of: token, is: "layer") {
      layer = []
      rest = tokenizer.position
    } else if token.kind == .function, tokenizer.name(of: token, is: "layer") {
      let start = tokenizer.position
      while token.kind != .rightParenthesis, token.kind != .endOfFile {
        token = tokenizer.nextSignificant()
      }
      layer = LayerName.parseList(text.slice(start..<token.range.lowerBound)).first ?? []
      rest = tokenizer.position
    }
    let queries = text.slice(rest..<text.range.upperBound)
    if !queries.bytes[queries.range].allSatisfy({ $0 <= 0x20 }) { media = queries }
  }
}

/// The two forms of a stylesheet.
package enum StylesheetForm: String, CaseIterable, Hashable, Sendable {
  case json, css

  /// The form according to the first byte that is neither white space nor in a comment: `{` starts
  /// a dictionary.
  ///
  /// nil if there is none.
  package static func declared(by source: SourceText) -> StylesheetForm? {
    let bytes = source.bytes
    var index = source.start
    while index < bytes.count {
      switch bytes[index] {
      case let byte where byte.isASCIIWhitespace: index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
        index = afterComment(bytes, index + 2)
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      default: return bytes[index] == UInt8(ascii: "{") ? .json : .css
      }
    }
    return nil
  }

  /// The form according to a file name's extension, in any case; nil if it is not a stylesheet's.
  package init?(ofFile name: String) {
    let form = Self.allCases.first { form in
      let ending = "." + form.rawValue
      let last = name.utf8.suffix(ending.utf8.count)
      return last.elementsEqual(ending.utf8) { $0.lowercasedASCII == $1 }
    }
    guard let form else { return nil }
    self = form
  }

  /// The form according to the name's extension, else the first byte.
  package init(of source: SourceText) {
    self = StylesheetForm(ofFile: source.name) ?? Self.declared(by: source) ?? .json
  }

  fileprivate var emptySheet: String { self == .json ? "{}" : "" }

  /// The dialect of a file of this form that does not name one.
  package var standardDialect: Dialect { self == .json ? .viewcss : .css }

  private static func afterComment(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        return index + 2
      }
      index += 1
    }
    return bytes.count
  }
}

extension SourceText {
  /// An empty stylesheet in place of a missing one that has only variants.
  package convenience init(standingInFor path: String) {
    let form = StylesheetForm(ofFile: path) ?? .json
    self.init(name: path, text: form.emptySheet, isStandIn: true)
  }
}
