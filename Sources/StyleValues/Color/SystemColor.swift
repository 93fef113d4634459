/// The colours that a user interface has by itself: `Canvas`, `LinkText` and so on.
///
/// CSS Color 4 §6.2. A browser asks the desktop for them; a terminal knows of none, so these are
/// fixed: one set for dark and one for light backgrounds, those that the specification pairs with
/// a contrast of 4.5 : 1 or more (WCAG 2, §1.4.3).
///
/// ```swift
/// print(SystemColor.linkText.color(on: .light).hex)  // #0000ee
/// print(SystemColor(named: "windowtext") == .canvasText)  // true
/// let context = ConversionContext(colorScheme: .light)
/// print(try ColorValue.convert("Canvas", in: context).cssText)  // rgb(255, 255, 255)
/// ```
package enum SystemColor: String, CaseIterable, Hashable, Sendable {
  /// The background of controls that stand out.
  case accentColor = "AccentColor"
  /// Text on `AccentColor`.
  case accentColorText = "AccentColorText"
  /// A link while it is pressed, on `Canvas`.
  case activeText = "ActiveText"
  /// The border of a button.
  case buttonBorder = "ButtonBorder"
  /// The background of a button.
  case buttonFace = "ButtonFace"
  /// Text on `ButtonFace`.
  case buttonText = "ButtonText"
  /// The background of text.
  case canvas = "Canvas"
  /// Text on `Canvas`.
  case canvasText = "CanvasText"
  /// The background of a field for text.
  case field = "Field"
  /// Text in a `Field`.
  case fieldText = "FieldText"
  /// Text that is disabled.
  case grayText = "GrayText"
  /// The background of selected text.
  case highlight = "Highlight"
  /// Text on `Highlight`.
  case highlightText = "HighlightText"
  /// A link that nobody followed, on `Canvas`.
  case linkText = "LinkText"
  /// The background of text that is marked.
  case mark = "Mark"
  /// Text on `Mark`.
  case markText = "MarkText"
  /// The background of a chosen entry.
  case selectedItem = "SelectedItem"
  /// Text on `SelectedItem`.
  case selectedItemText = "SelectedItemText"
  /// A link that was followed, on `Canvas`.
  case visitedText = "VisitedText"

  /// Finds a colour by its name, or by one that CSS Color 4 keeps for old sheets (appendix A), in
  /// any case.
  package init?(named name: String) {
    guard let color = Self.table[name] else { return nil }
    self = color
  }

  /// What it is on a background of one kind or the other.
  package func color(on scheme: ColorScheme) -> RGB8 {
    let (light, dark) = hex
    return RGB8(scheme == .light ? light : dark)
  }

  private var hex: (light: UInt32, dark: UInt32) {
    switch self {
    case .accentColor, .selectedItem: (0x0060df, 0x99c8ff)
    case .accentColorText, .selectedItemText: (0xffffff, 0x000000)
    case .activeText: (0xee0000, 0xff9e9e)
    case .buttonBorder: (0x767676, 0x858585)
    case .buttonFace: (0xefefef, 0x4d4d4d)
    case .canvas: (0xffffff, 0x121212)
    case .field: (0xffffff, 0x3b3b3b)
    case .buttonText, .canvasText, .fieldText, .highlightText: (0x000000, 0xffffff)
    case .grayText: (0x6d6d6d, 0x9a9a9a)
    case .highlight: (0xb4d5fe, 0x2a5a9c)
    case .linkText: (0x0000ee, 0x9e9eff)
    case .mark: (0xffff00, 0xffff00)
    case .markText: (0x000000, 0x000000)
    case .visitedText: (0x551a8b, 0xd0adf0)
    }
  }

  /// Every name, with those for old sheets.
  static let table = KeywordTable(allCases.map { ($0.rawValue, $0) } + deprecated)

  /// Appendix A: the names of CSS 2 and the colours they have to be the same as.
  private static let deprecated: [(String, SystemColor)] = [
    ("ActiveBorder", .buttonBorder), ("ActiveCaption", .canvas), ("AppWorkspace", .canvas),
    ("Background", .canvas), ("ButtonHighlight", .buttonFace), ("ButtonShadow", .buttonFace),
    ("CaptionText", .canvasText), ("InactiveBorder", .buttonBorder), ("InactiveCaption", .canvas),
    ("InactiveCaptionText", .grayText), ("InfoBackground", .canvas), ("InfoText", .canvasText),
    ("Menu", .canvas), ("MenuText", .canvasText), ("Scrollbar", .canvas),
    ("ThreeDDarkShadow", .buttonBorder), ("ThreeDFace", .buttonFace),
    ("ThreeDHighlight", .buttonBorder), ("ThreeDLightShadow", .buttonBorder),
    ("ThreeDShadow", .buttonBorder), ("Window", .canvas), ("WindowFrame", .buttonBorder),
    ("WindowText", .canvasText),
  ]
}
