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

  /// A counter that the attributes of a list start.
  init(_ attributes: [ElementAttribute]) {
    let start = attributes.first { $0.name == "start" }.flatMap { Self.number($0.value) }
    if let start { next = start }
    // Without a start, it would take all items to know where to begin.
    if start != nil, attributes.contains(where: { $0.name == "reversed" }) { step = -1 }
  }

  /// The number of an item.
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

extension DocumentLayout {
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

  /// Makes a marker for which there is no room text of its item.
  mutating func showMarkerInText(_ styles: inout ComputedStyleTable) {
    let (frame, outer) = (frames[frames.count - 1], frames[frames.count - 2])
    guard let marker = frame.marker,
      marker.cells + 2 > columns + frame.geometry.margin.left + outer.geometry.padding.left
    else { return }
    frames[frames.count - 1].marker = nil
    var text = LineBuffer()
    text.append(0..<marker.text.count, of: marker.text.span, marker.style)
    text.append(count: 1, marker.style)
    append(text, 0..<text.bytes.count, &styles)
  }
}
