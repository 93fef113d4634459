import Bytes

/// The current rendition and link of a terminal, which writes the changes to the next ones.
package struct Pen {
  /// The bytes of a change between two renditions.
  private struct Transition {
    var from = GraphicRendition.standard
    var to = GraphicRendition.standard
    var bytes: [UInt8] = []
  }

  private let encoder: SGREncoder
  /// Cache of changes.
  ///
  /// A block has few renditions and changes between them thousands of times; a cached change costs
  /// a tenth of the time of composing one. A change replaces another one in its slot, so the memory
  /// does not grow.
  private var transitions: [Transition] = []
  private var links: [Hyperlink?]
  private var rendition = GraphicRendition.standard
  private var link: UInt16 = 0

  /// Creates a pen in the default state, without a link.
  ///
  /// Cells count the targets in `links` from 1; missing ones are not written.
  package init(encoder: SGREncoder, links: [String]) {
    self.encoder = encoder
    self.links = links.map { Hyperlink(target: $0) }
  }

  /// Appends the change to a rendition and a link; nothing if they are current.
  package mutating func set(
    _ next: GraphicRendition, link nextLink: UInt16, into bytes: inout [UInt8]
  ) {
    if nextLink != link { change(to: nextLink, into: &bytes) }
    if next != rendition {
      appendChange(to: next, into: &bytes)
      rendition = next
    }
  }

  package mutating func reset(into bytes: inout [UInt8]) { set(.standard, link: 0, into: &bytes) }

  private mutating func appendChange(to next: GraphicRendition, into bytes: inout [UInt8]) {
    if transitions.isEmpty { transitions = Array(repeating: Transition(), count: 256) }
    let hash = (rendition.fingerprint &* 31 &+ next.fingerprint) &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(truncatingIfNeeded: hash >> 40) & (transitions.count - 1)
    if transitions[slot].from == rendition && transitions[slot].to == next {
      bytes.append(contentsOf: transitions[slot].bytes)
      return
    }
    let start = bytes.count
    encoder.append(from: rendition, to: next, into: &bytes)
    transitions[slot] = Transition(from: rendition, to: next, bytes: Array(bytes[start...]))
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

/// A link for a terminal, with its address as OSC 8 encodes it.
///
/// "Hyperlinks in terminal emulators" (Egmont Koblinger): `OSC 8 ; params ; URI ST`.
package struct Hyperlink: Hashable, Sendable {
  /// The address: bytes 0x21 to 0x7E only, at most 2083 of them.
  package let address: [UInt8]

  /// Greatest length of an address, in bytes, that VTE and other terminals accept.
  private static let longest = 2083

  /// The link to a target; nil if there is no address or it is too long.
  ///
  /// Bytes other than printable ASCII are percent-encoded, so that no control character and no
  /// space is written. The caller decides which schemes are safe.
  package init?(target: some StringProtocol) {
    var address: [UInt8] = []
    for byte in target.utf8 {
      if (0x21...0x7E).contains(byte) {
        address.append(byte)
      } else {
        address.appendPercentEncoded(byte)
      }
      if address.count > Self.longest { return nil }
    }
    if address.isEmpty { return nil }
    self.address = address
  }

  /// Appends the start; pieces of one link, in different lines too, have the same `id`.
  package func appendStart(id: Int, into bytes: inout [UInt8]) {
    bytes.append("\u{1B}]8;id=")
    bytes.appendDecimal(max(0, id))
    bytes.append(UInt8(ascii: ";"))
    bytes.append(contentsOf: address)
    bytes.append("\u{1B}\\")
  }

  /// Appends the sequence that ends the open link.
  package static func appendEnd(into bytes: inout [UInt8]) { bytes.append("\u{1B}]8;;\u{1B}\\") }
}
