import Bytes
import CellLayout
import StyleValues
import TerminalOutput

/// Turns the lines that this library writes for a terminal into HTML, piece by piece.
///
/// What `StreamRenderer` writes at full colour depth goes in, however it is cut; a page or a
/// fragment comes out in memory that does not grow. It knows the sequences of `SGREncoder` and
/// `Hyperlink` and leaves out any other.
package struct HTMLStreamWriter: Sendable {
  private var page: HTMLPage
  private var rendition = GraphicRendition.standard
  private var link: Hyperlink?
  /// The sequence that is not finished yet, from its ESC on.
  private var pending: [UInt8] = []

  /// A link has at most 2083 bytes, and everything else is shorter.
  private static let longestSequence = 4096

  /// A writer at the start of a text; without a title it writes a fragment to be put into another
  /// page.
  package init(colors: ScreenColors, title: String? = nil) {
    page = HTMLPage(colors: colors, title: title)
  }

  /// Appends what comes before the text.
  package func begin(into bytes: inout [UInt8]) {
    page.begin(into: &bytes)
  }

  /// Appends a piece of the text.
  ///
  /// - Parameters:
  ///   - terminal: Lines as they are written for a terminal.
  ///   - bytes: Where the HTML goes.
  package mutating func append(_ terminal: some Sequence<UInt8>, into bytes: inout [UInt8]) {
    for byte in terminal {
      if !pending.isEmpty {
        pending.append(byte)
        if isComplete {
          interpret()
          pending.removeAll(keepingCapacity: true)
        } else if pending.count > Self.longestSequence {
          pending.removeAll(keepingCapacity: true)
        }
      } else if byte == 0x1B {
        pending.append(byte)
      } else {
        page.set(rendition, link: link, into: &bytes)
        switch byte {
        case UInt8(ascii: "&"): bytes.append("&amp;")
        case UInt8(ascii: "<"): bytes.append("&lt;")
        case UInt8(ascii: ">"): bytes.append("&gt;")
        default: bytes.append(byte)
        }
      }
    }
  }

  /// Appends what comes after the text.
  package mutating func finish(into bytes: inout [UInt8]) {
    page.end(into: &bytes)
  }

  // MARK: - Sequences

  /// Whether `pending` is a whole sequence: CSI ends at its final byte, OSC at ST or BEL.
  private var isComplete: Bool {
    guard pending.count > 2, let last = pending.last else { return false }
    switch pending[1] {
    case UInt8(ascii: "["): return (0x40...0x7E).contains(last)
    case UInt8(ascii: "]"):
      return last == 0x07 || (last == UInt8(ascii: "\\") && pending[pending.count - 2] == 0x1B)
    default: return true
    }
  }

  private mutating func interpret() {
    switch (pending[1], pending.last) {
    case (UInt8(ascii: "["), UInt8(ascii: "m")):
      var reader = SGRReader(pending[2..<(pending.count - 1)])
      reader.apply(to: &rendition)
    case (UInt8(ascii: "]"), _):
      let body = pending.dropFirst(2).dropLast(pending.last == 0x07 ? 1 : 2)
      let parts = body.split(
        separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].elementsEqual([UInt8(ascii: "8")]) else { return }
      let target = Hyperlink(target: String(decoding: parts[2], as: UTF8.self))
      link = target.flatMap { $0.isSafeInPages ? $0 : nil }
    default: break
    }
  }
}
