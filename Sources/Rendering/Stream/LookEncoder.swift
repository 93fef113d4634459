import Bytes
import CellLayout
import StyleValues
import Styling
import TerminalOutput

/// What text of a stream can look like.
struct Look: Hashable {
  /// How it is drawn, quantised for the terminal.
  var rendition = GraphicRendition.standard
  /// The link around it; nil for none.
  var link: Hyperlink?
  /// Tells the pieces of one link; 0 for none.
  var linkID = 0
  /// The style that it is the look of, where a line is laid out before it is written.
  var style: StyleID?
  /// The classes of its element, where HTML keeps them.
  var classes: [String] = []
  /// Whether its text is hidden, so that blanks take its place.
  var isBlank = false
  /// Whether a shadow or gradient of that style has to be painted cell by cell.
  var needsCells = false

  /// What of it a page shows.
  fileprivate var shownInPages: HTMLPage.State {
    HTMLPage.State(
      rendition: RenditionCapabilities.all.visible(rendition), link: link, classes: classes)
  }

  /// Whether blanks in it cannot be seen.
  var hidesBlanks: Bool { link == nil && rendition.hidesBlanks }
}

/// How text and its looks become bytes.
enum LookEncoder {
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

  /// Whether text is written as it is.
  var keepsText: Bool {
    switch self {
    case .terminal: true
    case .html: false
    }
  }

  /// Whether elements keep the classes that they have in the markup.
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

  /// Appends what leads from one look to another.
  func appendChange(from old: Look, to new: Look, into bytes: inout [UInt8]) {
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
    var current = Look()
    func takeUp(_ look: Look, _ output: inout StreamBuffer) {
      bytes.removeAll(keepingCapacity: true)
      appendChange(from: current, to: look, into: &bytes)
      output.append(contentsOf: bytes)
      current = look
    }
    for row in 0..<buffer.rows {
      let seen = buffer.seenColumns(in: row, writesLinks: true)
      for cell in buffer.row(row).prefix(seen) where cell.width > 0 {
        let target = cell.link > 0 ? buffer.links[Int(cell.link) - 1] : nil
        takeUp(Look(rendition: cell.rendition, link: target.flatMap(link(to:))), &output)
        bytes.removeAll(keepingCapacity: true)
        bytes.appendCellText(cell.text)
        append(0..<bytes.count, of: bytes.span, to: &output)
      }
      takeUp(Look(), &output)
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
