import Bytes
import Diagnostics

/// Recovery from invalid JSON: each method reports an error and reads on.
extension JSONReader {
  /// Reports the byte at the current position, without reading on.
  mutating func reject(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, suggestion: String? = nil
  ) {
    let end = min(position + 1, bytes.count)
    findings.add(.error, code, at: position..<end, suggestion: suggestion, message())
  }

  /// Reports and skips a character that is not allowed between values.
  mutating func rejectCharacter() {
    let character = Unicode.Scalar(bytes[position])
    reject(.jsonUnexpectedCharacter, "unexpected character '\(character)'")
    position += 1
  }

  mutating func rejectUnclosed(_ container: Container) {
    guard container.hasBracket else { return }
    leavesOpen = true
    findings.add(
      .error, .unclosedBlock, at: container.start..<container.start + 1,
      "'\(container.isObject ? "{" : "[")' is not closed")
  }

  /// True if a byte may start a value or key, or an invalid one.
  ///
  /// Invalid ones are names without quotes, single quotes, and CSS values such as `#fff` and `.5`.
  @inline(__always)
  func startsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "'"),
      UInt8(ascii: "#"), UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "+"),
      UInt8(ascii: "@"), UInt8(ascii: "&"), UInt8(ascii: "*"), 0x80...:
      true
    default: CSSByte.isName(byte)
    }
  }

  // MARK: Keys and values without quotes

  /// Reads a key; one without double quotes is an error, but still a key.
  mutating func readKey() -> JSONString? {
    switch bytes[position] {
    case UInt8(ascii: "\""): return readString()
    case UInt8(ascii: "'"): return readSingleQuoted()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let bracket = Unicode.Scalar(bytes[position])
      reject(.jsonMissingKey, "missing key before '\(bracket)'")
      // A bracket too many, or an object without its key.
      if open[open.count - 1].state == .empty {
        position += 1
      } else {
        skipContainer(isReported: true)
      }
      return nil
    default:
      let range = unquotedExtent { byte in
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") || byte.isASCIIWhitespace
      }
      position = range.upperBound
      let name = text.slice(range).string
      findings.add(
        .error, .jsonUnquotedKey, at: range, suggestion: serialiseJSONString(name),
        "key '\(name)' has no double quotes")
      return JSONString(range, [])
    }
  }

  /// Reads an invalid value.
  mutating func recoverValue() {
    let start = position
    if bytes[start] == UInt8(ascii: "'") {
      let string = readSingleQuoted()
      return deliver(JSONNode(.string(string), start..<position))
    }
    let range = unquotedExtent { CSSByte.isNewline($0) }
    position = range.upperBound
    var tokens = CSSTokenizer(bytes: bytes, range: range)
    let token = tokens.next()
    if token.range == range, token.kind == .number {
      findings.add(
        .error, .jsonInvalidNumber, at: range,
        "'\(text.slice(range).string)' is not a number in JSON")
      return deliver(JSONNode(.number(token.number), range))
    }
    let words: [(StaticString, JSONNode.Value)] = [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    if token.range == range, token.kind == .ident,
      let (word, value) = words.first(where: { tokens.name(of: token, is: $0.0) })
    {
      findings.add(
        .error, .jsonUnquotedValue, at: range, suggestion: "\(word)",
        "JSON writes '\(word)' in lower case")
      return deliver(JSONNode(value, range))
    }
    let value = text.slice(range).string
    findings.add(
      .error, .jsonUnquotedValue, at: range, suggestion: serialiseJSONString(value),
      "value '\(value)' has no double quotes")
    deliver(JSONNode(.string(JSONString(range, [])), range))
  }

  /// The range of unquoted text up to punctuation, without white space at its end.
  private func unquotedExtent(endsAt isEnd: (UInt8) -> Bool) -> Range<Int> {
    var index = position
    var depth = 0
    scanning: while index < bytes.count, !isEnd(bytes[index]) {
      switch bytes[index] {
      // `rgb(1, 2, 3)` is one value.
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ",") where depth <= 0: break scanning
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "\""), UInt8(ascii: ";"):
        break scanning
      case UInt8(ascii: "/")
      where index > position && bytes[index - 1].isASCIIWhitespace && startsComment(index):
        break scanning
      default: break
      }
      index += 1
    }
    while index > position + 1, bytes[index - 1].isASCIIWhitespace { index -= 1 }
    return position..<max(index, position + 1)
  }

  /// Reads a string in single quotes, which ends at the end of the line at the latest.
  private mutating func readSingleQuoted() -> JSONString {
    let start = position
    var index = start + 1
    var flags: JSONString.Flags = .openingQuote
    while index < bytes.count, bytes[index] != UInt8(ascii: "'"), !CSSByte.isNewline(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
        !CSSByte.isNewline(bytes[index + 1])
      {
        flags.insert(.escapes)
        index += 1
      }
      index += 1
    }
    let contents = start + 1..<index
    if index < bytes.count, bytes[index] == UInt8(ascii: "'") {
      flags.insert(.closingQuote)
      index += 1
    }
    position = index
    findings.add(
      .error, .jsonSingleQuotes, at: start..<index,
      suggestion: serialiseJSONString(text.slice(contents).string),
      "JSON strings need double quotes")
    return JSONString(contents, flags)
  }

  /// Ends a string without a closing quote on its line.
  mutating func endString(_ start: Int, lineEnd: Int, _ flags: JSONString.Flags) -> JSONString {
    findings.add(.error, .unclosedString, at: start - 1..<start, "string is not closed")
    var end = lineEnd
    // `"red,` at the end of a line lacks its quote, not its comma.
    var last = end
    while last > start, bytes[last - 1].isASCIIWhitespace { last -= 1 }
    if last > start, bytes[last - 1] == UInt8(ascii: ",") { end = last - 1 }
    position = end
    return JSONString(start..<end, flags.subtracting(.closingQuote))
  }

  // MARK: Depth and end

  /// Skips an array or object that is too deep, or not allowed.
  mutating func skipContainer(isReported: Bool = false) {
    if !isReported {
      reject(.nestingTooDeep, "more than \(SyntaxLimits.deepestNesting) nested arrays and objects")
    }
    var depth = 0
    repeat {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        _ = readString()
        continue
      default: break
      }
      position += 1
    } while depth > 0 && position < bytes.count
    if !open.isEmpty { open[open.count - 1].state = .afterValue }
  }

  /// True if the outermost object continues after the `}` that has just ended it.
  ///
  /// One `}` too many somewhere in a sheet would otherwise cost all rules after it.
  mutating func continuesRoot() -> Bool {
    skipTrivia()
    var next = position
    while next < bytes.count, isClosingOrSpace(bytes[next]) { next += 1 }
    guard next < bytes.count else { return false }
    reject(
      .jsonTrailingContent, "content after the end of the JSON document; remove the '}' before it")
    position = next
    open[0].state = bytes[next] == UInt8(ascii: ",") ? .afterValue : .empty
    return true
  }

  private func isClosingOrSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte.isASCIIWhitespace
  }

  /// Reads the members of a document without its first `{`; `start` may be that of the first key.
  mutating func readMembersWithoutBrace(from start: Int) {
    findings.add(
      .error, .jsonMissingBrace, at: start..<start + 1, suggestion: "{",
      "missing '{' before the first key")
    if peek() == UInt8(ascii: ":") { position = start }
    push(isObject: true, hasBracket: false)
  }

  // MARK: Indentation

  /// Ends the innermost array or object if the next token is indented less than its contents.
  ///
  /// A missing `}` in the middle of a sheet would otherwise make all rules after it parts of that
  /// rule, and the finding would point at the first `{` of the file.
  mutating func endsByIndentation(before byte: UInt8) -> Bool {
    guard noteIndentation(), open.count > 1 else { return false }
    let container = open[open.count - 1]
    let closes = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    guard
      closes
        ? indentation < container.indentation
        : startsValue(byte) && indentation <= container.indentation
    else { return false }
    usedIndentation = true
    rejectUnclosed(container)
    finishContainer(at: position)
    open[open.count - 1].state = closes ? .afterValue : .afterComma
    return true
  }

  /// Measures the indentation and returns true, if the next token is the first on its line.
  @discardableResult
  mutating func noteIndentation() -> Bool {
    var start = position
    while start > 0, bytes[start - 1].isBlank { start -= 1 }
    guard start == 0 || CSSByte.isNewline(bytes[start - 1]) else { return false }
    indentation = position - start
    return true
  }
}
