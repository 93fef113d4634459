package import CellLayout

/// The rendition and link a terminal is set to, and the way to the next one.
package struct Pen {
  /// The bytes of a change between two renditions.
  private struct Transition {
    var from = GraphicRendition.standard
    var to = GraphicRendition.standard
    var bytes: [UInt8] = []
  }

  private let encoder: SGREncoder
  /// The changes that were written lately.
  ///
  /// A block has few looks and changes between them thousands of times; looking the bytes up takes
  /// a tenth of the time that composing them takes. A change that falls on a taken place takes it
  /// over, so the memory stays as it is.
  private var transitions: [Transition] = []
  private var links: [Hyperlink?]
  private var rendition = GraphicRendition.standard
  private var link: UInt16 = 0

  /// A pen in the default state, without a link.
  ///
  /// - Parameters:
  ///   - encoder: Writes the renditions.
  ///   - links: The targets that cells count from 1; those that are missing are not written.
  package init(encoder: SGREncoder, links: [String]) {
    self.encoder = encoder
    self.links = links.map { Hyperlink(target: $0) }
  }

  /// Appends what sets a rendition and a link; nothing where they are set already.
  package mutating func set(
    _ next: GraphicRendition, link nextLink: UInt16, into bytes: inout [UInt8]
  ) {
    if nextLink != link { change(to: nextLink, into: &bytes) }
    if next != rendition {
      appendChange(to: next, into: &bytes)
      rendition = next
    }
  }

  /// Appends what brings back the default state.
  package mutating func reset(into bytes: inout [UInt8]) {
    set(.standard, link: 0, into: &bytes)
  }

  private mutating func appendChange(to next: GraphicRendition, into bytes: inout [UInt8]) {
    if transitions.isEmpty { transitions = Array(repeating: Transition(), count: 256) }
    let hash = (rendition.fingerprint &* 31 &+ next.fingerprint) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: hash >> 40) & (transitions.count - 1)
    if transitions[place].from == rendition && transitions[place].to == next {
      bytes.append(contentsOf: transitions[place].bytes)
      return
    }
    let start = bytes.count
    encoder.append(from: rendition, to: next, into: &bytes)
    transitions[place] = Transition(from: rendition, to: next, bytes: Array(bytes[start...]))
  }

  private mutating func change(to next: UInt16, into bytes: inout [UInt8]) {
    let (old, new) = (hyperlink(link), hyperlink(next))
    link = next
    if let new {
      new.appendStart(id: Int(next), into: &bytes)
    } else if old != nil {
      Hyperlink.appendEnd(into: &bytes)
    }
  }

  private func hyperlink(_ link: UInt16) -> Hyperlink? {
    link > 0 && link <= links.count ? links[Int(link) - 1] : nil
  }
}
