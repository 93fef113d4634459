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

  /// The number of a name, given out now if it is new.
  mutating func intern(_ name: String) -> NameID {
    if let known = numbers[name] { return NameID(rawValue: known) }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name)
    return NameID(rawValue: number)
  }

  /// The number of a name, or nil when no selector mentions it.
  func find(_ name: String) -> NameID? {
    numbers[name].map(NameID.init(rawValue:))
  }

  /// The name of a number.
  func name(of id: NameID) -> String { names[Int(id.rawValue)] }
}
