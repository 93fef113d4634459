import Bytes
import TerminalOutput

/// Writes a PNG file line by line, in memory that depends on its width only.
///
/// PNG Third Edition, with zlib (RFC 1950) and DEFLATE (RFC 1951) as far as pictures of text need
/// it: fixed Huffman codes, and runs of what a pixel differs from the one above by. A larger scale
/// makes these longer, and not more.
struct PNGEncoder {
  private let scale: Int
  /// The pixels of the line before; 0 before the first.
  private var lineAbove: [UInt32]

  /// Compressed data, four bytes in each number, the first byte lowest; `bits` holds fewer than
  /// four bytes.
  private var compressed: [UInt32] = []
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0
  private var adler: (UInt64, UInt64) = (1, 0)
  private let distanceOfPixel = code(ofDistance: 3)

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Compressed bytes that make a chunk, by four.
  private static let chunkSize = 1 << 14

  /// Starts a file: 8 bits for each of red, green and blue.
  ///
  /// - Parameters:
  ///   - width: Pixels in a line that is added.
  ///   - height: Lines that are added.
  ///   - scale: Number of pixels of the file wide and high each of these is.
  ///   - bytes: Destination of the file.
  init(width: Int, height: Int, scale: Int = 1, into bytes: inout [UInt8]) {
    self.scale = scale
    lineAbove = Array(repeating: 0, count: width)
    bytes += Self.signature
    var header = Self.bigEndian(UInt32(width * scale)) + Self.bigEndian(UInt32(height * scale))
    header += [8, 2, 0, 0, 0]
    Self.appendChunk("IHDR", header, into: &bytes)
    put(Code(bytes: [0x78, 0x01]))
    // One block, the last one, with fixed codes.
    put(Code(0b110, count: 3))
  }

  /// Adds a line of pixels, `0xRRGGBB` each.
  mutating func append(line: ArraySlice<UInt32>, into bytes: inout [UInt8]) {
    beginLine()
    var run: (difference: UInt32, count: Int) = (0, 0)
    for (pixel, above) in zip(line, lineAbove) {
      let difference = Self.difference(pixel, above)
      if difference != run.difference {
        put(run.difference, count: scale * run.count)
        run = (difference, 0)
      }
      run.count += 1
    }
    put(run.difference, count: scale * run.count)
    // The other lines of a larger scale do not differ.
    for _ in 1..<scale {
      beginLine()
      put(0, count: scale * line.count)
    }
    lineAbove.removeAll(keepingCapacity: true)
    lineAbove += line
    if compressed.count >= Self.chunkSize { flush(into: &bytes) }
  }

  /// Ends the file.
  mutating func finish(into bytes: inout [UInt8]) {
    put(Self.literals[256])
    bitCount = (bitCount + 7) / 8 * 8
    put(Code(bytes: Self.bigEndian(UInt32(adler.1 << 16 | adler.0))))
    var rest = compressedBytes
    for place in 0..<bitCount / 8 { rest.append(UInt8(truncatingIfNeeded: bits >> (place * 8))) }
    Self.appendChunk("IDAT", rest, into: &bytes)
    Self.appendChunk("IEND", [], into: &bytes)
  }

  private mutating func flush(into bytes: inout [UInt8]) {
    Self.appendChunk("IDAT", compressedBytes, into: &bytes)
    compressed.removeAll(keepingCapacity: true)
  }

  private var compressedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(compressed.count * 4 + 8)
    for word in compressed {
      for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return bytes
  }

  // MARK: - DEFLATE

  private static let longestMatch = 258

  /// The filter "Up": bytes are differences from those of the line above (PNG §9).
  private mutating func beginLine() {
    put(Self.literals[2])
    adler.0 = (adler.0 + 2) % Self.modulus
    adler.1 = (adler.1 + adler.0) % Self.modulus
  }

  /// Each of the three bytes of a pixel less that of another one.
  private static func difference(_ pixel: UInt32, _ above: UInt32) -> UInt32 {
    // No byte borrows from the next one.
    ((pixel | 0x0100_0000) &- (above & 0xFF_0000)) & 0xFF_0000
      | ((pixel | 0x01_0000) &- (above & 0xFF00)) & 0xFF00
      | ((pixel | 0x0100) &- (above & 0xFF)) & 0xFF
  }

  /// Adds a pixel again and again.
  private mutating func put(_ pixel: UInt32, count: Int) {
    guard count > 0 else { return }
    check(pixel, count: count)
    for shift: UInt32 in [16, 8, 0] {
      put(Self.literals[Int(UInt8(truncatingIfNeeded: pixel >> shift))])
    }
    // The longest match is a multiple of three bytes, and so is each.
    var rest = 3 * (count - 1)
    let lengths = Self.lengths
    while rest > 0 {
      let length = min(Self.longestMatch, rest)
      put(lengths[length])
      put(distanceOfPixel)
      rest -= length
    }
  }

  /// Bits as they go out, the first one lowest.
  private struct Code {
    var bits: UInt64 = 0
    var count: UInt64 = 0

    /// Bytes as they are.
    init(bytes: [UInt8]) {
      for byte in bytes {
        bits |= UInt64(byte) << count
        count += 8
      }
    }

    /// A Huffman code goes out from its highest bit on.
    init(_ code: Int, count: Int) {
      for bit in 0..<count where code >> bit & 1 == 1 { bits |= 1 << UInt64(count - 1 - bit) }
      self.count = UInt64(count)
    }

    /// The code with a number behind it.
    func with(_ number: Int, count more: Int) -> Code {
      var code = self
      code.bits |= UInt64(number) << count
      code.count += UInt64(more)
      return code
    }
  }

  /// RFC 1951 §3.2.6.
  private static let literals = (0..<288).map { literal in
    switch literal {
    case ..<144: Code(0x30 + literal, count: 8)
    case ..<256: Code(0x190 + literal - 144, count: 9)
    case ..<280: Code(literal - 256, count: 7)
    default: Code(0xC0 + literal - 280, count: 8)
    }
  }

  /// RFC 1951 §3.2.5: the first length and distance of each code.
  private static let lengthStarts = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceStarts = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]

  /// The codes of lengths; the first three are none.
  private static let lengths = (0...longestMatch).map { length in
    let number = (lengthStarts.lastIndex { $0 <= length }) ?? 0
    let bits = number < 8 || number == 28 ? 0 : number / 4 - 1
    return literals[257 + number].with(max(0, length - lengthStarts[number]), count: bits)
  }

  private static func code(ofDistance distance: Int) -> Code {
    let number = (distanceStarts.lastIndex { $0 <= distance }) ?? 0
    return Code(number, count: 5).with(
      distance - distanceStarts[number], count: max(0, number / 2 - 1))
  }

  private mutating func put(_ code: Code) {
    // So many bits are left that the longest code has room.
    bits |= code.bits << bitCount
    bitCount += code.count
    guard bitCount >= 32 else { return }
    compressed.append(UInt32(truncatingIfNeeded: bits))
    bits >>= 32
    bitCount -= 32
  }

  // MARK: - Checks

  private static let modulus: UInt64 = 65521

  /// Adler-32, RFC 1950 §8.2, of a pixel again and again: the sum of all bytes, and the sum of that
  /// sum after each byte.
  private mutating func check(_ pixel: UInt32, count: Int) {
    let count = UInt64(count)
    let (red, green, blue) = (
      UInt64(pixel >> 16 & 0xFF), UInt64(pixel >> 8 & 0xFF), UInt64(pixel & 0xFF)
    )
    // A red byte counts 3, 6, … times, a green one once less, a blue one twice.
    let times = 3 * count * (count + 1) / 2
    let more = red * times + green * (times - count) + blue * (times - 2 * count)
    adler.1 = (adler.1 + 3 * count * adler.0 + more) % Self.modulus
    adler.0 = (adler.0 + count * (red + green + blue)) % Self.modulus
  }

  private static func appendChunk(
    _ type: StaticString, _ content: [UInt8], into bytes: inout [UInt8]
  ) {
    bytes += bigEndian(UInt32(content.count))
    let start = bytes.count
    bytes.append(type)
    bytes += content
    bytes += bigEndian(crc(bytes[start...]))
  }

  /// CRC-32, PNG annex D.
  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let table = crcTable
    var crc: UInt32 = .max
    for byte in bytes { crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
    return ~crc
  }

  private static let crcTable = (0..<256).map { (byte: UInt32) -> UInt32 in
    (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
