package import SystemPackage

/// Reads the text of another source as UTF-8 if that begins with a byte order mark of UTF-16 or
/// UTF-32, without the mark, or is in a known encoding; other bytes unchanged.
///
/// Unpaired surrogates, numbers of no character and incomplete units at the end become U+FFFD.
package final class DecodedSource: ByteSource {
  private let source: ForeseenSource

  /// Encoding of a source without a mark.
  private let usual: TextEncoding?

  /// True when the start of the source has decided the encoding.
  private var isDecided = false
  private var decoder: Decoder?
  private var isAtEnd = false

  /// Decoded text that is not read so far.
  private var decoded: ArraySlice<UInt8> = []

  /// Decodes a source; `usual` is the encoding of one without a mark, nil for UTF-8.
  package init(_ source: any ByteSource, as usual: TextEncoding? = nil) {
    (self.source, self.usual) = (ForeseenSource(source), usual)
  }

  private enum Decoder {
    case units(UnitDecoder)
    case bytes(SingleByteEncoding)

    init(_ encoding: TextEncoding) {
      switch encoding {
      case .singleBytes(let encoding): self = .bytes(encoding)
      case .utf16(let isBigEndian): self = .units(UnitDecoder(width: 2, isBigEndian: isBigEndian))
      }
    }

    mutating func decode(_ bytes: [UInt8], isLast: Bool, to text: inout [UInt8]) {
      switch self {
      case .units(var decoder):
        decoder.decode(bytes, isLast: isLast, to: &text)
        self = .units(decoder)
      case .bytes(let encoding): encoding.decode(bytes, to: &text)
      }
    }
  }

  /// Number of bytes to decode at once.
  private static let piece = 1 << 16

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    if !isDecided { try decide(room: buffer.count) }
    guard decoder != nil else { return try unsafe source.read(into: buffer) }
    while decoded.isEmpty, !isAtEnd { try decodeMore() }
    let chunk = decoded.prefix(buffer.count)
    decoded = decoded.dropFirst(chunk.count)
    unsafe buffer.copyBytes(from: chunk)
    return chunk.count
  }

  package func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    guard decoder != nil else { return try source.hasInput(within: milliseconds) }
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while decoded.isEmpty, !isAtEnd {
      let left = OperatingSystem.milliseconds(from: .now, to: deadline)
      guard try source.hasInput(within: left) else { return false }
      try decodeMore()
    }
    return true
  }

  private func decide(room: Int) throws(Errno) {
    let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = try source.peek(atMost: max(room, 4)) { start in
      !UnitDecoder.mayBeMark(start)
        && (usual == nil || start.count >= utf8.count || !utf8.starts(with: start))
    }
    isDecided = true
    guard let (mark, decoder) = UnitDecoder.find(in: start) else {
      let hasMark = start.starts(with: utf8)
      self.decoder = hasMark ? nil : usual.map(Decoder.init)
      return
    }
    _ = try source.read(atMost: mark)
    self.decoder = .units(decoder)
  }

  private func decodeMore() throws(Errno) {
    let units = try source.read(atMost: Self.piece)
    isAtEnd = units.isEmpty
    var text: [UInt8] = []
    text.reserveCapacity(units.count / 2 * 3 + 4)
    decoder?.decode(units, isLast: isAtEnd, to: &text)
    decoded = text[...]
  }
}

/// An encoding of text without a byte order mark.
package enum TextEncoding: Sendable {
  case singleBytes(SingleByteEncoding)
  case utf16(isBigEndian: Bool)

  /// The encoding of a name; nil for an unknown one.
  package init?(label: String) {
    switch label.lowercased() {
    case "utf-16le", "utf16le": self = .utf16(isBigEndian: false)
    case "utf-16be", "utf16be": self = .utf16(isBigEndian: true)
    case let label:
      guard let encoding = SingleByteEncoding(label: label) else { return nil }
      self = .singleBytes(encoding)
    }
  }
}

/// Decodes units of UTF-16 and UTF-32 to UTF-8, in pieces of any length.
private struct UnitDecoder {
  let width: Int
  let isBigEndian: Bool

  /// The first bytes of a unit.
  private var value: UInt32 = 0
  private var count = 0

  /// The first half of a pair of surrogates.
  private var high: UInt32?

  init(width: Int, isBigEndian: Bool) { (self.width, self.isBigEndian) = (width, isBigEndian) }

  /// The marks; a longer one is before its prefix.
  private static let marks: [(bytes: [UInt8], width: Int, isBigEndian: Bool)] = [
    ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE], 2, false),
    ([0xFE, 0xFF], 2, true),
  ]

  /// True if more bytes are needed to tell the mark of a text.
  static func mayBeMark(_ start: [UInt8]) -> Bool {
    marks.contains { start.count < $0.bytes.count && $0.bytes.starts(with: start) }
  }

  /// The length of the mark of a text, and the decoder of the rest.
  static func find(in start: [UInt8]) -> (mark: Int, decoder: UnitDecoder)? {
    marks.first { start.starts(with: $0.bytes) }.map {
      ($0.bytes.count, UnitDecoder(width: $0.width, isBigEndian: $0.isBigEndian))
    }
  }

  /// Decodes the next bytes; an incomplete unit or pair waits for the next ones, unless these are
  /// the last.
  mutating func decode(_ bytes: [UInt8], isLast: Bool, to text: inout [UInt8]) {
    for byte in bytes {
      value = isBigEndian ? value << 8 | UInt32(byte) : value | UInt32(byte) << UInt32(8 * count)
      count += 1
      guard count == width else { continue }
      take(value, to: &text)
      (value, count) = (0, 0)
    }
    guard isLast else { return }
    if high != nil { append(0xFFFD, to: &text) }
    if count > 0 { append(0xFFFD, to: &text) }
    (high, value, count) = (nil, 0, 0)
  }

  private mutating func take(_ unit: UInt32, to text: inout [UInt8]) {
    if let first = high {
      high = nil
      if width == 2, 0xDC00..<0xE000 ~= unit {
        append(0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00), to: &text)
        return
      }
      append(0xFFFD, to: &text)
    }
    if width == 2, 0xD800..<0xDC00 ~= unit {
      high = unit
    } else {
      append(0xD800..<0xE000 ~= unit || unit > 0x10FFFF ? 0xFFFD : unit, to: &text)
    }
  }

  private func append(_ scalar: UInt32, to text: inout [UInt8]) {
    func byte(_ first: UInt32, _ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: first | scalar >> shift & (first == 0x80 ? 0x3F : 0xFF))
    }
    switch scalar {
    case ..<0x80: text.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800: text += [byte(0xC0, 6), byte(0x80, 0)]
    case ..<0x10000: text += [byte(0xE0, 12), byte(0x80, 6), byte(0x80, 0)]
    default: text += [byte(0xF0, 18), byte(0x80, 12), byte(0x80, 6), byte(0x80, 0)]
    }
  }
}
