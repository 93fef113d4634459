import Bytes
import StyleValues
import Styling

extension Browser {
  /// Completes the word before the cursor for a Tab: up to the common prefix of all matches, which
  /// are then listed.
  mutating func complete(_ press: KeyPress, _ prompt: StatusLine.Prompt) -> Bool {
    guard press == KeyPress(.tab), case .value(let edit) = prompt.purpose else { return false }
    let before = String(prompt.field.characters[..<prompt.field.cursor])
    let start = before.lastIndex { " :(,".contains($0) }.map { before.index(after: $0) }
    let word = before[(start ?? before.startIndex)...]
    let colon = edit.takesName ? before.firstIndex(of: ":") : before.startIndex
    let name = edit.takesName ? colon.map { String(before[..<$0]) } : edit.name
    let all = name.map(values) ?? PropertyName.effective.map { $0 + ": " }
    let found = all.filter {
      $0.hasPrefix(word) || $0.hasPrefix("var(" + word) && word.first == "-"
    }
    guard let first = found.first else {
      status.message = "nothing begins with '\(word)'"
      return true
    }
    let common = found.reduce(first) { $0.commonPrefix(with: $1) }
    let isReference = common.hasPrefix("var(") && word.first == "-"
    let rest = common.dropFirst(word.count + (isReference ? 4 : 0))
    // In brackets that are open the name is enough.
    let isOpen = isReference && before.dropLast(word.count).hasSuffix("var(")
    if !rest.isEmpty {
      editField { field in
        if isReference, !isOpen {
          for _ in word { _ = field.handle(KeyPress(.backspace)) }
          field.insert(common)
        } else {
          field.insert(String(rest))
        }
      }
    }
    if found.count > 1 {
      let names = found.prefix(12).map { $0.prefix { $0 != ":" } }.joined(separator: "  ")
      status.message = names + (found.count > 12 ? "  …" : "")
    }
    return true
  }

  /// Possible starts of a value: custom properties, keywords, and colours.
  private func values(of property: String) -> [String] {
    let declared = themes.selectedTheme?.sheet?.declaredVariables(in: settings.environment) ?? []
    var names: Set<String> = []
    let variables = declared.map(\.name).filter { names.insert($0).inserted }.map { "var(\($0))" }
    let isColor = property.contains("color") || property.hasPrefix("background")
    let colors = isColor || property.isCustomPropertyName ? NamedColors.names : []
    return (PropertyName.keywords[property] ?? []) + variables + colors
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
