import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Four colours that tell a theme from others in a row of the list: its background, its text, its
/// most colourful one and the most frequent of the others.
struct ColorStrip: Hashable, Sendable {
  /// The colours, from the left; nil where there is none.
  let colors: [TerminalColor?]

  /// Maximum number of classes to look at; a sheet may have very many.
  private static let mostClasses = 200

  /// Finds the four colours of a sheet.
  init(of sheet: Stylesheet, _ environment: Environment) {
    let environment = environment.adopting(sheet.palette)
    let resolver = StyleResolver(stylesheet: sheet, environment: environment)
    let background = resolver.hostBackdrop.cellColor(in: environment)
    let paint = ResolvedTextStyle(resolver.hostStyle.text, PaintState(), in: environment)
    let text = paint.rendition(on: resolver.hostBackdrop, in: environment).foreground
    var counts: [TerminalColor: Int] = [:]
    for name in sheet.classNames.prefix(Self.mostClasses) {
      let node = resolver[
        resolver.child(of: resolver.hostNode, ElementDescription(tag: "span", classes: [name]))]
      let look = ResolvedTextStyle(node.style, node.paint, in: environment)
        .rendition(on: resolver.hostBackdrop, in: environment)
      for color in [look.foreground, look.background] where color != text && color != background {
        counts[color, default: 0] += 1
      }
    }
    let others = counts.sorted { first, second in
      first.value == second.value
        ? Self.colorfulness(first.key) > Self.colorfulness(second.key)
        : first.value > second.value
    }.map(\.key)
    let accent = others.max { Self.colorfulness($0) < Self.colorfulness($1) }
    colors = [
      background == .standard ? nil : background, text == .standard ? nil : text, accent,
      others.first { $0 != accent },
    ]
  }

  private static func colorfulness(_ color: TerminalColor) -> Double {
    let rgb: RGB8
    switch color {
    case .standard: return 0
    case .palette(let entry): rgb = TerminalPalette.median[entry]
    case .rgb(let exact): rgb = exact
    }
    return Color(rgb).converted(to: .oklch).components.y
  }
}
