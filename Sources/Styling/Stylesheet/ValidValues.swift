import CSSSyntax
import StyleValues

/// Remembers which values of which properties were found valid: sheets repeat themselves.
struct ValidValues {
  /// More than these are not kept.
  private static let most = 4096

  /// Longer values are rare and not worth it.
  private static let longest = 24

  private var table = ByteStringTable()
  private var key: [UInt8] = []

  /// Whether such a declaration is known to be valid; its value is a part of some bytes.
  ///
  /// Hexadecimal colours need no memory.
  mutating func contains(
    _ property: PropertyName, _ bytes: [UInt8], _ value: Range<Int>, _ dialect: Dialect
  ) -> Bool {
    if case .longhand(let id) = property, Self.colors.contains(PropertySet(id)),
      Self.isHexColor(bytes, value)
    {
      return true
    }
    guard makeKey(property, bytes, value, dialect) else { return false }
    return table.find(key, 0..<key.count) != nil
  }

  /// Notes that a declaration is valid.
  mutating func insert(
    _ property: PropertyName, _ bytes: [UInt8], _ value: Range<Int>, _ dialect: Dialect
  ) {
    guard table.count < Self.most, makeKey(property, bytes, value, dialect) else { return }
    _ = table.insert(key, 0..<key.count)
  }

  /// Two bytes or more that tell property and dialect, and the value.
  private mutating func makeKey(
    _ property: PropertyName, _ bytes: [UInt8], _ value: Range<Int>, _ dialect: Dialect
  ) -> Bool {
    guard value.count <= Self.longest else { return false }
    key.removeAll(keepingCapacity: true)
    key.append(dialect.number)
    switch property {
    case .longhand(let id): key.append(id.rawValue)
    case .shorthand(let id):
      key.append(.max)
      key.append(contentsOf: id.rawValue.utf8)
      key.append(0)
    case .custom, .withoutEffect, .unknown: return false
    }
    for index in value { key.append(bytes[index]) }
    return true
  }

  private static let colors: PropertySet = [
    PropertySet(.color), PropertySet(.backgroundColor), PropertySet(.tintColor),
    PropertySet(.textDecorationColor),
  ]

  /// Whether a text is `#` and 3, 4, 6 or 8 hexadecimal digits, as every dialect takes them.
  private static func isHexColor(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    switch range.count {
    case 4, 5, 7, 9: break
    default: return false
    }
    guard bytes[range.lowerBound] == UInt8(ascii: "#") else { return false }
    for index in range.lowerBound + 1..<range.upperBound {
      let byte = bytes[index]
      let isDigit = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
      if !isDigit { return false }
    }
    return true
  }
}

extension Dialect {
  /// A small number for each dialect.
  fileprivate var number: UInt8 {
    switch self {
    case .viewcss: 0
    case .css: 1
    case .stringcoding: 2
    case .architect: 3
    case .pixelbits: 4
    case .jsonhelper: 5
    }
  }
}
