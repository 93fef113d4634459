import Bytes
package import Diagnostics
package import Styling

/// Makes the content of spans from their tags, each distinct tag in a place only once.
///
/// The cache is keyed by the surroundings and the raw bytes of the tag: a tag that was seen in
/// such a place before is neither read nor resolved again. Several builders may share one.
///
/// As the style resolver that it stands on, it is not safe to share between threads.
package final class SpanResolver {
  /// What works styles out.
  package let styles: StyleResolver

  /// What markup may do.
  package internal(set) var options: MarkupOptions

  /// The content of text outside of all tags.
  package let host: SpanContent

  /// What the style resolver found about tags, with the places of the tags.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Takes out the diagnostics that came since the last call.
  package func takeDiagnostics() -> [Diagnostic] {
    defer { diagnostics.removeAll() }
    return diagnostics
  }

  /// What makes the children of two contents look alike.
  private struct State: Hashable {
    var node: StyleNodeID
    var setting: Int32
  }

  /// What a tag hands on besides its style; few tags change it, so it has numbers.
  private struct Setting: Hashable {
    var link: String?
    var language: String?
    var isInScript = false
  }

  private var settings: [Setting: Int32] = [:]
  private var nextSetting: Int32 = 1
  private var states: [State: Int32] = [:]
  /// The states of nodes with the host's setting; 0 for none yet and for the host.
  private var plainStates: [Int32] = []
  private var nextState: Int32 = 1
  /// What the sheet puts into elements, safe, where no attribute has a say.
  private var insertedTexts: [GeneratedContent: [UInt8]] = [:]
  private var cache = TagCache()
  private var contents: [SpanContent] = []

  /// Prepares to resolve spans inside the host of a style resolver.
  ///
  /// - Parameters:
  ///   - styles: What works styles out.
  ///   - options: What markup may do.
  ///   - language: The language of the whole text.
  package init(
    styles: StyleResolver, options: MarkupOptions = MarkupOptions(), language: String? = nil
  ) {
    self.styles = styles
    self.options = options
    self.options.keepsAttributes = styles.needsAttributes
    let node = styles[styles.hostNode]
    host = SpanContent(
      tag: nil, classes: styles.host.classes, hostElement: styles.host.element,
      node: styles.hostNode, style: node.style, paint: node.paint, extensions: node.extensions,
      link: nil, language: language, isHidden: node.isHidden,
      state: 0, setting: 0
    ).inserting(node, from: styles, &insertedTexts)
    settings[Setting(language: language)] = host.setting
  }

  /// Prepares to go on after another one with nothing kept, so that memory stays bounded however
  /// many different tags come.
  ///
  /// What was found is not found again. Contents of the other one are no parents any more: what is
  /// open has to be opened again.
  package convenience init(after other: SpanResolver) {
    self.init(
      styles: StyleResolver(after: other.styles), options: other.options,
      language: other.host.language)
    diagnostics = other.diagnostics
  }

  /// The contents of elements that another resolver opened, each inside the one before.
  package func reopen(_ contents: some Sequence<SpanContent>) -> [SpanContent] {
    var innermost = host
    return contents.map { content in
      guard let tag = content.tag else { return host }
      innermost = self.content(
        of: tag, parent: innermost, position: content.position)
      return innermost
    }
  }

  /// The content of a span whose start tag the tokenizer has just read.
  ///
  /// - Parameters:
  ///   - token: The start tag.
  ///   - tokenizer: The tokenizer that read it.
  ///   - bytes: The markup it is in.
  ///   - parent: The content around it.
  ///   - position: Its place among its siblings, where the style resolver needs that.
  ///   - source: The markup as an input with a name, where all of it is at hand.
  ///   - log: Where findings go.
  /// - Returns: The content, which spans with the same tag in such a place share.
  package func content(
    of token: MarkupToken, read tokenizer: MarkupTokenizer, in bytes: Span<UInt8>,
    parent: SpanContent, position: SiblingPosition? = nil, source: SourceText? = nil,
    log: inout DiagnosticLog
  ) -> SpanContent {
    let isKept = position == nil && !holdsPlaceholder(token.range, in: bytes)
    if isKept, let known = known(token.range, in: bytes, parent: parent) { return known }
    let tag = TagContent(
      token.element, attributes: tokenizer.attributes, in: bytes, source: source,
      options: options, log: &log)
    let content = content(of: tag, parent: parent, position: position) {
      source.map { SourceRange($0, token.range) }
    }
    if isKept { remember(content, token.range, of: bytes, parent: parent) }
    return content
  }

  /// Whether the bytes of a tag may mean something else with other values of placeholders.
  private func holdsPlaceholder(_ tag: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard !options.placeholders.isEmpty else { return false }
    for offset in tag where bytes[offset] == 0x7B { return true }
    return false
  }

  /// The content that was made of a tag with the same bytes in the same surroundings.
  ///
  /// It is not for stylesheets that look at positions among siblings.
  package func known(
    _ tag: Range<Int>, in bytes: Span<UInt8>, parent: SpanContent
  ) -> SpanContent? {
    let number = cache.find(tag, in: bytes, parent: parent.state)
    return number < 0 ? nil : contents[Int(number)]
  }

  private func remember(
    _ content: SpanContent, _ tag: Range<Int>, of bytes: Span<UInt8>, parent: SpanContent
  ) {
    guard tag.count <= TagCache.longestTag else { return }
    if cache.isFull(for: tag.count) {
      cache.removeAll()
      contents.removeAll()
    }
    contents.append(content)
    cache.insert(tag, of: bytes, parent: parent.state, value: Int32(contents.count - 1))
  }

  /// The content of a span that a tag describes.
  ///
  /// - Parameters:
  ///   - tag: What the tag says.
  ///   - parent: The content around it.
  ///   - position: Its place among its siblings, where the style resolver needs that.
  ///   - place: Where the tag is, for diagnostics.
  /// - Returns: The content.
  package func content(
    of tag: TagContent, parent: SpanContent, position: SiblingPosition? = nil,
    place: () -> SourceRange? = { nil }
  ) -> SpanContent {
    let known = styles.findingCount
    let node = styles.child(
      of: parent.node ?? styles.hostNode, tag.description(at: position))
    for var finding in styles.findings(since: known) {
      if finding.location == nil, let place = place() {
        finding.location = place.location
        finding.excerpt = SourceExcerpt(place)
      }
      diagnostics.append(finding)
    }
    return content(of: tag, node: node, parent: parent, position: position)
  }

  /// The node of a `span` with no attribute but `class`, straight from the attribute's bytes.
  ///
  /// - Parameters:
  ///   - classes: Where the value of the attribute is.
  ///   - bytes: The markup it is in.
  ///   - parent: The content around it.
  /// - Returns: The node, which hands on the host's link and language; nil where the tag has to be
  ///   looked at more closely.
  package func plainSpan(
    classes: Range<Int>, in bytes: Span<UInt8>, parent: SpanContent
  ) -> StyleNodeID? {
    guard parent.setting == host.setting else { return nil }
    let known = styles.findingCount
    let node = styles.child(of: parent.node ?? styles.hostNode, classes: classes, in: bytes)
    if styles.findingCount > known { diagnostics += styles.findings(since: known) }
    return node
  }

  /// The content of a plain span whose node is known.
  package func content(
    ofPlainSpan node: StyleNodeID, classes: Range<Int>, in bytes: Span<UInt8>, parent: SpanContent
  ) -> SpanContent {
    let names = String(classes, of: bytes).split(separator: " ").map(String.init)
    return content(
      of: TagContent(.span, classes: names), node: node, parent: parent, position: nil)
  }

  private func content(
    of tag: TagContent, node: StyleNodeID, parent: SpanContent, position: SiblingPosition?
  ) -> SpanContent {
    let link = tag.link ?? parent.link
    let language = tag.language ?? parent.language
    let isScript = ScriptElement(tag.element) != nil
    let isInScript = isScript || parent.isInScript
    let setting =
      tag.link == nil && tag.language == nil && !isScript
      ? parent.setting
      : number(of: Setting(link: link, language: language, isInScript: isInScript))
    let found = styles[node]
    let content = SpanContent(
      tag: tag, position: position, classes: tag.classes, hostElement: host.hostElement,
      node: node, style: found.style, paint: found.paint, extensions: found.extensions, link: link,
      language: language, isInScript: isInScript, isHidden: found.isHidden,
      box: tag.element == .ansi ? nil : found.box,
      state: state(of: node, setting), setting: setting
    ).inserting(found, from: styles, &insertedTexts)
    styles.countKept(content.size)
    return content
  }

  private func state(of node: StyleNodeID, _ setting: Int32) -> Int32 {
    // Few tags have a setting of their own.
    let place = Int(node.index)
    if setting == 0 {
      while plainStates.count <= place { plainStates.append(0) }
      if plainStates[place] == 0, node != styles.hostNode {
        plainStates[place] = nextState
        nextState += 1
      }
      return plainStates[place]
    }
    let key = State(node: node, setting: setting)
    let state = states[key] ?? nextState
    if state == nextState {
      states[key] = state
      nextState += 1
    }
    return state
  }

  private func number(of setting: Setting) -> Int32 {
    if let known = settings[setting] { return known }
    settings[setting] = nextSetting
    nextSetting += 1
    return nextSetting - 1
  }
}
