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

  /// Whether such a declaration is known to be valid.
  ///
  /// Hexadecimal colours need no memory.
  mutating func contains(_ declaration: Declaration, _ dialect: Dialect) -> Bool {
    guard case .text(let text) = declaration.value,
      case .longhand(let id) = declaration.property
    else { return false }
    if Self.colors.contains(PropertySet(id)), Self.isHexColor(text) { return true }
    guard makeKey(id, text, dialect) else { return false }
    return table.find(key, 0..<key.count) != nil
  }

  /// Notes that a declaration is valid.
  mutating func insert(_ declaration: Declaration, _ dialect: Dialect) {
    guard case .text(let text) = declaration.value,
      case .longhand(let id) = declaration.property, table.count < Self.most,
      makeKey(id, text, dialect)
    else { return }
    _ = table.insert(key, 0..<key.count)
  }

  private mutating func makeKey(_ id: PropertyID, _ text: CSSText, _ dialect: Dialect) -> Bool {
    guard text.range.count <= Self.longest else { return false }
    key.removeAll(keepingCapacity: true)
    key.append(id.rawValue)
    key.append(dialect.number)
    key.append(contentsOf: text.bytes[text.range])
    return true
  }

  private static let colors: PropertySet = [
    PropertySet(.color), PropertySet(.backgroundColor), PropertySet(.tintColor),
    PropertySet(.textDecorationColor),
  ]

  /// Whether a text is `#` and 3, 4, 6 or 8 hexadecimal digits, as every dialect takes them.
  private static func isHexColor(_ text: CSSText) -> Bool {
    let range = text.range
    let bytes = text.bytes
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
