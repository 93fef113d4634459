import Bytes
import CellLayout
import StyleValues
import Styling
import TerminalOutput

/// Index of attributes of text in a `TransitionTable`.
struct AttributesID: Hashable {
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
  /// Number that pieces of one link share; 0 for no link.
  var linkID = 0
  /// The classes and label of its element of HTML.
  var element = HTMLPage.Element()
  /// True if the text is hidden, and blanks are written instead.
  var isBlank = false
  /// True if a shadow or gradient has to be painted cell by cell.
  var needsCells = false

  /// State of a page in these attributes.
  fileprivate var shownInPages: HTMLPage.State {
    HTMLPage.State(
      rendition: RenditionCapabilities.all.visible(rendition), link: link, element: element)
  }

  var hidesBlanks: Bool { link == nil && rendition.hidesBlanks }
}

/// Encoder of text and its attributes, for a terminal or as HTML.
enum TextEncoder {
  /// Escape sequences for a terminal.
  case terminal(OutputTarget)
  /// Elements of HTML; the page is one without text.
  case html(HTMLPage)

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

  /// A link to an address, if it may be written.
  func link(to target: String) -> Hyperlink? {
    switch self {
    case .terminal(let terminal):
      terminal.environment.hasHyperlinks ? Hyperlink(target: target) : nil
    case .html: Hyperlink(target: target).flatMap { $0.isSafeInPages ? $0 : nil }
    }
  }

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

  func append(_ range: Range<Int>, of text: Span<UInt8>, to output: inout StreamBuffer) {
    let plainEnd =
      keepsText
      ? range.upperBound : text.firstSignOfHTML(from: range.lowerBound, to: range.upperBound)
    output.append(range.lowerBound..<plainEnd, of: text)
    guard plainEnd < range.upperBound else { return }
    var bytes: [UInt8] = []
    bytes.appendEscapedHTML(plainEnd..<range.upperBound, of: text, escapesQuotes: false)
    output.append(contentsOf: bytes)
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
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { for index in $0.indices { unsafe append($0[index]) } }
  }
}

/// Attributes of text, each once, with the bytes of the transitions between them ready to be
/// copied.
@safe
struct TransitionTable: ~Copyable {
  /// The bytes of one transition, in a table that is never more than half full.
  private struct Slot {
    var from: Int32 = -1
    var to: Int32 = -1
    var start: Int32 = 0
    var count: Int32 = 0
  }

  private let encoder: TextEncoder
  /// The attributes by their index.
  private(set) var all: [TextAttributes] = []
  private var numbers: [TextAttributes: AttributesID] = [:]
  private var slots: UnsafeMutablePointer<Slot>

  /// The bytes of all slots, and 32 more behind the last, because 32 bytes are copied at a time.
  private var sequences: UnsafeMutablePointer<UInt8>
  private var sequenceCount = 0
  private var sequenceCapacity = 1 << 12

  private var slotBits: UInt32 = 10
  private var prepared = 0

  private static let mostSlotBits: UInt32 = 16

  /// Number of slots that are probed; attributes chosen to collide replace each other.
  private static let mostProbes = 16

  /// The most bytes of cached transitions.
  private static let mostBytes = 1 << 20

  init(encoder: TextEncoder) {
    self.encoder = encoder
    unsafe slots = .allocate(capacity: 1 << Int(slotBits))
    unsafe slots.initialize(repeating: Slot(), count: 1 << Int(slotBits))
    unsafe sequences = .allocate(capacity: sequenceCapacity)
    _ = id(of: TextAttributes())
  }

  deinit {
    unsafe slots.deallocate()
    unsafe sequences.deallocate()
  }

  subscript(id: AttributesID) -> TextAttributes {
    @inline(__always)
    get { all[Int(id.index)] }
  }

  mutating func id(of attributes: TextAttributes) -> AttributesID {
    if let known = numbers[attributes] { return known }
    let id = AttributesID(index: Int32(all.count))
    all.append(attributes)
    numbers[attributes] = id
    return id
  }

  /// Appends the transition between two attributes.
  @inline(__always)
  mutating func appendChange(
    from old: AttributesID, to new: AttributesID, into output: inout StreamBuffer
  ) {
    let sequence = unsafe sequence(from: old, to: new)
    unsafe output.appendPadded(sequence.start, count: sequence.count)
  }

  /// The transition between two attributes, with 32 more readable bytes behind it, valid until the
  /// next call.
  @inline(__always)
  mutating func sequence(
    from old: AttributesID, to new: AttributesID
  ) -> (start: UnsafeRawPointer, count: Int) {
    var slot = unsafe slots + slotIndex(old, new)
    if unsafe _slowPath(slot.pointee.from != old.index || slot.pointee.to != new.index) {
      unsafe slot = unsafe otherSlot(old, new)
    }
    return unsafe (
      UnsafeRawPointer(sequences + Int(truncatingIfNeeded: slot.pointee.start)),
      Int(truncatingIfNeeded: slot.pointee.count)
    )
  }

  @inline(__always)
  private func slotIndex(_ old: AttributesID, _ new: AttributesID) -> Int {
    let old = UInt32(bitPattern: old.index) &* 0x9E37_79B1
    let new = UInt32(bitPattern: new.index) &* 0x85EB_CA77
    return Int(truncatingIfNeeded: (old ^ new) &>> (32 &- slotBits))
  }

  /// The slot of two attributes that is not the first one probed.
  @inline(never)
  private mutating func otherSlot(_ old: AttributesID, _ new: AttributesID) -> UnsafeMutablePointer<
    Slot
  > {
    let slot = unsafe slot(old, new)
    if unsafe slot.pointee.from == old.index, unsafe slot.pointee.to == new.index {
      return unsafe slot
    }
    return unsafe prepare(old, new)
  }

  /// The slot of two attributes, or the slot for them: a free one, or else the first.
  private mutating func slot(_ old: AttributesID, _ new: AttributesID) -> UnsafeMutablePointer<Slot>
  {
    let home = slotIndex(old, new)
    for probe in 0..<Self.mostProbes {
      let slot = unsafe slots + ((home + probe) & (1 << Int(slotBits) - 1))
      if unsafe slot.pointee.from < 0
        || slot.pointee.from == old.index && slot.pointee.to == new.index
      {
        return unsafe slot
      }
    }
    return unsafe slots + home
  }

  private mutating func prepare(_ old: AttributesID, _ new: AttributesID) -> UnsafeMutablePointer<
    Slot
  > {
    if prepared * 2 >= 1 << Int(slotBits) {
      if slotBits < Self.mostSlotBits { grow() } else { forget() }
    } else if sequenceCount > Self.mostBytes {
      forget()
    }
    var sequence: [UInt8] = []
    encoder.appendChange(from: self[old], to: self[new], into: &sequence)
    let needed = sequenceCount + sequence.count + 32
    if needed > sequenceCapacity {
      let capacity = max(needed, sequenceCapacity * 2)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      unsafe moved.update(from: sequences, count: sequenceCount)
      unsafe sequences.deallocate()
      unsafe sequences = unsafe moved
      sequenceCapacity = capacity
    }
    for (index, byte) in sequence.enumerated() { unsafe sequences[sequenceCount + index] = byte }
    let slot = unsafe slot(old, new)
    unsafe slot.pointee = Slot(
      from: old.index, to: new.index, start: Int32(sequenceCount), count: Int32(sequence.count))
    sequenceCount += sequence.count
    prepared += 1
    return unsafe slot
  }

  private mutating func grow() {
    let (all, count) = unsafe (slots, 1 << Int(slotBits))
    slotBits += 2
    unsafe slots = .allocate(capacity: 1 << Int(slotBits))
    unsafe slots.initialize(repeating: Slot(), count: 1 << Int(slotBits))
    for index in 0..<count where unsafe all[index].from >= 0 {
      let known = unsafe all[index]
      unsafe slot(AttributesID(index: known.from), AttributesID(index: known.to)).pointee = known
    }
    unsafe all.deallocate()
  }

  private mutating func forget() {
    unsafe slots.initialize(repeating: Slot(), count: 1 << Int(slotBits))
    sequenceCount = 0
    prepared = 0
  }
}
