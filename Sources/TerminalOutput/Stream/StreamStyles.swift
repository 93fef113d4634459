import CellLayout
import StyledText
import Styling

/// The styles that a stream has met, each as a small number, with the bytes that lead from one to
/// another ready to be copied.
struct StreamStyles {
  /// A style of the stream.
  struct Entry {
    /// What the markup says.
    let content: SpanContent
    /// How it is drawn, quantised for the terminal.
    let rendition: GraphicRendition
    /// The link around it; nil for none.
    let link: Hyperlink?
    /// Tells the pieces of one link.
    let linkID: Int
  }

  private let environment: Environment
  private let encoder: SGREncoder
  private let writesLinks: Bool
  private let hostBackdrop: Backdrop
  private var quantizer: ColorQuantizer
  private var linkIDs: [String: Int] = [:]

  private(set) var entries: [Entry] = []

  /// The element of each entry and whether its text can be copied as it is: all that the stream
  /// asks for at every tag.
  private var traits: [(element: MarkupElement, isVerbatim: Bool)] = []

  /// The terminal's default state, in which every line starts and ends.
  static let standard = 0

  init(
    host: SpanContent, backdrop: Backdrop, environment: Environment, quantizer: ColorQuantizer,
    encoder: SGREncoder, writesLinks: Bool
  ) {
    self.environment = environment
    self.quantizer = quantizer
    self.encoder = encoder
    self.writesLinks = writesLinks
    hostBackdrop = backdrop
    entries = [Entry(content: host, rendition: .standard, link: nil, linkID: 0)]
    traits = [(.span, host.style.textTransform == .none)]
  }

  /// The element that a style belongs to.
  @inline(__always)
  func element(of style: Int) -> MarkupElement { traits[style].element }

  /// Whether text in a style can be copied as it is.
  @inline(__always)
  func isVerbatim(_ style: Int) -> Bool { traits[style].isVerbatim }

  /// The number of a new style.
  mutating func add(_ content: SpanContent) -> Int {
    let paint = RunPaint(content.style, content.paint, in: environment)
    let rendition: GraphicRendition
    switch environment.colorDepth {
    case .none: rendition = .standard
    case .mono, .ansi8, .ansi16, .ansi256, .truecolor:
      rendition = quantizer.quantize(paint.rendition(in: environment, over: hostBackdrop))
    }
    let link = writesLinks ? content.link.flatMap { Hyperlink(target: $0) } : nil
    var linkID = 0
    if link != nil, let target = content.link {
      linkID = linkIDs[target] ?? linkIDs.count + 1
      linkIDs[target] = linkID
    }
    entries.append(Entry(content: content, rendition: rendition, link: link, linkID: linkID))
    traits.append((content.tag?.element ?? .span, content.style.textTransform == .none))
    return entries.count - 1
  }

  // MARK: From one style to another

  /// The bytes between two styles, kept in a table that forgets what it has no room for.
  private struct Slot {
    var from: Int32 = -1
    var to: Int32 = -1
    var start: Int32 = 0
    var count: Int32 = 0
  }

  private var slots = [Slot](repeating: Slot(), count: 1 << 12)
  private var bytes: [UInt8] = []

  /// The most bytes that are kept ready.
  private static let mostBytes = 1 << 20

  /// Appends the sequence that leads from one style to another.
  @inline(__always)
  mutating func appendChange(from old: Int, to new: Int, into output: inout StreamBuffer) {
    let index = (old &* 0x9E37 &+ new) & (slots.count - 1)
    var slot = slots[index]
    if slot.from != Int32(truncatingIfNeeded: old) || slot.to != Int32(truncatingIfNeeded: new) {
      slot = prepare(old, new, at: index)
    }
    output.append(Int(slot.start), count: Int(slot.count), of: bytes)
  }

  private mutating func prepare(_ old: Int, _ new: Int, at index: Int) -> Slot {
    if bytes.count > Self.mostBytes {
      bytes.removeAll(keepingCapacity: true)
      for slot in slots.indices { slots[slot] = Slot() }
    }
    let start = bytes.count
    let from = entries[old]
    let to = entries[new]
    if environment.colorDepth > .none {
      if from.linkID != to.linkID, to.link == nil { Hyperlink.appendEnd(into: &bytes) }
      encoder.append(from: from.rendition, to: to.rendition, into: &bytes)
      if from.linkID != to.linkID { to.link?.appendStart(id: to.linkID, into: &bytes) }
    }
    let slot = Slot(
      from: Int32(old), to: Int32(new), start: Int32(start), count: Int32(bytes.count - start))
    slots[index] = slot
    // Sequences are copied sixteen bytes at a time.
    bytes.append(contentsOf: repeatElement(0, count: 16))
    return slot
  }
}
