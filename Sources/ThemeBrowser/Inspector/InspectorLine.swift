import CellLayout
import StyleValues
import Styling
import TerminalOutput

/// A line of the inspector.
struct InspectorLine {
  /// The object of the chrome that it is, which decides its look.
  var name: ChromeClass

  /// True if it shows a declaration that lost.
  var isLost: Bool

  /// Text at the left.
  var text: String

  /// Text at the right, where there is room; its parts with `detailSeparator` between them.
  var detail: String

  /// Between the parts of a detail, of which the last ones are left out where room is short.
  static let detailSeparator = "   "

  /// The value that it shows.
  var value: EditableValue?

  /// The colours that it speaks of.
  var swatches: [TerminalColor]

  /// The number of the run that it leads to.
  var run: Int?

  init(
    _ name: ChromeClass, _ text: String, detail: String = "", isLost: Bool = false,
    value: EditableValue? = nil, swatches: [TerminalColor] = [], run: Int? = nil
  ) {
    self.name = name
    self.text = text
    self.detail = detail
    self.isLost = isLost
    self.value = value
    self.swatches = swatches
    self.run = run
  }
}

/// The colours that a value names, whatever stands around them.
enum ColorWords {
  /// Maximum number of colours shown of one value: a gradient may have a hundred.
  private static let most = 4

  /// The colours in a value of some dialect, in their order.
  static func colors(in value: String, _ dialect: Dialect) -> [TerminalColor] {
    var colors: [TerminalColor] = []
    collect(value[...], ConversionContext(dialect: dialect), &colors, depth: 0)
    return colors
  }

  private static func collect(
    _ text: Substring, _ context: ConversionContext, _ colors: inout [TerminalColor], depth: Int
  ) {
    for word in words(of: text) where colors.count < most {
      switch try? ColorValue.convert(String(word), in: context) {
      case .absolute(let color): colors.append(.rgb(color.srgb.rgb8))
      case .ansi(let entry): colors.append(.palette(entry))
      case .currentColor: break
      case nil:
        // The colours of a gradient stand inside it.
        guard depth < 4, let open = word.firstIndex(of: "("), word.hasSuffix(")") else { break }
        collect(word[word.index(after: open)...].dropLast(), context, &colors, depth: depth + 1)
      }
    }
  }

  /// The parts of a value between blanks, commas and slashes that are in no brackets.
  private static func words(of text: Substring) -> [Substring] {
    var depth = 0
    return text.utf8.prefix(1024).split { byte in
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      return depth == 0 && [0x20, 0x2C, 0x2F, 0x0A, 0x22].contains(byte)
    }.map { Substring($0) }
  }
}
