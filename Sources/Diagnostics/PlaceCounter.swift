import Bytes

/// How many lines and scalars there are in some bytes.
struct TextCounts {
  /// Line endings: LF, CR, and CRLF as one, where its second half stands.
  var lineEnds = 0
  /// Bytes that start a scalar: all but those of the form 10xxxxxx.
  var scalars = 0

  init() {}

  /// Counts in part of some bytes; what stands behind the part tells whether a CR is one of CRLF.
  init(_ range: Range<Int>, of bytes: Span<UInt8>) {
    lineEnds = Self.lineEnds(in: range, of: bytes)
    scalars = Self.scalars(in: range, of: bytes)
  }

  static func scalars(in range: Range<Int>, of bytes: Span<UInt8>) -> Int {
    range.count - bytes.count(in: range) { $0.isContinuation }
  }

  static func lineEnds(in range: Range<Int>, of bytes: Span<UInt8>) -> Int {
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    let lineFeeds = bytes.count(in: range) { $0 .== lineFeed }
    guard bytes.count(in: range, where: { $0 .== carriageReturn }) > 0 else { return lineFeeds }
    return range.count { endsLine(at: $0, in: bytes) }
  }

  static func + (left: TextCounts, right: TextCounts) -> TextCounts {
    var sum = left
    sum.lineEnds += right.lineEnds
    sum.scalars += right.scalars
    return sum
  }
}

/// Whether a line ends with the byte at an offset: LF, or CR without an LF after it.
func endsLine(at offset: Int, in bytes: Span<UInt8>) -> Bool {
  switch bytes[offset] {
  case 0x0A: true
  case 0x0D: offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A
  default: false
  }
}

/// Where an input is whose bytes go by.
package struct PlaceCounter {
  /// How many lines have ended.
  package private(set) var lines = 0

  /// How many scalars there are in the line at hand.
  package private(set) var column = 0

  /// A counter at the start of an input.
  package init() {}

  /// Goes past part of some bytes.
  package mutating func pass(_ range: Range<Int>, of bytes: [UInt8]) {
    let bytes = bytes.span
    let ended = TextCounts.lineEnds(in: range, of: bytes)
    var start = range.lowerBound
    if ended > 0 {
      lines += ended
      column = 0
      start = range.upperBound
      while !endsLine(at: start - 1, in: bytes) { start -= 1 }
    }
    column += TextCounts.scalars(in: start..<range.upperBound, of: bytes)
  }
}
