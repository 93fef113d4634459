/// A class or element name as a number: equal names have equal numbers.
public struct NameID: Hashable, Sendable {
  let rawValue: Int32
}

/// The names that a stylesheet's selectors mention.
///
/// A name of the markup that no selector mentions has no number and cannot match.
struct NameTable: Sendable {
  private var numbers: [String: Int32] = [:]
  private(set) var names: [String] = []
  private var isClassName: [Bool] = []

  /// The number of an element's name, given out now if it is new.
  mutating func intern(_ name: String) -> NameID {
    if let known = numbers[name] { return NameID(rawValue: known) }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name)
    isClassName.append(false)
    return NameID(rawValue: number)
  }

  /// The number of a class's name, given out now if it is new.
  mutating func intern(class name: String) -> NameID {
    let id = intern(name)
    isClassName[Int(id.rawValue)] = true
    return id
  }

  /// Whether any selector names this as a class.
  func isClass(_ id: NameID) -> Bool { isClassName[Int(id.rawValue)] }

  /// The classes that selectors name, in the order in which they were met.
  var classNames: [String] { zip(names, isClassName).filter(\.1).map(\.0) }

  /// The number of a name, or nil when no selector mentions it.
  func find(_ name: String) -> NameID? {
    numbers[name].map(NameID.init(rawValue:))
  }

  /// The name of a number.
  func name(of id: NameID) -> String { names[Int(id.rawValue)] }
}
