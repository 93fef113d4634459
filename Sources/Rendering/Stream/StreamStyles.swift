import Bytes
import CellLayout
import Diagnostics
import StyledText
import Styling
import TerminalOutput

/// A number that stands for a style of an epoch: what a tag means in its place.
struct StyleID: Hashable {
  /// From 0 on.
  let index: Int32
}

/// The styles and tags that a stream has met, each with a number.
///
/// Only what the loop over tags asks for at every one of them is kept without further ado; what a
/// style looks like is shared by all styles that look the same. Memory does not grow with the
/// input: when there are too many styles an *epoch* ends, all tables are made anew, and what is open
/// is opened again.
@safe
struct StreamStyles: ~Copyable {
  /// What the loop over tags asks of a style.
  struct Head {
    /// Equal for styles whose children look alike: half of the key of a tag.
    var state: Int32
    /// What it looks like.
    var look: LookID
    /// The element that it belongs to.
    var element: MarkupElement
    /// What is true of it, in one byte, as it is loaded with every tag.
    var traits: Traits

    /// Whether text in it can be copied as it is.
    var isVerbatim: Bool { traits.contains(.verbatim) }
    /// Whether its element is hidden or a box, or the sheet puts text into it.
    var isSpecial: Bool { !traits.isDisjoint(with: [.box, .special]) }
    /// Whether its element is a box, and whether it is nothing else that is special.
    var isBox: Bool { traits.contains(.box) }
    var isOnlyBox: Bool { isBox && !traits.contains(.special) }
  }

  /// What can be true of a style.
  struct Traits: OptionSet {
    let rawValue: UInt8

    static let verbatim = Traits(rawValue: 1)
    static let box = Traits(rawValue: 2)
    /// Special without being a box.
    static let special = Traits(rawValue: 4)
  }

  private let environment: Environment
  private let encoder: LookEncoder
  /// What the host object paints behind all text.
  let hostBackdrop: Backdrop
  /// Whether styles are recorded, to be drawn when lines are complete.
  private let recordsStyles: Bool
  private var quantizer: ColorQuantizer
  /// The work that painting new styles, and lines that need cells, may still take.
  var budget = LayoutBudget()
  /// Problems of the layout of lines and boxes, and those of them that were told.
  var layoutFindings = LayoutFindings()
  private var linkIDs: [String: Int] = [:]
  private var linkCount = 0

  // What an epoch has met.
  var spans: SpanResolver
  /// The numbers of the styles of tags, by the style around them.
  var tags = TagCache()
  /// The styles of line breaks without attributes, by the state around them.
  var plainBreaks: [Int32: StyleID] = [:]
  /// What leads from one look to another.
  var looks: StreamLooks
  private var contents: [SpanContent] = []
  /// The styles of plain spans by their nodes: nothing else decides.
  private var plainSpans: [StyleID?] = []
  /// The looks of nodes without a link.
  private var nodeLooks: [LookID?] = []
  /// The styles of what the sheet puts into elements.
  private var insertions: [Insertion: StyleID] = [:]

  private struct Insertion: Hashable {
    var element: StyleID
    var part: PseudoElement
  }

  /// The boxes of elements in others, and the styles of the blanks in them.
  private(set) var boxes: [InlineBoxCells] = []
  private(set) var boxParts: [StreamBox] = []
  private var boxNumbers: [BoxPlace: Int] = [:]
  /// For each style the number of the box that it made last; -1 for none.
  private var latestBoxes: [Int32] = []
  private var fillings: [StyleID: StyleID] = [:]

  private struct BoxPlace: Hashable {
    var element: StyleID
    var outer: StyleID
  }

  /// Whether spaces in boxes collapse, and how cells are counted.
  private let boxWhiteSpace: WhiteSpace
  private let widthRules: WidthRules

  private var heads: UnsafeMutablePointer<Head>
  private var capacity = 256
  /// With more styles the epoch ends.
  private var mostStyles = Self.comfortableCount
  /// So it does when the resolver keeps more.
  private var mostKept = StyleResolver.comfortableCount

  /// So many styles are kept at least.
  private static let comfortableCount = 1 << 13

  /// More links than this are not told apart for ever.
  private static let mostLinks = 1 << 12

  init(_ spans: SpanResolver, _ options: StreamRenderer.Options, _ encoder: LookEncoder) {
    self.spans = spans
    environment = options.target.environment
    hostBackdrop = spans.styles.hostBackdrop
    boxWhiteSpace = options.fitsLines ? spans.styles.hostStyle.block.whiteSpace : .preWrap
    widthRules = options.target.widthRules
    quantizer = ColorQuantizer(
      options.target, readable: spans.styles.hostStyle.block.readable)
    self.encoder = encoder
    recordsStyles = options.fitsLines
    looks = StreamLooks(encoder: encoder)
    unsafe heads = .allocate(capacity: capacity)
    addHost()
  }

  deinit {
    unsafe heads.deallocate()
  }

  /// How much colour is written.
  var depth: ColorDepth { quantizer.depth }

  /// The style of text outside of all tags.
  static var host: StyleID { StyleID(index: 0) }

  /// What the loop asks of a style.
  @inline(__always)
  func head(_ style: StyleID) -> Head { unsafe heads[Int(truncatingIfNeeded: style.index)] }

  /// What the markup says about a style.
  func content(_ style: StyleID) -> SpanContent { contents[Int(style.index)] }

  /// The number of a new style.
  mutating func add(_ content: SpanContent) -> StyleID {
    let style = StyleID(index: Int32(contents.count))
    let look = number(ofLookOf: content, style)
    if contents.count == capacity {
      let moved = UnsafeMutablePointer<Head>.allocate(capacity: capacity * 2)
      unsafe moved.update(from: heads, count: capacity)
      unsafe heads.deallocate()
      unsafe heads = unsafe moved
      capacity *= 2
    }
    unsafe (heads + contents.count).initialize(
      to: Head(
        state: content.state, look: look, element: content.tag?.element ?? .span,
        traits: traits(of: content)))
    contents.append(content)
    return style
  }

  private func traits(of content: SpanContent) -> Traits {
    var traits: Traits = []
    if !content.changesText && (recordsStyles || encoder.keepsText) { traits.insert(.verbatim) }
    if content.box != nil { traits.insert(.box) }
    if content.isSpecial { traits.insert(.special) }
    return traits
  }

  /// The number of the box of an element of some style inside one of another; nil if it is none.
  @inline(__always)
  mutating func boxNumber(_ style: StyleID, inside outer: StyleID) -> Int? {
    let place = Int(style.index)
    if place < latestBoxes.count, case let number = Int(latestBoxes[place]), number >= 0,
      boxParts[number].outer == outer
    {
      return number
    }
    return otherBoxNumber(style, inside: outer)
  }

  @inline(never)
  private mutating func otherBoxNumber(_ style: StyleID, inside outer: StyleID) -> Int? {
    let key = BoxPlace(element: style, outer: outer)
    if boxNumbers[key] == nil {
      guard let measures = content(style).box else { return nil }
      let fill = filling(style)
      let cells = InlineBoxCells(
        measures, columns: environment.columns, whiteSpace: boxWhiteSpace,
        isHidden: content(style).style.visibility == .hidden, rules: widthRules)
      boxNumbers[key] = boxes.count
      boxes.append(cells)
      boxParts.append(
        StreamBox(
          plain: cells.plain, outer: outer, text: head(style).look, filling: head(fill).look,
          outside: head(filling(outer)).look))
    }
    let place = Int(style.index)
    while latestBoxes.count <= place { latestBoxes.append(-1) }
    latestBoxes[place] = Int32(boxNumbers[key] ?? -1)
    return boxNumbers[key]
  }

  /// The style of the blanks in an element.
  private mutating func filling(_ style: StyleID) -> StyleID {
    let content = content(style)
    let filling = content.filling
    if filling === content { return style }
    if let known = fillings[style] { return known }
    let added = add(filling)
    fillings[style] = added
    return added
  }

  /// The style of what the sheet puts into an element of some style, and its text.
  mutating func insertion(
    _ part: PseudoElement, of style: StyleID
  ) -> (style: StyleID, text: [UInt8])? {
    guard let insertion = content(style).insertion(part) else { return nil }
    let key = Insertion(element: style, part: part)
    let own = insertions[key] ?? add(insertion.content)
    insertions[key] = own
    return (own, insertion.text)
  }

  /// The style of a `span` with no attribute but `class`; nil where the tag has to be looked at more
  /// closely.
  mutating func plainSpan(
    classes: Range<Int>, in bytes: Span<UInt8>, parent: StyleID
  ) -> StyleID? {
    let parent = content(parent)
    guard !recordsStyles, let node = spans.plainSpan(classes: classes, in: bytes, parent: parent)
    else { return nil }
    let place = Int(node.index)
    while plainSpans.count <= place { plainSpans.append(nil) }
    if let known = plainSpans[place] { return known }
    let style = add(
      spans.content(ofPlainSpan: node, classes: classes, in: bytes, parent: parent))
    plainSpans[place] = style
    return style
  }

  /// The number of what a style looks like, kept for each node where nothing else decides.
  private mutating func number(ofLookOf content: SpanContent, _ style: StyleID) -> LookID {
    guard let node = content.node, content.link == nil, !content.isFilling, !recordsStyles,
      !encoder.keepsClasses
    else {
      return looks.id(of: look(of: content, style))
    }
    let place = Int(node.index)
    while nodeLooks.count <= place { nodeLooks.append(nil) }
    if let known = nodeLooks[place] { return known }
    let number = looks.id(of: look(of: content, style))
    nodeLooks[place] = number
    return number
  }

  private mutating func look(of content: SpanContent, _ style: StyleID) -> Look {
    var look = Look()
    if depth != .none {
      let paint = RunPaint(content.style, content.paint, in: environment, &budget)
      look.rendition = quantizer.quantize(paint.rendition(in: environment, over: hostBackdrop))
      if let target = content.link, let link = encoder.link(to: target) {
        look.link = link
        look.linkID = linkID(target)
      }
      if depth >= .ansi256, !recordsStyles, paint.hasHiddenShadow {
        layoutFindings.found.insert(.hidesShadows)
      }
      look.needsCells = recordsStyles && depth >= .ansi8 && paint.needsCells
    }
    look.isBlank = content.style.visibility == .hidden
    if recordsStyles { look.style = style }
    if encoder.keepsClasses, let tag = content.tag { look.classes = tag.classes }
    return look
  }

  private mutating func linkID(_ target: String) -> Int {
    if let known = linkIDs[target] { return known }
    if linkIDs.count >= Self.mostLinks { linkIDs = [:] }
    linkCount += 1
    linkIDs[target] = linkCount
    return linkCount
  }

  /// Keeps a box of the epoch before, with the looks that it has now.
  ///
  /// - Returns: Its number.
  mutating func keep(_ cells: InlineBoxCells, _ box: StreamBox) -> Int {
    var box = box
    // No tag leads to it again.
    box.outer = StyleID(index: -1)
    boxes.append(cells)
    boxParts.append(box)
    return boxes.count - 1
  }

  // MARK: Cells

  /// The look of cells without text.
  private(set) var blankLook = LookID.standard

  private mutating func addHost() {
    _ = add(spans.host)
    guard recordsStyles, depth != .none else { return }
    let background = GraphicRendition(background: hostBackdrop.cellColor(in: environment))
    blankLook = looks.id(of: Look(rendition: quantizer.quantize(background)))
  }

  /// What was found about colours, but for so many findings.
  func findings(since count: Int) -> [Diagnostic] { quantizer.findings(since: count) }

  /// Findings about the layout of lines and boxes, each kind once.
  mutating func takeLayoutFindings() -> [Diagnostic] {
    if budget.isExceeded { layoutFindings.found.insert(.leavesOutLayers) }
    return layoutFindings.take()
  }

  /// Writes the cells of a block as lines.
  mutating func append(_ block: BlockLayout, to output: inout StreamBuffer) {
    budget = block.budget
    layoutFindings.found.formUnion(LayoutProblems(of: block))
    var buffer = block.buffer
    quantizer.quantize(&buffer, runs: block.runs)
    encoder.append(buffer, to: &output)
  }

  // MARK: Epochs

  /// Whether it is time to begin anew.
  var areMany: Bool {
    contents.count >= mostStyles || boxes.count >= mostStyles || spans.styles.keptCount >= mostKept
  }

  /// Begins anew with the styles of the elements that are open.
  ///
  /// - Parameters:
  ///   - open: The open elements, each with the style around it.
  ///   - innermost: The style in the innermost one.
  ///   - kept: Looks that are still needed.
  mutating func startEpoch(
    reopening open: inout OpenElements, innermost: inout StyleID, looks kept: inout [LookID]
  ) {
    let (oldContents, oldLooks) = (contents, looks.all)
    let inside = (0..<open.depth).map { index in
      index + 1 < open.depth ? StyleID(index: open[index + 1].outer) : innermost
    }
    spans = SpanResolver(after: spans)
    tags = TagCache()
    plainBreaks = [:]
    looks = StreamLooks(encoder: encoder)
    contents = []
    insertions = [:]
    boxes = []
    boxParts = []
    boxNumbers = [:]
    latestBoxes = []
    fillings = [:]
    nodeLooks = []
    plainSpans = []
    addHost()
    innermost = Self.host
    let reopened = spans.reopen(inside.map { oldContents[Int($0.index)] })
    for (index, content) in reopened.enumerated() {
      open.setOuter(innermost.index, at: index)
      innermost = add(content)
    }
    var taken: [LookID: LookID] = [.standard: .standard]
    for (place, old) in kept.enumerated() {
      if taken[old] == nil {
        let look = oldLooks[Int(old.index)]
        if let style = look.style {
          let added = add(oldContents[Int(style.index)])
          taken[old] = head(added).look
        } else {
          taken[old] = looks.id(of: look)
        }
      }
      kept[place] = taken[old] ?? .standard
    }
    // With very many open elements it must not be time again at once.
    mostStyles = max(Self.comfortableCount, 2 * contents.count)
    mostKept = max(StyleResolver.comfortableCount, 2 * spans.styles.keptCount)
  }
}
