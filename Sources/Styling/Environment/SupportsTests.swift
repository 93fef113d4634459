import CSSSyntax
import StyleValues

/// Tests in the parentheses of `@supports` (CSS Conditional 3 §2, CSS Conditional 4 §2).
///
/// Supported is what text in a terminal can show, not what is read for the sake of sheets that are
/// for browsers, too.
struct SupportsTests {
  /// Parser of the sheet's values.
  let parser: PropertyParser

  /// The properties that the host program knows.
  let extensions: StyleExtensions

  /// Form of the selectors that the sheet may use.
  let selectorForm: SelectorParser.Form

  /// True if one declaration has an effect; nil for what is no declaration.
  func holds(declaration text: CSSText) -> Bool? {
    let (block, problems) = parseDeclarations(text)
    guard problems.isEmpty, block.items.count == 1, case .declaration(let read)? = block.items.first
    else { return nil }
    var declaration = Declaration(read)
    switch declaration.property {
    case .withoutEffect: return false
    case .longhand(.display):
      // Boxes of other kinds are read, and shown as text in lines.
      return ["none", "inline", "inline-block"].contains(read.value.string.lowercased())
    case .longhand, .shorthand, .custom, .unknown: break
    }
    return declaration.specify(with: parser, sheetDialect: .css, extensions: extensions) == nil
  }

  /// True if a selector can match elements of a text.
  func holds(selector text: CSSText) -> Bool? {
    var selectors = SelectorParser(text, form: selectorForm)
    var pool = SelectorPool()
    guard let list = try? selectors.parseList(pool: &pool), list.count == 1 else { return false }
    return selectors.ignored.isEmpty && selectors.unanswered.isEmpty
  }
}
