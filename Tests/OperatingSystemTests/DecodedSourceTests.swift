import SystemPackage
import TestSupport
import Testing

@testable import OperatingSystem

/// UTF-16 and UTF-32 with a byte order mark, as PowerShell and old editors write them.
@Suite("Text with a byte order mark")
struct DecodedSourceTests {
  private func decoded(_ bytes: [UInt8], piece: Int = .max, reading limit: Int = 64) throws
    -> [UInt8]
  {
    let source = DecodedSource(MemorySource(bytes, piece: piece))
    var text: [UInt8] = []
    while case let more = try source.read(atMost: limit), !more.isEmpty { text += more }
    return text
  }

  @Test(
    "It is UTF-8 without the mark",
    arguments: [
      ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], "a\n"), ([0xFE, 0xFF, 0, 0x61, 0, 0x0A], "a\n"),
      ([0xFF, 0xFE], ""), ([0xFE, 0xFF], ""), ([0xFF, 0xFE, 0xE4, 0], "ä"),
      ([0xFE, 0xFF, 0x20, 0xAC], "€"), ([0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE], "😀"),
      ([0xFE, 0xFF, 0xDB, 0xFF, 0xDF, 0xFF], "\u{10FFFF}"),
      // Halves of pairs.
      ([0xFF, 0xFE, 0x3D, 0xD8], "\u{FFFD}"), ([0xFF, 0xFE, 0x00, 0xDE], "\u{FFFD}"),
      ([0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0], "\u{FFFD}a"),
      ([0xFF, 0xFE, 0x3D, 0xD8, 0x3D, 0xD8, 0x00, 0xDE], "\u{FFFD}😀"),
      ([0xFF, 0xFE, 0x00, 0xDE, 0x3D, 0xD8], "\u{FFFD}\u{FFFD}"),
      // The end of a unit is missing.
      ([0xFF, 0xFE, 0x61], "\u{FFFD}"), ([0xFF, 0xFE, 0x61, 0, 0x62], "a\u{FFFD}"),
      ([0xFF, 0xFE, 0x3D, 0xD8, 0x00], "\u{FFFD}\u{FFFD}"),
      // A second mark is a character.
      ([0xFF, 0xFE, 0xFF, 0xFE], "\u{FEFF}"),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "a"), ([0, 0, 0xFE, 0xFF, 0, 1, 0xF6, 0x00], "😀"),
      ([0xFF, 0xFE, 0, 0, 0, 0xD8, 0, 0, 0, 0, 0x11, 0, 0x61], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ] as [([UInt8], String)])
  func table(bytes: [UInt8], text: String) throws {
    for piece in 1...9 {
      #expect(try decoded(bytes, piece: piece) == Array(text.utf8))
      #expect(try decoded(bytes, piece: piece, reading: 1) == Array(text.utf8))
    }
  }

  @Test(
    "Other bytes stay as they are",
    arguments: [
      [], [0xFF], [0xFE], [0], [0, 0], [0, 0, 0xFE], [0xEF, 0xBB, 0xBF, 0x61], [0x61],
      [0xFF, 0x61, 0xFE], [0xFE, 0xFE, 0xFF], [0, 0x61, 0, 0], [0x61, 0xFF, 0xFE],
      [0, 0, 0xFF, 0xFE],
    ] as [[UInt8]])
  func others(bytes: [UInt8]) throws {
    for piece in 1...4 { #expect(try decoded(bytes, piece: piece) == bytes) }
  }

  /// The standard library's decoder, unit by unit.
  private func reference(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
    let all = Array(bytes)
    var units: [UInt16] = []
    for start in stride(from: 0, to: all.count - 1, by: 2) {
      let pair = isBigEndian ? (all[start], all[start + 1]) : (all[start + 1], all[start])
      units.append(UInt16(pair.0) << 8 | UInt16(pair.1))
    }
    return String(decoding: units, as: UTF16.self) + (all.count % 2 == 1 ? "\u{FFFD}" : "")
  }

  @Test(
    "Any cuts give the same text as a decoder of the whole", arguments: 0..<300 as Range<UInt64>)
  func randomCuts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let isBigEndian = Bool.random(using: &generator)
    var bytes: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    // A zero at the start would be a mark of UTF-32.
    let units =
      [0x61]
      + (0..<Int.random(in: 0...100, using: &generator)).map { _ in
        [
          UInt16.random(in: 0...0x7F, using: &generator),
          UInt16.random(in: 0...0xFFFF, using: &generator),
          UInt16.random(in: 0xD7F0...0xE00F, using: &generator),
        ].randomElement(using: &generator) ?? 0
      }
    for unit in units {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      bytes += isBigEndian ? [high, low] : [low, high]
    }
    if Bool.random(using: &generator) { bytes.append(.random(in: 0...255, using: &generator)) }
    let text = try decoded(
      bytes, piece: Int.random(in: 1...20, using: &generator),
      reading: Int.random(in: 1...40, using: &generator))
    #expect(
      String(decoding: text, as: UTF8.self) == reference(bytes[2...], isBigEndian: isBigEndian))
  }

  @Test("What is not complete waits, and what is can be read at once")
  func waiting() throws {
    let pipe = try FileDescriptor.pipe()
    let source = DecodedSource(DescriptorSource(pipe.readEnd))
    try pipe.writeEnd.writeAll([0xFF, 0xFE, 0x61, 0, 0x3D] as [UInt8])
    #expect(try source.read(atMost: 8) == [0x61])
    #expect(try !source.hasInput(within: 1))
    try pipe.writeEnd.writeAll([0xD8, 0x00] as [UInt8])
    #expect(try !source.hasInput(within: 1))
    try pipe.writeEnd.writeAll([0xDE] as [UInt8])
    #expect(try source.hasInput(within: 1000))
    #expect(try source.read(atMost: 8) == Array("😀".utf8))
    try pipe.writeEnd.close()
    #expect(try source.hasInput(within: 1000))
    #expect(try source.read(atMost: 8).isEmpty)
    try pipe.readEnd.close()
  }

  @Test("A file that is read whole is decoded in the same way")
  func wholeFile() throws {
    let directory = try ScratchDirectory()
    try directory.shell("printf '\\376\\377\\000a\\000b' > f")
    let path = FilePath(directory.path + "/f")
    #expect(try FileReading.text(of: path, limit: 8) == [0x61, 0x62])
    #expect(try FileReading.text(ofRegular: path, limit: 8) == [0x61, 0x62])
    #expect(try FileReading.contents(of: path, limit: 8).count == 6)
  }
}
