import TestSupport
import Testing

@testable import Styling

@Suite("Byte string tables")
struct ByteStringTableTests {
  @Test("Numbers go up from 0 and are found again", arguments: 0..<8)
  func numbers(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var table = ByteStringTable()
    var known: [[UInt8]: Int] = [:]
    if seed % 2 == 0 { table.reserveCapacity(100) }
    for _ in 0..<3000 {
      let length = Int.random(in: 0...20, using: &random)
      let string = (0..<length).map { _ in UInt8.random(in: 0x61...0x63, using: &random) }
      // It may stand anywhere in the bytes.
      let bytes = [1, 2, 3] + string + [4]
      let (number, isNew) = table.insert(bytes, 3..<3 + length)
      #expect(isNew == (known[string] == nil))
      #expect(number == known[string, default: known.count])
      known[string] = number
    }
    #expect(table.count == known.count)
    for (string, number) in known {
      #expect(table.find(string, 0..<string.count) == number)
      #expect(Array(table[number]) == string)
    }
    #expect(table.find(Array("xyz".utf8), 0..<3) == nil)
  }
}
