import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

/// Makes an outline of a dictionary, to write it as CSS.
struct DictionaryOutliner {
  private let document: JSONDocument
  private let dialect: Dialect
  private var comments: CommentCursor
  private var builder: StylesheetBuilder

  /// Size classes such as `[+ *]`; they come after everything else, and inner ones after outer
  /// ones.
  private var sizeClasses: [(size: SizeClass, depth: Int, item: SheetOutline.Item)] = []

  /// The conditions around the current rule, and how many of them are size classes.
  private var queries: [String] = []
  private var sizeDepth = 0

  private(set) var diagnostics: [Diagnostic] = []

  init(_ document: JSONDocument, dialect: Dialect) {
    self.document = document
    self.dialect = dialect
    comments = CommentCursor(document.comments)
    builder = StylesheetBuilder(adding: dialect, to: Stylesheet(dialect: dialect))
  }

  mutating func outline(importing imports: [String]) -> SheetOutline {
    var outline = SheetOutline(dialect: dialect, imports: imports)
    guard let root = document.root, case .object(let members) = root.value else {
      if let root = document.root {
        report(.notARule, "the stylesheet must be an object of rules", at: root.range)
      }
      return outline
    }
    outline.items = items(of: members, end: root.range.upperBound)
    outline.items += comments.take(before: .max)
    let ordered = SizeClass.ordered(sizeClasses, by: \.size)
    for depth in 0...(ordered.map(\.depth).max() ?? 0) {
      outline.items += ordered.filter { $0.depth == depth }.map(\.item)
    }
    return outline
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, at range: Range<Int>) {
    diagnostics.add(.error, code, message, at: document.location(of: range))
  }

  // MARK: Members of the sheet

  private mutating func items(of members: [JSONMember], end: Int) -> [SheetOutline.Item] {
    var items: [SheetOutline.Item] = []
    let keys = members.map { document.string($0.key) }
    let lasts = lastIndices(keys, members) { $0 }
    for (index, member) in members.enumerated() where lasts[keys[index]] == index {
      items += comments.take(before: member.key.range.lowerBound)
      items += self.items(for: member, key: keys[index])
      comments.skip(to: member.value.range.upperBound)
    }
    return items + comments.take(before: end - 1)
  }

  /// The index of the last member of each key; earlier ones are ignored, with a finding.
  private mutating func lastIndices<Key: Hashable>(
    _ keys: [Key], _ members: [JSONMember], name: (Key) -> String
  ) -> [Key: Int] {
    var lasts: [Key: Int] = [:]
    for (index, key) in keys.enumerated() {
      guard let earlier = lasts.updateValue(index, forKey: key) else { continue }
      diagnostics.add(
        .warning, .duplicateKey, "'\(name(key))' is set again; the last one counts",
        at: document.location(of: members[earlier].key.range))
    }
    return lasts
  }

  private mutating func items(for member: JSONMember, key: String) -> [SheetOutline.Item] {
    if ["@imports", "@dialect", "@input", "@palette"].contains(key) {
      // They are separate in the outline.
      return []
    }
    guard case .object(let members) = member.value.value else {
      report(
        .notExpressible, "CSS cannot express '\(key)', a value outside a rule",
        at: member.key.range)
      return []
    }
    let end = member.value.range.upperBound
    if let kind = HighlightRule.Kind(rawValue: AtKey.keyword(of: key)) {
      return members.compactMap { member in
        document.patterns(member.value).map {
          .patterns(kind, name: document.string(member.key), $0.map(\.text))
        }
      }
    }
    if AtKey.keyword(of: key) == "@language" {
      guard let names = HighlightRule.languages(String(key.dropFirst("@language".count))) else {
        return []
      }
      return [.language(names: names.joined(separator: ", "), items: items(of: members, end: end))]
    }
    if AtKey.keyword(of: key) == "@media" {
      let text = document.text(member.key)
      let prelude = text.slice(text.range.dropFirst("@media".utf8.count))
      guard let query = PortableText.css(prelude, as: .prelude) else {
        report(.notExpressible, "CSS cannot express '\(key)'", at: member.key.range)
        return []
      }
      return [media(query.trimmingASCIIWhitespace, members, end: end)]
    }
    if let size = SizeClass(key) {
      let depth = sizeDepth
      sizeDepth += 1
      let item = media(size.queryText, members, end: end)
      sizeDepth -= 1
      let whole = queries.reversed().reduce(item) { .media(query: $1, items: [$0]) }
      sizeClasses.append((size, depth, whole))
      return []
    }
    if key.hasPrefix("@") || SizeClass.isMeant(by: key) {
      report(
        .unknownAtRule, "unknown \(key.hasPrefix("@") ? "at-rule" : "size class") '\(key)'",
        at: member.key.range)
      return []
    }
    return rules(members, key: member.key, end: end)
  }

  private mutating func media(
    _ query: String, _ members: [JSONMember], end: Int
  ) -> SheetOutline.Item {
    queries.append(query)
    defer { queries.removeLast() }
    return .media(query: query, items: items(of: members, end: end))
  }

  // MARK: Rules

  /// The rules of one member: a new one starts where the states in its keys change.
  private mutating func rules(
    _ members: [JSONMember], key: JSONString, end: Int
  ) -> [SheetOutline.Item] {
    let before = builder.sheet.diagnostics.count
    let text = document.text(key)
    guard let selectors = builder.parseSelectors(text) else {
      diagnostics += builder.sheet.diagnostics[before...]
      return []
    }
    let written = selectors.compactMap { PortableText.css($0.text, as: .prelude) }
    guard written.count == selectors.count else {
      report(.notExpressible, "CSS cannot express '\(text.string)'", at: key.range)
      return []
    }
    let keys = members.map { DeclarationKey(document.string($0.key)) }
    let lasts = lastIndices(keys, members) { $0.property.text }
    var rules: [SheetOutline.Rule] = []
    var states: ControlState?
    for (index, member) in members.enumerated() where lasts[keys[index]] == index {
      if states != keys[index].states || rules.isEmpty {
        states = keys[index].states
        let list = written.map { $0 + keys[index].states.selectorText }
        rules.append(SheetOutline.Rule(selectors: list.joined(separator: ", ")))
      }
      rules[rules.count - 1].items += items(for: member, keys[index])
      comments.skip(to: member.value.range.upperBound)
    }
    if rules.isEmpty { rules = [SheetOutline.Rule(selectors: written.joined(separator: ", "))] }
    rules[rules.count - 1].items += comments.take(before: end - 1)
    return rules.map(SheetOutline.Item.rule)
  }

  private mutating func items(
    for member: JSONMember, _ key: DeclarationKey
  ) -> [SheetOutline.Item] {
    var items = comments.take(before: member.value.range.lowerBound)
    let name = key.property.text
    switch member.value.value {
    case .null:
      report(.invalidValue, "'\(name)': expected a value, found null", at: member.value.range)
    case .string(let string):
      let (text, isImportant) = document.text(string).splittingImportant()
      guard let value = value(text, of: key.property) else {
        report(.notExpressible, "CSS cannot express the value of '\(name)'", at: member.value.range)
        break
      }
      items.append(.declaration(name: name, value: value + (isImportant ? " !important" : "")))
    case .bool, .number:
      items.append(.declaration(name: name, value: document.text(member.value).string))
    case .array, .object:
      let raw = RawValue(member.value, of: document)
      guard let written = StructuredValueText.declarations(key.property, raw, dialect) else {
        report(.notExpressible, "CSS cannot express the value of '\(name)'", at: member.value.range)
        break
      }
      items += written.map { .declaration(name: $0.name, value: $0.value) }
    }
    return items
  }

  private func value(_ text: CSSText, of property: PropertyName) -> String? {
    if case .custom = property { return PortableText.css(text, as: .value(isCustom: true)) }
    if text.isEmpty { return nil }
    return PortableText.css(text, as: .value(isCustom: false))
  }
}

extension ControlState {
  fileprivate var selectorText: String {
    Self.members.filter { $0.value != .normal && contains($0.value) }.map { ":" + $0.name }.joined()
  }
}

extension SizeClass {
  fileprivate var queryText: String {
    let conditions =
      Self.text("width", width, Self.regularColumns) + Self.text("height", height, Self.regularRows)
    return conditions.isEmpty ? "all" : conditions.joined(separator: " and ")
  }

  private static func text(_ name: String, _ side: Side, _ limit: Double) -> [String] {
    switch side {
    case .any: []
    case .regular: ["(\(name) >= \(Int(limit)))"]
    case .compact: ["(\(name) < \(Int(limit)))"]
    }
  }
}
