import CSSSyntax
import Diagnostics
import StyleValues

/// Finds declarations that a later one of the same file and selector replaces.
struct ShadowedDeclarations {
  private let sheet: Stylesheet

  private(set) var findings = DiagnosticLog.ofSheet

  /// Two declarations with equal slots set the same thing, so that the later one replaces the
  /// earlier one.
  private struct Slot: Hashable {
    var selector: String
    var property: PropertyID
    var states: ControlState
    var condition: Int32
    var layer: Int32
    var isImportant: Bool
    var source: ObjectIdentifier
  }

  private struct Setting {
    var rule: Int
    var declaration: Int
  }

  /// For a declaration that was replaced in part: how many of its properties still hold, counted
  /// for each selector, and the declaration that replaced the last one.
  private var replaced: [Int: (left: Int, by: Int)] = [:]

  init(in sheet: Stylesheet) {
    self.sheet = sheet
    findReplaced()
    for rule in sheet.rules where !replaced.isEmpty { report(rule) }
  }

  private mutating func findReplaced() {
    var latest: [Slot: Setting] = [:]
    let conditions = sameConditions()
    for (ruleNumber, rule) in sheet.rules.enumerated() {
      let condition = rule.condition < 0 ? -1 : conditions[Int(rule.condition)]
      for selector in rule.selectors {
        let text = sheet.selectors[selector].text.string
        for number in rule.declarations {
          let declaration = sheet.declarations[number]
          for property in declaration.property.longhands.members {
            let slot = Slot(
              selector: text, property: property, states: declaration.states,
              condition: condition, layer: rule.layer, isImportant: declaration.isImportant,
              source: ObjectIdentifier(declaration.nameRange.source))
            let setting = Setting(rule: ruleNumber, declaration: number)
            if let earlier = latest.updateValue(setting, forKey: slot),
              earlier.declaration != number
            {
              replace(earlier, by: number)
            }
          }
        }
      }
    }
  }

  /// For each condition the number of the first equal one.
  private func sameConditions() -> [Int32] {
    var numbers: [MediaQuery: Int32] = [:]
    for (number, condition) in sheet.conditions.enumerated() where numbers[condition] == nil {
      numbers[condition] = Int32(number)
    }
    return sheet.conditions.map { numbers[$0] ?? -1 }
  }

  private mutating func replace(_ earlier: Setting, by later: Int) {
    let properties = sheet.declarations[earlier.declaration].property.longhands.members.count
    let all = properties * sheet.rules[earlier.rule].selectors.count
    replaced[earlier.declaration, default: (all, later)].left -= 1
    replaced[earlier.declaration]?.by = later
  }

  private func replacement(of number: Int, in rule: StyleRule) -> Declaration? {
    guard let entry = replaced[number], entry.left == 0 else { return nil }
    let (earlier, later) = (sheet.declarations[number], sheet.declarations[entry.by])
    let isNext = entry.by == number + 1 && rule.declarations.contains(entry.by)
    return isNext && earlier.isFallback(for: later) ? nil : later
  }

  /// Reports a rule of which nothing is left once, else each replaced declaration.
  private mutating func report(_ rule: StyleRule) {
    let replacements = rule.declarations.compactMap { number in
      replacement(of: number, in: rule).map { (sheet.declarations[number], $0) }
    }
    guard let (_, last) = replacements.last else { return }
    if replacements.count == rule.declarations.count, replacements.count > 1 {
      let selectors = rule.selectors.map { sheet.selectors[$0].text }
      let list = selectors.map(\.string).joined(separator: ", ")
      findings.add(.shadowedRule) {
        Diagnostic(
          .warning, .shadowedRule,
          "every declaration of '\(list)' is set again for the same selector, the last in line "
            + "\(last.nameRange.location.line)", at: selectors.first?.location ?? last.nameRange)
      }
      return
    }
    for (declaration, later) in replacements {
      findings.add(.shadowedDeclaration) {
        Diagnostic(
          .warning, .shadowedDeclaration,
          "'\(declaration.property.text)' is set again for the same selector in line "
            + "\(later.nameRange.location.line)", at: declaration.nameRange)
      }
    }
  }
}

extension Declaration {
  /// True if a declaration is a fallback for readers that do not understand the one behind it (CSS
  /// Syntax 3 §9): the next one has a newer name of the property, or a function or a unit that this
  /// one lacks, as in `color: red; color: oklch(70% 0.1 200)`.
  fileprivate func isFallback(for next: Declaration) -> Bool {
    guard property == next.property else { return false }
    if writtenName != next.writtenName { return true }
    guard case .text(let value) = value, case .text(let newer) = next.value else { return false }
    return !newer.notations.isSubset(of: value.notations)
  }

  private var writtenName: String {
    let range = nameRange
    return String(decoding: range.source.bytes[range.bytes], as: UTF8.self).lowercased()
  }
}

extension CSSText {
  /// The functions, with their parenthesis, and the units in it, in lower case.
  fileprivate var notations: Set<String> {
    var tokens = CSSTokenizer(self)
    var found: Set<String> = []
    while true {
      let token = tokens.next()
      switch token.kind {
      case .endOfFile: return found
      case .function: found.insert(tokens.name(of: token).lowercased() + "(")
      case .dimension: found.insert(tokens.name(of: token).lowercased())
      default: break
      }
    }
  }
}
