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
