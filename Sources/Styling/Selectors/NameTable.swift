/// A class or element name as a number: equal names have equal numbers.
package struct NameID: Hashable, Sendable {
  let rawValue: Int32

  /// In the place of a name that no selector mentions; it has no rules and matches nothing.
  static let unknown = NameID(rawValue: -1)
}

/// The names that a stylesheet's selectors mention.
///
/// A name of the markup that no selector mentions has no number and cannot match.
struct NameTable: Sendable {
  private var table = ByteStringTable()
  private var isClassName: [Bool] = []

  /// Number of names.
  var count: Int { table.count }

  /// Makes room for more names.
  mutating func reserveCapacity(_ more: Int) {
    table.reserveCapacity(more)
    isClassName.reserveCapacity(isClassName.count + more)
  }

  /// The number of an element's name, given out now if it is new.
  mutating func intern(_ name: String) -> NameID {
    let bytes = Array(name.utf8)
    return intern(bytes, 0..<bytes.count)
  }

  /// The number of a class's name, given out now if it is new.
  mutating func intern(class name: String) -> NameID {
    let bytes = Array(name.utf8)
    return intern(class: bytes, 0..<bytes.count)
  }

  /// The number of an element's name that stands in some bytes.
  mutating func intern(_ bytes: [UInt8], _ range: Range<Int>) -> NameID {
    let (number, isNew) = table.insert(bytes, range)
    if isNew { isClassName.append(false) }
    return NameID(rawValue: Int32(number))
  }

  /// The number of a class's name that stands in some bytes.
  mutating func intern(class bytes: [UInt8], _ range: Range<Int>) -> NameID {
    let id = intern(bytes, range)
    isClassName[Int(id.rawValue)] = true
    return id
  }

  /// True if any selector names this as a class.
  func isClass(_ id: NameID) -> Bool { isClassName[Int(id.rawValue)] }

  /// The classes that selectors name, in the order in which they were met.
  var classNames: [String] {
    isClassName.indices.filter { isClassName[$0] }.map { name(of: NameID(rawValue: Int32($0))) }
  }

  /// The number of a name, or nil when no selector mentions it.
  func find(_ name: String) -> NameID? {
    var name = name
    return name.withUTF8 { find($0.span) }
  }

  /// The number of a name in bytes, or nil when no selector mentions it.
  func find(_ name: Span<UInt8>) -> NameID? {
    table.find(name).map { NameID(rawValue: Int32($0)) }
  }

  /// The name of a number.
  func name(of id: NameID) -> String { String(decoding: table[Int(id.rawValue)], as: UTF8.self) }
}
