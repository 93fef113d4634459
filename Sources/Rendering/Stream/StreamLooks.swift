import Bytes
import CellLayout
import TerminalOutput

/// What text of a stream can look like, each look once, with the bytes that lead from one to
/// another ready to be copied.
struct StreamLooks: ~Copyable {
  /// A look of text.
  struct Look: Hashable {
    /// How it is drawn, quantised for the terminal.
    var rendition: GraphicRendition
    /// The link around it; nil for none.
    var link: Hyperlink?
    /// Tells the pieces of one link; 0 for none.
    var linkID = 0
  }

  /// The bytes between two looks, kept in a table that forgets what it has no room for.
  private struct Slot {
    var from: Int32 = -1
    var to: Int32 = -1
    var start: Int32 = 0
    var count: Int32 = 0
  }

  /// The terminal's default state, in which every line starts and ends.
  static let standard: Int32 = 0

  private let encoder: SGREncoder
  /// Whether nothing may be written but text.
  private let isPlain: Bool
  private var looks: [Look] = []
  private var numbers: [Look: Int32] = [:]
  private var slots: UnsafeMutablePointer<Slot>
  private var bytes: [UInt8] = []

  private static let slotCount = 1 << 12

  /// The most bytes that are kept ready.
  private static let mostBytes = 1 << 18

  init(encoder: SGREncoder, isPlain: Bool) {
    self.encoder = encoder
    self.isPlain = isPlain
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
    _ = number(of: Look(rendition: .standard))
  }

  deinit {
    slots.deallocate()
  }

  /// The number of a look.
  mutating func number(of look: Look) -> Int32 {
    if let known = numbers[look] { return known }
    let number = Int32(looks.count)
    looks.append(look)
    numbers[look] = number
    return number
  }

  /// Forgets all looks but the default.
  /// - Returns: The looks that there were.
  mutating func forget() -> [Look] {
    let old = looks
    looks = []
    numbers = [:]
    forgetSequences()
    _ = number(of: Look(rendition: .standard))
    return old
  }

  private mutating func forgetSequences() {
    bytes.removeAll(keepingCapacity: true)
    slots.update(repeating: Slot(), count: Self.slotCount)
  }

  /// Appends the sequence that leads from one look to another, and makes room for it and for
  /// `more` bytes behind it.
  @inline(__always)
  mutating func appendChange(
    from old: Int32, to new: Int32, into output: inout StreamBuffer, reserving more: Int = 0
  ) {
    let index =
      (Int(truncatingIfNeeded: old) &* 0x9E37 &+ Int(truncatingIfNeeded: new))
      & (Self.slotCount - 1)
    let slot = slots + index
    if slot.pointee.from != old || slot.pointee.to != new { prepare(old, new, at: index) }
    output.append(
      Int(truncatingIfNeeded: slot.pointee.start),
      count: Int(truncatingIfNeeded: slot.pointee.count),
      of: bytes, reserving: more)
  }

  @inline(never)
  private mutating func prepare(_ old: Int32, _ new: Int32, at index: Int) {
    if bytes.count > Self.mostBytes { forgetSequences() }
    let start = bytes.count
    let from = looks[Int(old)]
    let to = looks[Int(new)]
    if !isPlain {
      if from.linkID != to.linkID, to.link == nil { Hyperlink.appendEnd(into: &bytes) }
      encoder.append(from: from.rendition, to: to.rendition, into: &bytes)
      if from.linkID != to.linkID { to.link?.appendStart(id: to.linkID, into: &bytes) }
    }
    slots[index] = Slot(
      from: old, to: new, start: Int32(start), count: Int32(bytes.count - start))
    // Sequences are copied 32 bytes at a time, so there are as many more behind the last.
    for _ in 0..<32 { bytes.append(0) }
  }
}
