import Bytes
package import CSSSyntax
package import Diagnostics
package import Styling

/// A start tag, decoded and made safe.
package struct StartTag: Sendable {
  /// An attribute without an effect, kept for callers.
  package typealias Attribute = ElementAttribute

  package let element: MarkupElement

  /// In lower case.
  package var name: String { document?.customName ?? element.name }

  private var document: DocumentPart?

  private final class DocumentPart: Sendable {
    let customName: String?

    /// Declarations for attributes of HTML and the context of the element.
    let declarations: [String]

    init(_ customName: String?, _ declarations: [String]) {
      self.customName = customName
      self.declarations = declarations
    }
  }

  package private(set) var classes: [String] = []

  package private(set) var style: CSSText?

  /// The range of `style` in the markup, and true if the value is the same undecoded.
  private var styleSource: (range: Range<Int>, isVerbatim: Bool)?

  /// The link target of an `<a>`: printable ASCII with an allowed scheme.
  package private(set) var link: String?

  package private(set) var language: String?

  /// `id`, `data-*` and all attributes without a meaning in markup.
  package internal(set) var attributes: [Attribute] = []

  /// All attributes that selectors may test; empty if none does.
  private(set) var selectable: [Attribute] = []

  /// The match of a pattern in plain text; nil in markup.
  package private(set) var match: Match?

  /// The target of a link whose text may differ from it.
  var targetToShow: String? { match == nil ? link : nil }

  /// Everything that distinguishes elements of plain text.
  package struct Match: Hashable, Sendable {
    let name: String

    /// The at-rule and name of the pattern, such as `@highlight error`, and its range.
    package let rule: String
    package let pattern: SourceLocation

    /// Declarations that any rule for its class overrides.
    var declarations: String?

    /// Its link, or the values of its attributes.
    var values: [String?] = []
  }

  init(_ element: MarkupElement, _ match: Match) {
    self.init(element, classes: [match.name])
    self.match = match
  }

  /// Makes it a link to its text, if that is an allowed target.
  mutating func setLink(to text: Span<UInt8>, _ options: MarkupOptions) {
    var target: [UInt8] = []
    target.append(0..<text.count, of: text)
    link = try? LinkTarget.sanitized(target, schemes: options.allowedSchemes, allowsRelative: false)
    match?.values = [link]
    if let link { selectable.append(Attribute(name: "href", value: link)) }
  }

  /// Sets its text, or the start of a very long one, as an attribute.
  mutating func setValue(_ text: Span<UInt8>) {
    setGroups([("value", 0..<min(text.count, Self.longestValue))], in: text)
  }

  /// In bytes.
  private static let longestValue = 1024

  /// Sets an attribute for each of some parts of its text.
  mutating func setGroups(_ groups: [(name: String, range: Range<Int>)], in text: Span<UInt8>) {
    for (name, range) in groups {
      var value: [UInt8] = []
      value.append(range, of: text)
      let safe = TextSanitizer.sanitized(value, form: .text)
      let own = Attribute(name: "data-" + name, value: String(decoding: safe, as: UTF8.self))
      attributes.append(own)
      selectable.append(own)
      match?.values += [own.name, own.value]
    }
  }

  /// An element without markup; the link target must be safe.
  init(_ element: MarkupElement, classes: [String] = [], link: String? = nil) {
    self.element = element
    self.classes = classes.map { SafeText.label($0).string }
    self.link = link
    if !classes.isEmpty {
      selectable.append(Attribute(name: "class", value: self.classes.joined(separator: " ")))
    }
    if let link { selectable.append(Attribute(name: "href", value: link)) }
  }

  /// Decodes the attributes of a tag; with `source`, the whole markup, findings about the style
  /// have a position in it.
  package init(
    _ element: MarkupElement, attributes written: [MarkupAttribute], in bytes: Span<UInt8>,
    source: SourceText? = nil, options: MarkupOptions = MarkupOptions(), log: inout DiagnosticLog
  ) {
    self.init(element)
    var names: Set<[UInt8]> = []
    var remaining = MarkupLimits.longestTag
    defer {
      if let own = written.first(where: { $0.isNamedClass(in: bytes) }) {
        limitClasses(at: own.name, &log)
      }
    }
    for attribute in written {
      if !options.keepsAttributes, written.count == 1, let value = attribute.value,
        !attribute.lacksSpace, attribute.isNamedClass(in: bytes),
        let verbatim = AttributeValue(value).verbatimClasses(in: bytes)
      {
        classes = verbatim
        return
      }
      var name: [UInt8] = []
      for offset in attribute.name { name.append(bytes[offset].lowercasedASCII) }
      let text = String(decoding: name, as: UTF8.self)
      if attribute.lacksSpace { log.record(.missingSpace, at: attribute.name, about: text) }
      guard names.insert(name).inserted else {
        log.record(.duplicateAttribute, at: attribute.name, about: text)
        continue
      }
      let value = AttributeValue(
        attribute.value ?? attribute.name.upperBound..<attribute.name.upperBound)
      switch text {
      case "style":
        let text = value.style(in: bytes, source, options, &remaining, &log)
        style = text.style
        styleSource = (value.range, text.isVerbatim)
        continue
      case "class":
        guard !options.keepsAttributes, let verbatim = value.verbatimClasses(in: bytes) else {
          break
        }
        classes = verbatim
        continue
      case "lang": break
      case _ where isLink(text, options): break
      default:
        let isDocument = options.form.isDocument
        let isKept = text == "id" || text.hasPrefix("data-") || isDocument
        if !isKept { log.record(.unknownAttribute, at: attribute.name, about: text) }
        if isDocument, !attribute.hasPlainName(in: bytes) { continue }
      }
      let decoded = value.decoded(in: bytes, options, &remaining, &log)
      set(text, decoded, at: value.range, options, &log)
    }
  }

  /// True for the attribute with the target of a link or image.
  private func isLink(_ name: String, _ options: MarkupOptions) -> Bool {
    name == "href" && (element == .a || element == .ansi)
      || name == "src" && element == .img && options.form.isDocument
  }

  /// Sets an attribute to a decoded value that is not safe yet.
  private mutating func set(
    _ name: String, _ bytes: [UInt8], at place: Range<Int>, _ options: MarkupOptions,
    _ log: inout DiagnosticLog
  ) {
    let value = AttributeValue(place)
    if isLink(name, options) {
      link = value.link(bytes, options, &log)
      if let link { keep(name, options) { link } }
      return
    }
    if name == "class" {
      classes = value.classes(bytes, &log)
      return keep(name, options) { value.text(bytes, &log) }
    }
    let own = Attribute(name: name, value: value.text(bytes, &log))
    if name == "lang" { language = own.value } else { attributes.append(own) }
    keep(name, options) { own.value }
  }

  /// Decodes the attributes of a tag in a document; `name` is that of a `custom` element.
  init(
    _ element: MarkupElement, name: String?, declarations: [String], attributes: [MarkupAttribute],
    in bytes: Span<UInt8>, source: SourceText?, options: MarkupOptions, log: inout DiagnosticLog
  ) {
    self.init(
      element, attributes: attributes, in: bytes, source: source, options: options, log: &log)
    let declarations = declarations + attributeDeclarations
    if name != nil || !declarations.isEmpty { document = DocumentPart(name, declarations) }
  }

  /// Makes a tag of a reader; its attributes are decoded but not safe yet.
  init(
    _ element: MarkupElement, declarations: [String], attributes written: [MadeTag.Attribute],
    at place: Range<Int>, options: MarkupOptions, log: inout DiagnosticLog
  ) {
    self.init(element)
    for (name, bytes) in written { set(name, bytes, at: place, options, &log) }
    limitClasses(at: place, &log)
    let declarations = declarations + attributeDeclarations
    if !declarations.isEmpty { document = DocumentPart(nil, declarations) }
  }

  /// Attributes with a meaning only in documents.
  static let documentAttributes: Set = [
    "align", "alt", "aria-hidden", "aria-label", "checked", "colspan", "dir", "hidden", "open",
    "reversed", "role", "rowspan", "start", "title", "type", "value",
  ]

  private var attributeDeclarations: [String] {
    let own: [String] = attributes.compactMap { attribute in
      let value = attribute.value.lowercasedASCII
      return switch attribute.name {
      case "align" where element.isBlock && ["left", "center", "right", "justify"].contains(value):
        "text-align: " + value
      case "type" where element.isList || element == .li:
        Self.listStyles[attribute.value].map { "list-style-type: " + $0 }
      case "data-footnotes": "border-top: 1px solid; margin-top: 1lh"
      default: nil
      }
    }
    return isHidden ? ["display: none"] + own : own
  }

  /// True if it is hidden without a stylesheet (HTML Standard §15.3.1).
  package var isHidden: Bool {
    value(of: "hidden") != nil || element == .dialog && value(of: "open") == nil
  }

  /// Values of `type` of lists and their items (HTML Standard §15.3.7).
  private static let listStyles = [
    "1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman",
    "I": "upper-roman", "disc": "disc", "circle": "circle", "square": "square",
  ]

  /// Declarations of the element without a stylesheet, besides those of its name.
  private var hints: CSSText? {
    let declarations = match?.declarations ?? document?.declarations.joined(separator: "; ") ?? ""
    guard !declarations.isEmpty else { return terminalDeclarations }
    let source = SourceText(name: "<\(name)>", text: declarations)
    return CSSText(source: source, range: 0..<source.bytes.count)
  }

  mutating func removeLink() { link = nil }

  mutating func removeStyle() { style = nil }

  /// The value of an attribute without a meaning in markup; nil if it is missing.
  package func value(of name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The approximate bytes of its texts, in all forms that are kept.
  package var size: Int {
    var size = (link?.utf8.count ?? 0) + (language?.utf8.count ?? 0)
    size += document?.customName?.utf8.count ?? 0
    for name in classes { size += name.utf8.count + MemoryLayout<String>.stride }
    // Its lines are counted, and its declarations are read.
    if let style { size += style.range.count * 2 }
    for attribute in attributes { size += attribute.size }
    for attribute in selectable { size += attribute.size }
    return size
  }

  /// Keeps as many classes as an element may have.
  private mutating func limitClasses(at place: Range<Int>, _ log: inout DiagnosticLog) {
    var size = 0
    let kept = classes.prefix { name in
      size += name.utf8.count + 1
      return size <= MarkupLimits.mostClassBytes + 1
    }
    guard kept.count < classes.count else { return }
    classes = Array(kept)
    log.record(.tooManyClasses, at: place)
  }

  private mutating func keep(_ name: String, _ options: MarkupOptions, _ value: () -> String) {
    if options.keepsAttributes { selectable.append(Attribute(name: name, value: value())) }
  }

  /// The range in the markup of a finding about `style`, whose location is in the text of `style`
  /// alone; that of the whole value if it was encoded.
  package func range(ofStyleFinding finding: Diagnostic) -> Range<Int>? {
    guard let styleSource, let style, let location = finding.location,
      location.file == style.source.name
    else { return nil }
    let source = style.source
    guard styleSource.isVerbatim, (1...source.lineCount).contains(location.line) else {
      return styleSource.range
    }
    let line = source.lineRange(location.line)
    var scalars = 0
    var start = line.upperBound
    var end = start
    for offset in line where source.bytes[offset] & 0xC0 != 0x80 {
      scalars += 1
      if scalars == location.column { start = offset }
      if scalars == location.column + (finding.excerpt?.length ?? 1) { end = offset }
    }
    let first = styleSource.range.lowerBound
    return first + start..<first + max(start, end)
  }

  /// Its description for selectors and the cascade.
  package func description(at position: SiblingPosition? = nil) -> ElementDescription {
    ElementDescription(
      tag: name, classes: classes, style: style, hints: hints,
      isLink: link != nil, isMatch: match != nil, attributes: selectable, position: position)
  }
}

struct AttributeValue {
  let range: Range<Int>

  init(_ range: Range<Int>) { self.range = range }

  /// The value with references and, within the limit, placeholders replaced; not safe yet.
  func decoded(
    in bytes: Span<UInt8>, _ options: MarkupOptions, _ remaining: inout Int,
    _ log: inout DiagnosticLog
  ) -> [UInt8] {
    var value: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      if byte == 0x26 {
        let match = CharacterReference.read(
          at: offset, before: range.upperBound, in: bytes, isLast: true,
          unclosed: options.form == .html ? .value : .text)
        switch match {
        case .reference(let reference):
          if let problem = reference.problem {
            log.record(
              problem, at: offset..<offset + reference.length,
              about: String(offset..<offset + reference.length, of: bytes))
          }
          value.append(reference.first)
          if let second = reference.second { value.append(second) }
          offset += reference.length
          continue
        case .text(.unknownReference):
          log.recordProblem(
            of: MarkupToken(.text, offset..<offset + 1, problem: .unknownReference), in: bytes)
        case .text, .incomplete: break
        }
      } else if let replacement = options.placeholders.value(
        ofMarkAt: offset, before: range.upperBound, in: bytes)
      {
        Self.fill(&value, with: replacement, at: offset..<offset + 4, &remaining, &log)
        offset += 4
        continue
      } else if byte == 0x7B, !options.placeholders.isEmpty, !options.placeholders.areMarks {
        let match = options.placeholders.match(
          at: offset, before: range.upperBound, in: bytes, isLast: true)
        switch match {
        case .brace: offset += 1
        case .value(let replacement, let length):
          Self.fill(&value, with: replacement, at: offset..<offset + length, &remaining, &log)
          offset += length
          continue
        case .text, .incomplete:
          log.recordMisspelling(
            at: offset, before: range.upperBound, in: bytes, of: options.placeholders)
        }
      }
      value.append(byte)
      offset += 1
    }
    return value
  }

  private static func fill(
    _ value: inout [UInt8], with replacement: [UInt8], at range: Range<Int>,
    _ remaining: inout Int, _ log: inout DiagnosticLog
  ) {
    if replacement.count <= remaining {
      value += replacement
      remaining -= replacement.count
    } else {
      remaining = 0
      log.record(.attributesTooLong, at: range)
    }
  }

  /// The safe form of a decoded value; findings have the range of the whole value.
  private func safe(
    _ value: [UInt8], _ form: TextSanitizer.Form, _ log: inout DiagnosticLog
  ) -> [UInt8] {
    var sanitizer = TextSanitizer(form: form)
    var findings = DiagnosticLog(limit: 1)
    var output: [UInt8] = []
    sanitizer.append(0..<value.count, of: value.span, to: &output, log: &findings)
    sanitizer.finishRun(in: &output, log: &findings)
    for finding in findings.entries { log.add(finding, at: range) }
    return output
  }

  func text(_ value: [UInt8], _ log: inout DiagnosticLog) -> String {
    String(decoding: safe(value, .text, &log), as: UTF8.self)
  }

  /// The names in a decoded value, between white space.
  func classes(_ value: [UInt8], _ log: inout DiagnosticLog) -> [String] {
    value.split(whereSeparator: \.isASCIIWhitespace).map { name in
      String(decoding: safe(Array(name), .label, &log), as: UTF8.self)
    }
  }

  /// The names between spaces; nil if something has to be decoded or made safe.
  func verbatimClasses(in bytes: Span<UInt8>) -> [String]? {
    var spaces = 0
    for offset in range {
      let byte = bytes[offset]
      if !byte.isPrintableASCII || byte == 0x26 || byte == 0x7B { return nil }
      if byte == 0x20 { spaces &+= 1 }
    }
    var names: [String] = []
    names.reserveCapacity(min(spaces + 1, 16))
    var start = range.lowerBound
    for offset in range.lowerBound...range.upperBound {
      guard offset == range.upperBound || bytes[offset] == 0x20 else { continue }
      if offset > start { names.append(String(start..<offset, of: bytes)) }
      start = offset + 1
    }
    return names
  }

  func style(
    in bytes: Span<UInt8>, _ source: SourceText?, _ options: MarkupOptions, _ remaining: inout Int,
    _ log: inout DiagnosticLog
  ) -> (style: CSSText, isVerbatim: Bool) {
    let value = decoded(in: bytes, options, &remaining, &log)
    let text = safe(value, .text, &log)
    var written: [UInt8] = []
    written.append(range, of: bytes)
    let isVerbatim = text == written
    guard let source else {
      let alone = SourceText(name: "<style>", bytes: text)
      return (CSSText(source: alone, range: 0..<text.count), isVerbatim)
    }
    let style =
      isVerbatim
      ? CSSText(source: source, range: range)
      : CSSText(decoded: text, source: source, sourceRange: range)
    return (style, isVerbatim)
  }

  /// The link target in a decoded value; nil if it is not allowed.
  func link(_ value: [UInt8], _ options: MarkupOptions, _ log: inout DiagnosticLog) -> String? {
    do throws(LinkTarget.Refusal) {
      return try LinkTarget.sanitized(
        value, schemes: options.allowedSchemes, allowsRelative: options.allowsRelativeLinks)
    } catch {
      switch error {
      case .scheme(let scheme): log.record(.linkScheme, at: range, about: scheme)
      case .relative: log.record(.relativeLink, at: range)
      case .tooLong: log.record(.linkTooLong, at: range)
      case .empty: break
      }
      return nil
    }
  }
}

extension ElementAttribute {
  /// In bytes, approximately.
  fileprivate var size: Int {
    name.utf8.count + value.utf8.count + MemoryLayout<ElementAttribute>.stride
  }
}
