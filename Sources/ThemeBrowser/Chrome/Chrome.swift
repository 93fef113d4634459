import CellLayout
package import Diagnostics
package import StyleValues
package import Styling
package import TerminalOutput

/// The styles and key bindings of the browser itself.
///
/// Each object of the chrome is styled by a stylesheet, as an object of any program is: with an
/// element name, a class and control states.
package struct Chrome {
  package let stylesheet: Stylesheet

  /// Keys, words, signs, and actions of the mouse.
  package let settings: ChromeSettings

  /// Findings about the stylesheet, its keys and its controls.
  package var diagnostics: [Diagnostic] { stylesheet.diagnostics + settingsDiagnostics }
  private let settingsDiagnostics: [Diagnostic]

  /// All findings about a stylesheet for the chrome.
  package static func check(_ source: SourceText, environment: Environment) -> [Diagnostic] {
    let chrome = Chrome(source, environment: environment)
    return chrome.stylesheet.check() + chrome.settingsDiagnostics
  }

  /// True if the stylesheet is valid.
  package var isUsable: Bool { stylesheet.isUsable && !diagnostics.contains(where: \.isBreaking) }

  /// The terminal that it is drawn on.
  let environment: Environment
  private let memo = Memo()

  /// Cached renditions, for the next frame.
  private final class Memo { var renditions: [Key: GraphicRendition] = [:] }

  private struct Key: Hashable {
    var name: ChromeClass
    var states: ControlState
  }

  /// The chrome of a stylesheet on a terminal.
  ///
  /// Without a key to quit, the keys and controls of the bundled one are used.
  package init(_ source: SourceText = ChromeSheet.bundled, environment: Environment) {
    let own = ChromeSettings(source)
    let hasWayOut = !own.keys(for: .quit).isEmpty
    settings = hasWayOut ? own : ChromeSettings(ChromeSheet.bundled)
    // The settings are among the properties of the sheet.
    var extensions = StyleExtensions()
    for name in own.names { extensions.register(name, as: String.self) }
    stylesheet = StylesheetLoader(environment: environment, extensions: extensions).load(source)
    var found = own.diagnostics
    if !hasWayOut, !own.names.isEmpty {
      found.append(
        Diagnostic(
          .warning, .invalidSetting,
          "no key is bound to 'quit:'; the browser uses its own keys, words and signs",
          location: nil))
    }
    settingsDiagnostics = found
    self.environment = environment
  }

  /// The rendition of an object in some states, in the terminal's colours.
  ///
  /// A selected, focused object is tinted if the stylesheet sets no background, bold if the
  /// terminal's is unknown, and reversed without colours.
  package func rendition(_ name: ChromeClass, _ states: ControlState = []) -> GraphicRendition {
    let key = Key(name: name, states: states)
    if let known = memo.renditions[key] { return known }
    let resolver = StyleResolver(
      stylesheet: stylesheet, environment: environment,
      host: HostObject(
        element: ChromeClass.element, classes: [name.rawValue],
        states: states.isEmpty ? .normal : states))
    let style = ResolvedTextStyle(resolver.hostStyle.text, CompositingState(), in: environment)
    var rendition = style.rendition(on: resolver.hostBackdrop, in: environment)
    if states.isSuperset(of: [.selected, .focused]), rendition.background == .standard {
      if let tint {
        rendition.background = .rgb(tint)
      } else {
        rendition.attributes.insert(environment.colorDepth.hasColor ? .bold : .reverse)
      }
    }
    var quantizer = ColorQuantizer(environment)
    memo.renditions[key] = quantizer.quantize(rendition)
    return quantizer.quantize(rendition)
  }

  /// A quiet shade of the terminal's background; nil if that is unknown, or has no shades.
  private var tint: RGB8? {
    guard environment.colorDepth >= .ansi256, let background = environment.background else {
      return nil
    }
    return background.tinted(with: environment.assumedForeground)
  }
}

extension RGB8 {
  /// The colour mixed with a little of another one, as a background of the selection.
  func tinted(with other: RGB8) -> RGB8 {
    func mix(_ own: UInt8, _ other: UInt8) -> UInt8 { UInt8((Int(own) * 5 + Int(other)) / 6) }
    return RGB8(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

/// The objects of the chrome, by their classes in its stylesheet.
package enum ChromeClass: String, Hashable, Sendable, CaseIterable {
  /// The title line; its title is the program's name.
  case title
  /// The number of listed themes, and their choice.
  case count
  /// The depth; `:selected` while it is simulated.
  case depth
  /// The colour vision; `:selected` while one is simulated.
  case vision
  case backdrop
  /// The palette of the preview; always `:selected`, because it is only shown if it is not the
  /// terminal's.
  case palette
  /// The lines between panes; `:focused` around the focused one.
  case frame
  /// A tab; `:selected` while its contents are shown, with signs around its title.
  case tab
  /// A row of a list; `:selected`, `:focused` in the focused list, `:disabled` if the theme is
  /// invalid.
  case row
  case sample
  /// The letters of a name that a filter matches.
  case found
  case problem
  /// A heading, such as a selector above its declarations.
  case heading
  /// A declaration; `:disabled` if it lost, `:selected`.
  case declaration
  /// A remark.
  case note
  /// The status line.
  case status
  /// The name of a key in a list of keys.
  case key
  /// Text being typed.
  case field

  /// The element name of all objects of the chrome.
  package static let element = "theme_browser"
}
