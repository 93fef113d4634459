import Bytes
import Diagnostics
import Styling

/// The first lines of data, which decide the delimiter of fields and the columns of numbers.
extension RecordReader {
  /// The end of the first lines, which are read before the first row; nil if more are needed.
  mutating func sampleEnd(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) -> Int? {
    if format.isJSON {
      let isEnough = finder.read(bytes, from: start, isLast: isLast)
      seenLines = finder.count
      let isReady = isLast || isReleased && seenLines > 0 || isEnough
      return isReady || bytes.count - start >= Self.longestRecord ? bytes.count : nil
    }
    // The names in a first line are no values.
    let names = hasHeader ? 1 : 0
    // A template shows the first records as soon as the delimiter is known.
    let most = table == nil ? Self.mostDelimitedLines : Self.mostSeenLines
    while seenLines < most {
      let end = bytes.firstOffset(of: 0x0A, from: start + seenBytes, to: bytes.count)
      guard end < bytes.count else { break }
      seenLines += 1
      seenBytes = end + 1 - start
    }
    guard
      isLast || isReleased && seenLines > names || seenLines >= most
        || bytes.count - start >= Self.longestRecord
    else { return nil }
    return isLast && seenLines < most ? bytes.count : start + seenBytes
  }

  /// Finds the character between the fields of CSV: that of a line `sep=X`, or the one that splits
  /// the first lines into the same number of fields.
  ///
  /// - Returns: Offset of the first record.
  mutating func findDelimiter(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) -> Int {
    let prefix = "sep=".utf8
    let end = bytes.firstOffset(of: 0x0A, from: start, to: bytes.count)
    let lineEnd = end > start && bytes[end - 1] == 0x0D ? end - 1 : end
    if lineEnd == start + prefix.count + 1,
      zip(start..., prefix).allSatisfy({ bytes[$0] == $1 }), bytes[lineEnd - 1] < 0x80
    {
      scanner = DelimitedScanner(delimiter: bytes[lineEnd - 1], hasQuotes: true)
      let next = min(end + 1, bytes.count)
      scanner.begin(at: next)
      line += 1
      return next
    }
    var found = (delimiter: UInt8(ascii: ","), fields: 0)
    for delimiter in ",;\t|".utf8 {
      let fields = fieldCount(bytes, from: start, delimiter, isLast: isLast)
      if fields > found.fields { found = (delimiter, fields) }
      // A comma wins, unless it is that of numbers.
      if delimiter == UInt8(ascii: ","), fields > 1,
        !standsBetweenDigits(delimiter, in: start..<bytes.count, of: bytes)
      {
        break
      }
      if delimiter == UInt8(ascii: ",") { found.fields = 1 }
    }
    scanner = DelimitedScanner(delimiter: found.delimiter, hasQuotes: true)
    scanner.begin(at: start)
    if found.delimiter != UInt8(ascii: ",") {
      let name = found.delimiter == 0x09 ? "tab" : String(UnicodeScalar(found.delimiter))
      findings.append(
        Diagnostic(
          .note, .foundDelimiter,
          "fields are separated by '\(name)'; to set this, add --delimiter '\(name)'",
          location: nil))
    }
    return start
  }

  /// The number of fields of each of the first records; 1 if they differ.
  private func fieldCount(
    _ bytes: Span<UInt8>, from start: Int, _ delimiter: UInt8, isLast: Bool
  ) -> Int {
    var scanner = DelimitedScanner(delimiter: delimiter, hasQuotes: true)
    scanner.begin(at: start)
    var count: Int?
    for _ in 0..<Self.mostDelimitedLines where scanner.offset < bytes.count {
      guard scanner.finish(bytes, isLast: isLast) else { break }
      let own = scanner.fields.count
      let isBlank = own == 1 && scanner.fields[0].range.isEmpty
      if !isBlank, own != count ?? own { return 1 }
      if !isBlank { count = own }
      scanner.begin(at: scanner.offset)
    }
    return count ?? 1
  }

  /// True if each such character is between digits.
  private func standsBetweenDigits(
    _ byte: UInt8, in range: Range<Int>, of bytes: Span<UInt8>
  ) -> Bool {
    range.allSatisfy { offset in
      bytes[offset] != byte
        || offset > range.lowerBound && offset + 1 < range.upperBound
          && bytes[offset - 1].isASCIIDigit && bytes[offset + 1].isASCIIDigit
    }
  }

  /// Finds the columns of numbers of CSV or TSV.
  mutating func findNumbers(_ bytes: Span<UInt8>, isLast: Bool) {
    var tallies: [NumberTally] = []
    var scanner = scanner
    var isHeader = hasHeader
    while scanner.offset < bytes.count, scanner.finish(bytes, isLast: isLast) {
      for (index, field) in scanner.fields.enumerated() where !isHeader {
        if index == tallies.count { tallies.append(NumberTally()) }
        tallies[index].add(field, of: bytes)
      }
      isHeader = false
      scanner.begin(at: scanner.offset)
    }
    numeric = tallies.map(\.isNumeric)
  }
}

/// Finds the names of columns in the first objects.
///
/// An object in them has a column for each of its members, such as `user.email`, unless other
/// records have another value instead of it.
struct ColumnFinder {
  private var walker: JSONWalker
  private var offset = 0

  /// Number of records that were read.
  private(set) var count = 0

  /// A member, or the record itself.
  private struct Node {
    var path: [UInt8] = []
    var tally = NumberTally()
    var hasOtherValues = false
    /// True if it is an object with members; names with full stops may be used otherwise.
    var hasMembers = false
    var members: [Int] = []
  }

  private var nodes = [Node()]
  private var numbers: [[UInt8]: Int] = [:]

  /// Objects inside more objects than this are one value.
  private static let deepest = 8

  init(_ walker: JSONWalker) { self.walker = walker }

  var names: [[UInt8]] {
    var names: [[UInt8]] = []
    var open = [0]
    while let number = open.popLast() {
      let node = nodes[number]
      if number > 0, node.hasOtherValues || !node.hasMembers {
        names.append(node.path)
      } else {
        open += node.members.reversed()
      }
    }
    return names
  }

  /// True if the values of a column are numbers.
  func isNumeric(_ name: [UInt8]) -> Bool? { numbers[name].map { nodes[$0].tally.isNumeric } }

  /// Shifts all offsets after bytes were dropped.
  mutating func drop(first count: Int) {
    offset = max(0, offset - count)
    walker.drop(first: count)
  }

  /// Reads more records; true if no more are needed.
  mutating func read(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) -> Bool {
    offset = max(offset, start)
    while count < RecordReader.mostSeenLines, offset < bytes.count {
      switch walker.next(bytes, from: offset, isLast: isLast) {
      case .record(let range, let next):
        guard add(range, of: bytes, under: 0, depth: 0) else {
          walker.refuse(at: range.lowerBound)
          continue
        }
        (offset, count) = (next, count + 1)
      case .text(_, _, let next): (offset, count) = (next, count + 1)
      case .between(let next), .array(_, let next): offset = next
      case .incomplete: return false
      }
    }
    return count >= RecordReader.mostSeenLines
  }

  /// Adds the members of an object; false if it is no object.
  private mutating func add(
    _ range: Range<Int>, of bytes: Span<UInt8>, under parent: Int, depth: Int
  ) -> Bool {
    var scanner = JSONObjectScanner(range)
    var own: [(key: FieldValue, value: FieldValue)] = []
    let isObject: Void? = try? scanner.members(of: bytes) { own.append(($0, $1)) }
    guard isObject != nil, scanner.isAtEnd(bytes) else { return false }
    if !own.isEmpty { nodes[parent].hasMembers = true }
    for (key, value) in own {
      var path = nodes[parent].path
      if parent > 0 { path.append(UInt8(ascii: ".")) }
      key.appendText(of: bytes, to: &path)
      guard let number = number(of: path, under: parent) else { continue }
      nodes[number].tally.add(value, of: bytes)
      if value.isNull(in: bytes) { continue }
      let isObject =
        depth < Self.deepest && value.isObject(in: bytes)
        && add(value.range, of: bytes, under: number, depth: depth + 1)
      if !isObject { nodes[number].hasOtherValues = true }
    }
    return true
  }

  private mutating func number(of path: [UInt8], under parent: Int) -> Int? {
    if let known = numbers[path] { return known }
    guard nodes.count <= RecordReader.mostColumns else { return nil }
    numbers[path] = nodes.count
    nodes[parent].members.append(nodes.count)
    nodes.append(Node(path: path))
    return nodes.count - 1
  }
}
