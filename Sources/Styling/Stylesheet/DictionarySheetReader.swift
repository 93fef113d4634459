import CSSSyntax
import Diagnostics
import StyleValues

/// Reads stylesheets in the dictionary form: selector → declarations.
///
/// One reader takes a file and its variants in turn, because the size classes of all of them come
/// after all other rules.
struct DictionarySheetReader {
  var builder: StylesheetBuilder

  private var document: JSONDocument
  private var bytes: [UInt8]

  /// Size classes such as `[+ *]`, which are added last.
  private var sizeClasses: [SizeClassBlock] = []

  private struct SizeClassBlock {
    var size: SizeClass
    /// The media query of the size class, with outer conditions.
    var condition: MediaQuery
    var document: JSONDocument
    var node: JSONNode
  }

  /// The keys of the current rule; kept to reuse the storage.
  private var keys: [DeclarationKey] = []

  init(_ document: JSONDocument, builder: StylesheetBuilder) {
    self.document = document
    bytes = document.source.bytes
    self.builder = builder
  }

  /// Reads a stylesheet, a variant, or `-traits`.
  mutating func read(_ next: JSONDocument) {
    document = next
    bytes = next.source.bytes
    read()
  }

  private mutating func read() {
    builder.sheet.findings.add(contentsOf: document.diagnostics)
    guard let root = document.root else { return }
    guard case .object(let members) = root.value else {
      builder.report(
        Diagnostic(
          .error, .notARule, "the stylesheet must be an object of rules", at: location(root.range)))
      return
    }
    readRules(members)
  }

  /// Adds the size classes, the most general first, and then inner ones.
  mutating func finish() {
    while !sizeClasses.isEmpty {
      let ordered = SizeClass.ordered(sizeClasses, by: \.size)
      sizeClasses = []
      for entry in ordered {
        document = entry.document
        bytes = document.source.bytes
        readBlock(entry.node, condition: entry.condition)
      }
    }
  }

  private func location(_ range: Range<Int>) -> SourceRange { document.location(of: range) }

  // MARK: Rules

  private mutating func readRules(_ members: [JSONMember]) {
    builder.reserveCapacity(rules: members.count)
    let isReplaced = replacedMembers(members)
    for (index, member) in members.enumerated() {
      if !isReplaced.isEmpty, isReplaced[index] {
        findMistakes { reader in reader.readEntry(member) }
      } else {
        readEntry(member)
      }
    }
  }

  /// Reads a replaced member only for its findings.
  private mutating func findMistakes(_ read: (inout DictionarySheetReader) -> Void) {
    let declarations = builder.sheet.declarations.count
    let rules = builder.sheet.rules.count
    let selectors = builder.sheet.selectors.count
    let blocks = sizeClasses.count
    let highlights = builder.sheet.highlightRules.count
    read(&self)
    for number in declarations..<builder.sheet.declarations.count {
      builder.sheet.rejected[number] = nil
    }
    builder.sheet.declarations.removeSubrange(declarations...)
    builder.sheet.rules.removeSubrange(rules...)
    builder.sheet.selectors.removeSubrange(selectors...)
    sizeClasses.removeSubrange(blocks...)
    builder.sheet.highlightRules.removeSubrange(highlights...)
  }

  /// Reports repeated keys; returns for each member whether a later one replaces it, or nothing if
  /// there are none.
  ///
  /// Keys are compared with their elements' names as they are matched.
  private mutating func replacedMembers(_ members: [JSONMember]) -> [Bool] {
    var filter = RepeatFilter(expecting: members.count)
    for member in members {
      if member.key.hasEscapes || ElementName.mayBeTypeName(bytes[member.key.contents]) {
        let key = matchedKey(of: member)
        filter.add(key, 0..<key.count)
      } else {
        filter.add(bytes, member.key.contents)
      }
    }
    guard filter.mayHaveRepeats else { return [] }
    var isReplaced = [Bool](repeating: false, count: members.count)
    var keys = ByteStringTable()
    var lasts: [Int] = []
    for (index, member) in members.enumerated() where filter.mayRepeat(index) {
      let written = document.string(member.key)
      let key = matchedKey(of: member)
      let (number, isNew) = keys.insert(key, 0..<key.count)
      if isNew {
        lasts.append(index)
      } else {
        let earlier = document.string(members[lasts[number]].key)
        isReplaced[lasts[number]] = true
        lasts[number] = index
        reportDuplicate(written, member, of: earlier)
      }
    }
    return isReplaced
  }

  /// The key as it is compared: a rule's is a selector, any other is a name.
  private func matchedKey(of member: JSONMember) -> [UInt8] {
    let key = document.string(member.key)
    guard case .object = member.value.value else { return Array(key.utf8) }
    return Array(ElementName.matched(key).utf8)
  }

  private mutating func reportDuplicate(
    _ name: String, _ member: JSONMember, of earlier: String? = nil
  ) {
    let other = earlier.flatMap { $0 == name ? nil : $0 }
    let subject = other.map { "'\($0)' is the same as '\(name)' and" } ?? "'\(name)'"
    let range = location(member.key.range)
    builder.report(.duplicateKey) {
      Diagnostic(.warning, .duplicateKey, "\(subject) is set again; the last one counts", at: range)
    }
  }

  private mutating func readEntry(_ member: JSONMember) {
    if !member.key.hasEscapes, let selector = SimpleSelector(bytes, member.key.contents),
      case .object(let declarations) = member.value.value, !isTypedValue(member.key, declarations)
    {
      let first = builder.sheet.declarations.count
      readDeclarations(declarations)
      builder.addRule(selector, document.text(member.key), declarationsFrom: first)
      return
    }
    let text = document.text(member.key)
    let first = text.isEmpty ? 0 : text.bytes[text.range.lowerBound]
    if first == UInt8(ascii: "@") {
      readReserved(text.string, member)
    } else if first == UInt8(ascii: "["), SizeClass.isMeant(by: text.string) {
      guard let size = SizeClass(text.string) else {
        return reportReserved(text.string, member, known: SizeClass.keys)
      }
      sizeClasses.append(
        SizeClassBlock(
          size: size, condition: builder.condition(size.query), document: document,
          node: member.value))
    } else if first == UInt8(ascii: "$"), builder.dialect.hasDollarVariables {
      readVariable(member)
    } else if case .object(let declarations) = member.value.value,
      !isTypedValue(member.key, declarations)
    {
      let first = builder.sheet.declarations.count
      if let selectors = builder.parseSelectors(text) {
        readDeclarations(declarations)
        builder.addRule(selectors, declarationsFrom: first)
      }
    } else if !hasTypedValues {
      let key = text.string
      // It is for editors.
      if key == "$schema" { return }
      builder.report(
        Diagnostic(
          .warning, .notARule, "the value of '\(key)' must be an object of declarations",
          at: location(member.value.range)))
    }
  }

  /// True if a stylesheet may have values for the typed getters, as the documents' may.
  private var hasTypedValues: Bool {
    builder.sheet.dialect != .viewcss && builder.sheet.dialect != .css
  }

  /// True if an object is a point, a font or the like rather than a rule.
  private func isTypedValue(_ key: JSONString, _ members: [JSONMember]) -> Bool {
    guard hasTypedValues, members.count <= 4, bytes[key.contents].first != UInt8(ascii: ".") else {
      return false
    }
    return TypedObjects.contain(members.map { document.string($0.key) })
  }

  private mutating func readReserved(_ key: String, _ member: JSONMember) {
    if AtKey.keyword(of: key) == "@media" {
      let text = document.text(member.key)
      let query = text.slice(text.range.dropFirst("@media".utf8.count))
      readBlock(member.value, condition: builder.parseCondition(query))
    } else if let kind = HighlightRule.Kind(rawValue: AtKey.keyword(of: key)) {
      guard case .object(let members) = member.value.value else {
        return builder.report(
          Diagnostic(
            .error, .invalidPattern, "the value of '\(key)' must be an object of patterns",
            at: location(member.value.range)))
      }
      builder.addHighlights(kind, members, in: document)
    } else if AtKey.keyword(of: key) == "@language" {
      readLanguage(key, member)
    } else if !["@imports", "@dialect", "@input", "@palette"].contains(key) {
      reportReserved(
        key, member,
        known: [
          "@media", "@imports", "@dialect", "@input", "@palette", "@highlight", "@line",
          "@language",
        ])
    }
  }

  private mutating func readLanguage(_ key: String, _ member: JSONMember) {
    let names = String(key.dropFirst("@language".count))
    let document = document
    builder.addLanguages(names, at: location(member.key.range)) { builder in
      guard case .object(let members) = member.value.value else {
        return builder.reportInLanguage(at: document.location(of: member.value.range))
      }
      for inner in members {
        if let kind = HighlightRule.Kind(rawValue: AtKey.keyword(of: document.string(inner.key))),
          case .object(let patterns) = inner.value.value
        {
          builder.addHighlights(kind, patterns, in: document)
        } else {
          builder.reportInLanguage(at: document.location(of: inner.key.range))
        }
      }
    }
  }

  private mutating func reportReserved(_ key: String, _ member: JSONMember, known: [String]) {
    builder.report(
      Diagnostic(
        .error, .unknownAtRule, "unknown \(key.hasPrefix("@") ? "at-rule" : "size class") '\(key)'",
        at: location(member.key.range),
        suggestion: nearestName(to: key.hasPrefix("@") ? AtKey.keyword(of: key) : key, in: known)))
  }

  /// Reads rules under a condition, which includes the outer ones.
  ///
  /// Recursive, because the JSON reader limits how deep conditions nest.
  private mutating func readBlock(_ node: JSONNode, condition: MediaQuery) {
    guard case .object(let members) = node.value else {
      builder.report(
        Diagnostic(
          .error, .notARule, "the value must be an object of rules", at: location(node.range)))
      return
    }
    let outer = builder.enclosing
    builder.condition = condition
    readRules(members)
    builder.enclosing = outer
  }

  /// Reads `"$name": value` beside the rules: a variable for all values.
  private mutating func readVariable(_ member: JSONMember) {
    let root = CSSText(
      decoded: Array(":root".utf8), source: document.source, sourceRange: member.key.range)
    guard let selectors = builder.parseSelectors(root) else { return }
    let first = builder.sheet.declarations.count
    readDeclarations([member])
    builder.addRule(selectors, declarationsFrom: first)
  }

  // MARK: Declarations

  private mutating func readDeclarations(_ members: [JSONMember]) {
    // Loops without closures: a closure would copy the reader for each rule.
    keys.removeAll(keepingCapacity: true)
    for member in members { keys.append(declarationKey(member)) }
    let hasDuplicates = Self.hasDuplicates(keys)
    let lasts = hasDuplicates ? lastMembers(keys, members) : [:]
    for (index, member) in members.enumerated() {
      let key = keys[index]
      if hasDuplicates, lasts[key] != index {
        findMistakes { reader in reader.readDeclaration(key, member) }
      } else {
        readDeclaration(key, member)
      }
    }
  }

  /// Compares pairs in short rules, which costs less than a table.
  private static func hasDuplicates(_ keys: [DeclarationKey]) -> Bool {
    if keys.count > 8 { return Set(keys).count < keys.count }
    for index in keys.indices.dropFirst() {
      for earlier in 0..<index where keys[earlier] == keys[index] { return true }
    }
    return false
  }

  private func declarationKey(_ member: JSONMember) -> DeclarationKey {
    if !member.key.hasEscapes, let known = PropertyName.known(bytes, member.key.contents) {
      return DeclarationKey(known)
    }
    let key = document.string(member.key)
    if key.hasPrefix("$"), builder.dialect.hasDollarVariables {
      return DeclarationKey(.custom("--" + key.dropFirst()))
    }
    return DeclarationKey(key)
  }

  /// The index of the last member of each key; the others are reported.
  private mutating func lastMembers(
    _ keys: [DeclarationKey], _ members: [JSONMember]
  ) -> [DeclarationKey: Int] {
    var lasts: [DeclarationKey: Int] = [:]
    for (index, key) in keys.enumerated() where lasts.updateValue(index, forKey: key) != nil {
      reportDuplicate(key.property.text, members[index])
    }
    return lasts
  }

  private mutating func readDeclaration(_ key: DeclarationKey, _ member: JSONMember) {
    if case .string(let string) = member.value.value, !string.hasEscapes,
      let known = builder.knownValue(of: key.property, bytes, string.contents),
      key.property != .longhand(.color) || !builder.sheet.extensions.contains("title-color")
    {
      builder.sheet.declarations.append(
        Declaration(
          property: key.property, value: .text(document.text(string)), specified: known,
          isImportant: false, states: key.states, nameRange: member.key.range))
      return
    }
    if case .number = member.value.value, builder.dialect.allowsBareHex, key.property.isColor {
      // 00ff00 has lost its zeros, and 16711680 is no #167116.
      let digits = String(decoding: bytes[member.value.range], as: UTF8.self)
      builder.report(
        Diagnostic(
          .error, .invalidValue,
          "'\(key.property.text)': expected a colour, found the number \(digits)",
          at: location(member.value.range), suggestion: "\"\(digits)\""))
      return
    }
    guard let (value, isImportant) = declaredValue(member.value) else {
      builder.report(
        Diagnostic(
          .error, .invalidValue, "'\(key.property.text)': expected a value, found null",
          at: location(member.value.range)))
      return
    }
    builder.add(
      Declaration(
        property: key.property, value: value, isImportant: isImportant, states: key.states,
        nameRange: member.key.range))
  }

  private func declaredValue(_ node: JSONNode) -> (DeclaredValue, isImportant: Bool)? {
    switch node.value {
    case .null: return nil
    case .string(let string):
      let (text, isImportant) = document.text(string).splittingImportant()
      return (.text(text), isImportant)
    case .bool, .number: return (.text(CSSText(source: document.source, range: node.range)), false)
    case .array, .object:
      return (.structured(RawValue(node, of: document), location(node.range)), false)
    }
  }
}
