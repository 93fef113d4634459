import Bytes
import StyleValues

package struct NameID: Hashable, Sendable {
  let rawValue: Int32

  /// Replaces a name that no selector has; it matches nothing.
  static let unknown = NameID(rawValue: -1)
}

/// The names in a stylesheet's selectors; other names of the markup have no number and cannot
/// match.
struct NameTable: Sendable {
  private var table = ByteStringTable()
  private var isClassName: [Bool] = []

  var count: Int { table.count }

  mutating func reserveCapacity(_ more: Int) {
    table.reserveCapacity(more)
    isClassName.reserveCapacity(isClassName.count + more)
  }

  /// The number of an element's name, which is added if it is new.
  mutating func intern(_ name: String) -> NameID {
    let bytes = Array(name.utf8)
    return intern(bytes, 0..<bytes.count)
  }

  /// The number of a class's name, which is added if it is new.
  mutating func intern(class name: String) -> NameID {
    let bytes = Array(name.utf8)
    return intern(class: bytes, 0..<bytes.count)
  }

  mutating func intern(_ bytes: [UInt8], _ range: Range<Int>) -> NameID {
    let (number, isNew) = table.insert(bytes, range)
    if isNew { isClassName.append(false) }
    return NameID(rawValue: Int32(number))
  }

  mutating func intern(class bytes: [UInt8], _ range: Range<Int>) -> NameID {
    let id = intern(bytes, range)
    isClassName[Int(id.rawValue)] = true
    return id
  }

  func isClass(_ id: NameID) -> Bool { isClassName[Int(id.rawValue)] }

  /// In the order in which selectors first name them.
  var classNames: [String] {
    isClassName.indices.filter { isClassName[$0] }.map { name(of: NameID(rawValue: Int32($0))) }
  }

  /// The number of a name; nil if no selector has it.
  func find(_ name: String) -> NameID? {
    var name = name
    return name.withUTF8 { find($0.span) }
  }

  func find(_ name: Span<UInt8>) -> NameID? { table.find(name).map { NameID(rawValue: Int32($0)) } }

  func name(of id: NameID) -> String { String(decoding: table[Int(id.rawValue)], as: UTF8.self) }
}

/// Names of elements, such as `my_cell` in `my_cell.label`.
package enum ElementName {
  /// The element name of an object without a name.
  package static let standard = "text"

  /// The element name of a Swift type, without generic arguments.
  package static func of(_ type: Any.Type) -> String {
    snakeCase(String(String(describing: type).prefix { $0 != "<" }))
  }

  /// The element name of a type's name: `MyCustomViewController` → `my_custom_view_controller`,
  /// `UILabel` → `ui_label`.
  ///
  /// A word starts at an upper-case letter after a lower-case letter or a digit, and at the last
  /// letter of a series of upper-case ones.
  package static func snakeCase(_ typeName: String) -> String {
    let scalars = Array(typeName.unicodeScalars)
    guard scalars.contains(where: isUpper) else { return typeName }
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if index > 0, isUpper(scalar), scalars[index - 1] != "_" {
        let previous = scalars[index - 1]
        let startsNextWord =
          isUpper(previous) && index + 1 < scalars.count && isLower(scalars[index + 1])
        if !isUpper(previous) || startsNextWord { result.append("_") }
      }
      result.append(contentsOf: scalar.properties.lowercaseMapping)
    }
    return result
  }

  /// True if a selector may contain the name of a type: a letter that is upper-case or not ASCII.
  static func mayBeTypeName(_ selector: some Sequence<UInt8>) -> Bool {
    selector.contains { (0x41...0x5A).contains($0) || $0 >= 0x80 }
  }

  /// A dictionary's selector with element names as they are matched: `MyCell.on` is `my_cell.on`.
  ///
  /// A selector with strings or escapes is returned as it is.
  static func matched(_ selector: String) -> String {
    guard mayBeTypeName(selector.utf8), !selector.contains(where: { "@$[\"'\\".contains($0) })
    else { return selector }
    var result = ""
    var rest = selector[...]
    var previous: Character?
    while let first = rest.first {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      guard !name.isEmpty else {
        result.append(first)
        previous = first
        rest.removeFirst()
        continue
      }
      // Behind a dot, colon or hash there is another kind of name.
      let isElement = previous.map { !".:#".contains($0) } ?? true
      result += isElement ? snakeCase(String(name)) : String(name)
      previous = name.last
      rest = rest[name.endIndex...]
    }
    return result
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isUppercase }
  private static func isLower(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isLowercase }
}

/// Distinct byte strings and their numbers, from 0 in the order of insertion.
///
/// A stylesheet of a hundred thousand rules has as many names; a `String` and its hash for each
/// would take longer than everything else.
struct ByteStringTable: Sendable {
  private var arena: [UInt8] = []
  private var ends: [UInt32] = []

  /// Open addressing, at most half full: the hash is in the upper half of a word, the number, from
  /// 1, in the lower one; 0 is free.
  ///
  /// The hash distinguishes strings without reading them, which would be far away in memory.
  private var slots = [UInt64](repeating: 0, count: 16)
  private let hasher = ByteStringHasher()

  var count: Int { ends.count }

  subscript(number: Int) -> ArraySlice<UInt8> {
    arena[(number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])]
  }

  /// Reserves capacity for more strings of about ten bytes.
  mutating func reserveCapacity(_ more: Int) {
    arena.reserveCapacity(arena.count + more * 10)
    ends.reserveCapacity(ends.count + more)
    var size = slots.count
    while size < (ends.count + more) * 2 { size *= 2 }
    if size > slots.count { rehash(size) }
  }

  /// The number of a part of some bytes, which is added if it is new.
  mutating func insert(_ bytes: [UInt8], _ range: Range<Int>) -> (number: Int, isNew: Bool) {
    let hash = hasher.hash(bytes, range)
    let index = slotIndex(of: bytes.span.extracting(range), hash)
    if slots[index] != 0 { return (Self.number(slots[index]), false) }
    let number = ends.count
    slots[index] = Self.slot(hash, number)
    arena.append(contentsOf: bytes[range])
    ends.append(UInt32(truncatingIfNeeded: arena.count))
    if ends.count * 2 > slots.count { rehash(slots.count * 4) }
    return (number, true)
  }

  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int? { find(bytes.span.extracting(range)) }

  func find(_ bytes: Span<UInt8>) -> Int? {
    let slot = slots[slotIndex(of: bytes, hasher.hash(bytes))]
    return slot == 0 ? nil : Self.number(slot)
  }

  /// The slot that holds the string, or would hold it.
  private func slotIndex(of bytes: Span<UInt8>, _ hash: UInt32) -> Int {
    var index = Int(hash) & (slots.count - 1)
    while slots[index] != 0 {
      let slot = slots[index]
      if UInt32(truncatingIfNeeded: slot >> 32) == hash, isEqual(Self.number(slot), bytes) { break }
      index = (index + 1) & (slots.count - 1)
    }
    return index
  }

  private static func slot(_ hash: UInt32, _ number: Int) -> UInt64 {
    UInt64(hash) << 32 | UInt64(truncatingIfNeeded: number + 1)
  }

  private static func number(_ slot: UInt64) -> Int { Int(slot & 0xFFFF_FFFF) - 1 }

  private func isEqual(_ number: Int, _ bytes: Span<UInt8>) -> Bool {
    let start = number == 0 ? 0 : Int(ends[number - 1])
    guard Int(ends[number]) - start == bytes.count else { return false }
    return arena.span.extracting(start..<start + bytes.count).isEqual(to: bytes)
  }

  private mutating func rehash(_ size: Int) {
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    for slot in old where slot != 0 {
      var index = Int(slot >> 32) & (size - 1)
      while slots[index] != 0 { index = (index + 1) & (size - 1) }
      slots[index] = slot
    }
  }
}

/// Hashes byte strings, starting with a random number, so that nobody can choose names that all
/// collide.
struct ByteStringHasher: Sendable {
  private let seed = UInt64.random(in: .min ... .max)

  func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 { hash(bytes.span.extracting(range)) }

  /// Folds eight bytes at a time into the product of two words.
  func hash(_ bytes: Span<UInt8>) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset + 8 < bytes.count {
      state = (state ^ bytes.word(at: offset)).folded(with: 0x9E37_79B9_7F4A_7C15)
      offset += 8
    }
    var word: UInt64 = 0
    if bytes.count >= 8 {
      word = bytes.word(at: bytes.count - 8)
    } else {
      for index in bytes.indices { word = word << 8 | UInt64(bytes[index]) }
    }
    state = (state ^ word).folded(with: seed | 0xA076_1D64_78BD_642F)
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }
}

/// The compounds to the left of the subjects of a stylesheet's selectors, one entry for each.
///
/// `a > .b .c` has the entries `a` and `a > .b`. An element stores the entries that it and its
/// ancestors meet. So a match follows from the element and its parent alone, however deep it is,
/// and elements that cannot be distinguished share a style.
struct ContextTable: Sendable {
  /// A compound and the entry to its left.
  struct Entry: Sendable {
    var compound: CompoundSelector
    /// nil for the first compound.
    var outer: Reference?
  }

  /// An entry and its combinator.
  struct Reference: Hashable, Sendable {
    var entry: Int32
    var combinator: Combinator
  }

  /// Equal entries without rare conditions are shared: most stylesheets repeat `.dark`.
  private struct Key: Hashable {
    var type: NameID?
    var firstClass: NameID?
    var states: ControlState
    var outer: Reference?
  }

  private(set) var entries: [Entry] = []
  private var known: [Key: Int32] = [:]

  /// Adds a compound, unless there is an equal one.
  mutating func add(_ compound: CompoundSelector, outer: Reference?) -> Int32 {
    let number = Int32(entries.count)
    guard compound.more == nil else {
      entries.append(Entry(compound: compound, outer: outer))
      return number
    }
    let key = Key(
      type: compound.type, firstClass: compound.firstClass, states: compound.states, outer: outer)
    if let known = known[key] { return known }
    known[key] = number
    entries.append(Entry(compound: compound, outer: outer))
    return number
  }
}

/// State that selectors share while they are parsed: names, contexts, and the numbers of lists.
struct SelectorPool: Sendable {
  var names = NameTable()

  var contexts = ContextTable()

  var lists = 0
}
