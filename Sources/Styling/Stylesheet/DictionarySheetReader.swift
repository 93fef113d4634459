import CSSSyntax
import Diagnostics
import StyleValues

/// Reads stylesheets in the dictionary form: selector → declarations.
///
/// One reader takes a file and its variants, one after the other, because the size classes of
/// all of them come after all their other rules.
struct DictionarySheetReader {
  var builder: StylesheetBuilder

  /// The file that is being read.
  private var document: JSONDocument

  /// `[+ *]` and the other size classes, to be added after everything else.
  private var sizeClasses: [(size: SizeClass, document: JSONDocument, node: JSONNode)] = []

  init(_ document: JSONDocument, builder: StylesheetBuilder) {
    self.document = document
    self.builder = builder
    read()
  }

  /// Reads a further file: a variant, or `-traits`.
  mutating func read(_ next: JSONDocument) {
    document = next
    read()
  }

  private mutating func read() {
    builder.sheet.diagnostics.append(contentsOf: document.diagnostics)
    guard let root = document.root else { return }
    guard case .object(let members) = root.value else {
      builder.report(
        Diagnostic(
          .error, .notARule, "a stylesheet is an object of selectors", at: place(root.range)))
      return
    }
    readRules(members)
  }

  /// Adds the size classes, the most general first.
  mutating func finish() {
    let ordered = sizeClasses.enumerated().sorted {
      ($0.element.size.generality, $0.offset) < ($1.element.size.generality, $1.offset)
    }
    sizeClasses = []
    for (_, entry) in ordered {
      document = entry.document
      readBlock(entry.node, condition: entry.size.query)
    }
  }

  private func place(_ range: Range<Int>) -> SourceRange { document.place(of: range) }

  // MARK: Rules

  private mutating func readRules(_ members: [JSONMember]) {
    let keys = members.map { document.string($0.key) }
    let lasts = reportDuplicates(keys, members, name: { $0 })
    for (index, member) in members.enumerated() where lasts[keys[index]] == index {
      readEntry(keys[index], member)
    }
  }

  /// Reports keys that come again. Returns the index of the last member of each key.
  private mutating func reportDuplicates<Key: Hashable>(
    _ keys: [Key], _ members: [JSONMember], name: (Key) -> String
  ) -> [Key: Int] {
    var lasts: [Key: Int] = [:]
    lasts.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated() {
      if lasts.updateValue(index, forKey: key) != nil {
        builder.report(
          Diagnostic(
            .warning, .duplicateKey, "'\(name(key))' is set again; the last one counts",
            at: place(members[index].key.range)))
      }
    }
    return lasts
  }

  private mutating func readEntry(_ key: String, _ member: JSONMember) {
    if key.hasPrefix("@") {
      readReserved(key, member)
    } else if key.hasPrefix("[") {
      guard let size = SizeClass(key) else {
        return reportReserved(key, member, known: SizeClass.keys)
      }
      sizeClasses.append((size, document, member.value))
    } else if case .object(let declarations) = member.value.value {
      guard let selectors = builder.parseSelectors(document.text(member.key)) else { return }
      let first = builder.sheet.declarations.count
      readDeclarations(declarations)
      builder.addRule(selectors, declarationsFrom: first)
    } else if builder.sheet.dialect == .viewcss || builder.sheet.dialect == .css {
      // In the other dialects a sheet also holds plain values for the typed getters.
      builder.report(
        Diagnostic(
          .warning, .notARule, "'\(key)' has no declarations: expected an object",
          at: place(member.value.range)))
    }
  }

  private mutating func readReserved(_ key: String, _ member: JSONMember) {
    if key.hasPrefix("@media") {
      let text = document.text(member.key)
      let query = text.part(text.range.dropFirst(6))
      readBlock(member.value, condition: builder.parseCondition(query))
    } else if key != "@imports", key != "@dialect" {
      reportReserved(key, member, known: ["@media", "@imports", "@dialect"])
    }
  }

  private mutating func reportReserved(_ key: String, _ member: JSONMember, known: [String]) {
    builder.report(
      Diagnostic(
        .error, .unknownAtRule, "unknown reserved key '\(key)'", at: place(member.key.range),
        suggestion: nearestName(to: key, in: known)))
  }

  /// Rules that count only where a condition holds. Conditions may nest; the JSON reader limits
  /// how deep.
  private mutating func readBlock(_ node: JSONNode, condition: MediaQuery) {
    guard case .object(let members) = node.value else {
      builder.report(
        Diagnostic(.error, .notARule, "expected an object of selectors", at: place(node.range)))
      return
    }
    let outer = builder.condition
    builder.condition = outer.map { .all([$0, condition]) } ?? condition
    readRules(members)
    builder.condition = outer
  }

  // MARK: Declarations

  private mutating func readDeclarations(_ members: [JSONMember]) {
    let keys = members.map { DeclarationKey(document.string($0.key)) }
    let lasts =
      members.count > 1
      ? reportDuplicates(keys, members, name: { $0.property.text }) : nil
    for (index, member) in members.enumerated() where lasts.map({ $0[keys[index]] == index }) ?? true
    {
      guard let (value, isImportant) = declaredValue(member.value) else {
        builder.report(
          Diagnostic(
            .error, .invalidValue, "\(keys[index].property.text): null is no value",
            at: place(member.value.range)))
        continue
      }
      builder.add(
        Declaration(
          property: keys[index].property, value: value, isImportant: isImportant,
          states: keys[index].states, namePlace: place(member.key.range)))
    }
  }

  private func declaredValue(_ node: JSONNode) -> (DeclaredValue, isImportant: Bool)? {
    switch node.value {
    case .null:
      return nil
    case .string(let string):
      let (text, isImportant) = document.text(string).splittingImportant()
      return (.text(text), isImportant)
    case .bool, .number:
      return (.text(CSSText(source: document.source, range: node.range)), false)
    case .array, .object:
      return (.structured(RawValue(node, in: document), place(node.range)), false)
    }
  }
}
