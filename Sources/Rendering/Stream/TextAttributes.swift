import Bytes
import CellLayout
import StyleValues
import Styling
import TerminalOutput

/// Number of attributes of text.
struct AttributesID: Hashable {
  /// From 0 on.
  let index: Int32

  /// The terminal's default state, in which every line starts and ends.
  static let standard = AttributesID(index: 0)
}

/// Attributes of text as a terminal or a page draws it.
struct TextAttributes: Hashable {
  /// Rendition, quantised for the terminal.
  var rendition = GraphicRendition.standard
  /// The link around it; nil for none.
  var link: Hyperlink?
  /// Tells the pieces of one link; 0 for none.
  var linkID = 0
  /// The classes of its element, where HTML keeps them.
  var classes: [String] = []
  /// True if the text is hidden, so that blanks take its place.
  var isBlank = false
  /// True if a shadow or gradient has to be painted cell by cell.
  var needsCells = false

  /// State of a page that shows them.
  fileprivate var shownInPages: HTMLPage.State {
    HTMLPage.State(
      rendition: RenditionCapabilities.all.visible(rendition), link: link, classes: classes)
  }

  /// True if blanks cannot be seen.
  var hidesBlanks: Bool { link == nil && rendition.hidesBlanks }
}

/// Encoder of text and its attributes, for a terminal or as HTML.
enum TextEncoder {
  /// Escape sequences for a terminal.
  case terminal(OutputTarget)
  /// Elements of HTML; the page is one without text.
  case html(HTMLPage)

  /// An encoder for text on what the host paints.
  init(_ options: StreamRenderer.Options, over page: Backdrop) {
    let colors = ScreenColors(options.target.environment, page: page)
    self =
      options.isHTML
      ? .html(HTMLPage(colors: colors, title: options.keepsClasses ? nil : ""))
      : .terminal(options.target)
  }

  /// True if text is written as it is.
  var keepsText: Bool {
    switch self {
    case .terminal: true
    case .html: false
    }
  }

  /// True if elements keep the classes that they have in the markup.
  var keepsClasses: Bool {
    switch self {
    case .terminal: false
    case .html(let page): page.keepsClasses
    }
  }

  /// A link to a target, if it may be written.
  func link(to target: String) -> Hyperlink? {
    switch self {
    case .terminal(let terminal):
      terminal.environment.hasHyperlinks ? Hyperlink(target: target) : nil
    case .html: Hyperlink(target: target).flatMap { $0.isSafeInPages ? $0 : nil }
    }
  }

  /// Appends what leads from some attributes to others.
  func appendChange(from old: TextAttributes, to new: TextAttributes, into bytes: inout [UInt8]) {
    switch self {
    case .terminal(let target):
      let encoder = SGREncoder(capabilities: target.capabilities)
      if old.linkID != new.linkID, new.link == nil { Hyperlink.appendEnd(into: &bytes) }
      encoder.append(from: old.rendition, to: new.rendition, into: &bytes)
      if old.linkID != new.linkID { new.link?.appendStart(id: new.linkID, into: &bytes) }
    case .html(var page):
      var before: [UInt8] = []
      page.set(old.shownInPages, into: &before)
      page.set(new.shownInPages, into: &bytes)
    }
  }

  /// Appends text.
  func append(_ range: Range<Int>, of text: Span<UInt8>, to output: inout StreamBuffer) {
    if keepsText { return output.append(range, of: text) }
    for offset in range {
      switch text[offset] {
      case UInt8(ascii: "&"): output.append("&amp;")
      case UInt8(ascii: "<"): output.append("&lt;")
      case UInt8(ascii: ">"): output.append("&gt;")
      case let byte: output.append(byte)
      }
    }
  }

  /// Appends the cells of a block as lines that start and end in the default state.
  func append(_ buffer: CellBuffer, to output: inout StreamBuffer) {
    var bytes: [UInt8] = []
    guard case .html = self else {
      if case .terminal(let target) = self { BlockWriter(target).append(buffer, into: &bytes) }
      return output.append(contentsOf: bytes)
    }
    var current = TextAttributes()
    func takeUp(_ attributes: TextAttributes, _ output: inout StreamBuffer) {
      bytes.removeAll(keepingCapacity: true)
      appendChange(from: current, to: attributes, into: &bytes)
      output.append(contentsOf: bytes)
      current = attributes
    }
    for row in 0..<buffer.rows {
      let seen = buffer.seenColumns(in: row, writesLinks: true)
      for cell in buffer.row(row).prefix(seen) where cell.width > 0 {
        let target = cell.link > 0 ? buffer.links[Int(cell.link) - 1] : nil
        takeUp(TextAttributes(rendition: cell.rendition, link: target.flatMap(link(to:))), &output)
        bytes.removeAll(keepingCapacity: true)
        bytes.appendCellText(cell.text)
        append(0..<bytes.count, of: bytes.span, to: &output)
      }
      takeUp(TextAttributes(), &output)
      output.append("\n")
    }
  }
}

extension StreamBuffer {
  /// Adds the bytes of a text and makes room for them.
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { for index in $0.indices { unsafe append($0[index]) } }
  }
}
