import Bytes
import CellLayout
import StyledText
import Styling
import TerminalOutput

/// The styles that a stream has met, each as a small number.
///
/// Only what the loop over tags asks for at every one of them is kept without further ado; what a
/// style looks like is shared by all styles that look the same.
struct StreamStyles: ~Copyable {
  /// What the loop over tags asks of a style.
  struct Head {
    /// Equal for styles whose children look alike: half of the key of a tag.
    var state: Int32
    /// The number of what it looks like; where styles are recorded, one more than its own number.
    var look: Int32
    /// The element that it belongs to.
    var element: MarkupElement
    /// Whether text in it can be copied as it is.
    var isVerbatim: Bool
  }

  private let target: OutputTarget
  /// What the host object paints behind all text.
  let hostBackdrop: Backdrop
  private var quantizer: ColorQuantizer
  private var linkIDs: [String: Int] = [:]
  private var linkCount = 0

  /// What leads from one look to another.
  var looks: StreamLooks

  private var contents: [SpanContent] = []

  /// How a recorded style is drawn.
  private struct Drawing {
    /// The number of what it looks like.
    var look: Int32
    /// Whether its shadow or gradient has to be painted cell by cell.
    var needsCells: Bool
    /// Whether its blanks cannot be seen.
    var hidesBlanks: Bool
  }

  /// Whether styles are recorded, to be drawn when lines are complete.
  private let recordsStyles: Bool
  /// For every style that is recorded.
  private var drawings: [Drawing] = []

  private var heads: UnsafeMutablePointer<Head>
  private var capacity = 256

  /// More links than this are not told apart for ever.
  private static let mostLinks = 1 << 12

  init(
    backdrop: Backdrop, target: OutputTarget, recordsStyles: Bool = false
  ) {
    self.recordsStyles = recordsStyles
    self.target = target
    quantizer = ColorQuantizer(depth: target.environment.colorDepth)
    hostBackdrop = backdrop
    looks = StreamLooks(
      encoder: SGREncoder(capabilities: target.capabilities),
      isPlain: target.environment.colorDepth == .none)
    heads = .allocate(capacity: capacity)
    addBlankLook()
  }

  deinit {
    heads.deallocate()
  }

  /// How much colour is written.
  var depth: ColorDepth { quantizer.depth }

  /// How many styles there are.
  var count: Int { contents.count }

  /// What the loop asks of a style.
  ///
  /// The number must be that of a style.
  @inline(__always)
  func head(_ style: Int) -> Head { heads[style] }

  /// What the markup says about a style.
  func content(_ style: Int) -> SpanContent { contents[style] }

  /// The number of a new style.
  mutating func add(_ content: SpanContent) -> Int {
    let environment = target.environment
    let paint = RunPaint(content.style, content.paint, in: environment)
    let rendition =
      depth == .none
      ? .standard : quantizer.quantize(paint.rendition(in: environment, over: hostBackdrop))
    var look = StreamLooks.Look(rendition: rendition)
    if environment.hasHyperlinks, let target = content.link, let link = Hyperlink(target: target) {
      look.link = link
      look.linkID = linkID(target)
    }
    let number = looks.number(of: look)
    if recordsStyles {
      drawings.append(
        Drawing(
          look: number, needsCells: depth >= .ansi8 && paint.needsCells,
          hidesBlanks: depth == .none || (look.link == nil && rendition.hidesBlanks)))
    }
    return append(
      content,
      Head(
        state: content.state, look: number, element: content.tag?.element ?? .span,
        isVerbatim: !content.changesText))
  }

  private mutating func append(_ content: SpanContent, _ head: Head) -> Int {
    var head = head
    if recordsStyles { head.look = Int32(contents.count + 1) }
    if contents.count == capacity {
      let moved = UnsafeMutablePointer<Head>.allocate(capacity: capacity * 2)
      moved.update(from: heads, count: capacity)
      heads.deallocate()
      heads = moved
      capacity *= 2
    }
    (heads + contents.count).initialize(to: head)
    contents.append(content)
    return contents.count - 1
  }

  private mutating func linkID(_ target: String) -> Int {
    if let known = linkIDs[target] { return known }
    if linkIDs.count >= Self.mostLinks { linkIDs = [:] }
    linkCount += 1
    linkIDs[target] = linkCount
    return linkCount
  }

  // MARK: Recorded styles

  /// The number of what a recorded style looks like.
  @inline(__always)
  func drawnLook(_ style: Int) -> Int32 { drawings[style].look }

  /// Whether a recorded style has to be painted cell by cell.
  func needsCells(_ style: Int) -> Bool { drawings[style].needsCells }

  /// Whether blanks in a recorded style cannot be seen.
  func hidesBlanks(_ style: Int) -> Bool { drawings[style].hidesBlanks }

  /// The number of the look of cells without text.
  private(set) var blankLook = StreamLooks.standard

  /// Whether cells without text can be seen, because the host object has a background.
  private(set) var showsBlanks = false

  private mutating func addBlankLook() {
    guard recordsStyles, depth != .none else { return }
    let rendition = quantizer.quantize(
      GraphicRendition(background: hostBackdrop.cellColor(in: target.environment)))
    blankLook = looks.number(of: StreamLooks.Look(rendition: rendition))
    showsBlanks = !rendition.hidesBlanks
  }

  /// Writes the cells of a block as lines.
  mutating func append(_ buffer: CellBuffer, to output: inout StreamBuffer) {
    var buffer = buffer
    quantizer.quantize(&buffer)
    var bytes: [UInt8] = []
    BlockWriter(target).append(buffer, into: &bytes)
    output.append(contentsOf: bytes)
  }

  // MARK: Forgetting

  /// Forgets all styles but some.
  ///
  /// - Parameters:
  ///   - kept: The styles to keep, which get new numbers.
  ///   - look: A look to keep, which gets a new number; of no use where styles are recorded.
  mutating func removeAll(but kept: inout [Int], look: inout Int32) {
    var numbers: [Int: Int] = [:]
    let old = (heads: kept.map { heads[$0] }, contents: kept.map { contents[$0] })
    let oldDrawings = drawings
    let oldLooks = looks.forget()
    if !recordsStyles { look = looks.number(of: oldLooks[Int(look)]) }
    contents = []
    drawings = []
    addBlankLook()
    for index in kept.indices {
      if let known = numbers[kept[index]] {
        kept[index] = known
        continue
      }
      var head = old.heads[index]
      if recordsStyles {
        var drawing = oldDrawings[kept[index]]
        drawing.look = looks.number(of: oldLooks[Int(drawing.look)])
        drawings.append(drawing)
      } else {
        head.look = looks.number(of: oldLooks[Int(head.look)])
      }
      let number = append(old.contents[index], head)
      numbers[kept[index]] = number
      kept[index] = number
    }
  }
}
