/// The colours that CSS has names for.
public enum NamedColors {
  /// The bytes of a named colour (CSS Color 4 §6.1), or nil; upper and lower case are the same.
  public static func color(named name: String) -> RGB8? {
    color(named: Array(name.utf8), 0..<name.utf8.count)
  }

  /// Every name, in alphabetical order.
  public static var names: [String] { table.map { "\($0.name)" } }

  /// The colour whose name stands in a range of bytes; nothing is allocated.
  static func color(named bytes: [UInt8], _ range: Range<Int>) -> RGB8? {
    guard let key = key(bytes, range) else { return nil }
    var slot = slot(key)
    while slots[slot].key != 0 {
      if slots[slot].key == key { return RGB8(slots[slot].rgb) }
      slot = (slot + 1) % slotCount
    }
    return nil
  }

  private struct Slot {
    var key: UInt128 = 0
    var rgb: UInt32 = 0
  }

  private static let slotCount = 512

  /// The names in an open hash table, so that a look-up takes one step or two.
  private static let slots: [Slot] = {
    var slots = [Slot](repeating: Slot(), count: slotCount)
    for entry in table {
      let name = Array("\(entry.name)".utf8)
      guard let key = key(name, 0..<name.count) else { continue }
      var place = slot(key)
      while slots[place].key != 0 { place = (place + 1) % slotCount }
      slots[place] = Slot(key: key, rgb: entry.rgb)
    }
    return slots
  }()

  /// A name as a number: five bits a letter, which the longest name (twenty letters) fits.
  @inline(__always)
  private static func key(_ bytes: [UInt8], _ range: Range<Int>) -> UInt128? {
    guard 3...20 ~= range.count else { return nil }
    var key: UInt128 = 0
    for index in range {
      let letter = (bytes[index] | 0x20) &- 0x60
      guard 1...26 ~= letter, bytes[index] >= 0x41 else { return nil }
      key = key << 5 | UInt128(letter)
    }
    return key
  }

  @inline(__always)
  private static func slot(_ key: UInt128) -> Int {
    let folded = UInt64(truncatingIfNeeded: key ^ key >> 50)
    return Int(folded &* 0x9E37_79B9_7F4A_7C15 >> 55)
  }
}
