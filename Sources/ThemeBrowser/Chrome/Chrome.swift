package import CellLayout
package import Diagnostics
package import StyleValues
package import Styling
import TerminalOutput

/// Look of the browser itself, and its key bindings.
///
/// Each object of the chrome is an object as any program's text has one: an element name, a class
/// and control states, styled by a stylesheet.
package struct Chrome {
  /// The rules.
  package let stylesheet: Stylesheet

  /// Keys, words, signs, and what the mouse does.
  package let settings: ChromeSettings

  /// Diagnostics about the sheet, its keys and its controls.
  package let diagnostics: [Diagnostic]

  /// Everything that can be found wrong or doubtful in a sheet for the chrome.
  package static func check(_ source: SourceText, environment: Environment) -> [Diagnostic] {
    let chrome = Chrome(source, environment: environment)
    return chrome.stylesheet.check() + ChromeSettings(source).diagnostics
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

  /// The chrome that a sheet describes, on a terminal.
  ///
  /// A sheet without a key to leave keeps the keys and controls of the bundled one, so that there
  /// is always a way out.
  package init(_ source: SourceText = ChromeSheet.bundled, environment: Environment) {
    let own = ChromeSettings(source)
    settings = own.keys(for: .quit).isEmpty ? ChromeSettings(ChromeSheet.bundled) : own
    // They stand among the properties.
    var extensions = StyleExtensions()
    for name in own.names { extensions.register(ExtensionProperty<String>(name)) }
    stylesheet = StylesheetLoader(environment: environment, extensions: extensions).load(source)
    diagnostics = stylesheet.diagnostics + own.diagnostics
    self.environment = environment
  }

  /// Returns the rendition of an object in some states, in the colours that the terminal has.
  ///
  /// What is selected and has the keys is shown reversed where the sheet gives it no background.
  package func rendition(_ name: ChromeClass, _ states: ControlState = []) -> GraphicRendition {
    let key = Key(name: name, states: states)
    if let known = memo.renditions[key] { return known }
    let resolver = StyleResolver(
      stylesheet: stylesheet, environment: environment,
      host: HostObject(
        element: ChromeClass.element, classes: [name.rawValue],
        states: states.isEmpty ? .normal : states))
    let paint = ResolvedTextStyle(resolver.hostStyle.text, PaintState(), in: environment)
    var rendition = paint.rendition(on: resolver.hostBackdrop, in: environment)
    if states.isSuperset(of: [.selected, .focused]), rendition.background == .standard {
      rendition.attributes.insert(.reverse)
    }
    var quantizer = ColorQuantizer(
      depth: environment.colorDepth, palette: environment.palette)
    memo.renditions[key] = quantizer.quantize(rendition)
    return quantizer.quantize(rendition)
  }
}
