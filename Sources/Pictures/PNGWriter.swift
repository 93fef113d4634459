import Bytes
import CellLayout
import Rendering
import StyleValues
import TerminalOutput

/// Writes a block of cells as a picture in PNG.
///
/// A cell is 8 × 16 pixels, or a multiple. Letters come from the embedded bitmap font; a missing
/// character is an empty frame. `SVGWriter` and `HTMLPage` leave letters to the viewer's fonts.
package struct PNGWriter: Sendable {
  /// Width and height in pixels of a pixel of the font, at least 1.
  package let scale: Int

  package init(scale: Int = 1) { self.scale = max(1, scale) }

  private static let margin = 8

  /// Most pixels of a picture.
  package static let mostPixels = 1 << 31

  /// Width and height of a picture in pixels.
  package func size(of picture: CellPicture) -> (width: Int, height: Int) {
    (
      scale * (picture.columns * PixelStrip.cellWidth + 2 * Self.margin),
      scale * (picture.rows * PixelStrip.cellHeight + 2 * Self.margin)
    )
  }

  package func append(_ picture: CellPicture, into bytes: inout [UInt8]) {
    let (width, height) = size(of: picture)
    let empty = PixelStrip(
      columns: picture.columns, margin: Self.margin, background: picture.colors.background)
    var encoder = PNGEncoder(
      width: width / scale, height: height / scale, scale: scale, into: &bytes)
    for y in 0..<Self.margin { encoder.append(line: empty.line(y), into: &bytes) }
    for row in 0..<picture.rows {
      var strip = empty
      for ground in picture.grounds(of: row) {
        strip.fill(
          ground.columns.lowerBound + Self.margin..<ground.columns.upperBound + Self.margin,
          ground.lines, ground.color)
      }
      for column in 0..<picture.columns {
        let left = Self.margin + column * PixelStrip.cellWidth
        picture.draw(column, row, at: left, on: &strip) { cell, color, strip in
          drawText(of: cell, at: left, color, on: &strip)
        }
      }
      for y in 0..<PixelStrip.cellHeight { encoder.append(line: strip.line(y), into: &bytes) }
    }
    for y in 0..<Self.margin { encoder.append(line: empty.line(y), into: &bytes) }
    encoder.finish(into: &bytes)
  }

  // MARK: - Letters

  /// The texts of cells that are drawn as empty frames, each once, in the order of the picture.
  package static func missingTexts(in picture: CellPicture) -> [String] {
    var seen: Set<String> = []
    var missing: [String] = []
    for row in 0..<picture.rows {
      for column in 0..<picture.columns {
        let cell = picture.buffer[column, row]
        guard cell.width > 0, cell.text != " ", cell.shape == nil else { continue }
        guard seen.insert(cell.text).inserted, glyphs(of: cell) == nil else { continue }
        missing.append(cell.text)
      }
    }
    return missing
  }

  /// The indices of the glyphs that are drawn over one another in a cell; nil if one is missing.
  private static func glyphs(of cell: Cell) -> [Int]? {
    // The font's characters are one cell wide, and so is what they are put together to.
    guard cell.width == 1 else { return nil }
    var glyphs: [Int] = []
    // Which form of a character is wanted makes no difference here.
    for scalar in cell.text.unicodeScalars where !(0xFE00...0xFE0F ~= scalar.value) {
      guard let glyph = BitmapFont.picture.glyph(of: scalar.value) else { return nil }
      glyphs.append(glyph)
    }
    return glyphs
  }

  private func drawText(of cell: Cell, at x: Int, _ color: RGB8, on strip: inout PixelStrip) {
    guard cell.text != " ", !cell.text.isEmpty else { return }
    guard let glyphs = Self.glyphs(of: cell) else {
      drawFrame(x + 1..<x + max(1, Int(cell.width)) * PixelStrip.cellWidth - 1, color, on: &strip)
      return
    }
    let isBold = cell.rendition.attributes.contains(.bold)
    let isItalic = cell.rendition.attributes.contains(.italic)
    for glyph in glyphs {
      for (line, row) in BitmapFont.picture.rows(of: glyph).enumerated() where row != 0 {
        // Slanted letters lean one pixel to the right at the top, one to the left at the bottom.
        let slant = isItalic ? 1 - (line - 1) * 3 / 14 : 0
        let pixels = isBold ? Self.bold(row) : UInt16(row) << 1
        for bit in 0..<9 where pixels >> (8 - bit) & 1 == 1 {
          let left = x + bit + slant
          strip.fill(left..<left + 1, line..<line + 1, color)
        }
      }
    }
  }

  /// A row of a bold letter, nine pixels of which the highest bit is the leftmost: strokes extend
  /// one pixel further to the right, but close no gap, or an m would be a block.
  static func bold(_ row: UInt8) -> UInt16 {
    let row = UInt16(row) << 1
    return row | row >> 1 & ~(row << 1)
  }

  /// Draws the frame of a letter that the font lacks.
  private func drawFrame(_ columns: Range<Int>, _ color: RGB8, on strip: inout PixelStrip) {
    strip.fill(columns, 2..<3, color)
    strip.fill(columns, 13..<14, color)
    strip.fill(columns.lowerBound..<columns.lowerBound + 1, 2..<14, color)
    strip.fill(columns.upperBound - 1..<columns.upperBound, 2..<14, color)
  }
}

/// Writes a PNG file line by line, in memory that depends on its width only.
///
/// PNG Third Edition, with zlib (RFC 1950) and DEFLATE (RFC 1951) as far as pictures of text need
/// it: fixed Huffman codes, and runs of equal differences from the pixel above. A larger scale
/// makes these longer, not more.
struct PNGEncoder {
  private let scale: Int
  /// The pixels of the line before; 0 before the first.
  private var lineAbove: [UInt32]

  /// Compressed data, four bytes in each number, the first byte lowest; `bits` has fewer than four
  /// bytes.
  private var compressed: [UInt32] = []
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0
  private var adler: (UInt64, UInt64) = (1, 0)
  private let distanceOfPixel = code(ofDistance: 3)

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Compressed bytes of a chunk, divided by four.
  private static let chunkSize = 1 << 14

  /// Starts a file: 8 bits for each of red, green and blue.
  ///
  /// Lines of `width` pixels are added, `height` of them; in the file each is `scale` pixels wide
  /// and high.
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

  mutating func finish(into bytes: inout [UInt8]) {
    put(Self.literals[256])
    bitCount = (bitCount + 7) / 8 * 8
    put(Code(bytes: Self.bigEndian(UInt32(adler.1 << 16 | adler.0))))
    var rest = compressedBytes
    for index in 0..<bitCount / 8 { rest.append(UInt8(truncatingIfNeeded: bits >> (index * 8))) }
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

  /// The differences between the three bytes of two pixels.
  private static func difference(_ pixel: UInt32, _ above: UInt32) -> UInt32 {
    // No byte borrows from the next one.
    ((pixel | 0x0100_0000) &- (above & 0xFF_0000)) & 0xFF_0000
      | ((pixel | 0x01_0000) &- (above & 0xFF00)) & 0xFF00
      | ((pixel | 0x0100) &- (above & 0xFF)) & 0xFF
  }

  /// Adds a pixel repeatedly.
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

  /// Bits in the order of output, the first one lowest.
  private struct Code {
    var bits: UInt64 = 0
    var count: UInt64 = 0

    init(bytes: [UInt8]) {
      for byte in bytes {
        bits |= UInt64(byte) << count
        count += 8
      }
    }

    /// Creates a Huffman code, which is written from its highest bit on.
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

  /// The codes of literals, RFC 1951 §3.2.6.
  private static let literals = (0..<288).map { literal in
    switch literal {
    case ..<144: Code(0x30 + literal, count: 8)
    case ..<256: Code(0x190 + literal - 144, count: 9)
    case ..<280: Code(literal - 256, count: 7)
    default: Code(0xC0 + literal - 280, count: 8)
    }
  }

  /// The first length and distance of each code, RFC 1951 §3.2.5.
  private static let lengthStarts = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceStarts = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]

  /// The codes of lengths; the first three are unused.
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

  /// Adds a repeated pixel to Adler-32, RFC 1950 §8.2: the sum of all bytes, and the sum of that
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
