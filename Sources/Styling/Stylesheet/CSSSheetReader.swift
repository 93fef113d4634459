import CSSSyntax
import Diagnostics
import StyleValues

struct CSSSheetReader {
  var builder: StylesheetBuilder

  init(builder: StylesheetBuilder) { self.builder = builder }

  mutating func read(_ syntax: CSSStylesheetSyntax) {
    builder.sheet.findings.add(contentsOf: syntax.diagnostics)
    builder.reserveCapacity(rules: syntax.rules.count)
    for rule in syntax.rules { read(rule, parent: nil) }
  }

  /// The selectors of a rule; a single one, which is most frequent, needs no list.
  private enum Subject {
    case simple(SimpleSelector, CSSText)
    case list([RuleSelector])
  }

  /// An outer rule: its selectors, and what `&` means in it.
  private struct Parent {
    var selectors: [RuleSelector]
    var list: SelectorList
  }

  /// Recursive, because the parser limits how deep rules nest.
  private mutating func read(_ rule: CSSRule, parent: Parent?) {
    switch rule {
    case .qualified(let rule):
      let prelude = rule.prelude
      if parent == nil, let simple = SimpleSelector(prelude.bytes, prelude.range) {
        readItems(rule.block.items, of: .simple(simple, prelude))
        return
      }
      guard let selectors = builder.parseSelectors(prelude, parent: parent?.list) else { return }
      readItems(rule.block.items, of: .list(selectors))
    case .at(let rule): read(rule, parent: parent)
    }
  }

  /// Reads the items of a rule; declarations after a nested rule are a separate rule, to keep the
  /// order (CSS Nesting 1 §4.2).
  private mutating func readItems(
    _ items: [CSSBlockItem], of subject: Subject, inside outer: Parent? = nil
  ) {
    // The rules inside share it: its list may be long.
    var parent = outer
    var isRepeated = outer != nil
    var first = builder.sheet.declarations.count
    for item in items {
      switch item {
      case .declaration(let declaration): builder.add(Declaration(declaration))
      case .rule(let rule):
        addRule(subject, declarationsFrom: first, &isRepeated)
        let own = parent ?? self.parent(subject)
        parent = own
        read(rule, parent: own)
        first = builder.sheet.declarations.count
      }
    }
    addRule(subject, declarationsFrom: first, &isRepeated)
  }

  /// Adds a rule; `isRepeated` is true if its selectors have one already.
  private mutating func addRule(
    _ subject: Subject, declarationsFrom first: Int, _ isRepeated: inout Bool
  ) {
    switch subject {
    case .simple(let selector, let text): builder.addRule(selector, text, declarationsFrom: first)
    case .list(let selectors):
      builder.addRule(selectors, declarationsFrom: first, isRepeated: isRepeated)
    }
    if first < builder.sheet.declarations.count { isRepeated = true }
  }

  private mutating func parent(_ subject: Subject) -> Parent {
    let selectors = selectors(of: subject)
    return Parent(selectors: selectors, list: builder.list(of: selectors))
  }

  private mutating func selectors(of subject: Subject) -> [RuleSelector] {
    switch subject {
    case .simple(_, let text): builder.parseSelectors(text) ?? []
    case .list(let selectors): selectors
    }
  }

  // MARK: At-rules

  private mutating func read(_ rule: CSSAtRule, parent: Parent?) {
    switch rule.name {
    case "media", "supports":
      let query =
        rule.name == "media"
        ? builder.parseCondition(rule.prelude) : builder.parseSupports(rule.prelude)
      let outer = builder.enclosing
      builder.condition = query
      readContents(of: rule, parent: parent)
      builder.enclosing = outer
    case "layer": readLayer(rule, parent: parent)
    case "highlight", "line":
      guard let kind = HighlightRule.Kind(rawValue: "@" + rule.name) else { break }
      builder.addHighlights(kind, rule)
    case "language": readLanguage(rule)
    case "import", "dialect", "input", "palette", "charset":
      // The loader has dealt with these before.
      break
    case let name where Self.isOfCSS(name):
      builder.report(
        Diagnostic(.note, .noEffect, "'@\(name)' has no effect in a terminal", at: rule.nameRange))
    default:
      builder.report(
        Diagnostic(
          .warning, .unknownAtRule, "unknown at-rule '@\(rule.name)'", at: rule.nameRange,
          suggestion: nearestName(
            to: "@" + rule.name,
            in: [
              "@media", "@supports", "@layer", "@import", "@dialect", "@input", "@palette",
              "@charset", "@highlight", "@line", "@language",
            ])))
    }
  }

  private mutating func readLanguage(_ rule: CSSAtRule) {
    builder.addLanguages(rule.prelude.string, at: rule.nameRange) { builder in
      if rule.block?.isUnread == true {
        builder.addUnread(rule)
      } else {
        builder.addPatterns(in: rule)
      }
    }
  }

  /// True for an at-rule of CSS, or of a vendor, without an effect on cells.
  private static func isOfCSS(_ name: String) -> Bool {
    atRules.contains(name) || CSSPropertyNames.isVendors(name)
  }

  /// The index of at-rules of the CSS specifications (CSS Snapshot, <https://www.w3.org/TR/CSS/>).
  private static let atRules: Set<String> = [
    "color-profile", "container", "counter-style", "custom-media", "custom-selector", "document",
    "font-face", "font-feature-values", "font-palette-values", "function", "keyframes", "mixin",
    "namespace", "page", "position-try", "property", "scope", "starting-style",
    "view-transition", "viewport",
  ]

  private mutating func readContents(of rule: CSSAtRule, parent: Parent?) {
    guard let block = rule.block else { return }
    if let parent {
      readItems(block.items, of: .list(parent.selectors), inside: parent)
      return
    }
    for case .rule(let rule) in block.items { read(rule, parent: nil) }
  }

  private mutating func readLayer(_ rule: CSSAtRule, parent: Parent?) {
    let names = LayerName.parseList(rule.prelude)
    guard rule.block != nil else {
      for name in names { _ = builder.sheet.layers.layer(name, in: builder.layer) }
      return
    }
    let outer = builder.layer
    builder.layer = builder.sheet.layers.layer(names.first ?? [], in: outer)
    readContents(of: rule, parent: parent)
    builder.layer = outer
  }
}

extension Declaration {
  init(_ declaration: CSSDeclaration) {
    let name = declaration.nameText
    self.init(
      property: PropertyName.known(name.bytes, name.range) ?? PropertyName(declaration.name),
      value: .text(declaration.value), isImportant: declaration.isImportant, states: [],
      nameRange: name.sourceRange)
  }
}
