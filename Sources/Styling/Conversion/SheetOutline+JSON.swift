import CSSSyntax
import StyleValues

extension SheetOutline {
  /// The sheet as a dictionary.
  /// - Parameter keepsComments: True if comments are written, which JSON itself does not have.
  /// - Returns: The text of the file.
  func jsonText(keepsComments: Bool) -> String {
    var writer = JSONOutlineWriter(keepsComments: keepsComments)
    writer.open("{")
    let (head, body) = headAndBody
    writer.write(head)
    if dialect != StylesheetForm.json.standardDialect {
      writer.member("@dialect", serialiseJSONString(dialect.rawValue))
    }
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

/// Writes the parts of an outline as members of objects.
private struct JSONOutlineWriter {
  private let keepsComments: Bool
  private(set) var text = ""

  /// For each object that is open, whether a member stands in it already, and its keys.
  private var objects: [(hasMember: Bool, keys: [String: Int])] = []

  /// Position of the comma after the last member: before a comment that follows it.
  private var commaPlace: String.Index?

  init(keepsComments: Bool) {
    self.keepsComments = keepsComments
  }

  private var indent: String { String(repeating: "  ", count: objects.count) }

  mutating func open(_ bracket: String) {
    text += bracket
    objects.append((false, [:]))
    commaPlace = nil
  }

  mutating func close(_ bracket: String) {
    let isEmpty = text.last == "{"
    objects.removeLast()
    text += (isEmpty ? "" : "\n" + indent) + bracket
    commaPlace = text.endIndex
  }

  /// Starts a member: the comma after the one before it, and its key.
  private mutating func key(_ key: String) {
    guard let last = objects.indices.last else { return }
    if objects[last].hasMember, let commaPlace { text.insert(",", at: commaPlace) }
    objects[last].hasMember = true
    text += "\n\(indent)\(serialiseJSONString(unused(key, in: last))): "
  }

  /// The key itself, or with a number in a comment when the object has it already.
  ///
  /// A comment is white space to a selector, so both mean the same.
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
    commaPlace = text.endIndex
  }

  mutating func write(_ parts: [SheetOutline.Part]) {
    for part in parts {
      switch part {
      case .comment(let comment): write(comment)
      case .declaration(let name, let value): member(name, serialiseJSONString(value))
      case .rule(let rule): write(rule)
      case .media(let query, let parts):
        key("@media \(query)")
        open("{")
        write(parts)
        close("}")
      }
    }
  }

  /// A property that is declared twice needs two objects, because the last member of a name
  /// replaces the ones before it.
  private mutating func write(_ rule: SheetOutline.Rule) {
    key(rule.selectors)
    open("{")
    var names: Set<DeclarationKey> = []
    for part in rule.parts {
      if case .declaration(let name, _) = part, !names.insert(DeclarationKey(name)).inserted {
        names = [DeclarationKey(name)]
        close("}")
        key(rule.selectors)
        open("{")
      }
      write([part])
    }
    close("}")
  }

  private mutating func write(_ comment: SheetOutline.Comment) {
    guard keepsComments else { return }
    text += comment.isTrailing ? " " : "\n" + indent
    text += comment.written
  }
}
