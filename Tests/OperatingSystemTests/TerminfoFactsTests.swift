import TestSupport
import Testing

@testable import OperatingSystem

@Suite("Terminal descriptions")
struct TerminfoFactsTests {
  @Test("are read by name", arguments: [("xterm-256color", 256), ("xterm", 8), ("linux", 8)])
  func facts(term: String, colors: Int) throws {
    let facts = try #require(TerminfoFacts(term: term))
    #expect(facts.colors == colors)
    #expect(!facts.hasDirectColor)
  }

  @Test("may lack colour")
  func dumb() throws {
    let facts = try #require(TerminfoFacts(term: "dumb"))
    #expect(facts.colors == nil)
  }

  @Test(
    "are missing for a name that nobody has",
    arguments: ["", "no-such-terminal", "a/../b", ".", "..", "/etc/passwd"])
  func unknown(term: String) {
    #expect(TerminfoFacts(term: term) == nil)
  }

  /// A description with one flag, fourteen numbers and the extensions `RGB` and `U8`.
  private static func description(magic: Int, flags: [UInt8], isDirect: UInt8) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
    func number(_ value: Int) -> [UInt8] {
      short(value) + (magic == 0o1036 ? short(value >> 16) : [])
    }
    var bytes = short(magic) + short(2) + short(flags.count) + short(14) + short(0) + short(0)
    bytes += [0x61, 0] + flags
    if bytes.count % 2 == 1 { bytes.append(0) }
    for _ in 0..<13 { bytes += number(-1) }
    bytes += number(0x7FFF)
    // One flag, one number, one string, whose value is "x"; then the three names.
    bytes += short(1) + short(1) + short(1) + short(4) + short(14)
    bytes += [isDirect, 0] + number(1) + short(0) + short(0) + short(4) + short(7)
    return bytes + Array("x\0RGB\0U8\0ab\0".utf8)
  }

  @Test("have numbers of 16 or 32 bits, and extensions", arguments: [0o432, 0o1036], [0, 1])
  func formats(magic: Int, isDirect: Int) throws {
    let bytes = Self.description(magic: magic, flags: [0], isDirect: UInt8(isDirect))
    let facts = try #require(TerminfoFacts(compiled: bytes))
    #expect(facts.colors == 0x7FFF)
    #expect(facts.hasDirectColor == (isDirect == 1))
  }

  @Test("of printers, and of no terminal in particular, count as none", arguments: [6, 7])
  func noScreen(flag: Int) {
    var flags = [UInt8](repeating: 0, count: 8)
    flags[flag] = 1
    let bytes = Self.description(magic: 0o432, flags: flags, isDirect: 0)
    #expect(TerminfoFacts(compiled: bytes) == nil)
  }

  @Test("are read wherever they are cut, and with any byte changed")
  func torn() {
    let whole = Self.description(magic: 0o1036, flags: [0, 1], isDirect: 1)
    for count in 0..<whole.count { _ = TerminfoFacts(compiled: Array(whole[..<count])) }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<3 {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        bytes[offset] = .random(in: 0...255, using: &random)
      }
      _ = TerminfoFacts(compiled: bytes)
    }
  }
}
