/// A hash table from pairs of numbers to numbers: from a state and a tag to a style, or from a node
/// and inherited properties to a state.
@safe
struct StyleNumbers: ~Copyable {
  struct Entry {
    var key: UInt64 = 0
    /// -1 in a free entry.
    var value: Int32 = -1
  }

  /// Owned; the count is a power of two.
  var entries: UnsafeMutablePointer<Entry>
  var mask: Int
  private var count = 0

  private static let firstCapacity = 256

  init() { self.init(capacity: Self.firstCapacity) }

  private init(capacity: Int) {
    unsafe entries = .allocate(capacity: capacity)
    unsafe entries.initialize(repeating: Entry(), count: capacity)
    mask = capacity - 1
  }

  // Inlined where tables are replaced: the optimiser refuses any other function there.
  deinit { unsafe entries.deallocate() }

  /// The value of a pair; -1 if there is none.
  @inline(__always)
  func find(_ first: Int32, _ second: Int32) -> Int32 {
    unsafe entries[index(of: Self.key(first, second))].value
  }

  /// Sets the value, 0 or more, of a pair.
  mutating func insert(_ value: Int32, for first: Int32, _ second: Int32) {
    if (count + 1) * 2 > mask { grow() }
    let key = Self.key(first, second)
    let index = index(of: key)
    if unsafe entries[index].value < 0 { count += 1 }
    unsafe entries[index] = Entry(key: key, value: value)
  }

  @inline(__always)
  static func key(_ first: Int32, _ second: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
  }

  /// The index of a key, or of the free entry for it.
  @inline(__always)
  func index(of key: UInt64) -> Int {
    // The upper half of the product depends on all bits of the key.
    var index = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 32) & mask
    while unsafe entries[index].key != key, unsafe entries[index].value >= 0 {
      index = (index &+ 1) & mask
    }
    return index
  }

  private mutating func grow() {
    var larger = StyleNumbers(capacity: (mask + 1) * 2)
    for index in 0...mask where unsafe entries[index].value >= 0 {
      let entry = unsafe entries[index]
      unsafe larger.entries[larger.index(of: entry.key)] = entry
    }
    larger.count = count
    self = larger
  }
}
