import CSSSyntax
import Diagnostics

/// Writes down what was parsed, on one line, so that a table can say what is expected.
///
/// `[.a|color=red!;[&:hover|]]` is the rule `.a` with an important declaration and an empty nested
/// rule; `@media(print)[…]` is an at-rule with a block, `@import("x");` one without.
func outline(_ rules: [CSSRule]) -> String {
  rules.map(outline).joined(separator: " ")
}

/// The same for the contents of a block.
func outline(_ block: CSSBlock) -> String {
  block.items.map { item in
    switch item {
    case .declaration(let it): "\(it.name)=\(it.value.string)\(it.isImportant ? "!" : "")"
    case .rule(let rule): outline(rule)
    }
  }.joined(separator: ";")
}

private func outline(_ rule: CSSRule) -> String {
  switch rule {
  case .qualified(let rule): return "[\(rule.prelude.string)|\(outline(rule.block))]"
  case .at(let rule):
    let head = "@\(rule.name)(\(rule.prelude.string))"
    return rule.block.map { "\(head)[\(outline($0))]" } ?? head + ";"
  }
}

/// The findings as `line:column code`, in the order of the text.
func outline(_ diagnostics: [Diagnostic]) -> [String] {
  diagnostics.map { finding in
    let place = finding.location.map { "\($0.line):\($0.column) " } ?? ""
    return place + finding.code.rawValue
  }
}
