import Bytes
import TestSupport
import Testing

/// Calls a test with bytes behind which nothing can be read.
private func withExactly(_ bytes: [UInt8], _ body: (Span<UInt8>) -> Void) {
  let memory = GuardedMemory(capacity: bytes.count)
  withExtendedLifetime(memory) { body(memory.hold(bytes).span) }
}

/// Every text of up to 70 bytes with one special byte, at every place.
private let places: [(count: Int, place: Int)] = (0...70).flatMap { count in
  (0...count).map { (count, $0) }
}

@Test("scans find the first byte of a kind, and read nothing outside of the bytes")
func firstOffset() {
  for (count, place) in places {
    var bytes = [UInt8](repeating: 0x61, count: count)
    if place < count { bytes[place] = 0x3E }
    withExactly(bytes) { span in
      #expect(span.firstOffset(of: 0x3E, from: 0, to: count) == place)
      let start = min(place, count)
      #expect(span.firstOffset(of: 0x3E, from: start, to: count) == place)
      #expect(span.firstOffset(of: 0x3E, from: 0, to: start) == start)
      #expect(span.firstOffset(from: 0, to: count) { .!$0.isPrintableASCII } == count)
    }
  }
}

@Test("bytes of a kind are counted, also more than a lane can count")
func counting() {
  let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
  for count in [0, 1, 15, 16, 17, 70, 5000, 9000] {
    withExactly([UInt8](repeating: 0x0A, count: count)) { span in
      #expect(span.count(in: 0..<count) { $0 .== lineFeed } == count)
      #expect(span.count(in: count / 3..<count) { $0 .== lineFeed } == count - count / 3)
      #expect(span.count(in: 0..<count) { $0.isContinuation } == 0)
    }
  }
}

@Test("a buffer copies parts of bytes, and reads nothing outside of them")
func copying() {
  for (count, place) in places {
    var bytes = [UInt8](repeating: 0x61, count: count)
    if place < count { bytes[place] = 0x3C }
    withExactly(bytes) { span in
      var buffer = StreamBuffer(capacity: 0)
      buffer.append(0..<place, of: span)
      #expect(Array(buffer.bytes) == Array(bytes[..<place]))
      buffer.append(place..<count, of: span)
      buffer.append(0x21)
      #expect(Array(buffer.bytes) == bytes + [0x21])
    }
  }
}

@Test("a buffer copies sequences 32 bytes at a time out of an array with as many more")
func copyingSequences() {
  let text = (0..<100).map { UInt8($0) }
  let source = text + [UInt8](repeating: 0, count: 32)
  for (count, start) in places {
    var buffer = StreamBuffer(capacity: 0)
    buffer.append(repeating: 0x2D, count: 60)
    unsafe source.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      unsafe buffer.appendPadded(first + start, count: count - start)
    }
    #expect(Array(buffer.bytes[60...]) == Array(text[start..<count]))
  }
}
