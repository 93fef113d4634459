import Bytes

/// Attributes of text, each once, with the bytes that lead from some to others ready to be copied.
@safe
struct TransitionTable: ~Copyable {
  /// The bytes between two of them, in a table that is never more than half full.
  private struct Slot {
    var from: Int32 = -1
    var to: Int32 = -1
    var start: Int32 = 0
    var count: Int32 = 0
  }

  private let encoder: TextEncoder
  /// The attributes in the order of their numbers.
  private(set) var all: [TextAttributes] = []
  private var numbers: [TextAttributes: AttributesID] = [:]
  private var slots: UnsafeMutablePointer<Slot>

  /// The bytes of all slots, and 32 more behind the last, because they are copied so many at a
  /// time.
  private var sequences: UnsafeMutablePointer<UInt8>
  private var sequenceCount = 0
  private var sequenceCapacity = 1 << 12

  private var slotBits: UInt32 = 10
  private var prepared = 0

  /// The most slots there are.
  private static let mostSlotBits: UInt32 = 16

  /// Number of slots that are looked at; attributes made to meet in one push each other out.
  private static let mostProbes = 16

  /// The most bytes that are kept ready.
  private static let mostBytes = 1 << 20

  init(encoder: TextEncoder) {
    self.encoder = encoder
    unsafe slots = .allocate(capacity: 1 << Int(slotBits))
    unsafe slots.initialize(repeating: Slot(), count: 1 << Int(slotBits))
    unsafe sequences = .allocate(capacity: sequenceCapacity)
    _ = id(of: TextAttributes())
  }

  deinit {
    unsafe slots.deallocate()
    unsafe sequences.deallocate()
  }

  /// The attributes of a number.
  subscript(id: AttributesID) -> TextAttributes {
    @inline(__always)
    get { all[Int(id.index)] }
  }

  /// The number of some attributes.
  mutating func id(of attributes: TextAttributes) -> AttributesID {
    if let known = numbers[attributes] { return known }
    let id = AttributesID(index: Int32(all.count))
    all.append(attributes)
    numbers[attributes] = id
    return id
  }

  /// Appends the sequence that leads from some attributes to others.
  @inline(__always)
  mutating func appendChange(
    from old: AttributesID, to new: AttributesID, into output: inout StreamBuffer
  ) {
    let sequence = unsafe sequence(from: old, to: new)
    unsafe output.appendPadded(sequence.start, count: sequence.count)
  }

  /// The sequence that leads from some attributes to others, with 32 more bytes behind it that can
  /// be read, until the next one is asked for.
  @inline(__always)
  mutating func sequence(
    from old: AttributesID, to new: AttributesID
  ) -> (start: UnsafeRawPointer, count: Int) {
    var slot = unsafe slots + place(old, new)
    if unsafe _slowPath(slot.pointee.from != old.index || slot.pointee.to != new.index) {
      unsafe slot = unsafe otherSlot(old, new)
    }
    return unsafe (
      UnsafeRawPointer(sequences + Int(truncatingIfNeeded: slot.pointee.start)),
      Int(truncatingIfNeeded: slot.pointee.count)
    )
  }

  @inline(__always)
  private func place(_ old: AttributesID, _ new: AttributesID) -> Int {
    let old = UInt32(bitPattern: old.index) &* 0x9E37_79B1
    let new = UInt32(bitPattern: new.index) &* 0x85EB_CA77
    return Int(truncatingIfNeeded: (old ^ new) &>> (32 &- slotBits))
  }

  /// The slot of two attributes, which is not where it is looked for first.
  @inline(never)
  private mutating func otherSlot(_ old: AttributesID, _ new: AttributesID) -> UnsafeMutablePointer<
    Slot
  > {
    let slot = unsafe slot(old, new)
    if unsafe slot.pointee.from == old.index, unsafe slot.pointee.to == new.index {
      return unsafe slot
    }
    return unsafe prepare(old, new)
  }

  /// The slot of two attributes, or the one where it would go: a free one, or else the first.
  private func slot(_ old: AttributesID, _ new: AttributesID) -> UnsafeMutablePointer<Slot> {
    let home = place(old, new)
    for probe in 0..<Self.mostProbes {
      let slot = unsafe slots + ((home + probe) & (1 << Int(slotBits) - 1))
      if unsafe slot.pointee.from < 0
        || slot.pointee.from == old.index && slot.pointee.to == new.index
      {
        return unsafe slot
      }
    }
    return unsafe slots + home
  }

  private mutating func prepare(_ old: AttributesID, _ new: AttributesID) -> UnsafeMutablePointer<
    Slot
  > {
    if prepared * 2 >= 1 << Int(slotBits) {
      if slotBits < Self.mostSlotBits { grow() } else { forget() }
    } else if sequenceCount > Self.mostBytes {
      forget()
    }
    var sequence: [UInt8] = []
    encoder.appendChange(from: self[old], to: self[new], into: &sequence)
    let needed = sequenceCount + sequence.count + 32
    if needed > sequenceCapacity {
      let capacity = max(needed, sequenceCapacity * 2)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      unsafe moved.update(from: sequences, count: sequenceCount)
      unsafe sequences.deallocate()
      unsafe sequences = unsafe moved
      sequenceCapacity = capacity
    }
    for (index, byte) in sequence.enumerated() { unsafe sequences[sequenceCount + index] = byte }
    let slot = unsafe slot(old, new)
    unsafe slot.pointee = Slot(
      from: old.index, to: new.index, start: Int32(sequenceCount), count: Int32(sequence.count))
    sequenceCount += sequence.count
    prepared += 1
    return unsafe slot
  }

  private mutating func grow() {
    let (all, count) = unsafe (slots, 1 << Int(slotBits))
    slotBits += 2
    unsafe slots = .allocate(capacity: 1 << Int(slotBits))
    unsafe slots.initialize(repeating: Slot(), count: 1 << Int(slotBits))
    for place in 0..<count where unsafe all[place].from >= 0 {
      let known = unsafe all[place]
      unsafe slot(AttributesID(index: known.from), AttributesID(index: known.to)).pointee = known
    }
    unsafe all.deallocate()
  }

  private mutating func forget() {
    unsafe slots.initialize(repeating: Slot(), count: 1 << Int(slotBits))
    sequenceCount = 0
    prepared = 0
  }
}
