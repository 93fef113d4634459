import Bytes

/// Finds the end of a JSON value (RFC 8259) that is read in pieces; each byte is read once.
///
/// It does not check scalars and escapes.
struct JSONExtent {
  enum Result {
    case incomplete
    case complete(end: Int)
    case malformed(at: Int)
  }

  private enum State { case value, firstValue, key, firstKey, colon, comma, string, escape, scalar }

  private var offset: Int
  private var state: State
  /// For each open container, true for an object.
  private var containers: [Bool]
  private var isInKey = false
  private(set) var result = Result.incomplete

  /// Starts at a value.
  init(at offset: Int) { (self.offset, state, containers) = (offset, .value, []) }

  /// Starts behind a value in an object.
  init(insideObjectAt offset: Int) { (self.offset, state, containers) = (offset, .comma, [true]) }

  /// Reads on as far as the bytes go.
  mutating func advance(_ bytes: Span<UInt8>) -> Result {
    guard case .incomplete = result else { return result }
    while offset < bytes.count {
      if !read(bytes[offset], bytes) {
        result = .malformed(at: offset)
      } else if containers.isEmpty, state == .comma {
        result = .complete(end: offset)
      } else {
        continue
      }
      break
    }
    return result
  }

  /// Shifts all offsets after bytes were dropped.
  mutating func drop(first count: Int) {
    offset -= count
    switch result {
    case .incomplete: break
    case .complete(let end): result = .complete(end: end - count)
    case .malformed(let place): result = .malformed(at: place - count)
    }
  }

  /// Reads a byte, or the available part of a string; false if it is no JSON.
  private mutating func read(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    switch state {
    case .string:
      offset = bytes.firstOffset(from: offset, to: bytes.count) {
        $0 .== SIMD16<UInt8>(repeating: 0x22) .| $0 .== SIMD16<UInt8>(repeating: 0x5C)
          .| $0 .== SIMD16<UInt8>(repeating: 0x0A)
      }
      guard offset < bytes.count else { return true }
      switch bytes[offset] {
      case UInt8(ascii: "\""): state = isInKey ? .colon : .comma
      case UInt8(ascii: "\\"): state = .escape
      default: return false
      }
    case .escape:
      if byte == 0x0A { return false }
      state = .string
    case .scalar where byte.isInScalar: break
    case .scalar:
      // This byte is behind it.
      state = .comma
      return true
    case _ where byte.isASCIIWhitespace: break
    case .colon:
      guard byte == UInt8(ascii: ":") else { return false }
      state = .value
    case .comma:
      guard byte == UInt8(ascii: ","), let isObject = containers.last else { return close(byte) }
      state = isObject ? .key : .value
    case .key, .firstKey:
      if state == .firstKey, byte == UInt8(ascii: "}") { return close(byte) }
      guard byte == UInt8(ascii: "\"") else { return false }
      (state, isInKey) = (.string, true)
    case .value, .firstValue: return begin(byte)
    }
    offset += 1
    return true
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      containers.append(isObject)
      state = isObject ? .firstKey : .firstValue
    case UInt8(ascii: "\""): (state, isInKey) = (.string, false)
    case UInt8(ascii: "]") where state == .firstValue: return close(byte)
    case _ where byte.isInScalar: state = .scalar
    default: return false
    }
    offset += 1
    return true
  }

  private mutating func close(_ byte: UInt8) -> Bool {
    guard let isObject = containers.last,
      byte == UInt8(ascii: isObject ? "}" : "]")
    else { return false }
    containers.removeLast()
    state = .comma
    offset += 1
    return true
  }
}
