import CSSSyntax
import Diagnostics
import Styling

/// A value of a sheet that is being changed in place.
struct ValueEdit {
  /// How the value is written in the file.
  enum Form: Hashable {
    /// In CSS, as it is.
    case css
    /// The contents of a JSON string.
    case jsonString
    /// A JSON number or word.
    case jsonLiteral
  }

  /// The file.
  let path: String

  /// The bytes of the file before.
  let original: [UInt8]

  /// Where the value stands in them.
  let range: Range<Int>

  /// The property.
  let name: String

  /// The selector of the rule.
  let selector: String?

  /// How it is written.
  let form: Form

  /// The value as it was, without the escapes of the file.
  let text: String

  /// Finds a declaration's value in a file; nil if the file holds something else there.
  init?(_ declaration: ExplainedDeclaration, in source: SourceText) {
    let location = declaration.location
    guard declaration.origin != .builtIn, location.file == source.name,
      let start = Self.offset(of: location, in: source)
    else { return nil }
    let value = declaration.value
    let found =
      Self.isJSON(source)
      ? Self.jsonValue(at: start, source) : Self.cssValue(value, at: start, source)
    guard let found else { return nil }
    // An explanation may quote the value with the escapes of the file.
    let written = String(decoding: source.bytes[found.range], as: UTF8.self)
    guard found.text.contains(value) || written.contains(value) else { return nil }
    path = source.name
    original = source.bytes
    name = declaration.name
    selector = declaration.selector
    (range, form, text) = found
  }

  /// The file with another value; every other byte stays.
  func bytes(with value: String) -> [UInt8] {
    let new: [UInt8]
    switch form {
    case .css: new = Array(value.utf8)
    case .jsonString: new = Self.jsonEscaped(value)
    case .jsonLiteral:
      let isLiteral = Self.isJSONLiteral(value)
      new = isLiteral ? Array(value.utf8) : [0x22] + Self.jsonEscaped(value) + [0x22]
    }
    return Array(original[..<range.lowerBound]) + new + Array(original[range.upperBound...])
  }

  /// Why a value cannot be put there; nil if it can.
  ///
  /// In CSS nothing quotes a value: one that ends the declaration, or never ends, would change what
  /// stands after it.
  func objection(to value: String) -> String? {
    if value.allSatisfy(\.isWhitespace) { return "a value is missing" }
    guard form == .css else { return nil }
    var tokens = CSSTokenizer(CSSText(value))
    var open: [CSSToken.Kind] = []
    while true {
      let token = tokens.next()
      switch token.kind {
      case .endOfFile:
        // An open comment or string would swallow the sheet; its end tells.
        let isWhole = open.isEmpty && Self.endsItself(value)
        return isWhole ? nil : "the value is not finished"
      case .function, .leftParenthesis: open.append(.rightParenthesis)
      case .leftBracket: open.append(.rightBracket)
      case .leftBrace: open.append(.rightBrace)
      case .rightParenthesis, .rightBracket, .rightBrace:
        guard open.popLast() == token.kind else { return "a bracket too many" }
      case .semicolon where open.isEmpty: return "“;” would end the declaration"
      case .badString, .badURL: return "a quotation mark is missing"
      default: break
      }
    }
  }

  /// Whether something put behind the value would be read as it is anywhere.
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

  /// A dictionary begins with a brace, which CSS cannot.
  private static func isJSON(_ source: SourceText) -> Bool {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    return !source.name.hasSuffix(".css")
      && source.bytes.first { !blanks.contains($0) } == UInt8(ascii: "{")
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
    let bytes = source.bytes
    let quote = UInt8(ascii: "\"")
    var first = start
    if first < bytes.count, bytes[first] == quote { first += 1 }
    if first > 0, bytes[first - 1] == quote {
      var end = first
      while end < bytes.count, bytes[end] != quote {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < bytes.count else { return nil }
      let alone = JSONDocument(
        SourceText(name: source.name, bytes: Array(bytes[(first - 1)...end])))
      guard case .string(let string)? = alone.root?.value, alone.diagnostics.isEmpty else {
        return nil
      }
      return (first..<end, .jsonString, alone.string(string))
    }
    let end = bytes[start...].firstIndex { !isLiteralByte($0) } ?? bytes.count
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return isJSONLiteral(text) ? (start..<end, .jsonLiteral, text) : nil
  }

  private static func isLiteralByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func isJSONLiteral(_ text: String) -> Bool {
    let document = JSONDocument(SourceText(name: "<value>", text: text))
    switch document.root?.value {
    case .number, .bool: return document.diagnostics.isEmpty && document.comments.isEmpty
    default: return false
    }
  }

  /// RFC 8259 §7: quotation mark, backslash and control characters are escaped.
  private static func jsonEscaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20: bytes += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
