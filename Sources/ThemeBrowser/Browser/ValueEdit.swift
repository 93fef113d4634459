import Bytes
import CSSSyntax
import Diagnostics
import StyleValues
import Styling

/// A change of a value in a stylesheet, or a new declaration.
struct ValueEdit {
  private enum Form {
    /// In CSS, as written.
    case css
    case jsonString
    /// A JSON number or word.
    case jsonLiteral
  }

  let path: String

  let original: [UInt8]

  /// The range of the value in the file; empty for a new declaration.
  private let range: Range<Int>

  /// The property; empty if it is typed, too.
  let name: String

  let selector: String?

  let line: Int

  private let form: Form

  /// The value before the change, without the escapes of the file.
  let text: String

  /// The text around a new declaration.
  private var around: (prefix: String, suffix: String)?

  /// The rules around that of a new declaration; nil for a value.
  private(set) var outer: [String]?

  /// The theme that a new file imports, which is made when the change is saved.
  private(set) var base: BrowsedTheme?

  /// True if a property and its value are typed.
  var takesName: Bool { name.isEmpty }

  /// The change of a declaration's value; nil if the file has changed there.
  init?(_ declaration: EditableValue, in source: SourceText) {
    let location = declaration.location
    guard location.file == source.name, let start = Self.offset(of: location, in: source)
    else { return nil }
    let value = declaration.value
    let found =
      StylesheetForm(of: source) == .json
      ? Self.jsonValue(at: start, source) : Self.cssValue(value, at: start, source)
    guard let found else { return nil }
    // An explanation may quote the value with the escapes of the file.
    let written = String(decoding: source.bytes[found.range], as: UTF8.self)
    guard found.text.contains(value) || written.contains(value) else { return nil }
    path = source.name
    original = source.bytes
    name = declaration.name
    selector = declaration.selector
    line = location.line
    (range, form, text) = found
  }

  /// A new declaration in the rule with a selector inside `outer`, in a new rule, or in the rule
  /// with the index `rule`.
  ///
  /// `name` is empty if it is typed, too; `base` is the theme that a new file imports.
  init?(
    adding name: String = "", _ text: String = "", to selector: String, in outer: [String] = [],
    rule: Int? = nil, _ rules: SheetRules, base: BrowsedTheme? = nil
  ) {
    let number = rule ?? rules.rule(selector, in: outer)
    guard let place = number.map(rules.insertion) ?? rules.insertion(of: selector, in: outer)
    else { return nil }
    path = rules.source.name
    original = rules.source.bytes
    (self.name, self.text, self.selector) = (name, text, selector)
    (self.outer, self.base) = (outer, base)
    range = place.offset..<place.offset
    form = rules.isJSON ? .jsonString : .css
    around = (place.prefix, place.suffix)
    line = rules.source.location(at: place.offset).line + place.prefix.utf8.count { $0 == 0x0A }
  }

  /// The property and the value in a typed text.
  private func declaration(_ typed: String) -> (name: String, value: String) {
    guard takesName else { return (name, typed) }
    guard let colon = typed.firstIndex(of: ":") else { return (typed.trimmingWhitespace, "") }
    return (
      typed[..<colon].trimmingWhitespace, typed[typed.index(after: colon)...].trimmingWhitespace
    )
  }

  /// The file with the change; all other bytes stay.
  func bytes(with typed: String) -> [UInt8] { written(typed).bytes }

  /// The value in the changed file.
  func value(with typed: String) -> EditableValue {
    let (bytes, offset) = written(typed)
    let (name, value) = declaration(typed)
    return EditableValue(
      name: name, value: value, selector: selector,
      location: SourceText(name: path, bytes: bytes).location(at: offset))
  }

  private func written(_ typed: String) -> (bytes: [UInt8], offset: Int) {
    let (name, value) = declaration(typed)
    var bytes = Array(original[..<range.lowerBound])
    if let around {
      bytes += around.prefix.utf8
      if form == .css { bytes += name.utf8 } else { appendJSONString(name, to: &bytes) }
      bytes += ": ".utf8
    }
    let offset = bytes.count
    if form == .css || form == .jsonLiteral && Self.jsonScalar(value.utf8)?.form == .jsonLiteral {
      bytes += value.utf8
    } else {
      appendJSONString(value, to: &bytes)
    }
    if let around { bytes += around.suffix.utf8 }
    return (bytes + original[range.upperBound...], offset + (form == .jsonString ? 1 : 0))
  }

  /// True for a finding that the value is invalid, or the property unknown.
  func isAbout(_ finding: Diagnostic, with typed: String) -> Bool {
    finding.code == .invalidValue && finding.location?.file == path
      && finding.location?.line == line && finding.message.hasPrefix("'\(declaration(typed).name)'")
      || takesName && finding.code == .unknownProperty && finding.location?.line == line
  }

  /// Why a value cannot be written; nil if it can.
  ///
  /// CSS has no quotes around values: one that ends the declaration, or never ends, would change
  /// what follows it.
  func objection(to typed: String) -> String? {
    let (name, value) = declaration(typed)
    if takesName, PropertyName.effectiveName(name) == nil, !name.isCustomPropertyName {
      return name.isEmpty
        ? "type a property and its value, such as 'color: red'" : "no property is named '\(name)'"
    }
    if value.allSatisfy(\.isWhitespace) { return "missing value" }
    guard form == .css else { return nil }
    var tokens = CSSTokenizer(CSSText(value))
    var open: [CSSToken.Kind] = []
    while true {
      let token = tokens.next()
      switch token.kind {
      case .endOfFile:
        // An open comment or string would swallow the sheet; its end tells.
        let isWhole = open.isEmpty && Self.endsItself(value)
        return isWhole ? nil : "incomplete value"
      case .function, .leftParenthesis: open.append(.rightParenthesis)
      case .leftBracket: open.append(.rightBracket)
      case .leftBrace:
        // Declarations of custom properties alone may hold blocks (CSS Syntax 3 §5.5.6).
        guard name.isCustomPropertyName else { return "'{' is not allowed in a value" }
        open.append(.rightBrace)
      case .rightParenthesis, .rightBracket, .rightBrace:
        guard open.popLast() == token.kind else { return "unmatched closing bracket" }
      case .semicolon where open.isEmpty: return "';' is not allowed in a value"
      case .badString, .badURL: return "string is not closed"
      default: break
      }
    }
  }

  /// True if text after the value would be read as it is anywhere.
  private static func endsItself(_ value: String) -> Bool {
    var tokens = CSSTokenizer(CSSText(value + ";"))
    var last: CSSToken.Kind?
    while true {
      let kind = tokens.next().kind
      guard kind != .endOfFile else { return last == .semicolon }
      last = kind
    }
  }

  // MARK: Finding

  /// Columns count scalars.
  static func offset(of location: SourceLocation, in source: SourceText) -> Int? {
    guard (1...source.lineCount).contains(location.line) else { return nil }
    let line = source.lineRange(location.line)
    var offset = line.lowerBound
    for _ in 1..<max(1, location.column) {
      guard offset < line.upperBound else { return nil }
      offset += 1
      while offset < line.upperBound, source.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  private static func cssValue(
    _ value: String, at start: Int, _ source: SourceText
  ) -> (range: Range<Int>, form: Form, text: String)? {
    let end = start + value.utf8.count
    guard end <= source.bytes.count, source.bytes[start..<end].elementsEqual(value.utf8) else {
      return nil
    }
    return (start..<end, .css, value)
  }

  /// The string, number or word at an offset, which may be that of a string's contents.
  private static func jsonValue(
    at start: Int, _ source: SourceText
  ) -> (range: Range<Int>, form: Form, text: String)? {
    var nodes = JSONDocument(source).root.map { [$0] } ?? []
    while let node = nodes.first(where: { $0.range.contains(start) }) {
      switch node.value {
      case .object(let members): nodes = members.map(\.value)
      case .array(let elements): nodes = elements
      default: return jsonScalar(source.bytes[node.range]).map { (node.range, $0.form, $0.text) }
      }
    }
    return nil
  }

  /// The text of a JSON string, number or word; nil for anything else.
  private static func jsonScalar(_ bytes: some Sequence<UInt8>) -> (form: Form, text: String)? {
    let document = JSONDocument(SourceText(name: "<value>", bytes: Array(bytes)))
    guard document.diagnostics.isEmpty, document.comments.isEmpty, let node = document.root else {
      return nil
    }
    switch node.value {
    case .string(let string): return (.jsonString, document.string(string))
    case .number, .bool: return (.jsonLiteral, document.text(node).string)
    default: return nil
    }
  }
}

/// The changes that can be undone, and the file being written.
struct EditHistory {
  enum Step {
    case file(FileChange)
    /// An edit of the sample text.
    case sample(before: Sample, after: Sample)
  }

  struct FileChange {
    var path: String
    /// Its bytes before and after; nil without a file.
    var before: [UInt8]?, after: [UInt8]?
    /// A verb and the property, such as `saved color`, and the first line.
    var verb: String, name: String, line: Int
    /// The value to select afterwards.
    var value: EditableValue?
    /// The theme that a new file imports, and its line.
    var base: String?, imported: [UInt8]?

    var place: String { "\(path.fileName):\(line)" }
  }

  /// A file being written, and what the answer is for.
  enum Writing {
    /// A change, with the prompt to open again if it fails, and the action afterwards.
    case change(FileChange, StatusLine.Prompt?, then: BrowserAction? = nil)
    /// An undone or repeated change.
    case undo(FileChange), redo(FileChange)
    /// The output, to a file of this name.
    case export(TextField)
  }

  var writing: Writing?

  /// The file that is read again because it could not be written, so that no other message is
  /// needed.
  var answered: String?

  /// The value to select when its file is read.
  var wanted: EditableValue?

  /// The changes, the last one last, and the undone ones, the first one last.
  private(set) var steps: [Step] = [], undone: [Step] = []

  /// The files before the first change.
  private(set) var originals: [String: [UInt8]] = [:]

  /// Adds a change; the first of very many is dropped.
  mutating func add(_ step: Step) {
    if case .file(let change) = step, originals[change.path] == nil {
      originals[change.path] = change.before ?? change.imported
    }
    steps.append(step)
    undone = []
    if steps.count > 100 { steps.removeFirst() }
  }

  /// Updates the unedited sample, which undoing restores.
  mutating func sampleChanged(_ markup: String) {
    steps = steps.map { step in
      guard case .sample(var sample, let after) = step, !sample.isEdited else { return step }
      sample.markup = markup
      return .sample(before: sample, after: after)
    }
  }

  /// The number of changes that can still be undone, for a message.
  var leftText: String { steps.isEmpty ? "" : " · \(steps.count) more" }

  /// Records that the last change was undone.
  mutating func noteUndone() { undone.append(steps.removeLast()) }

  /// Records that a change was repeated.
  mutating func noteRedone() { steps.append(undone.removeLast()) }
}
