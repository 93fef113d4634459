import CSSSyntax
import CSSView
package import CSSViewObjects
package import Diagnostics
package import StyleValues
import Styling

/// Settings in the chrome's stylesheet besides styles: keys, and the words, signs and actions of
/// controls.
///
/// They are declared beside the styles: `"keyPress(q)": "quit:"` in the rule of a responder,
/// `theme_browser` or `theme_browser.list`; `"touchUpInside": "help:"` in the rule of a class.
package struct ChromeSettings {
  private var actions: [Responder: [KeyPress: BrowserAction]] = [:]
  private var controls: [ChromeClass: ChromeControl] = [:]
  private var keys: [BrowserAction: [String]] = [:]

  /// Findings about invalid settings: an unknown key, an unknown action, a bad value.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The keys of the settings, which are properties to the reader of stylesheets.
  private(set) var names: Set<String> = []

  /// The settings of a dictionary; a stylesheet in CSS has none.
  package init(_ sheet: SourceText) {
    guard StylesheetForm(of: sheet) == .json else { return }
    let document = JSONDocument(sheet)
    guard case .object(let rules)? = document.root?.value else { return }
    for rule in rules {
      guard case .object(let members) = rule.value.value else { continue }
      let selector = document.string(rule.key)
      let prefix = ChromeClass.element + "."
      let name = selector.hasPrefix(prefix) ? String(selector.dropFirst(prefix.count)) : nil
      let responder =
        selector == ChromeClass.element ? .browser : name.flatMap { Responder(rawValue: $0) }
      let control = name.flatMap { ChromeClass(rawValue: $0) }
      for member in members {
        if let responder { bind(member, of: document, to: responder) }
        if let control { set(member, of: document, on: control) }
      }
    }
    for action in BrowserAction.allCases {
      let presses = actions.values.flatMap { $0.filter { $0.value == action }.keys }
      keys[action] = Set(presses).map(\.name).sorted {
        ($0.unicodeScalars.count, $0) < ($1.unicodeScalars.count, $1)
      }
    }
  }

  private mutating func bind(
    _ member: JSONMember, of document: JSONDocument, to responder: Responder
  ) {
    let key = document.string(member.key)
    guard key.hasPrefix("keyPress("), key.hasSuffix(")") else { return }
    names.insert(key)
    let name = String(key.dropFirst(9).dropLast())
    guard let press = KeyPress(named: name) else {
      diagnostics.add(
        .warning, .unknownKey, "unknown key '\(name)'", at: document.location(of: member.key.range))
      return
    }
    guard case .string = member.value.value,
      let action = BrowserAction(named: document.text(member.value).string)
    else { return reportUnknownAction(member, of: document) }
    actions[responder, default: [:]][press] = action
  }

  private mutating func reportUnknownAction(_ member: JSONMember, of document: JSONDocument) {
    let written = document.text(member.value).string
    diagnostics.add(
      .warning, .unknownAction, "unknown action '\(written)'",
      at: document.location(of: member.value.range),
      suggestion: nearestName(to: written, in: BrowserAction.names))
  }

  private mutating func set(
    _ member: JSONMember, of document: JSONDocument, on control: ChromeClass
  ) {
    let key = document.string(member.key)
    do throws(KeyError) {
      try controls[control, default: ChromeControl()].set(
        ThemeValue(RawValue(member.value, of: document)), forKey: key)
      names.insert(key)
    } catch {
      switch error.finding.code {
      case DiagnosticCode.unknownAction.rawValue: reportUnknownAction(member, of: document)
      case DiagnosticCode.invalidSetting.rawValue:
        diagnostics.add(
          .warning, .invalidSetting, error.finding.message,
          at: document.location(of: member.value.range))
      // Any other key is a property, which the reader of sheets knows about.
      default: return
      }
      names.insert(key)
    }
  }

  package func action(for press: KeyPress, along chain: [Responder]) -> BrowserAction? {
    chain.lazy.compactMap { actions[$0]?[press] }.first
  }

  /// The keys of an action anywhere, the shortest names first.
  package func keys(for action: BrowserAction) -> [String] { keys[action] ?? [] }

  func control(_ name: ChromeClass) -> ChromeControl { controls[name] ?? ChromeControl() }
}

/// A control of the chrome: its words and signs, and its actions.
///
/// The chrome's stylesheet sets all of them by key: `"selectedSign": "▸"`, `"touchUpInside":
/// "help:"`.
package struct ChromeControl: KeySettable, Sendable {
  /// A text for a set of states; without any it is the normal one.
  private typealias StateText = (states: StyleValues.ControlState, text: String)

  /// Its words, the newest last; they precede a value, if it shows one.
  private var titles: [StateText] = []

  /// The signs before it, the newest last.
  private var signs: [StateText] = []

  /// The actions of a press, a release and a double press.
  package private(set) var actions = ControlActions()

  /// The keys that a stylesheet can set.
  package static let settableKeys: [SettableKey<ChromeControl>] = [
    .customStates("title") { control, value, states throws(ConversionFailure) in
      control.titles.append((states.subtracting(.normal), try value.converted()))
    },
    .customStates("sign") { control, value, states throws(ConversionFailure) in
      control.signs.append((states.subtracting(.normal), try value.converted()))
    }, .actions(\.actions, known: BrowserAction.names),
  ]

  package init() {}

  package func sign(_ states: StyleValues.ControlState) -> String { Self.text(signs, in: states) }

  /// Its words with a value.
  package func label(_ value: String = "", _ states: StyleValues.ControlState = []) -> String {
    let title = Self.text(titles, in: states)
    return title.isEmpty || value.isEmpty ? title + value : "\(title) \(value)"
  }

  /// The text for all states together, else for the last of them that has one.
  private static func text(_ texts: [StateText], in states: StyleValues.ControlState) -> String {
    let best =
      texts.last { $0.states == states }
      ?? texts.last { !$0.states.isEmpty && states.isSuperset(of: $0.states) }
      ?? texts.last { $0.states.isEmpty }
    return best?.text ?? ""
  }
}
