import Bytes
import Styling

/// A column of a table of data: its name, and its class and attribute for stylesheets.
struct TableColumn {
  let name: [UInt8]

  /// The name as a class, and as an attribute.
  private(set) var className: [UInt8]
  private(set) var attribute: String

  /// True if the stylesheet can see the attribute, and no other column has it.
  var isSeen: Bool

  /// True for a column of numbers; nil if each value decides for itself.
  var isNumeric: Bool?

  /// Most bytes of a name in a class, which is in each row.
  private static let longestClass = 64

  /// Creates a column whose class is not shared.
  init(_ name: [UInt8], at position: Int, _ filter: AttributeFilter?) {
    self.name = name
    className = Self.identifier(name, at: position)
    attribute = Self.attribute(of: className)
    isSeen = filter?.sees(attribute) ?? true
  }

  /// The name with hyphens for characters that no identifier may contain; without a letter,
  /// `column` and the number of the position.
  private static func identifier(_ name: [UInt8], at position: Int) -> [UInt8] {
    var result: [UInt8] = []
    for byte in name {
      if byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte >= 0x80 {
        // Between characters.
        if result.count >= longestClass, byte & 0xC0 != 0x80 { break }
        result.append(byte)
      } else if let last = result.last, last != UInt8(ascii: "-") {
        result.append(UInt8(ascii: "-"))
      }
    }
    while result.last == UInt8(ascii: "-") { result.removeLast() }
    if result.isEmpty { return Array("column-\(position + 1)".utf8) }
    return result[0].isASCIIDigit ? [UInt8(ascii: "_")] + result : result
  }

  private static func attribute(of className: [UInt8]) -> String {
    "data-" + String(decoding: className.map(\.lowercasedASCII), as: UTF8.self)
  }

  /// Columns with such names; a number makes equal classes and attributes different.
  static func all(_ names: some Sequence<[UInt8]>, _ filter: AttributeFilter?) -> [TableColumn] {
    var columns = names.enumerated().map { TableColumn($1, at: $0, filter) }
    var classes = DistinctNames(columns.lazy.map(\.className))
    var attributes = DistinctNames(columns.lazy.map { Array($0.attribute.utf8) })
    for index in columns.indices {
      columns[index].className = classes.distinct(columns[index].className)
      let attribute = attributes.distinct(Array(columns[index].attribute.utf8))
      columns[index].attribute = String(decoding: attribute, as: UTF8.self)
      columns[index].isSeen = filter?.sees(columns[index].attribute) ?? true
    }
    return columns
  }
}

/// The classes of the cells of columns with such names, as in a table of CSV.
package func columnClasses(ofNames names: [[UInt8]]) -> [String] {
  TableColumn.all(names, nil).map { String(decoding: $0.className, as: UTF8.self) }
}

/// Names made different by a number from their second use on.
private struct DistinctNames {
  private var taken: Set<[UInt8]>

  /// Number of uses of each name so far.
  private var counts: [[UInt8]: Int] = [:]

  init(_ names: some Sequence<[UInt8]>) { taken = Set(names) }

  /// The name itself for its first use, then `name-2` and so on, unless another name is equal to
  /// that.
  mutating func distinct(_ name: [UInt8]) -> [UInt8] {
    var count = counts[name, default: 0] + 1
    defer { counts[name] = count }
    guard count > 1 else { return name }
    while true {
      let other = name + Array("-\(count)".utf8)
      if taken.insert(other).inserted { return other }
      count += 1
    }
  }
}

/// Finds fields of CSV and TSV by the names that a user types.
struct FieldFinder {
  private let count: Int
  private var positions: [[UInt8]: Int] = [:]

  init(_ names: [[UInt8]], _ columns: [TableColumn]) {
    count = names.count
    for (position, name) in names.enumerated() where positions[name] == nil {
      positions[name] = position
    }
    for (position, column) in columns.enumerated()
    where column.name.isEmpty || positions[column.name] != position {
      if positions[column.className] == nil { positions[column.className] = position }
    }
  }

  /// The position of a field.
  ///
  /// A name is that of the first field with it; others with the same name or none are found by
  /// their classes, and all by their numbers from 1.
  func position(of name: ArraySlice<UInt8>) -> Int? {
    if let position = positions[Array(name)] { return position }
    guard name.first != UInt8(ascii: "0"), name.allSatisfy(\.isASCIIDigit),
      let number = Int(String(decoding: name, as: UTF8.self)), number <= count
    else { return nil }
    return number - 1
  }
}
