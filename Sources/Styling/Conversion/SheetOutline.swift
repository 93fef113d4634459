import CSSSyntax
import StyleValues

/// The contents of one stylesheet file, in a form that both CSS and dictionaries can be written
/// from.
///
/// Selectors and values are text with the same meaning in both; only rules of a media query are
/// nested.
struct SheetOutline {
  /// The dialect of its values, which also selects the order of the cascade.
  var dialect: Dialect

  /// The imported files, the strongest first.
  var imports: [String] = []

  var input: [InputFormat] = []

  private var inputNames: String { input.map(\.rawValue).joined(separator: " ") }

  /// The palette file that it is made for.
  var palette: String?

  var items: [Item] = []

  /// Declarations are only in rules.
  enum Item {
    case comment(Comment)
    case declaration(name: String, value: String)
    case rule(Rule)
    case media(query: String, items: [Item])
    case patterns(HighlightRule.Kind, name: String, [String])
    case language(names: String, items: [Item])
  }

  struct Rule {
    var selectors: String
    var items: [Item] = []
  }

  /// The comments at its start, and the rest.
  var headAndBody: (head: [Item], body: [Item]) {
    let head = items.prefix { if case .comment = $0 { true } else { false } }
    return (Array(head), Array(items.dropFirst(head.count)))
  }

  /// A comment without its delimiters.
  struct Comment {
    var text: String
    /// True if it follows something on its line.
    var isTrailing: Bool

    /// The comment in the syntax of both forms.
    var written: String { "/*" + replacingControls(inComment: text).replacingEndOfComment + "*/" }
  }
}

extension String {
  /// The text with a space in each `*/`.
  fileprivate var replacingEndOfComment: String {
    var result: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: "/"), result.last == UInt8(ascii: "*") {
        result.append(UInt8(ascii: " "))
      }
      result.append(byte)
    }
    if result.last == UInt8(ascii: "*") { result.append(UInt8(ascii: " ")) }
    return String(decoding: result, as: UTF8.self)
  }
}

extension SheetOutline {
  /// The later of two imports wins in CSS, so the strongest is written last.
  var cssText: String {
    var writer = CSSOutlineWriter()
    let (head, body) = headAndBody
    writer.write(head)
    if dialect != StylesheetForm.css.standardDialect {
      writer.line("@dialect \(dialect.rawValue);")
    }
    if !input.isEmpty { writer.line("@input \(inputNames);") }
    if let palette { writer.line("@palette \(serialiseString(palette));") }
    for name in imports.reversed() { writer.line("@import \(serialiseString(name));") }
    writer.write(body)
    return writer.text
  }
}

private struct CSSOutlineWriter {
  private(set) var text = ""

  mutating func line(_ line: String) { text += line + "\n" }

  /// Recursive, because media queries nest only as deep as a file could be read.
  mutating func write(_ items: [SheetOutline.Item], indent: String = "") {
    for item in items {
      switch item {
      case .comment(let comment): write(comment, indent: indent)
      case .declaration(let name, let value):
        line("\(indent)\(serialiseIdentifier(name)):\(value.isEmpty ? "" : " ")\(value);")
      case .rule(let rule): writeBlock(rule.selectors, rule.items, indent)
      case .media(let query, let items): writeBlock("@media \(query)", items, indent)
      case .language(let names, let items): writeBlock("@language \(names)", items, indent)
      case .patterns(let kind, let name, let patterns):
        let strings = patterns.map(quoted(pattern:)).joined(separator: ", ")
        line("\(indent)\(kind.rawValue) \(serialiseIdentifier(name)) \(strings);")
      }
    }
  }

  /// A pattern as a string that keeps the pattern's backslashes.
  private func quoted(pattern: String) -> String {
    var isEscaped = false
    var text = ""
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\"" where !isEscaped: text += "\\\""
      case "\n": text += isEscaped ? "n" : "\\n"
      case "\r": text += isEscaped ? "r" : "\\r"
      case "\u{C}": text += isEscaped ? "f" : "\\f"
      default: text.unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return "\"\(text)\""
  }

  private mutating func writeBlock(
    _ prelude: String, _ items: [SheetOutline.Item], _ indent: String
  ) {
    line("\(indent)\(prelude) {")
    write(items, indent: indent + "  ")
    line("\(indent)}")
  }

  private mutating func write(_ comment: SheetOutline.Comment, indent: String) {
    if comment.isTrailing, text.last == "\n" {
      text.removeLast()
      line(" " + comment.written)
    } else {
      line(indent + comment.written)
    }
  }
}

extension SheetOutline {
  /// The dictionary; with `keepsComments` it has comments, which JSON itself lacks.
  func jsonText(keepsComments: Bool) -> String {
    var writer = JSONOutlineWriter(keepsComments: keepsComments)
    writer.open("{")
    let (head, body) = headAndBody
    writer.write(head)
    if dialect != StylesheetForm.json.standardDialect {
      writer.member("@dialect", serialiseJSONString(dialect.rawValue))
    }
    if !input.isEmpty { writer.member("@input", serialiseJSONString(inputNames)) }
    if let palette { writer.member("@palette", serialiseJSONString(palette)) }
    if !imports.isEmpty {
      let names = imports.map(serialiseJSONString).joined(separator: ", ")
      writer.member("@imports", "[\(names)]")
    }
    writer.write(body)
    writer.close("}")
    return writer.text + "\n"
  }
}

private struct JSONOutlineWriter {
  private let keepsComments: Bool
  private(set) var text = ""

  /// For each open object: whether it has a member, and how often it has each key.
  private var objects: [(hasMember: Bool, keys: [String: Int])] = []

  /// The index for the comma after the last member: before a comment that follows it.
  private var commaIndex: String.Index?

  init(keepsComments: Bool) { self.keepsComments = keepsComments }

  private var indent: String { String(repeating: "  ", count: objects.count) }

  mutating func open(_ bracket: String) {
    text += bracket
    objects.append((false, [:]))
    commaIndex = nil
  }

  mutating func close(_ bracket: String) {
    let isEmpty = text.last == "{"
    objects.removeLast()
    text += (isEmpty ? "" : "\n" + indent) + bracket
    commaIndex = text.endIndex
  }

  /// Starts a member with the comma before it and its key.
  private mutating func key(_ key: String) {
    guard let last = objects.indices.last else { return }
    if objects[last].hasMember, let commaIndex { text.insert(",", at: commaIndex) }
    objects[last].hasMember = true
    text += "\n\(indent)\(serialiseJSONString(unused(key, in: last))): "
  }

  /// The key, or if the object has it already, the key and a number in a comment.
  ///
  /// A comment is white space in a selector, so the meaning is the same.
  private mutating func unused(_ key: String, in object: Int) -> String {
    var candidate = key
    while let count = objects[object].keys[candidate] {
      objects[object].keys[candidate] = count + 1
      candidate = "\(key) /* \(count + 1) */"
    }
    objects[object].keys[candidate] = 1
    return candidate
  }

  mutating func member(_ name: String, _ value: String) {
    key(name)
    text += value
    commaIndex = text.endIndex
  }

  mutating func write(_ items: [SheetOutline.Item]) {
    /// The names in the open object of patterns.
    var names: [String] = []
    var kind: HighlightRule.Kind?
    func ends(_ item: SheetOutline.Item) -> Bool {
      guard case .patterns(kind, let name, _) = item else { return kind != nil }
      return names.contains(name)
    }
    for item in items {
      if ends(item) {
        close("}")
        (kind, names) = (nil, [])
      }
      switch item {
      case .comment(let comment): write(comment)
      case .declaration(let name, let value): member(name, serialiseJSONString(value))
      case .rule(let rule): write(rule)
      case .media(let query, let items): writeObject("@media \(query)", items)
      case .language(let names, let items): writeObject("@language \(names)", items)
      case .patterns(let next, let name, let patterns):
        if kind == nil {
          key(next.rawValue)
          open("{")
        }
        kind = next
        names.append(name)
        let strings = patterns.map(serialiseJSONString).joined(separator: ", ")
        member(name, patterns.count == 1 ? strings : "[\(strings)]")
      }
    }
    if kind != nil { close("}") }
  }

  private mutating func writeObject(_ key: String, _ items: [SheetOutline.Item]) {
    self.key(key)
    open("{")
    write(items)
    close("}")
  }

  /// Writes two objects if a property is declared twice, because the last member of a name replaces
  /// earlier ones.
  private mutating func write(_ rule: SheetOutline.Rule) {
    key(rule.selectors)
    open("{")
    var names: Set<DeclarationKey> = []
    for item in rule.items {
      if case .declaration(let name, _) = item, !names.insert(DeclarationKey(name)).inserted {
        names = [DeclarationKey(name)]
        close("}")
        key(rule.selectors)
        open("{")
      }
      write([item])
    }
    close("}")
  }

  private mutating func write(_ comment: SheetOutline.Comment) {
    guard keepsComments else { return }
    text += comment.isTrailing ? " " : "\n" + indent
    text += comment.written
  }
}
