import Bytes
import TestSupport
import Testing

@Suite("Places where markup is more than text")
struct StructuralIndexTests {
  private func places(in bytes: [UInt8], from start: Int, stopsAtBrace: Bool) -> [Int] {
    let memory = GuardedMemory(capacity: bytes.count)
    let span = memory.hold(bytes).span
    var found: [Int] = []
    var places = StructuralIndex()
    var offset = start
    while offset < bytes.count {
      places.find(from: offset, in: span, stopsAtBrace: stopsAtBrace)
      let (first, end) = (places.start, places.end)
      #expect(first == offset && end > offset)
      while !places.isEmpty {
        found.append(places.first)
        places.index += 1
      }
      offset = places.end
    }
    return found
  }

  @Test("are found in bytes of any kind and number", arguments: 0...UInt64(400))
  func found(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = seed < 140 ? Int(seed) : Int.random(in: 0...20_000, using: &generator)
    let texts: [[UInt8]] = [
      Array("words and words ".utf8), Array("<>&{}\t\n\r\u{7F}\u{1B}".utf8), Array("жé日🙂".utf8),
      Array(0...255),
    ]
    var bytes: [UInt8] = []
    let kind = Int(seed % 5)
    while bytes.count < count {
      let text = texts[kind < 4 ? kind : Int.random(in: 0..<4, using: &generator)]
      bytes.append(text.randomElement(using: &generator) ?? 0)
    }
    for stopsAtBrace in [false, true] {
      let start = count > 3 ? Int.random(in: 0..<3, using: &generator) : 0
      var expected: [Int] = []
      var wasOther = false
      for offset in start..<max(start, count) {
        // Where a part begins, a run that is not ASCII begins again.
        if (offset - start).isMultiple(of: 8192) { wasOther = false }
        let byte = bytes[offset]
        let isSign = "&<>".utf8.contains(byte) || (stopsAtBrace && byte == 0x7B)
        if isSign || (byte < 0x20 && byte != 0x09) || byte == 0x7F || (byte >= 0x80 && !wasOther) {
          expected.append(offset)
        }
        wasOther = byte >= 0x80
      }
      #expect(places(in: bytes, from: start, stopsAtBrace: stopsAtBrace) == expected)
    }
  }

  @Test("are gone past")
  func skipping() {
    var places = StructuralIndex()
    var seen: [Int?] = [places.isEmpty ? nil : 0]
    places.find(from: 2, in: Array("ab<b>c</b>".utf8).span, stopsAtBrace: false)
    seen += [places.first, places[1]]
    places.skip(to: 3)
    seen.append(places.first)
    places.skip(to: 20)
    seen.append(places.isEmpty ? nil : 0)
    #expect(seen == [nil, 2, 4, 4, nil])
  }

  @Test("are put back where a run goes on that is not ASCII")
  func puttingBack() {
    var places = StructuralIndex()
    places.find(from: 0, in: Array("ab日本<".utf8).span, stopsAtBrace: false)
    places.skip(to: 5)
    var seen = [places.first]
    places.putBack(5)
    seen += [places.first, places[places.index + 1], places.count]
    #expect(seen == [8, 5, 8, 2])
  }
}

@Test("bytes that have come stay until they are used")
func inputBuffer() {
  var generator = SeededGenerator(seed: 3)
  var buffer = InputBuffer(capacity: 0)
  var expected: [UInt8] = []
  for round in 0..<300 {
    let more = (0..<Int.random(in: 0...200, using: &generator)).map {
      UInt8(truncatingIfNeeded: $0)
    }
    if round.isMultiple(of: 2) {
      buffer.append(more)
    } else {
      let added = buffer.append(atMost: 300) { room in
        room.copyBytes(from: more)
        return more.count
      }
      #expect(added == more.count)
    }
    expected += more
    let bytes = buffer.withBytes { span in span.indices.map { span[$0] } }
    #expect(bytes == expected)
    let used = Int.random(in: 0...expected.count, using: &generator)
    buffer.removeFirst(used)
    expected.removeFirst(used)
  }
}
