@testable import Pictures
@testable import TerminalOutput

/// Reads the PNG files that `PNGEncoder` writes, and checks everything about them on the way.
struct PNGReader {
  struct Failure: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }

  let width: Int
  let height: Int
  /// `0xRRGGBB`, line after line.
  private(set) var pixels: [UInt32] = []

  init(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw Failure("signature")
    }
    var place = 8
    var header: [UInt8] = []
    var data: [UInt8] = []
    var types: [String] = []
    while place < bytes.count {
      let length = Int(Self.number(bytes[place..<place + 4]))
      let content = bytes[place + 4..<place + 8 + length]
      guard Self.number(bytes[place + 8 + length..<place + 12 + length]) == PNGEncoder.crc(content)
      else { throw Failure("CRC") }
      let type = String(decoding: content.prefix(4), as: UTF8.self)
      types.append(type)
      if type == "IHDR" { header = Array(content.dropFirst(4)) }
      if type == "IDAT" { data += content.dropFirst(4) }
      place += 12 + length
    }
    guard types.first == "IHDR", types.last == "IEND", header.suffix(5) == [8, 2, 0, 0, 0] else {
      throw Failure("chunks \(types)")
    }
    width = Int(Self.number(header[0..<4]))
    height = Int(Self.number(header[4..<8]))

    guard data[0] == 0x78, (Int(data[0]) << 8 | Int(data[1])) % 31 == 0 else {
      throw Failure("zlib header")
    }
    var inflater = FixedInflater(Array(data[2..<data.count - 4]))
    var raw = try inflater.inflate()
    var adler: (UInt32, UInt32) = (1, 0)
    for byte in raw {
      adler.0 = (adler.0 + UInt32(byte)) % 65521
      adler.1 = (adler.1 + adler.0) % 65521
    }
    guard Self.number(data.suffix(4)) == adler.1 << 16 | adler.0 else { throw Failure("Adler") }
    guard raw.count == height * (1 + 3 * width) else { throw Failure("size \(raw.count)") }
    for y in 0..<height {
      let start = y * (1 + 3 * width)
      guard raw[start] == 2 else { throw Failure("filter") }
      if y > 0 {
        for place in start + 1...start + 3 * width { raw[place] &+= raw[place - 1 - 3 * width] }
      }
      for x in 0..<width {
        let place = start + 1 + 3 * x
        pixels.append(
          UInt32(raw[place]) << 16 | UInt32(raw[place + 1]) << 8 | UInt32(raw[place + 2]))
      }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// Undoes DEFLATE with fixed codes, one block, from RFC 1951 alone.
private struct FixedInflater {
  private let bytes: [UInt8]
  private var bit = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func inflate() throws -> [UInt8] {
    var output: [UInt8] = []
    guard take(1) == 1, take(2) == 1 else { throw PNGReader.Failure("block type") }
    while true {
      let symbol = try literal()
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        guard (bit + 7) / 8 == bytes.count else { throw PNGReader.Failure("bytes left over") }
        return output
      } else {
        let length = try length(symbol)
        let distance = distance(huffman(5))
        guard distance <= output.count else { throw PNGReader.Failure("distance") }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  private mutating func length(_ symbol: Int) throws -> Int {
    guard symbol <= 285 else { throw PNGReader.Failure("length") }
    if symbol == 285 { return 258 }
    var base = 3
    for code in 257..<symbol { base += 1 << extra(code) }
    return base + take(extra(symbol))
  }

  private func extra(_ symbol: Int) -> Int { symbol < 265 ? 0 : (symbol - 261) / 4 }

  private mutating func distance(_ symbol: Int) -> Int {
    var base = 1
    for code in 0..<symbol { base += 1 << max(0, code / 2 - 1) }
    return base + take(max(0, symbol / 2 - 1))
  }

  private mutating func literal() throws -> Int {
    var code = huffman(7)
    if code <= 0b0010111 { return 256 + code }
    code = code << 1 | take(1)
    if (0x30...0xBF).contains(code) { return code - 0x30 }
    if (0xC0...0xC7).contains(code) { return 280 + code - 0xC0 }
    code = code << 1 | take(1)
    guard (0x190...0x1FF).contains(code) else { throw PNGReader.Failure("code") }
    return 144 + code - 0x190
  }

  private mutating func huffman(_ count: Int) -> Int {
    (0..<count).reduce(0) { code, _ in code << 1 | take(1) }
  }

  private mutating func take(_ count: Int) -> Int {
    var value = 0
    for place in 0..<count {
      if bit / 8 < bytes.count { value |= Int(bytes[bit / 8] >> UInt8(bit % 8) & 1) << place }
      bit += 1
    }
    return value
  }
}
