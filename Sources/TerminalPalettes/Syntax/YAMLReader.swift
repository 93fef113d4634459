import Bytes

/// Reads the part of YAML 1.2 that themes use: mappings and lists by indentation, mappings in
/// braces on one line, and aliases of values above.
///
/// Each value keeps its quotes. Other lines are skipped.
struct YAMLReader {
  /// The values in the order of the text.
  private(set) var entries: [ThemeEntry] = []

  private let text: ThemeText

  /// An open mapping or list item.
  private struct Level {
    var indentation: Int
    var key: String
    /// The item's index; nil for a key.
    var item: Int?
  }

  private var open: [Level] = []

  /// The path of each anchor's value.
  private var anchors: [String: [String]] = [:]

  /// Most values that aliases copy, since aliases of aliases double them.
  private static let mostCopied = 4096
  private static let mostAliases = 64
  private var aliases = 0

  init(_ text: ThemeText) { self.text = text }

  mutating func read() {
    for line in text.lines where text.bytes[line.lowerBound] != UInt8(ascii: "#") { read(line) }
  }

  private mutating func read(_ line: Range<Int>) {
    var start = line.lowerBound
    while start > text.start, !text.bytes[start - 1].isLineEnd { start -= 1 }
    var rest = line
    while rest.first.map({ text.bytes[$0] }) == UInt8(ascii: "-"),
      rest.count == 1 || text.bytes[rest.lowerBound + 1].isASCIIWhitespace
    {
      beginItem(at: rest.lowerBound - start)
      rest = text.trimmed(rest.lowerBound + 1..<rest.upperBound)
    }
    let indentation = rest.lowerBound - start
    if readBraces(rest, in: open.map(\.key)) { return }
    guard let (name, value) = text.split(rest, at: ":") else { return }
    while let last = open.last, last.indentation >= indentation { open.removeLast() }
    let key = text.unquoted(name)
    guard open.count < deepestThemePath else { return }
    // Values of the merge key are those of the mapping around it.
    let path = open.map(\.key) + (key == "<<" ? [] : [key])
    let content = content(of: value, at: path)
    if content.isEmpty {
      open.append(Level(indentation: indentation, key: key))
    } else if !copyAlias(content, to: path), !readBraces(content, in: path) {
      add(content, in: path)
    }
  }

  /// Copies the values of an alias; false for other values and for an invalid alias.
  private mutating func copyAlias(_ range: Range<Int>, to path: [String]) -> Bool {
    guard text.bytes[range].first == UInt8(ascii: "*"),
      let source = anchors[text.string(range.dropFirst())],
      entries.count < Self.mostCopied, aliases < Self.mostAliases
    else { return false }
    aliases += 1
    for entry in entries where entry.path.starts(with: source) {
      let rest = entry.path.dropFirst(source.count)
      entries.append(ThemeEntry(path: path + rest, text: entry.text, range: entry.range))
    }
    return true
  }

  private mutating func beginItem(at indentation: Int) {
    while let last = open.last, last.indentation > indentation { open.removeLast() }
    var number = 0
    if let last = open.last, last.indentation == indentation, let item = last.item {
      number = item + 1
      open.removeLast()
    }
    guard open.count < deepestThemePath else { return }
    open.append(Level(indentation: indentation, key: String(number), item: number))
  }

  private mutating func add(_ range: Range<Int>, in path: [String]) {
    entries.append(ThemeEntry(path: path, text: text.string(range), range: range))
  }

  /// Reads `{ index: 16, color: '#d65d0e' }`; false for other values.
  private mutating func readBraces(_ range: Range<Int>, in path: [String]) -> Bool {
    guard range.first.map({ text.bytes[$0] }) == UInt8(ascii: "{"),
      let end = range.last(where: { text.bytes[$0] == UInt8(ascii: "}") })
    else { return false }
    var start = range.lowerBound + 1
    while start < end {
      let stop = (start..<end).first { text.bytes[$0] == UInt8(ascii: ",") } ?? end
      if let (key, value) = text.split(start..<stop, at: ":") {
        add(value, in: path + [text.unquoted(key)])
      }
      start = stop + 1
    }
    return true
  }

  /// A value without a comment, and without its anchor, which is recorded.
  private mutating func content(of range: Range<Int>, at path: [String]) -> Range<Int> {
    let content = text.bytes[range].first == UInt8(ascii: "#") ? range : text.withoutComment(range)
    guard text.bytes[content].first == UInt8(ascii: "&") else { return content }
    let (anchor, value) = text.split(content, where: \.isASCIIWhitespace) ?? (content, content.end)
    anchors[text.string(anchor.dropFirst())] = path
    return value
  }
}
