import CSSSyntax
package import Diagnostics
package import StyleValues

/// Which key asks for which action, by responder.
///
/// They stand in the chrome's stylesheet, beside the looks: `"keyPress(q)": "quit:"` in the rule of
/// a responder, `theme_browser` or `theme_browser.list`.
package struct KeyBindings: Sendable {
  private var actions: [Responder: [KeyPress: BrowserAction]] = [:]

  /// Bindings that mean nothing: the key or the action is unknown.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The keys of the bindings, which look like properties to the reader of sheets.
  private(set) var names: Set<String> = []

  /// Without any key.
  package init() {}

  /// The bindings of a sheet in dictionary form; a sheet of CSS has none.
  package init(chrome: SourceText) {
    let document = JSONDocument(chrome)
    guard case .object(let rules)? = document.root?.value else { return }
    for rule in rules {
      guard let responder = Self.responder(document.string(rule.key)),
        case .object(let members) = rule.value.value
      else { continue }
      for member in members { add(member, of: document, to: responder) }
    }
  }

  private mutating func add(
    _ member: JSONMember, of document: JSONDocument, to responder: Responder
  ) {
    let key = document.string(member.key)
    guard key.hasPrefix("keyPress("), key.hasSuffix(")") else { return }
    names.insert(key)
    let name = String(key.dropFirst(9).dropLast())
    guard let press = KeyPress(named: name) else {
      diagnostics.append(
        Diagnostic(
          .warning, .unknownKey, "there is no key “\(name)”",
          at: document.place(of: member.key.range)))
      return
    }
    guard case .string(let text) = member.value.value,
      let action = BrowserAction(rawValue: document.string(text))
    else {
      let written = document.text(member.value).string
      diagnostics.append(
        Diagnostic(
          .warning, .unknownAction, "there is no action “\(written)”",
          at: document.place(of: member.value.range),
          suggestion: nearestName(to: written, in: BrowserAction.allCases.map(\.rawValue))))
      return
    }
    actions[responder, default: [:]][press] = action
  }

  private static func responder(_ selector: String) -> Responder? {
    if selector == ChromeClass.element { return .browser }
    let prefix = ChromeClass.element + "."
    guard selector.hasPrefix(prefix) else { return nil }
    return Responder(rawValue: String(selector.dropFirst(prefix.count)))
  }

  /// The action that a key asks for along a chain of responders.
  package func action(for press: KeyPress, along chain: [Responder]) -> BrowserAction? {
    for responder in chain {
      if let action = actions[responder]?[press] { return action }
    }
    return nil
  }

  /// The keys that ask for an action anywhere, the shortest names first.
  package func keys(for action: BrowserAction) -> [String] {
    let presses = actions.values.flatMap { $0.filter { $0.value == action }.keys }
    return Set(presses).map(\.name).sorted {
      $0.unicodeScalars.count == $1.unicodeScalars.count
        ? $0 < $1 : $0.unicodeScalars.count < $1.unicodeScalars.count
    }
  }
}
