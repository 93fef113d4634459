import Bytes
import CSSSyntax
import Diagnostics
import StyleValues
import Styling

/// A value of a sheet that is being changed in place.
struct ValueEdit {
  /// Notation of a value in a file.
  private enum Form {
    /// In CSS, as it is.
    case css
    /// A JSON string.
    case jsonString
    /// A JSON number or word.
    case jsonLiteral
  }

  /// The file.
  let path: String

  /// The bytes of the file before.
  let original: [UInt8]

  /// Range of the value in those bytes.
  private let range: Range<Int>

  /// The property.
  let name: String

  /// The selector of the rule.
  let selector: String?

  /// The line where it begins.
  let line: Int

  /// Notation of the value.
  private let form: Form

  /// The value as it was, without the escapes of the file.
  let text: String

  /// Finds a declaration's value in a file; nil if the file holds something else there.
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

  /// The file with another value; every other byte stays.
  func bytes(with value: String) -> [UInt8] {
    var bytes = Array(original[..<range.lowerBound])
    if form == .css || form == .jsonLiteral && Self.jsonScalar(value.utf8)?.form == .jsonLiteral {
      bytes += value.utf8
    } else {
      appendJSONString(value, to: &bytes)
    }
    return bytes + original[range.upperBound...]
  }

  /// True if a finding says that the value means nothing.
  func isAbout(_ finding: Diagnostic) -> Bool {
    finding.code == .invalidValue && finding.location?.file == path
      && finding.location?.line == line && finding.message.hasPrefix("'\(name)'")
  }

  /// Why a value cannot be put there; nil if it can.
  ///
  /// In CSS nothing quotes a value: one that ends the declaration, or never ends, would change what
  /// stands after it.
  func objection(to value: String) -> String? {
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

  /// True if something put behind the value would be read as it is anywhere.
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
  private static func offset(of location: SourceLocation, in source: SourceText) -> Int? {
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
      default:
        return jsonScalar(source.bytes[node.range]).map { (node.range, $0.form, $0.text) }
      }
    }
    return nil
  }

  /// Returns the text of a JSON string, number or word; nil for anything else.
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

/// The changes that can be undone, and the file that is being written.
struct EditHistory {
  /// Something that was changed.
  enum Step {
    /// A file was written.
    case file(FileChange)
    /// The sample text was edited; what it was before.
    case sample(Sample)
  }

  /// Another value in a file.
  struct FileChange {
    /// The file.
    var path: String
    /// Its bytes before and after.
    var before: [UInt8], after: [UInt8]
    /// Name of the changed value, and the line where it begins.
    var name: String, line: Int

    /// File and line of the value.
    var place: String { "\(path.fileName):\(line)" }
  }

  /// A file that is being written; it tells what to do with the answer.
  enum Writing {
    /// A value that was changed, with the text to go back to if it cannot be written.
    case change(FileChange, StatusLine.Prompt)
    /// A change that is taken back.
    case undo(FileChange)
    /// The output, to a file of this name.
    case export(TextField)
    /// A copy of a theme.
    case copy(ThemeCopy)
  }

  /// A copy of a theme among the user's own.
  struct ThemeCopy {
    /// Path of the folder for the copy.
    var folder: String
    /// Name of the file, without its number and ending, and its ending.
    var name: String, ending: String
    /// Number of the copy among files of that name, from 1.
    var number = 1
    /// Contents of the copy.
    var bytes: [UInt8]
    /// The change to make in it, and the text that asked for it.
    var change: (value: FileChange, prompt: StatusLine.Prompt)?
    /// The files that it is put together from besides, by their paths from where it is.
    var files: [(path: String, bytes: [UInt8])] = []
    /// Number of those written, or being written.
    var fileCount = 0
    /// The value that was selected, and the action to perform on it in the copy.
    var value: EditableValue?, action: BrowserAction?

    /// The path; a theme of several files has a folder of its own.
    var path: String { files.isEmpty ? start + ending : "\(start)/\(name)\(ending)" }

    private var start: String { "\(folder)/\(name)\(number == 1 ? "" : "-\(number)")" }

    /// Effect that writes the next file.
    var effect: BrowserEffect {
      guard fileCount > 0 else { return .write(path: path, bytes: bytes, over: .nothing) }
      let file = files[fileCount - 1]
      return .write(path: "\(start)/\(file.path)", bytes: file.bytes, over: .nothing)
    }
  }

  /// A copy that is written and has not been read yet.
  var pendingCopy: ThemeCopy?

  /// Words to add to the message when the file is written.
  var note = ""

  /// The file that is being written.
  var writing: Writing?

  /// The file that is read again because it was to be written; the message says so already.
  var answered: String?

  /// The changes, the last one last.
  private(set) var steps: [Step] = []

  /// Notes a change; of very many the first is forgotten.
  mutating func add(_ step: Step) {
    steps.append(step)
    if steps.count > 100 { steps.removeFirst() }
  }

  /// The sample's file holds something else: taking edits back leads there.
  mutating func sampleChanged(_ markup: String) {
    steps = steps.map { step in
      guard case .sample(var sample) = step, !sample.isEdited else { return step }
      sample.markup = markup
      return .sample(sample)
    }
  }

  /// Takes the words to add to a message.
  mutating func takeNote() -> String {
    defer { note = "" }
    return note
  }

  /// True if a change of a file can still be taken back.
  func changes(_ path: String) -> Bool {
    steps.contains { if case .file(let change) = $0 { change.path == path } else { false } }
  }

  /// Number of changes that can still be taken back, for a message.
  var leftText: String { steps.isEmpty ? "" : " · \(steps.count) more" }

  /// Forgets the last change, which was taken back.
  mutating func removeLast() {
    steps.removeLast()
  }
}
