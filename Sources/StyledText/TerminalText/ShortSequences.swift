/// The bytes between `ESC [` and the final byte, in two words, which is enough for most SGR.
package struct ShortSequence {
  let first: UInt64
  let second: UInt64
  package let count: Int

  /// Reads a sequence at an address from which sixteen bytes must be readable.
  @inline(__always)
  package init?(at start: UnsafeRawPointer) {
    // The first byte from 0x40 on is the final one; what is no sequence is never found.
    let finals: UInt64 = 0x4040_4040_4040_4040
    let word = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    if word & finals != 0 {
      let bits = (word & finals).trailingZeroBitCount | 7
      first = word & UInt64.max &>> UInt64(63 &- bits)
      second = 0
      count = bits &>> 3 &+ 1
    } else {
      let more = unsafe UInt64(
        littleEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      guard more & finals != 0 else { return nil }
      let bits = (more & finals).trailingZeroBitCount | 7
      first = word
      second = more & UInt64.max &>> UInt64(63 &- bits)
      count = bits &>> 3 &+ 9
    }
  }

  /// True for EL 0 and ED 0.
  package var isErasing: Bool {
    first & ~1 == 0x4A && count == 1 || first & ~0x0100 == 0x4A30 && count == 2
  }
}

/// A table of transitions between states by short sequences; new ones replace those in the same
/// slot.
@safe
package struct ShortSequences: ~Copyable {
  struct Slot {
    var first: UInt64 = 0
    var second: UInt64 = 0
    /// -1 in a free slot.
    var state: Int32 = -1
    var next: Int32 = -1
  }

  /// Owned; nil while it is empty.
  var slots: UnsafeMutablePointer<Slot>?

  static var bits: UInt64 { 11 }

  init() {}

  deinit { unsafe slots?.deallocate() }

  @inline(__always)
  static func slotIndex(_ sequence: ShortSequence, _ state: Int32) -> Int {
    let mixed =
      (sequence.first &+ UInt64(truncatingIfNeeded: state)) &* 0x9E37_79B9_7F4A_7C15
      ^ sequence.second &* 0xE703_7ED1_A0B4_28DB
    let spread = (mixed ^ mixed &>> 32) &* 0x8EBC_6AF0_9C88_C6E3
    return Int(truncatingIfNeeded: spread &>> (64 &- bits))
  }

  /// The state after a sequence; -1 if it is unknown.
  @inline(__always)
  package func find(_ sequence: ShortSequence, from state: Int32) -> Int32 {
    guard let slots = unsafe slots else { return -1 }
    let slot = unsafe slots + Self.slotIndex(sequence, state)
    return unsafe slot.pointee.first == sequence.first && slot.pointee.second == sequence.second
      && slot.pointee.state == state ? slot.pointee.next : -1
  }

  @inline(never)
  package mutating func insert(_ sequence: ShortSequence, from state: Int32, to next: Int32) {
    if unsafe slots == nil {
      let memory = UnsafeMutablePointer<Slot>.allocate(capacity: 1 << Int(Self.bits))
      unsafe memory.initialize(repeating: Slot(), count: 1 << Int(Self.bits))
      unsafe slots = memory
    }
    guard let slots = unsafe slots else { return }
    unsafe slots[Self.slotIndex(sequence, state)] = Slot(
      first: sequence.first, second: sequence.second, state: state, next: next)
  }
}
