/// A terminal description that can be modified, and its compiled form.
///
/// term(5), *Extended number format* and *Extended storage format*: little-endian, magic 01036,
/// names, booleans, 32-bit numbers, string offsets, string table, and then the same once more for
/// capabilities beyond the standard ones. Values are in the order of ncurses' name arrays.
struct CompiledTerminfo {
  /// Standard booleans.
  var flags: [Bool] = []

  /// Standard numbers; nil is absent.
  var numbers: [Int32?] = []

  /// Standard strings, without their final 0; nil is absent.
  var strings: [[UInt8]?] = []

  /// Booleans beyond the standard ones, all true.
  var extendedFlags: [String] = []

  /// The compiled entry for a terminal's name, which must not contain `|`.
  func bytes(name: String) -> [UInt8] {
    let names = Array("\(name)|extended while cssview runs\0".utf8)
    var offsets: [Int] = []
    var table: [UInt8] = []
    for string in strings {
      offsets.append(string == nil ? -1 : table.count)
      guard let string else { continue }
      table += string
      table.append(0)
    }

    var out: [UInt8] = []
    for field in [0o1036, names.count, flags.count, numbers.count, offsets.count, table.count] {
      out.append(short: field)
    }
    out += names
    for flag in flags { out.append(flag ? 1 : 0) }
    out.padToEven()
    for number in numbers { out.append(long: number ?? -1) }
    for offset in offsets { out.append(short: offset) }
    out += table
    out.padToEven()
    appendExtended(to: &out)
    return out
  }

  private func appendExtended(to out: inout [UInt8]) {
    var offsets: [Int] = []
    var names: [UInt8] = []
    for name in extendedFlags {
      offsets.append(names.count)
      names += name.utf8
      names.append(0)
    }
    // Booleans, numbers, strings, entries of the table, bytes of the table.
    for field in [extendedFlags.count, 0, 0, offsets.count, names.count] {
      out.append(short: field)
    }
    for _ in extendedFlags { out.append(1) }
    out.padToEven()
    for offset in offsets { out.append(short: offset) }
    out += names
  }
}

extension [UInt8] {
  fileprivate mutating func append(short value: Int) {
    let bits = UInt16(truncatingIfNeeded: value)
    append(UInt8(truncatingIfNeeded: bits))
    append(UInt8(truncatingIfNeeded: bits >> 8))
  }

  fileprivate mutating func append(long value: Int32) {
    append(short: Int(value))
    append(short: Int(value >> 16))
  }

  fileprivate mutating func padToEven() { if !count.isMultiple(of: 2) { append(0) } }
}

/// Bytes in the alphabet of RFC 4648 §4, with padding.
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var out: [UInt8] = []
  out.reserveCapacity((bytes.count + 2) / 3 * 4)
  var start = 0
  while start < bytes.count {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var bits: UInt32 = 0
    for byte in group { bits = bits << 8 | UInt32(byte) }
    bits <<= 8 * UInt32(3 - group.count)
    for digit in 0..<4 {
      let pad = digit > group.count
      out.append(pad ? UInt8(ascii: "=") : alphabet[Int(bits >> (18 - 6 * UInt32(digit))) & 63])
    }
    start += 3
  }
  return String(decoding: out, as: UTF8.self)
}
