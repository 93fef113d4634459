import Bytes
package import Styling

/// The kind of data in the first lines of an input that may be JSON, found before any is shown.
package struct RecordSample: Sendable {
  /// The format: lines of JSON, or JSON texts; nil for anything else.
  package private(set) var format: InputFormat?

  /// True if the first record has a level or a message, as those of logs have.
  package private(set) var isLog = false

  private var haveSameKeys = true

  /// True if the records are rows of a table: they are no log, and all have the same keys.
  package var areTable: Bool { format != nil && !isLog && haveSameKeys }

  /// Reads the first bytes of an input.
  ///
  /// The last line may be incomplete.
  package init(_ start: [UInt8]) {
    let bytes = start.span
    guard let first = start.firstIndex(where: { !$0.isASCIIWhitespace }),
      let format = Self.format(of: first..<bytes.count, bytes)
    else { return }
    self.format = format
    var walker = JSONWalker(readsLines: format == .jsonl, longest: 0)
    var offset = first
    var firstKeys: Set<[UInt8]>?
    while offset < bytes.count, !isLog, haveSameKeys {
      switch walker.next(bytes, from: offset, isLast: false) {
      case .record(let range, let next):
        var record = RecordKeys()
        guard record.read(range, of: bytes) else {
          walker.refuse(at: range.lowerBound)
          continue
        }
        haveSameKeys = firstKeys.map { $0 == record.keys } ?? true
        if firstKeys == nil { (firstKeys, isLog) = (record.keys, record.isLog) }
        offset = next
      case .between(let next), .array(_, let next): offset = next
      case .text, .incomplete:
        // Of a record that is not complete, the level may still come.
        var record = RecordKeys()
        _ = record.read(offset..<bytes.count, of: bytes)
        if firstKeys == nil { (haveSameKeys, isLog) = (false, record.isLog) }
        if bytes.firstOffset(of: 0x0A, from: offset, to: bytes.count) < bytes.count,
          format == .jsonl
        {
          haveSameKeys = false
        }
        return
      }
    }
  }

  /// The format of bytes that begin with JSON: a line with an object, or a text.
  private static func format(of range: Range<Int>, _ bytes: Span<UInt8>) -> InputFormat? {
    let end = bytes.firstOffset(of: 0x0A, from: range.lowerBound, to: range.upperBound)
    var record = RecordKeys()
    // An incomplete line is an object as far as it is known.
    if record.read(range.lowerBound..<end, of: bytes) || end == bytes.count && record.beginsObject {
      return .jsonl
    }
    if isGathered(range.lowerBound..<end, bytes) { return .jsonl }
    let isObject = bytes[range.lowerBound] == UInt8(ascii: "{")
    guard isObject || bytes[range.lowerBound] == UInt8(ascii: "["),
      let next = range.dropFirst().first(where: { !bytes[$0].isASCIIWhitespace })
    else { return nil }
    return (isObject ? "\"}" : "\"{[]").utf8.contains(bytes[next]) ? .json : nil
  }

  /// True for a record of a log behind the name of its container, as `docker compose logs`,
  /// `kubectl logs --prefix` and the container runtimes of Kubernetes write it.
  ///
  /// Behind any other text, an object is a part of a message.
  private static func isGathered(_ line: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    guard let brace = RecordReader.startOfLastPart(of: line, in: bytes) else { return false }
    let prefix = String(line.lowerBound..<brace, of: bytes)
    let isName = ["| ", " stdout F ", " stderr F "].contains(where: prefix.hasSuffix)
    var record = RecordKeys()
    return (isName || prefix.hasPrefix("[pod/"))
      && record.read(brace..<line.upperBound, of: bytes) && record.isLog
  }
}

/// The keys of one record, with those of the objects in it.
struct RecordKeys {
  private(set) var keys: Set<[UInt8]> = []

  /// The paths of members of nested objects, in which some loggers put level and message.
  private var paths: Set<String> = []

  /// Members that are arrays of objects, and the offset of the first object.
  private(set) var arrays: [(key: FieldValue, start: Int)] = []

  /// True if there is an object whose end may be missing.
  private(set) var beginsObject = false

  /// Reads a line, given without the blanks in front; true if it is an object.
  mutating func read(_ line: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var scanner = JSONObjectScanner(line)
    do throws(JSONObjectScanner.Malformed) {
      try scanner.open(bytes)
      let first = (scanner.offset..<line.upperBound).first { !bytes[$0].isASCIIWhitespace }
      beginsObject = first.map { bytes[$0] == UInt8(ascii: "\"") } ?? false
      var isFirst = true
      while let key = try scanner.key(bytes, isFirst: isFirst) {
        isFirst = false
        if let start = scanner.firstObject(bytes) { arrays.append((key, start)) }
        note(key, try scanner.value(bytes), of: bytes)
      }
    } catch {
      return false
    }
    return scanner.isAtEnd(bytes)
  }

  private mutating func note(_ key: FieldValue, _ value: FieldValue, of bytes: Span<UInt8>) {
    var name: [UInt8] = []
    key.appendText(of: bytes, to: &name)
    keys.insert(name)
    let path = String(decoding: name, as: UTF8.self)
    paths.insert(path)
    guard value.form == .container, Self.nested.contains(path) else { return }
    var inner = JSONObjectScanner(value.range)
    try? inner.members(of: bytes) { key, _ in paths.insert(path + "." + key.label(of: bytes)) }
  }

  /// True if there is a level or a message.
  var isLog: Bool {
    [KnownField.level, .message].contains { field in
      field.names.contains { name in
        paths.contains(name.text) && name.beside.allSatisfy { !paths.isDisjoint(with: $0) }
      }
    }
  }

  /// Objects whose members are read.
  private static let nested: Set = ["log", "fields", "jsonPayload", "t", "body"]
}
