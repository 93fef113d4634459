import Bytes

/// A number that stands for a look of an epoch.
struct LookID: Hashable {
  /// From 0 on.
  let index: Int32

  /// The terminal's default state, in which every line starts and ends.
  static let standard = LookID(index: 0)
}

/// What text of a stream can look like, each look once, with the bytes that lead from one to
/// another ready to be copied.
struct StreamLooks: ~Copyable {
  /// The bytes between two looks, kept in a table that forgets what it has no room for.
  private struct Slot {
    var from: Int32 = -1
    var to: Int32 = -1
    var start: Int32 = 0
    var count: Int32 = 0
  }

  private let encoder: LookEncoder
  /// The looks in the order of their numbers.
  private(set) var all: [Look] = []
  private var numbers: [Look: LookID] = [:]
  private var slots: UnsafeMutablePointer<Slot>
  private var bytes: [UInt8] = []

  private static let slotCount = 1 << 12

  /// The most bytes that are kept ready.
  private static let mostBytes = 1 << 18

  init(encoder: LookEncoder) {
    self.encoder = encoder
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
    _ = id(of: Look())
  }

  deinit {
    slots.deallocate()
  }

  /// The look of a number.
  subscript(id: LookID) -> Look { all[Int(id.index)] }

  /// The number of a look.
  mutating func id(of look: Look) -> LookID {
    if let known = numbers[look] { return known }
    let id = LookID(index: Int32(all.count))
    all.append(look)
    numbers[look] = id
    return id
  }

  /// Appends the sequence that leads from one look to another.
  @inline(__always)
  mutating func appendChange(
    from old: LookID, to new: LookID, into output: inout StreamBuffer
  ) {
    let index =
      (Int(truncatingIfNeeded: old.index) &* 0x9E37 &+ Int(truncatingIfNeeded: new.index))
      & (Self.slotCount - 1)
    let slot = slots + index
    if slot.pointee.from != old.index || slot.pointee.to != new.index {
      prepare(old, new, at: index)
    }
    output.append(
      Int(truncatingIfNeeded: slot.pointee.start),
      count: Int(truncatingIfNeeded: slot.pointee.count),
      of: bytes)
  }

  @inline(never)
  private mutating func prepare(_ old: LookID, _ new: LookID, at index: Int) {
    if bytes.count > Self.mostBytes {
      bytes.removeAll(keepingCapacity: true)
      slots.update(repeating: Slot(), count: Self.slotCount)
    }
    let start = bytes.count
    encoder.appendChange(from: self[old], to: self[new], into: &bytes)
    slots[index] = Slot(
      from: old.index, to: new.index, start: Int32(start), count: Int32(bytes.count - start))
    // Sequences are copied 32 bytes at a time, so there are as many more behind the last.
    for _ in 0..<32 { bytes.append(0) }
  }
}
