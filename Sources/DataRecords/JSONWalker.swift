import Bytes

/// Finds the records of JSON: lines with an object each, or JSON texts over any lines.
struct JSONWalker {
  enum Step {
    /// An object; if it is malformed, `refuse` marks it and the next step starts at it again.
    case record(Range<Int>, next: Int)
    /// Text that is no record, and the offset of the error in it.
    case text(Range<Int>, problem: Int, next: Int)
    /// Punctuation between records.
    case between(next: Int)
    /// An object of which one member is the array of the records.
    case array(name: FieldValue, next: Int)
    /// More bytes are needed.
    case incomplete
  }

  private enum Place {
    case start, top, array
    /// Behind the array of records, in the object around it.
    case rest
  }

  /// True if a record is a line.
  private let readsLines: Bool
  private var place = Place.start
  private var isInObject = false

  /// Number of bytes of the open line that were searched for a line feed.
  private var scanned = 0

  /// Extent of the value at the current offset, if it may have several lines.
  private var extent: JSONExtent?

  /// Offset of the error in the refused object.
  private var refusal: Int?

  /// Lines before this offset belong to a value that never ends: no other is sought in them.
  private var blocked = 0

  /// A longer value is no record.
  private let longest: Int

  init(readsLines: Bool, longest: Int = RecordReader.longestRecord) {
    (self.readsLines, self.longest) = (readsLines, longest)
  }

  /// Shifts all offsets after bytes were dropped.
  mutating func drop(first count: Int) {
    blocked = max(0, blocked - count)
    refusal = refusal.map { $0 - count }
    extent?.drop(first: count)
  }

  /// Marks the object of the last step as no record, with the offset of the error.
  mutating func refuse(at problem: Int) { refusal = problem }

  mutating func next(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) -> Step {
    readsLines
      ? nextLine(bytes, from: start, isLast: isLast) : nextValue(bytes, from: start, isLast: isLast)
  }

  /// Clears the state of the current value, before it is skipped.
  mutating func leave() { (extent, refusal, scanned) = (nil, nil, 0) }

  private mutating func passed(_ step: Step) -> Step {
    leave()
    return step
  }

  private func isTooLong(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    bytes.count - start > longest
  }

  // MARK: Lines

  private mutating func nextLine(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) -> Step {
    let end = bytes.firstOffset(of: 0x0A, from: start + scanned, to: bytes.count)
    scanned = end - start
    if end == bytes.count, !isLast { return .incomplete }
    let line = start..<end
    let next = min(end + 1, bytes.count)
    if place == .start, let first = line.first(where: { !bytes[$0].isASCIIWhitespace }) {
      place = bytes[first] == UInt8(ascii: "[") ? .array : .top
    }
    let element = place == .array ? Self.element(line, of: bytes) : line
    if element.isEmpty, !line.isEmpty { return passed(.between(next: next)) }
    guard let problem = refusal else { return passed(.record(element, next: next)) }
    func text() -> Step { .text(line, problem: problem, next: next) }
    let brace = element.first { !bytes[$0].isASCIIWhitespace }
    guard let brace, bytes[brace] == UInt8(ascii: "{"), start >= blocked else {
      return passed(text())
    }
    var extent = self.extent ?? JSONExtent(at: brace)
    switch extent.advance(bytes) {
    case .complete(let close):
      let lineEnd = bytes.firstOffset(of: 0x0A, from: close, to: bytes.count)
      let rest = Self.trimmed(close..<lineEnd, of: bytes, place == .array ? ",]" : "")
      if lineEnd > end, rest.isEmpty {
        if lineEnd == bytes.count, !isLast { break }
        blocked = close
        return passed(.record(brace..<close, next: min(lineEnd + 1, bytes.count)))
      }
      blocked = close
      return passed(text())
    case .malformed(let place):
      blocked = place
      return passed(text())
    case .incomplete:
      guard isLast || isTooLong(bytes, from: start) else { break }
      blocked = bytes.count
      return passed(text())
    }
    self.extent = extent
    return .incomplete
  }

  /// The object of a line of an array, without the brackets and commas around it; empty for
  /// punctuation alone, and the whole line if it has anything else.
  private static func element(_ line: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    var element = trimmed(line, of: bytes)
    if let first = element.first, bytes[first] == UInt8(ascii: "[") || bytes[first] == 0x2C {
      element = trimmed(first + 1..<element.upperBound, of: bytes)
    }
    // An array ends once, with a comma before or behind that.
    for end in [",", "]", ","] {
      guard let last = element.last, bytes[last] == end.utf8.first else { continue }
      element = trimmed(element.lowerBound..<last, of: bytes)
    }
    guard let first = element.first else { return element }
    return bytes[first] == UInt8(ascii: "{") ? element : line
  }

  /// A range without white space and some signs at its ends.
  private static func trimmed(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ signs: String = ""
  ) -> Range<Int> {
    func isPassed(_ byte: UInt8) -> Bool { byte.isASCIIWhitespace || signs.utf8.contains(byte) }
    var range = range
    while let first = range.first, isPassed(bytes[first]) { range.removeFirst() }
    while let last = range.last, isPassed(bytes[last]) { range.removeLast() }
    return range
  }

  // MARK: Values

  private mutating func nextValue(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) -> Step {
    if place == .rest { return nextRest(bytes, from: start, isLast: isLast) }
    var next = start
    while next < bytes.count,
      bytes[next].isASCIIWhitespace || place == .array && bytes[next] == UInt8(ascii: ",")
    {
      next += 1
    }
    if next > start { return .between(next: next) }
    if place == .start { place = .top }
    switch bytes[start] {
    case UInt8(ascii: "]") where place == .array:
      place = isInObject ? .rest : .top
      if isInObject { extent = JSONExtent(insideObjectAt: start + 1) }
      return .between(next: start + 1)
    case UInt8(ascii: "[") where place == .top:
      let first = (start + 1..<bytes.count).first { !bytes[$0].isASCIIWhitespace }
      if first == nil, !isLast, !isTooLong(bytes, from: start) { return .incomplete }
      if let first, bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "]") {
        place = .array
        return .between(next: first)
      }
    case _ where place == .array: break
    case UInt8(ascii: "{"): break
    // A value that is no object is a line like any other.
    default: blocked = max(blocked, start + 1)
    }
    guard start >= blocked else { return textLine(bytes, from: start, isLast: isLast) }
    let isObject = bytes[start] == UInt8(ascii: "{")
    var extent = self.extent ?? JSONExtent(at: start)
    let result = extent.advance(bytes)
    self.extent = extent
    switch result {
    case .complete(let end):
      if let problem = refusal { return passed(.text(start..<end, problem: problem, next: end)) }
      guard isObject else { return passed(.text(start..<end, problem: start, next: end)) }
      return passed(enterArray(start..<end, of: bytes) ?? .record(start..<end, next: end))
    case .malformed(let place): refusal = place
    case .incomplete:
      let isTooLong = isTooLong(bytes, from: start)
      guard isLast || isTooLong else { return .incomplete }
      if isObject, isTooLong, let step = enterArray(start..<bytes.count, of: bytes) {
        return passed(step)
      }
      refusal = bytes.count
    }
    blocked = max(start + 1, refusal ?? 0)
    return textLine(bytes, from: start, isLast: isLast)
  }

  /// A line of text that is no JSON.
  private mutating func textLine(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) -> Step {
    let end = bytes.firstOffset(of: 0x0A, from: start + scanned, to: bytes.count)
    scanned = end - start
    if end == bytes.count, !isLast { return .incomplete }
    let problem = min(max(start, refusal ?? start), end)
    return passed(.text(start..<end, problem: problem, next: min(end + 1, bytes.count)))
  }

  /// Skips the rest of the object around the array of records.
  private mutating func nextRest(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) -> Step {
    switch extent?.advance(bytes) {
    case .complete(let end):
      (place, isInObject) = (.top, false)
      return passed(.between(next: end))
    case .incomplete: return .between(next: bytes.count)
    case .malformed, nil:
      (place, isInObject) = (.top, false)
      blocked = start + 1
      return textLine(bytes, from: start, isLast: isLast)
    }
  }

  /// Enters the array of records that an object contains, unless it is a record itself.
  private mutating func enterArray(_ object: Range<Int>, of bytes: Span<UInt8>) -> Step? {
    guard place == .top else { return nil }
    var keys = RecordKeys()
    _ = keys.read(object, of: bytes)
    guard !keys.isLog, keys.arrays.count == 1 else { return nil }
    (place, isInObject) = (.array, true)
    return .array(name: keys.arrays[0].key, next: keys.arrays[0].start)
  }
}
