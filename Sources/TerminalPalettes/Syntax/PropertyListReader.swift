import Bytes
import Diagnostics

/// Reads an XML property list as a list of values, each with its path of keys.
///
/// plist(5) and XML 1.0, as far as property lists need it: declarations and comments are skipped,
/// and the only entities are XML's own five and numbers. It stops at the first mistake.
struct PropertyListReader {
  /// The values in dictionaries, in the order of the text.
  private(set) var entries: [ThemeEntry] = []
  private(set) var findings = DiagnosticLog()

  private let text: ThemeText
  private let bytes: [UInt8]
  private var position: Int

  /// An open element.
  private struct Element {
    var name: String
    /// The last key in a dictionary.
    var key: String?
  }

  private var open: [Element] = []
  /// The key of each open element; empty if it has none.
  private var path: [String] = []

  init(_ text: ThemeText) {
    self.text = text
    bytes = text.bytes
    position = text.start
  }

  mutating func read() {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") {
        guard readTag() else { return }
      } else if bytes[position].isASCIIWhitespace {
        position += 1
      } else {
        return findings.reject(position..<position + 1, "expected a tag")
      }
    }
    if let last = open.last {
      findings.reject(bytes.count..<bytes.count, "<\(last.name)> is not closed")
    }
  }

  private func starts(with word: String) -> Bool { bytes[position...].starts(with: word.utf8) }

  /// Skips to behind the next occurrence of a word.
  private mutating func skip(past word: String) -> Bool {
    let start = position
    let first = word.utf8.first
    while position < bytes.count {
      if bytes[position] == first, starts(with: word) {
        position += word.utf8.count
        return true
      }
      position += 1
    }
    findings.reject(start..<start + 1, "missing '\(word)'")
    return false
  }

  /// Returns true if there is more to read.
  private mutating func readTag() -> Bool {
    if starts(with: "<!--") { return skip(past: "-->") }
    if starts(with: "<?") { return skip(past: "?>") }
    if starts(with: "<!") { return skip(past: ">") }
    let start = position
    position += 1
    let isEnd = position < bytes.count && bytes[position] == UInt8(ascii: "/")
    if isEnd { position += 1 }
    let nameStart = position
    while position < bytes.count, bytes[position].isASCIILetter { position += 1 }
    let name = text.string(nameStart..<min(position, nameStart + 40))
    guard skip(past: ">") else { return false }
    let tag = start..<position
    guard !name.isEmpty else {
      findings.reject(tag, "tag without a name")
      return false
    }
    if isEnd {
      guard open.last?.name == name else {
        let expected = open.last.map { "; expected </\($0.name)>" } ?? ""
        findings.reject(tag, "</\(name)> has no start tag\(expected)")
        return false
      }
      close()
      return true
    }
    let isEmpty = bytes[position - 2] == UInt8(ascii: "/")
    switch name {
    case "plist", "dict", "array":
      path.append(open.last?.key ?? "")
      open.append(Element(name: name))
      if isEmpty { close() }
      return true
    default: return isEmpty || readScalar(name)
    }
  }

  private mutating func close() {
    open.removeLast()
    path.removeLast()
    if let last = open.indices.last { open[last].key = nil }
  }

  /// Reads the text up to the end tag.
  private mutating func readScalar(_ name: String) -> Bool {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    let range = start..<position
    guard starts(with: "</\(name)") else {
      findings.reject(position..<position + 1, "expected </\(name)>")
      return false
    }
    guard skip(past: ">") else { return false }
    guard let last = open.indices.last else { return true }
    let content = Self.decoded(text.string(range))
    if name == "key" {
      open[last].key = content
    } else if let key = open[last].key {
      if path.count < deepestThemePath {
        let names = path.filter { !$0.isEmpty } + [key]
        entries.append(ThemeEntry(path: names, text: content, range: range))
      }
      open[last].key = nil
    }
    return true
  }

  /// Text with its entities replaced.
  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      guard let end = rest.prefix(12).firstIndex(of: ";"), let scalar = entity(rest[..<end]) else {
        result += "&"
        continue
      }
      result.unicodeScalars.append(scalar)
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHex = name.dropFirst().hasPrefix("x")
      return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
        .flatMap(Unicode.Scalar.init)
    }
  }
}
