import Bytes

/// Result of a scan in text that may be incomplete.
enum ScanResult: Equatable {
  case end(Int)
  case none
  case incomplete
}

/// HTML that is no tag, and its last bytes.
enum HTMLMarkup: UInt8 {
  case comment
  case instruction
  case section
  case declaration

  var end: String {
    switch self {
    case .comment: "-->"
    case .instruction: "?>"
    case .section: "]]>"
    case .declaration: ">"
    }
  }

  /// Smallest number of bytes before its `>`; `<!-->` is a comment.
  fileprivate var shortest: Int {
    switch self {
    case .comment: 4
    case .instruction, .declaration: 3
    case .section: 11
    }
  }
}

/// A scanner of one HTML tag, comment, processing instruction, declaration or CDATA section.
///
/// It continues where it stopped when there is more text, so that a tag which comes byte by byte
/// takes linear time.
struct RawHTMLScanner {
  private enum State {
    case open, name, endOpen, endName, endSpace, space, attribute, afterAttribute, value, unquoted
    case singleQuoted, doubleQuoted, afterValue, slash
  }

  private let start: Int

  private var offset: Int
  private var state = State.open

  init(start: Int) {
    self.start = start
    offset = start + 1
  }

  mutating func advance(in text: Span<UInt8>, to limit: Int, isFinal: Bool) -> ScanResult {
    while offset < limit {
      guard let next = Self.next(state, text[offset]) else { return .none }
      offset += 1
      if next == .open { return .end(offset) }
      state = next
    }
    return isFinal ? .none : .incomplete
  }

  /// Continues the search for the end of other HTML.
  mutating func advance(
    past markup: HTMLMarkup, in text: Span<UInt8>, to limit: Int, isFinal: Bool
  ) -> ScanResult {
    offset = max(offset, start + markup.shortest)
    while offset < limit {
      offset = text.firstOffset(of: 0x3E, from: offset, to: limit)
      guard offset < limit else { break }
      offset += 1
      let end = markup.end
      if text.hasBytes(end, at: offset - end.utf8.count, before: offset) { return .end(offset) }
    }
    return isFinal ? .none : .incomplete
  }

  /// The state behind a byte of a tag; `open` behind the `>`, nil if the byte is not allowed.
  private static func next(_ state: State, _ byte: UInt8) -> State? {
    let isSpace = byte.isBlank || byte == 0x0A
    switch state {
    case .open: return byte == 0x2F ? .endOpen : byte.isASCIILetter ? .name : nil
    case .endOpen: return byte.isASCIILetter ? .endName : nil
    case .name:
      return byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D ? .name : tagEnd(byte, isSpace)
    case .endName:
      if byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D { return .endName }
      return isSpace ? .endSpace : byte == 0x3E ? .open : nil
    case .endSpace: return isSpace ? .endSpace : byte == 0x3E ? .open : nil
    case .space: return byte.isAttributeStart ? .attribute : tagEnd(byte, isSpace)
    case .attribute:
      if byte.isAttributeStart || byte.isASCIIDigit || byte == 0x2E || byte == 0x2D {
        return .attribute
      }
      return isSpace ? .afterAttribute : byte == 0x3D ? .value : tagEnd(byte, isSpace)
    case .afterAttribute:
      if byte.isAttributeStart { return .attribute }
      return isSpace ? .afterAttribute : byte == 0x3D ? .value : tagEnd(byte, isSpace)
    case .value:
      if isSpace { return .value }
      return byte == 0x27
        ? .singleQuoted : byte == 0x22 ? .doubleQuoted : byte.isUnquoted ? .unquoted : nil
    case .unquoted: return byte.isUnquoted ? .unquoted : tagEnd(byte, isSpace)
    case .singleQuoted: return byte == 0x27 ? .afterValue : .singleQuoted
    case .doubleQuoted: return byte == 0x22 ? .afterValue : .doubleQuoted
    case .afterValue: return tagEnd(byte, isSpace)
    case .slash: return byte == 0x3E ? .open : nil
    }
  }

  private static func tagEnd(_ byte: UInt8, _ isSpace: Bool) -> State? {
    isSpace ? .space : byte == 0x2F ? .slash : byte == 0x3E ? .open : nil
  }
}

extension Span<UInt8> {
  /// The HTML other than a tag that starts at `<`; nil for none.
  func markup(at start: Int, before end: Int) -> HTMLMarkup? {
    if has(0x3F, at: start + 1, before: end) { return .instruction }
    guard has(0x21, at: start + 1, before: end), start + 2 < end else { return nil }
    if hasBytes("--", at: start + 2, before: end) { return .comment }
    if hasBytes("[CDATA[", at: start + 2, before: end) { return .section }
    return self[start + 2].isASCIILetter ? .declaration : nil
  }

  func hasBytes(_ text: String, at start: Int, before end: Int) -> Bool {
    guard start + text.utf8.count <= end else { return false }
    var offset = start
    for byte in text.utf8 {
      guard self[offset] == byte else { return false }
      offset += 1
    }
    return true
  }
}

extension UInt8 {
  /// True if the name of an attribute may start with the byte.
  fileprivate var isAttributeStart: Bool { isASCIILetter || self == 0x5F || self == 0x3A }

  /// True if an attribute value without quotes may contain the byte.
  fileprivate var isUnquoted: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x22, 0x27, 0x3C, 0x3D, 0x3E, 0x60: false
    default: true
    }
  }
}
