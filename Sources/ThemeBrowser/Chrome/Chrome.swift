import CellLayout
package import Diagnostics
package import StyleValues
package import Styling
package import TerminalOutput

/// Look of the browser itself, and its key bindings.
///
/// Each object of the chrome is an object as any program's text has one: an element name, a class
/// and control states, styled by a stylesheet.
package struct Chrome {
  package let stylesheet: Stylesheet

  /// Keys, words, signs, and what the mouse does.
  package let settings: ChromeSettings

  /// Diagnostics about the sheet, its keys and its controls.
  package var diagnostics: [Diagnostic] { stylesheet.diagnostics + settingsDiagnostics }
  private let settingsDiagnostics: [Diagnostic]

  /// Everything that can be found wrong or doubtful in a sheet for the chrome.
  package static func check(_ source: SourceText, environment: Environment) -> [Diagnostic] {
    let chrome = Chrome(source, environment: environment)
    return chrome.stylesheet.check() + chrome.settingsDiagnostics
  }

  /// True if the sheet is one that can be used.
  package var isUsable: Bool {
    stylesheet.isUsable && !diagnostics.contains(where: \.isBreaking)
  }

  /// The terminal that it is drawn on.
  let environment: Environment
  private let memo = Memo()

  /// Renditions that were asked for before, which makes the next frame quicker.
  private final class Memo {
    var renditions: [Key: GraphicRendition] = [:]
  }

  private struct Key: Hashable {
    var name: ChromeClass
    var states: ControlState
  }

  /// The chrome that a sheet describes, on a terminal; a sheet without a key to leave keeps the
  /// keys and controls of the bundled one, so that there is always a way out.
  package init(_ source: SourceText = ChromeSheet.bundled, environment: Environment) {
    let own = ChromeSettings(source)
    let hasWayOut = !own.keys(for: .quit).isEmpty
    settings = hasWayOut ? own : ChromeSettings(ChromeSheet.bundled)
    // They stand among the properties.
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

  /// Returns the rendition of an object in some states, in the colours that the terminal has; if
  /// it is selected and has the keys, it is tinted where the sheet gives it no background, bold
  /// where the terminal's is not known, and reversed without colours.
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

  /// A quiet shade of the terminal's background; nil where that is not known, or has no shades.
  private var tint: RGB8? {
    guard environment.colorDepth >= .ansi256, let background = environment.background else {
      return nil
    }
    return background.tinted(with: environment.assumedForeground)
  }
}

extension RGB8 {
  /// The colour with a little of another one in it: a background behind what is selected.
  func tinted(with other: RGB8) -> RGB8 {
    func mix(_ own: UInt8, _ other: UInt8) -> UInt8 { UInt8((Int(own) * 5 + Int(other)) / 6) }
    return RGB8(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

/// The objects that the browser's chrome is made of, by the class that the stylesheet knows them
/// by.
package enum ChromeClass: String, Hashable, Sendable, CaseIterable {
  /// The line at the top; its title is the program's name.
  case title
  /// Number of themes listed, and which.
  case count
  /// The depth that is shown; `:selected` while it is simulated.
  case depth
  /// The way of seeing colours; `:selected` while one is simulated.
  case vision
  case backdrop
  /// The palette that the preview is shown under; `:selected`, as it is only there while it is
  /// another one than the terminal's.
  case palette
  /// The lines between panes; `:focused` around the pane that has the keys.
  case frame
  /// A tab; `:selected` when its contents are shown, with its signs around its title.
  case tab
  /// A row of a list; `:selected`, `:focused` when its list has the keys, `:disabled` when the
  /// theme cannot be used.
  case row
  /// The preview.
  case sample
  /// The letters of a name that a filter found.
  case found
  /// Something that needs attention.
  case problem
  /// A selector above its declarations, and the like.
  case heading
  /// A declaration; `:disabled` when it lost, `:selected`.
  case declaration
  /// A remark.
  case note
  /// The line that says how things are.
  case status
  /// The name of a key in a list of keys.
  case key
  /// Text being typed.
  case field

  /// The element name of everything in the chrome.
  package static let element = "theme_browser"
}
