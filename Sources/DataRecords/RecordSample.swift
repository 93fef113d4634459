import Bytes

/// The first lines of an input, as records of JSON: what they are is told before any is shown.
package struct RecordSample: Sendable {
  /// True if lines are objects, also those of an array with an object on each line.
  package private(set) var areLines = false

  /// True if the first record has a level or a message, as those of logs have.
  package private(set) var isLog = false

  /// True if all records have the same keys.
  private var haveSameKeys = true

  /// True if the records are rows of a table: they are no log, and all have the same keys.
  package var areTable: Bool { areLines && !isLog && haveSameKeys }

  /// Looks at the first bytes of an input.
  ///
  /// The last line may not be complete.
  package init(_ start: [UInt8]) {
    let bytes = start.span
    var offset = 0
    var isArray = false
    var firstKeys: Set<[UInt8]>?
    while offset < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: offset, to: bytes.count)
      var line = offset..<end
      offset = end + 1
      while let first = line.first, bytes[first].isASCIIWhitespace { line.removeFirst() }
      guard let first = line.first else { continue }
      if firstKeys == nil { isArray = isArray || bytes[first] == UInt8(ascii: "[") }
      if isArray { line = ArrayLines.element(line, of: bytes) }
      guard !line.isEmpty else { continue }
      var record = RecordKeys()
      let isObject = record.read(line, of: bytes)
      if firstKeys == nil {
        // A line that is still open is an object as far as it goes.
        areLines = isObject || end == bytes.count && record.beginsObject
        guard areLines else { return }
        firstKeys = record.keys
        isLog = record.isLog
        // Of a record that is not complete, the level may still come.
        haveSameKeys = isObject
      } else if isObject {
        haveSameKeys = haveSameKeys && record.keys == firstKeys
      } else if end < bytes.count {
        haveSameKeys = false
      }
      if isLog || !haveSameKeys { return }
    }
  }
}

/// The keys of one record, with those of the objects in it.
private struct RecordKeys {
  /// The keys of the record.
  private(set) var keys: Set<[UInt8]> = []

  /// The paths of members of objects in it, whose loggers nest what others do not.
  private var paths: Set<String> = []

  /// True if there is an object whose end may be missing.
  private(set) var beginsObject = false

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: Its place in the bytes, without the blanks in front.
  ///   - bytes: The bytes.
  /// - Returns: True if it is an object.
  mutating func read(_ line: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var scanner = JSONObjectScanner(line)
    do throws(JSONObjectScanner.Malformed) {
      try scanner.open(bytes)
      let first = (scanner.offset..<line.upperBound).first { !bytes[$0].isASCIIWhitespace }
      beginsObject = first.map { bytes[$0] == UInt8(ascii: "\"") } ?? false
      var isFirst = true
      while let key = try scanner.key(bytes, isFirst: isFirst) {
        isFirst = false
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
    try? inner.members(of: bytes) { key, _ in
      paths.insert(path + "." + key.label(of: bytes))
    }
  }

  /// True if there is a level or a message.
  var isLog: Bool {
    [KnownField.level, .message].contains { field in
      field.names.contains { name in
        paths.contains(name.text) && name.beside.allSatisfy { !paths.isDisjoint(with: $0) }
      }
    }
  }

  /// Objects whose members are looked at.
  private static let nested: Set = ["log", "fields", "jsonPayload", "t", "body"]
}
