import CSSSyntax
package import Diagnostics
import StyleValues

/// The controls of the chrome, as its sheet sets them.
///
/// A rule such as `theme_browser.row` holds looks and settings side by side; what is a key of
/// `ChromeControl` is a setting.
package struct ChromeControls: Sendable {
  private var controls: [ChromeClass: ChromeControl] = [:]

  /// Settings with values that mean nothing.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The keys of the settings, which look like properties to the reader of sheets.
  private(set) var names: Set<String> = []

  /// The controls of a sheet in dictionary form; a sheet of CSS has none.
  package init(chrome: SourceText) {
    let document = JSONDocument(chrome)
    guard case .object(let rules)? = document.root?.value else { return }
    for rule in rules {
      guard let name = ChromeClass(selector: document.string(rule.key)),
        case .object(let members) = rule.value.value
      else { continue }
      var control = controls[name] ?? ChromeControl()
      for member in members { set(member, of: document, on: &control) }
      controls[name] = control
    }
  }

  /// The control of a class.
  package subscript(name: ChromeClass) -> ChromeControl { controls[name] ?? ChromeControl() }

  private mutating func set(
    _ member: JSONMember, of document: JSONDocument, on control: inout ChromeControl
  ) {
    let key = document.string(member.key)
    do throws(KeyError) {
      try control.set(RawValue(member.value, of: document), forKey: key)
      names.insert(key)
    } catch {
      // Any other key is a property, which the reader of sheets knows about.
      guard case .badValue = error.reason else { return }
      names.insert(key)
      diagnostics.append(
        Diagnostic(
          .warning, .invalidSetting, error.message, at: document.place(of: member.value.range)))
    }
  }
}
