package import CellLayout

/// Remembers the bytes of the changes between renditions that were written lately.
///
/// A block or a frame has few looks and changes between them thousands of times; looking the bytes
/// up takes a tenth of the time that composing them takes. One place for each hash: a change that
/// falls on a taken place takes it over, so the memory stays as it is.
package struct TransitionCache {
  private struct Entry {
    var from = GraphicRendition.standard
    var to = GraphicRendition.standard
    var bytes: [UInt8] = []
  }

  private let encoder: SGREncoder
  private var entries: [Entry] = []

  private static let size = 256

  package init(encoder: SGREncoder) {
    self.encoder = encoder
  }

  /// Appends the change from one rendition to another.
  package mutating func append(
    from old: GraphicRendition, to new: GraphicRendition, into bytes: inout [UInt8]
  ) {
    if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.size) }
    let hash = (old.fingerprint &* 31 &+ new.fingerprint) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: hash >> 40) & (Self.size - 1)
    if entries[place].from == old && entries[place].to == new {
      bytes.append(contentsOf: entries[place].bytes)
      return
    }
    let start = bytes.count
    encoder.append(from: old, to: new, into: &bytes)
    entries[place] = Entry(from: old, to: new, bytes: Array(bytes[start...]))
  }
}
