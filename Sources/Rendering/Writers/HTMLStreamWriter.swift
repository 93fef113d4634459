import Bytes
import CellLayout
import StyleValues
import TerminalOutput

/// Turns the lines that this library writes for a terminal into HTML, piece by piece.
///
/// What `StreamRenderer` writes at full colour depth goes in, however it is cut; a page or a
/// fragment comes out in memory that does not grow. It knows the sequences of `SGREncoder` and
/// `Hyperlink` and leaves out any other. The page loads nothing and runs nothing.
package struct HTMLStreamWriter: Sendable {
  /// What stands for the terminal's own colours.
  package let colors: ScreenColors

  /// The page's title; nil writes a fragment to be put into another page.
  package let title: String?

  private var rendition = GraphicRendition.standard
  private var link: Hyperlink?
  /// What the text that was written last is in.
  private var openRendition = GraphicRendition.standard
  private var openLink: Hyperlink?
  /// The sequence that is not finished yet, from its ESC on.
  private var pending: [UInt8] = []
  /// The style attributes of the looks that were met lately.
  private var styles: [GraphicRendition: [UInt8]] = [:]

  private static let mostStyles = 1024
  /// A link has at most 2083 bytes, and everything else is shorter.
  private static let longestSequence = 4096

  /// A writer at the start of a text.
  package init(colors: ScreenColors, title: String? = nil) {
    self.colors = colors
    self.title = title
  }

  /// Appends what comes before the text.
  package func begin(into bytes: inout [UInt8]) {
    if let title {
      bytes.append("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>")
      bytes.appendEscaped(title)
      bytes.append("</title>\n</head>\n<body>\n")
    }
    let style =
      "<pre style=\"color:\(colors.foreground.hex);background:\(colors.background.hex);"
      + "padding:1ch;font-family:ui-monospace,Menlo,Consolas,monospace;line-height:1.25;"
      + "font-variant-ligatures:none\">\n"
    bytes.append(contentsOf: style.utf8)
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
        if rendition != openRendition || link != openLink { change(into: &bytes) }
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
    rendition = .standard
    link = nil
    change(into: &bytes)
    bytes.append("</pre>\n")
    if title != nil { bytes.append("</body>\n</html>\n") }
  }

  // MARK: - Elements

  /// Closes what ends and opens what begins: a link around a span.
  private mutating func change(into bytes: inout [UInt8]) {
    if openRendition != .standard { bytes.append("</span>") }
    if link != openLink {
      if openLink != nil { bytes.append("</a>") }
      if let link {
        bytes.append("<a style=\"color:inherit\" href=\"")
        bytes.appendEscaped(link)
        bytes.append("\" rel=\"noopener noreferrer\">")
      }
      openLink = link
    }
    if rendition != .standard {
      bytes.append("<span style=\"")
      bytes.append(contentsOf: style(of: rendition))
      bytes.append("\">")
    }
    openRendition = rendition
  }

  private mutating func style(of rendition: GraphicRendition) -> [UInt8] {
    if let known = styles[rendition] { return known }
    if styles.count >= Self.mostStyles { styles.removeAll(keepingCapacity: true) }
    let style = Array(rendition.css(colors).utf8)
    styles[rendition] = style
    return style
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
