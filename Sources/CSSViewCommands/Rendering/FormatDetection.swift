import Bytes
import CSSSyntax
import DataRecords
import Diagnostics
import StyledText
import Styling

/// The first bytes of an input, and the formats that they suggest.
struct InputSample {
  /// At least up to the end of the first line that is not blank.
  let start: [UInt8]

  /// The records in the first bytes, if these are JSON.
  let records: RecordSample

  /// In bytes.
  static let most = 1 << 16

  init(_ start: [UInt8]) {
    self.start = start
    records = RecordSample(start)
  }

  /// The format that the bytes suggest among those listed: text, coloured text or JSON, else the
  /// first one listed.
  ///
  /// HTML and Markdown are never guessed, because the first line of a log may be anything.
  func format(among listed: [InputFormat] = []) -> InputFormat {
    formats.first { listed.isEmpty || listed.contains($0) } ?? listed.first ?? .text
  }

  /// The formats that the first bytes suggest, the best one first.
  private var formats: [InputFormat] {
    if Self.isColored(firstLine) { return [.ansi, .text] }
    switch records.format {
    case .jsonl: return [.jsonl, .json, .text]
    case .json: return [.json, .jsonl, .text]
    default: break
    }
    // Only a stylesheet that lists columns has them: a log may begin in the same way.
    return Self.isColored(start[...]) ? [.ansi, .text] : areColumns ? [.text, .columns] : [.text]
  }

  /// True if the first line has names separated by several blanks.
  private var areColumns: Bool {
    let line = firstLine
    let signs = line.contains { ",;|\t\"".utf8.contains($0) }
    return !signs && zip(line, line.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  }

  /// True if a difference between files is near the beginning, in the format of git and diff.
  var isDiff: Bool {
    let lines = start.split(separator: 0x0A, maxSplits: 64, omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst() + [[]]).contains { line, next in
      line.starts(with: "diff --git ".utf8)
        || line.starts(with: "--- ".utf8) && next.starts(with: "+++ ".utf8)
    }
  }

  private var firstLine: ArraySlice<UInt8> {
    let line = start.drop(while: \.isASCIIWhitespace)
    return line.prefix { $0 != 0x0A }
  }

  /// True if bytes have a colour, or letters struck twice or underlined.
  private static func isColored(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let place = rest.firstIndex(where: { $0 == 0x1B || $0 == 0x08 }) {
      rest = bytes[(place + 1)...]
      if bytes[place] == 0x08 {
        if isOverstrike(bytes, at: place) { return true }
        continue
      }
      guard rest.first == UInt8(ascii: "[") else { continue }
      let end = rest.dropFirst().first { !($0.isASCIIDigit || $0 == 0x3A || $0 == 0x3B) }
      if end == UInt8(ascii: "m") { return true }
    }
    return false
  }

  /// True if the characters around a backspace are the same, or one is an underscore.
  private static func isOverstrike(_ bytes: ArraySlice<UInt8>, at place: Int) -> Bool {
    let after = Array(bytes[(place + 1)...].prefix(4))
    guard let last = bytes[..<place].last, let first = after.first, first >= 0x20, last >= 0x20
    else { return false }
    if last == UInt8(ascii: "_") || first == UInt8(ascii: "_") { return true }
    // A character of several bytes ends before the backspace.
    let size = after.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count + 1
    return bytes[..<place].suffix(size).elementsEqual(after.prefix(size))
  }

  /// True if the input is no text: it has a NUL, and no byte order mark of UTF-16.
  var isBinary: Bool { start.prefix(8192).contains(0) }

  /// Programs that unpack files, by the first bytes: bzip2, XZ and Zstandard (RFC 8878 §3.1.1).
  private static let unpackers: [(first: [UInt8], name: String)] = [
    ([0x42, 0x5A, 0x68], "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
  ]

  /// A note that the input is no text, with a better command; standard input has no name.
  func binaryNote(of fileName: String?) -> String {
    let name = fileName ?? "standard input"
    let file = fileName.map { [$0] } ?? []
    if let unpacker = Self.unpackers.first(where: { start.starts(with: $0.first) }) {
      return "\(name) is packed by \(unpacker.name); to show what is in it: "
        + ShellText.line([unpacker.name, "-dc"] + file) + " | cssview"
    }
    return "\(name) is binary data, shown as text; to see its bytes: "
      + ShellText.line(["xxd"] + file)
  }
}

extension InputFormat {
  /// The format, among those listed, of an input without an option: that of its name's extension,
  /// else of its first bytes.
  static func detected<Failure>(
    fileName: String?, among listed: [InputFormat] = [], _ sample: () throws(Failure) -> InputSample
  ) throws(Failure) -> InputFormat {
    if let ending = fileName.flatMap(InputFormat.init(fileName:)),
      listed.isEmpty || listed.contains(ending)
    {
      return ending
    }
    return listed.count == 1 ? listed[0] : try sample().format(among: listed)
  }

  /// The bundled theme for the format.
  func usualSheet(for sample: InputSample?) -> String {
    switch self {
    case .json, .jsonl: sample?.records.areTable == true ? "table" : "log"
    case .text: sample?.isDiff == true ? "diff" : "log"
    case .markdown, .html: "markdown"
    case .csv, .tsv, .columns: "table"
    case .ansi: SheetArgument.emptySheet
    case .markup: SheetArgument.emptySheet
    }
  }
}

extension StylesheetForm {
  /// True if JSON is certainly a stylesheet: an object from selectors that other data does not have
  /// to objects.
  static func isDictionary(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { !$0.isASCIIWhitespace }) == UInt8(ascii: "{") else { return false }
    let document = JSONDocument(SourceText(name: "", bytes: bytes))
    guard document.diagnostics.isEmpty, case .object(let members)? = document.root?.value else {
      return false
    }
    return !members.isEmpty
      && members.allSatisfy { member in
        let key = document.string(member.key)
        if key.hasPrefix("@") { return true }
        guard case .object = member.value.value else { return false }
        return [".", "#", ":", "*", "["].contains { key.hasPrefix($0) }
      }
  }
}
