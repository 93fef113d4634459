import CSSSyntax
import CSSView
import Diagnostics
import Documents
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// A line of `explain --batch`: a stylesheet, markup, and settings that differ from the options.
struct ExplainRequest {
  private let document: JSONDocument
  private let members: [JSONMember]
  private let files: ListedFiles

  private typealias Refusal = LineExchange.Refusal

  private static let names = [
    "id", "sheet", "css", "file", "markup", "element", "class", "style", "dialect", "width",
    "height", "background", "color", "contentSize",
  ]

  /// Reads a request, which has to be an object; the requests of one batch share `files`, so that
  /// each folder is listed once.
  init(
    _ document: JSONDocument, _ root: JSONNode, files: ListedFiles
  ) throws(LineExchange.Refusal) {
    guard case .object(let members) = root.value else {
      throw Refusal(message: "expected a JSON object")
    }
    self.document = document
    self.files = files
    self.members = members
  }

  /// Answers the request, with its `id` even in an error; missing settings are those of the
  /// options.
  func answer(
    in console: Console, _ environment: EnvironmentOptions, _ palette: TerminalPalette,
    _ readability: ReadabilityOption, _ sheets: (options: SheetOptions, added: [SheetSource]),
    _ host: HostOptions, markup: MarkupOptions
  ) -> SafeText {
    // The id is kept as JSON text, because the answer repeats it.
    let id = node("id").map(document.verbatimText)
    do throws(Refusal) {
      try checkNames()
      var terminal = try self.environment(environment)
        .idealEnvironment(in: console, palette: palette)
      terminal.readable = readability.readable?.value
      var options = sheets.options
      if let dialect = try value("dialect", Dialect.init(rawValue:)) { options.dialect = dialect }
      var loader = options.loader(
        for: terminal, ThemeCatalog(variable: console.variable), files: files)
      loader.added = sheets.added
      let explained = try explained(loader, host, markup: markup)
      var answer: [UInt8] = []
      explained.json(id: id) { answer += $0 }
      return SafeText(trusted: String(decoding: answer, as: UTF8.self))
    } catch {
      let text = error.answer.text
      return SafeText(trusted: id.map { "{\"id\": \($0), " + text.dropFirst() } ?? text)
    }
  }

  private func explained(
    _ loader: StylesheetLoader, _ host: HostOptions, markup: MarkupOptions
  ) throws(Refusal) -> ExplainedText {
    var host = host
    if let element = try string("element") { host.element = element }
    if let classes = try string("class") { host.classes = classes }
    if let style = try string("style") { host.style = style }
    guard let text = try string("markup") else { throw Refusal(message: "missing 'markup'") }
    let stylesheet = try stylesheet(loader)
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: loader.environment.adopting(stylesheet.palette),
      host: host.host, options: markup, documents: AllDocumentFormats())
    return ExplainedText(SourceText(name: "<markup>", text: text), renderer)
  }

  private func checkNames() throws(Refusal) {
    for member in members {
      let name = document.string(member.key)
      guard Self.names.contains(name) else {
        let near = nearestName(to: name, in: Self.names)
        throw refusal("unknown member '\(name)'\(hint(at: near))", at: member.key.range)
      }
    }
  }

  private func stylesheet(_ loader: StylesheetLoader) throws(Refusal) -> Stylesheet {
    guard ["sheet", "css", "file"].count(where: { node($0) != nil }) < 2 else {
      throw Refusal(message: "use only one of 'sheet', 'css' and 'file'")
    }
    if let sheet = node("sheet") {
      guard case .object = sheet.value else {
        throw refusal("'sheet': expected an object", at: sheet.range)
      }
      let bytes = Array(document.source.bytes[sheet.range])
      return loader.load(SourceText(name: "<sheet>", bytes: bytes), form: .json)
    }
    if let css = try string("css") {
      return loader.load(SourceText(name: "<css>", text: css), form: .css)
    }
    guard let path = try string("file"), let member = node("file") else {
      throw Refusal(message: "missing 'sheet', 'css' or 'file'")
    }
    do {
      guard let bytes = try loader.files?.contents(of: path) else {
        throw refusal("\(path): no such file or directory", at: member.range)
      }
      return loader.load(SourceText(name: path, bytes: bytes))
    } catch let error as StylesheetFileError {
      throw refusal("\(path): \(error.reason)", at: member.range)
    } catch {
      throw error as? Refusal ?? refusal("\(path): \(error)", at: member.range)
    }
  }

  private func environment(_ standard: EnvironmentOptions) throws(Refusal) -> EnvironmentOptions {
    var result = standard
    if let width = try value("width", CellCount.init(argument:)) { result.width = width }
    if let height = try value("height", CellCount.init(argument:)) { result.height = height }
    if let size = try value("contentSize", { Styling.ContentSize($0) }) {
      result.contentSize = size
    }
    if let color = try value("color", ColorOption.init(argument:)), color != .auto {
      result.color = color
    }
    if let background = try value("background", BackgroundOption.init(argument:)),
      background != .auto, background != .both
    {
      result.background = background
    }
    return result
  }

  // MARK: Members

  private func node(_ name: String) -> JSONNode? {
    members.last { document.string($0.key) == name }?.value
  }

  /// A string; nil if it is missing or `null`.
  private func string(_ name: String) throws(Refusal) -> String? {
    guard let node = node(name) else { return nil }
    switch node.value {
    case .null: return nil
    case .string(let string): return document.string(string)
    default: throw refusal("'\(name)': expected a string", at: node.range)
    }
  }

  /// A value that is also an option of the command line; a number counts as its text.
  private func value<Value>(
    _ name: String, _ convert: (String) -> Value?
  ) throws(Refusal) -> Value? {
    guard let node = node(name) else { return nil }
    if case .null = node.value { return nil }
    let text = document.text(node).string
    guard let value = convert(text) else {
      throw refusal(
        "invalid value '\(text)' for '\(name)'\(Misspelling.valueHint(text, of: name))",
        at: node.range)
    }
    return value
  }

  private func refusal(_ message: String, at range: Range<Int>) -> Refusal {
    Refusal(message: message, column: document.source.location(at: range.lowerBound).column)
  }
}

extension JSONDocument {
  /// A value as strict JSON without a line break and with exactly the same meaning: numbers keep
  /// all digits and strings their escapes, comments and trailing commas are removed, and misleading
  /// characters are escaped.
  ///
  /// Recursive, because the reader limits how deep values nest.
  fileprivate func verbatimText(_ node: JSONNode) -> String {
    switch node.value {
    case .null, .bool, .number: text(node).string
    case .string(let string): verbatimText(string)
    case .array(let nodes): "[\(nodes.map(verbatimText).joined(separator: ", "))]"
    case .object(let members):
      "{"
        + members.map { "\(verbatimText($0.key)): \(verbatimText($0.value))" }
        .joined(separator: ", ") + "}"
    }
  }

  private func verbatimText(_ string: JSONString) -> String {
    quoteJSONContents(String(decoding: source.bytes[string.contents], as: UTF8.self))
  }
}
