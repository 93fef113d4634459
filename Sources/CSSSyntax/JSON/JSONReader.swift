import Diagnostics

/// Reads a JSON document in one pass, with the open arrays and objects on an explicit stack.
///
/// This file has the grammar; the handling of errors is in `JSONReader+Recovery.swift`.
struct JSONReader {
  /// An array or object whose end has not been read yet.
  struct Container {
    let isObject: Bool
    let start: Int
    /// True if it started with a bracket, as required.
    var hasBracket = true
    /// Indentation of the line where it started, if `trustsIndentation`.
    var indentation = 0
    /// Number of finished members or elements of outer containers on their stack.
    let base: Int
    var state = State.empty
    var key = JSONString(0..<0, [])
    /// Offset of the last comma.
    var comma = 0

    enum State { case empty, afterValue, afterComma }
  }

  let text: CSSText
  let bytes: [UInt8]
  /// True to infer from the indentation where an array or object without a closing bracket ends.
  let trustsIndentation: Bool
  var position = 0
  var findings = DiagnosticLog()
  var comments: [SourceComment] = []
  private(set) var root: JSONNode?

  /// True if an array or object had no closing bracket.
  var leavesOpen = false
  /// True if one was ended because of the indentation.
  var usedIndentation = false
  /// Indentation of the current line, if `trustsIndentation`.
  var indentation = 0

  var open: [Container] = []
  private var openObjects = 0
  private var members: [JSONMember] = []
  private var elements: [JSONNode] = []

  init(_ text: CSSText, trustsIndentation: Bool = false) {
    self.text = text
    self.trustsIndentation = trustsIndentation
    bytes = text.bytes
  }

  mutating func read() {
    guard bytes.count < JSONString.sizeLimit else {
      findings.add(.error, .inputTooLarge, at: 0..<0, "the input is larger than 1 GiB")
      return
    }
    position = text.source.start
    skipTrivia()
    guard position < bytes.count else { return reject(.jsonMissingValue, "the file is empty") }
    while let byte = peek(), !startsValue(byte) {
      rejectCharacter()
      skipTrivia()
    }
    guard position < bytes.count else { return }
    let start = position
    readValue()
    readContainers()
    guard position < bytes.count else { return }
    switch root?.value {
    case .array, .object, nil:
      reject(.jsonTrailingContent, "content after the end of the JSON document")
    default:
      readMembersWithoutBrace(from: start)
      readContainers()
    }
  }

  /// Reads on until no array or object is open, and the white space after it.
  private mutating func readContainers() {
    while !open.isEmpty { step() }
    skipTrivia()
  }

  @inline(__always)
  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  // MARK: Arrays and objects

  /// Reads the next token in the innermost array or object: a comma, its end, a member or element.
  private mutating func step() {
    skipTrivia()
    guard let byte = peek() else { return closeAtEnd() }
    if trustsIndentation, endsByIndentation(before: byte) { return }
    let innermost = open.count - 1
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      if byte == UInt8(ascii: ";") {
        reject(.jsonMissingComma, "expected ',', found ';'", suggestion: ",")
      } else if open[innermost].state != .afterValue {
        reject(.jsonMissingValue, "missing value before ','")
      }
      open[innermost].state = .afterComma
      open[innermost].comma = position
      position += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): close(with: byte)
    case _ where startsValue(byte):
      if open[innermost].state == .afterValue {
        reject(.jsonMissingComma, "missing ',' between two values")
      }
      if open[innermost].isObject { readMember() } else { readValue() }
    default: rejectCharacter()
    }
  }

  private mutating func readMember() {
    guard let key = readKey() else { return }
    skipTrivia()
    let hasColon = readColon()
    skipTrivia()
    let innermost = open.count - 1
    guard let byte = peek(), startsValue(byte) else {
      reject(.jsonMissingValue, "missing \(hasColon ? "" : "':' and ")value after the key")
      open[innermost].state = .afterValue
      return
    }
    if !hasColon { reject(.jsonMissingColon, "missing ':' after the key", suggestion: ":") }
    open[innermost].key = key
    readValue()
  }

  private mutating func readColon() -> Bool {
    switch peek() {
    case UInt8(ascii: ":"): break
    case UInt8(ascii: "="): reject(.jsonMissingColon, "expected ':', found '='", suggestion: ":")
    default: return false
    }
    position += 1
    return true
  }

  /// Reads a value from its first byte, or opens an array or object.
  private mutating func readValue() {
    let start = position
    switch bytes[start] {
    case UInt8(ascii: "\""):
      let string = readString()
      deliver(JSONNode(.string(string), start..<position))
    case UInt8(ascii: "{"): openContainer(isObject: true)
    case UInt8(ascii: "["): openContainer(isObject: false)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if let number = readNumber() {
        deliver(JSONNode(.number(number), start..<position))
      } else {
        recoverValue()
      }
    case UInt8(ascii: "t") where readWord("true"): deliver(JSONNode(.bool(true), start..<position))
    case UInt8(ascii: "f") where readWord("false"):
      deliver(JSONNode(.bool(false), start..<position))
    case UInt8(ascii: "n") where readWord("null"): deliver(JSONNode(.null, start..<position))
    default: recoverValue()
    }
  }

  private mutating func openContainer(isObject: Bool) {
    guard open.count < SyntaxLimits.deepestNesting else { return skipContainer() }
    push(isObject: isObject, hasBracket: true)
    position += 1
  }

  /// Opens an array or object at the current position.
  mutating func push(isObject: Bool, hasBracket: Bool) {
    if trustsIndentation { noteIndentation() }
    open.append(
      Container(
        isObject: isObject, start: position, hasBracket: hasBracket, indentation: indentation,
        base: isObject ? members.count : elements.count))
    if isObject { openObjects += 1 }
  }

  /// Handles a `}` or `]` in the innermost array or object.
  private mutating func close(with byte: UInt8) {
    let container = open[open.count - 1]
    let closesObject = byte == UInt8(ascii: "}")
    guard container.isObject == closesObject else {
      // Perhaps this one was forgotten and an outer one ends here.
      guard closesObject ? openObjects > 0 : open.count > openObjects else {
        return rejectCharacter()
      }
      rejectUnclosed(container)
      return finishContainer(at: position)
    }
    if container.state == .afterComma {
      findings.add(
        .note, .jsonTrailingComma, at: container.comma..<container.comma + 1,
        "the comma after the last value is accepted, but JSON allows none")
    }
    position += 1
    let end = position
    if open.count == 1, closesObject, continuesRoot() { return }
    finishContainer(at: end)
  }

  /// Closes open containers at the end of the input, the innermost first.
  private mutating func closeAtEnd() {
    rejectUnclosed(open[open.count - 1])
    finishContainer(at: position)
  }

  mutating func finishContainer(at end: Int) {
    guard let container = open.popLast() else { return }
    let range = container.start..<end
    if container.isObject {
      openObjects -= 1
      deliver(JSONNode(.object(members.removeTail(from: container.base)), range))
    } else {
      deliver(JSONNode(.array(elements.removeTail(from: container.base)), range))
    }
  }

  mutating func deliver(_ node: JSONNode) {
    guard !open.isEmpty else {
      root = node
      return
    }
    let innermost = open.count - 1
    open[innermost].state = .afterValue
    if open[innermost].isObject {
      members.append(JSONMember(key: open[innermost].key, value: node))
    } else {
      elements.append(node)
    }
  }

  // MARK: White space and comments

  /// Skips white space (RFC 8259 §2) and comments, which are recorded.
  @inline(__always)
  mutating func skipTrivia() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case UInt8(ascii: "/"): guard skipComment() else { return }
      default: return
      }
    }
  }

  private mutating func skipComment() -> Bool {
    let start = position
    guard startsComment(start) else { return false }
    let isBlock = bytes[start + 1] == UInt8(ascii: "*")
    let contents = start + 2
    var end = contents
    position = contents
    if isBlock {
      while position < bytes.count, !isBlockEnd(position) { position += 1 }
      end = position
      if position < bytes.count {
        position += 2
      } else {
        findings.add(
          .error, .unclosedComment, at: start..<contents, "comment is not closed; add '*/'")
      }
    } else {
      while position < bytes.count, !CSSByte.isNewline(bytes[position]) { position += 1 }
      end = position
    }
    comments.append(
      SourceComment(
        style: isBlock ? .block : .line, contents: text.slice(contents..<end),
        range: text.location(of: start..<position)))
    findings.add(.note, .jsonComment, at: start..<position, "JSON has no comments")
    return true
  }

  /// True if the `/` at an offset starts a comment.
  func startsComment(_ index: Int) -> Bool {
    index + 1 < bytes.count
      && (bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*"))
  }

  private func isBlockEnd(_ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "*") && index + 1 < bytes.count
      && bytes[index + 1] == UInt8(ascii: "/")
  }
}
