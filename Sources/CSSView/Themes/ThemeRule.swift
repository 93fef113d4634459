import Bytes
import StyleValues
import Styling

/// A rule of a theme that is built in code: what it is for, and its declarations, each of which the
/// compiler checks.
///
/// ```swift
/// let theme = Theme([
///   ThemeRule(":root", [.variable("--loud", "#ff6b6b")]),
///   ThemeRule(".error", [.set("color", "var(--loud)"), .fontWeight(700)]),
///   ThemeRule(".link", [.color(.palette(12)), .underline(.dotted)]),
///   ThemeRule(".card", [.border(.double, color: .palette(8)), .padding(StyleInsets(left: 15))]),
///   .media("(width < 60)", [ThemeRule(".card", [.border(.none)])]),
/// ])
/// print(theme.classNames, theme.findings)  // ["error", "link", "card"] []
/// print(theme.render("<span class=error>No</span>", for: Terminal()).debugDescription)
/// // "\u{1B}[38;2;255;107;107;1mNo\u{1B}[0m"
/// ```
///
/// As in CSS, a later rule wins over an earlier one, and a more exact selector over both.
public struct ThemeRule: Hashable, Sendable {
  let text: String

  /// A rule for what a selector of CSS names.
  ///
  /// As with values, what would end the selector is left out.
  public init(_ selector: String, _ declarations: [StyleDeclaration]) {
    text = "\(CSSFragment.closed(selector)) { \(declarations.map(\.text).joined(separator: "; ")) }"
  }

  private init(text: String) {
    self.text = text
  }

  /// Rules that count where a media query holds, such as `(width < 60)`.
  ///
  /// As with values, what would end the query is left out.
  public static func media(_ query: String, _ rules: [ThemeRule]) -> ThemeRule {
    let rules = rules.map(\.text).joined(separator: " ")
    return ThemeRule(text: "@media \(CSSFragment.closed(query)) { \(rules) }")
  }
}

/// A property and its value, for themes that are built in code.
///
/// ```swift
/// let declarations: [StyleDeclaration] = [
///   .color(.rgb(red: 255, green: 136, blue: 0)), .fontWeight(700), .opacity(0.5),
///   .set("text-shadow", "1px 1px black"),
/// ]
/// print(declarations[0], declarations[2])  // color: rgb(255, 136, 0) opacity: 0.5
/// ```
public struct StyleDeclaration: Hashable, Sendable, CustomStringConvertible {
  let text: String

  /// The declaration as CSS writes it.
  public var description: String { text }

  private init(_ name: String, _ value: String) {
    text = "\(name): \(value)"
  }

  /// Any property, with its value as CSS writes it.
  ///
  /// What would end the declaration is left out of both, braces and semicolons outside of strings;
  /// strings and parentheses that are open at the end are closed, and comments are left out. So a
  /// mistake stays in its declaration. It is for an author's text, and not for data.
  public static func set(_ property: String, _ value: String) -> StyleDeclaration {
    StyleDeclaration(CSSFragment.closed(property), CSSFragment.closed(value))
  }

  /// A variable, such as `--accent`.
  public static func variable(_ name: String, _ value: String) -> StyleDeclaration {
    set(name.isCustomPropertyName ? name : "--" + name, value)
  }

  /// The colour of the text.
  public static func color(_ color: StyleColor) -> StyleDeclaration {
    StyleDeclaration("color", color.value?.cssText ?? "initial")
  }

  /// The colour behind the text.
  public static func backgroundColor(_ color: StyleColor) -> StyleDeclaration {
    StyleDeclaration("background-color", color.value?.cssText ?? "transparent")
  }

  /// Weight of the letters, 1 to 1000.
  public static func fontWeight(_ weight: Double) -> StyleDeclaration {
    StyleDeclaration("font-weight", NumberText.css(weight))
  }

  /// The size of the letters in px.
  public static func fontSize(_ pixels: Double) -> StyleDeclaration {
    StyleDeclaration("font-size", NumberText.css(pixels) + "px")
  }

  /// Italic or upright.
  public static func italic(_ isOn: Bool = true) -> StyleDeclaration {
    StyleDeclaration("font-style", isOn ? "italic" : "normal")
  }

  /// A line under the text; nil is none.
  public static func underline(_ line: RunStyle.Underline?) -> StyleDeclaration {
    StyleDeclaration("text-decoration", line.map { "underline \($0.rawValue)" } ?? "none")
  }

  /// Opacity, 0 to 1.
  public static func opacity(_ opacity: Double) -> StyleDeclaration {
    StyleDeclaration("opacity", NumberText.css(opacity))
  }

  /// Alignment of lines in a block.
  public enum TextAlign: String, CaseIterable, Hashable, Sendable {
    /// At the left edge.
    case left
    /// At the right edge.
    case right
    /// In the middle.
    case center
    /// At both edges.
    case justify
  }

  /// Alignment of lines in the block.
  public static func textAlign(_ alignment: TextAlign) -> StyleDeclaration {
    StyleDeclaration("text-align", alignment.rawValue)
  }

  /// A line around a block.
  public enum Line: String, CaseIterable, Hashable, Sendable {
    /// None.
    case none
    /// One line.
    case solid
    /// Two lines.
    case double
    /// Dashes.
    case dashed
    /// Dots.
    case dotted
  }

  /// The border of the block; its colour is that of the text unless it has one of its own.
  public static func border(
    _ line: Line, width pixels: Double = 1, color: StyleColor = .standard
  ) -> StyleDeclaration {
    StyleDeclaration(
      "border",
      line == .none
        ? "none"
        : "\(NumberText.css(pixels))px \(line.rawValue) \(color.value?.cssText ?? "currentcolor")")
  }

  /// The room inside of the border, in px: a cell is 7.5 px wide and 15 px high.
  public static func padding(_ insets: StyleInsets) -> StyleDeclaration {
    StyleDeclaration("padding", insets.text)
  }

  /// The room around the border, in px.
  public static func margin(_ insets: StyleInsets) -> StyleDeclaration {
    StyleDeclaration("margin", insets.text)
  }
}

extension StyleInsets {
  /// The four lengths in CSS's order.
  fileprivate var text: String {
    [top, right, bottom, left].map { NumberText.css($0) + "px" }.joined(separator: " ")
  }
}
