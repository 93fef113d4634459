import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Counter of the items of a list (CSS Lists 3 §4).
struct ListCounter {
  /// Number of the next item.
  private(set) var next = 1

  private var step = 1

  /// Starts at the number that the attributes of a list say.
  init(_ attributes: [ElementAttribute]) {
    if let start = Self.start(attributes) {
      next = start
      if Self.isReversed(attributes) { step = -1 }
    }
  }

  init(downFrom count: Int) { (next, step) = (count, -1) }

  /// True for a reversed list without `start`, whose first number is the number of its items.
  static func needsCount(_ attributes: [ElementAttribute]) -> Bool {
    isReversed(attributes) && start(attributes) == nil
  }

  private static func isReversed(_ attributes: [ElementAttribute]) -> Bool {
    attributes.contains { $0.name == "reversed" }
  }

  private static func start(_ attributes: [ElementAttribute]) -> Int? {
    attributes.first { $0.name == "start" }.flatMap { number($0.value) }
  }

  /// Counts an item, and returns its number.
  mutating func take(_ attributes: [ElementAttribute]) -> Int {
    let value = attributes.first { $0.name == "value" }.flatMap { Self.number($0.value) }
    let number = value ?? next
    next = number &+ step
    return number
  }

  private static func number(_ text: String) -> Int? {
    Int(text).flatMap { abs($0) <= 1_000_000_000 ? $0 : nil }
  }
}

extension ListStyleType {
  /// Text of the marker of an item, without the space behind it; nil for none.
  ///
  /// Numbers that a style has no letters for are decimal (CSS Counter Styles 3 §6).
  func marker(_ number: Int) -> String? {
    switch self {
    case .none: nil
    case .disc: "•"
    case .circle: "◦"
    case .square: "▪"
    case .decimal: "\(number)."
    case .decimalLeadingZero:
      (abs(number) < 10 ? (number < 0 ? "-0" : "0") + "\(abs(number))" : "\(number)") + "."
    case .lowerAlpha: (Self.alphabetic(number) ?? "\(number)") + "."
    case .upperAlpha: (Self.alphabetic(number)?.uppercased() ?? "\(number)") + "."
    case .lowerRoman: (Self.roman(number)?.lowercased() ?? "\(number)") + "."
    case .upperRoman: (Self.roman(number) ?? "\(number)") + "."
    case .string(let text): text
    }
  }

  private static func alphabetic(_ number: Int) -> String? {
    guard number > 0 else { return nil }
    var letters: [UInt8] = []
    var rest = number
    while rest > 0 {
      rest -= 1
      letters.append(UInt8(ascii: "a") + UInt8(rest % 26))
      rest /= 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  private static func roman(_ number: Int) -> String? {
    guard (1...3999).contains(number) else { return nil }
    let signs = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var text = ""
    var rest = number
    for (value, sign) in signs {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }
}

/// A reversed list whose items are counted before the first one is laid out.
struct UncountedList: StyleHolder {
  private var style: StyleID
  private var content = CellContent()
  private var items = 0
  private var depth = 1

  /// With more bytes, only the items so far are counted.
  static let mostBytes = 1 << 20

  init(_ style: StyleID) { self.style = style }

  var isFull: Bool { content.text.bytes.count + content.items.count > Self.mostBytes }

  mutating func append(_ line: StyledLines, _ range: Range<Int>, boxes: [Range<Int>]) {
    content.append(line, range, boxes: boxes, toItemsFrom: 0)
  }

  mutating func open(_ style: StyleID, _ styles: borrowing ComputedStyleTable) {
    if depth == 1, styles[style].block?.display == .listItem { items += 1 }
    depth += 1
    content.append(.open(style))
  }

  /// Ends a block; false if that is the list itself.
  mutating func close() -> Bool {
    depth -= 1
    guard depth > 0 else { return false }
    content.append(.close)
    return true
  }

  /// Lays out the items that were read.
  func layOut(in layout: inout DocumentLayout, _ styles: inout ComputedStyleTable) {
    layout.push(style, &styles)
    layout.frames[layout.frames.count - 1].counter = ListCounter(downFrom: items)
    layout.replay(content, content.items.indices, &styles)
  }

  mutating func visit(_ body: (inout StyleID) -> Void) {
    body(&style)
    content.visit(body)
  }
}

extension DocumentLayout {
  /// True if the items of a list have to be counted; false in several such lists, as each is laid
  /// out twice.
  mutating func needsCount(_ style: StyleID, _ styles: borrowing ComputedStyleTable) -> Bool {
    guard styles.summary(style).element == .ol, countedLists < 3, let tag = styles[style].tag else {
      return false
    }
    return ListCounter.needsCount(tag.attributes)
  }

  mutating func layOutCounted(_ styles: inout ComputedStyleTable) {
    guard let list = uncounted else { return }
    uncounted = nil
    countedLists += 1
    list.layOut(in: &self, &styles)
    countedLists -= 1
  }

  /// The marker of an item, which its list counts; nil for none.
  mutating func marker(
    of style: StyleID, _ block: BlockStyle, _ attributes: [ElementAttribute],
    _ styles: inout ComputedStyleTable
  ) -> BlockFrame.Marker? {
    let number = frames[frames.count - 1].counter?.take(attributes)
    var own = styles.filling(of: style)
    var text = block.listStyleType.marker(number ?? 1).map { Array($0.utf8) }
    if let generated = styles.generated(.marker, of: style) {
      own = generated.style
      if styles[style].insertion(.marker)?.keepsText == false { text = generated.text }
    }
    guard var text, !text.isEmpty else { return nil }
    // A marker is one line, with one cell between it and the text.
    text.removeAll { $0 == 0x0A }
    while text.last == 0x20 { text.removeLast() }
    let cells = cellWidth(of: text, in: 0..<text.count, rules: target.widthRules)
    return BlockFrame.Marker(text: text, cells: cells, style: own)
  }

  /// Moves a marker for which there is no room into the text of its item.
  mutating func showMarkerInText(_ styles: inout ComputedStyleTable) {
    let (inner, outer) = (frames.count - 1, frames.count - 2)
    guard let marker = frames[inner].marker,
      marker.cells + 2 > columns + frames[inner].geometry.margin.left
        + frames[outer].geometry.padding.left
    else { return }
    frames[inner].marker = nil
    var text = StyledLines()
    text.append(0..<marker.text.count, of: marker.text.span, marker.style)
    text.append(count: 1, marker.style)
    append(text, 0..<text.bytes.count, &styles)
  }
}
