import Bytes

/// A link that a terminal may show: the address as OSC 8 carries it.
///
/// "Hyperlinks in terminal emulators" (Egmont Koblinger): `OSC 8 ; params ; URI ST`.
package struct Hyperlink: Hashable, Sendable {
  /// The address: bytes 0x21 to 0x7E only, at most 2083 of them.
  package let address: [UInt8]

  /// Greatest length of an address, in bytes, that VTE and other terminals accept.
  private static let longest = 2083

  /// The link to a target, or nil if there is no address or it is too long.
  ///
  /// Whatever is not printable ASCII is percent-encoded, byte by byte, so that no control
  /// character and no space gets through. Which schemes are safe is decided before.
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

  /// Appends the sequence that starts the link.
  ///
  /// - Parameters:
  ///   - id: Tells the terminal which pieces are one link, though a line break parts them.
  ///   - bytes: Destination of the sequence.
  package func appendStart(id: Int, into bytes: inout [UInt8]) {
    bytes.append("\u{1B}]8;id=")
    bytes.appendDecimal(max(0, id))
    bytes.append(UInt8(ascii: ";"))
    bytes.append(contentsOf: address)
    bytes.append("\u{1B}\\")
  }

  /// Appends the sequence that ends whatever link is open.
  package static func appendEnd(into bytes: inout [UInt8]) {
    bytes.append("\u{1B}]8;;\u{1B}\\")
  }
}
