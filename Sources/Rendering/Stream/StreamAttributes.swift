import Bytes
import CellLayout
import Diagnostics
import StyledText
import Styling
import TerminalOutput

/// The attributes of the styles of a stream, resolved for its target.
struct StreamAttributes: ~Copyable {
  let encoder: TextEncoder
  private let environment: Environment
  /// Backdrop that the host object paints behind all text of pages and of lines that are laid out;
  /// other lines are no block, and have none.
  let hostBackdrop: Backdrop
  /// True if lines are laid out, and shadows and gradients painted.
  private let writesCells: Bool
  private var quantizer: ColorQuantizer
  /// The cost that painting new styles, and lines that need cells, may still have.
  private(set) var budget = PaintBudget()
  /// Problems of the layout of lines and boxes.
  var layoutFindings = LayoutFindings()
  private var links = LinkNumbers()
  /// Index of the attributes of nodes without a link, if all are of one resolver.
  private var byNode: [AttributesID?] = []
  private var hasOneResolver = true
  /// Number of styles whose attributes are known.
  private var styleCount = 0
  var transitions: TransitionTable
  /// Attributes of cells without text.
  private(set) var blank = AttributesID.standard

  init(_ resolver: StyleResolver, _ options: StreamRenderer.Options) {
    encoder = TextEncoder(options, over: resolver.hostBackdrop)
    environment = options.target.environment
    hostBackdrop = options.fitsLines || options.isHTML ? resolver.hostBackdrop : .none
    writesCells = options.fitsLines
    quantizer = ColorQuantizer(options.target, readable: resolver.hostStyle.block.readable)
    transitions = TransitionTable(encoder: encoder)
    addBlank()
  }

  private mutating func addBlank() {
    guard writesCells, depth != .none else { return }
    let background = GraphicRendition(background: hostBackdrop.cellColor(in: environment))
    blank = transitions.id(of: TextAttributes(rendition: quantizer.quantize(background)))
  }

  var depth: ColorDepth { quantizer.depth }

  subscript(id: AttributesID) -> TextAttributes {
    @inline(__always)
    get { transitions[id] }
  }

  @inline(__always)
  func id(of style: StyleID, _ styles: borrowing ComputedStyleTable) -> AttributesID {
    AttributesID(index: styles.summary(style).attributes)
  }

  /// Sets the attributes of new styles.
  mutating func update(_ styles: inout ComputedStyleTable) {
    while styleCount < styles.count {
      let style = StyleID(index: Int32(styleCount))
      styles.setAttributes(number(of: styles[style]).index, of: style)
      styleCount += 1
    }
  }

  /// Sets the attributes of the blanks of boxes, and records if something extends beyond those.
  mutating func update(for laidOut: BoxLayout, _ styles: inout ComputedStyleTable) {
    update(&styles)
    if laidOut.standsOut { layoutFindings.found.insert(.standsOut) }
  }

  /// Forgets the styles of a table that is renewed; `current` stays valid.
  mutating func renew(keeping current: inout AttributesID) {
    let kept = transitions[current]
    transitions = TransitionTable(encoder: encoder)
    byNode = []
    styleCount = 0
    addBlank()
    current = transitions.id(of: kept)
  }

  /// Begins a text with a table of its own, which may have elements of other resolvers.
  mutating func beginText() {
    if transitions.all.count > Self.mostKept { transitions = TransitionTable(encoder: encoder) }
    hasOneResolver = false
    styleCount = 0
    links = LinkNumbers()
    budget = PaintBudget()
  }

  /// With more attributes than this, a text begins with an empty table.
  private static let mostKept = 1 << 12

  private mutating func number(of content: ComputedElement) -> AttributesID {
    guard hasOneResolver, let node = content.node, content.link == nil, content.label == nil,
      !content.isFilling, !encoder.keepsClasses
    else { return transitions.id(of: attributes(of: content)) }
    let index = Int(node.index)
    while byNode.count <= index { byNode.append(nil) }
    if let known = byNode[index] { return known }
    let number = transitions.id(of: attributes(of: content))
    byNode[index] = number
    return number
  }

  private mutating func attributes(of content: ComputedElement) -> TextAttributes {
    var attributes = TextAttributes()
    if depth != .none {
      let style = ResolvedTextStyle(content.style, content.compositing, in: environment, &budget)
      attributes.rendition = quantizer.quantize(
        style.rendition(in: environment, over: hostBackdrop))
      if let target = content.link, let link = encoder.link(to: target) {
        attributes.link = link
        attributes.linkID = links.number(of: target)
      }
      if depth >= .ansi256, !writesCells, style.hasHiddenShadow {
        layoutFindings.found.insert(.hidesShadows)
      }
      attributes.needsCells = writesCells && depth >= .ansi8 && style.needsCells
    }
    attributes.isBlank = content.style.visibility == .hidden
    if case .html(let page) = encoder {
      attributes.element = HTMLPage.Element(content, keepsClasses: page.keepsClasses)
    }
    return attributes
  }

  // MARK: Findings

  /// Findings about colours, from an index on.
  func findings(since count: Int) -> [Diagnostic] { quantizer.findings(since: count) }

  /// Takes out the findings about the layout of lines and boxes, each kind once.
  mutating func takeLayoutFindings() -> [Diagnostic] {
    if budget.isExceeded { layoutFindings.found.insert(.leavesOutLayers) }
    return layoutFindings.take()
  }

  // MARK: Cells

  mutating func append(_ block: BlockLayout, to output: inout StreamBuffer) {
    budget = block.budget
    layoutFindings.found.formUnion(LayoutProblems(of: block))
    var buffer = block.buffer
    quantizer.quantize(&buffer, runs: block.runs)
    encoder.append(buffer, to: &output)
  }
}

/// Numbers that identify the pieces of one link.
private struct LinkNumbers {
  private var numbers: [String: Int] = [:]
  private var count = 0

  /// Links are forgotten at this number, so that memory stays limited.
  private static let most = 1 << 12

  mutating func number(of target: String) -> Int {
    if let known = numbers[target] { return known }
    if numbers.count >= Self.most { numbers = [:] }
    count += 1
    numbers[target] = count
    return count
  }
}
