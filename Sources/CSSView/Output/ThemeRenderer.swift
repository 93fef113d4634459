import CellLayout
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput

/// Renders text with one theme, for one terminal and one object.
///
/// It caches computed styles in bounded memory. It is for one thread; other threads make their own
/// from the same theme.
///
/// ```swift
/// let theme: Theme = ["log": ["color": "#808080"], ".error": ["color": "#ff6b6b"]]
/// let renderer = theme.renderer(for: .plain, as: StyledObject(element: "log"))
/// for (level, text) in [("info", "a < b"), ("error", "<stopped>")] {
///   print(renderer.render("<span class=\(level)>\(text)</span>"))
/// }
/// // a < b
/// // <stopped>
/// ```
public final class ThemeRenderer {
  /// The terminal that text is rendered for.
  public let terminal: Terminal

  /// The terminal with the theme's palette, if its own is unknown.
  private let target: OutputTarget
  private var renderer: TextRenderer
  private var writer: TextWriter

  init(_ theme: Theme, terminal: Terminal, object: StyledObject) {
    self.terminal = terminal
    var target = terminal.target
    target.environment = target.environment.adopting(theme.stylesheet.palette)
    self.target = target
    renderer = TextRenderer(
      stylesheet: theme.stylesheet, environment: target.environment, host: object.host,
      options: MarkupOptions(
        allowsBidirectional: theme.policy.allowsBidirectional,
        allowedSchemes: theme.policy.linkSchemes,
        showsLinkTargets: terminal.isFlat || theme.policy.showsLinkTargets && !terminal.showsLinks))
    renderer.options.allowsRelativeLinks = theme.policy.allowsRelativeLinks
    renderer.options.erasedColumns = target.environment.colorDepth.hasColor ? 0 : nil
    renderer.options.findsPatterns = theme.policy.findsPatterns
    writer = TextWriter(renderer, target)
  }

  /// Findings about the theme and the style of the object.
  public var findings: [Finding] { renderer.diagnostics.map(Finding.init) }

  /// The style of the object itself.
  public var objectStyle: RunStyle { RunStyle(renderer.styles.hostStyle.text, in: blockContext) }

  var blockContext: RunStyle.BlockContext {
    RunStyle.BlockContext(
      block: renderer.styles.hostStyle.block, contentSize: terminal.environment.contentSize)
  }

  // MARK: Text

  /// Converts markup to text with runs.
  ///
  /// Its findings do not depend on earlier markup. A finding about a rule of the theme that is made
  /// when an element meets the rule is only among those of the first such text.
  ///
  /// - Parameters:
  ///   - markup: The markup.
  ///   - name: The name of the markup in findings.
  /// - Returns: The text.
  public func styled(_ markup: Markup, name: String = "<markup>") -> StyledString {
    let assembled = markup.assembled()
    let source = SourceText(name: name, bytes: assembled.bytes)
    let result = attributed(source, assembled.placeholders)
    // The resolver reports a class once.
    var found = result.diagnostics.filter { $0.code != .unknownClass }
    found += UnknownClasses(in: renderer.styles).findings(in: result.value, of: source)
    let written = markup.written(assembled.bytes, name: name)
    return StyledString(
      result.value, in: blockContext,
      findings: found.map { Finding(written?.finding($0, in: source) ?? $0) })
  }

  private func attributed(
    _ source: SourceText, _ placeholders: Placeholders
  ) -> TextRenderer.Result<AttributedText> {
    renderer.forgetManyStyles()
    renderer.options.placeholders = placeholders
    return renderer.attributedText(source)
  }

  /// Renders text for the terminal, keeping its lines; it ends in the terminal's default state.
  public func render(_ text: StyledString) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Renders markup for the terminal, keeping its lines; it ends in the terminal's default state.
  ///
  /// The background of the object is not drawn, because it belongs to a block.
  public func render(_ markup: Markup) -> String {
    var bytes: [UInt8] = []
    append(markup, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends text for the terminal as UTF-8.
  public func append(_ text: StyledString, to bytes: inout [UInt8]) {
    writer.append(text.attributed, renderer, into: &bytes)
  }

  /// Appends markup for the terminal as UTF-8.
  public func append(_ markup: Markup, to bytes: inout [UInt8]) {
    writer.append(attributed(markup), renderer, into: &bytes)
  }

  /// The classes of the elements that the theme hides, and of those inside them.
  package func hiddenClasses(in markup: Markup) -> Set<String> {
    let spans = attributed(markup).spans.filter(\.content.isHidden)
    return Set(spans.flatMap(\.content.classes))
  }

  /// Markup as text with runs, without findings.
  func attributed(_ markup: Markup) -> AttributedText {
    let (markup, placeholders) = markup.assembled()
    return attributed(SourceText(name: "<markup>", bytes: markup), placeholders).value
  }

  // MARK: Blocks

  /// Lays out a text as one block: wrapped, aligned, with the object's box.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - columns: The available columns; nil is the terminal's.
  /// - Returns: The cells, for this terminal.
  public func block(_ text: StyledString, columns: Int? = nil) -> CellBlock {
    var target = target
    if let columns { target.environment.columns = max(1, columns) }
    return CellBlock(layout: renderer.block(text.attributed, for: target), target: target)
  }

  /// Lays out markup as one block: wrapped, aligned, with the object's box.
  ///
  /// - Parameters:
  ///   - markup: The markup.
  ///   - columns: The available columns; nil is the terminal's.
  /// - Returns: The cells, for this terminal.
  public func block(_ markup: Markup, columns: Int? = nil) -> CellBlock {
    block(styled(markup), columns: columns)
  }

  /// The fewest columns of a block with all lines unbroken and a whole box.
  ///
  /// Padding, borders and margins are included, with percentages of these same columns. It is 0 for
  /// no text without a box. If `width` or `max-width` is too small for a line, it is the columns of
  /// that width; if percentages leave no room, those of the terminal. A block has at most 65,535.
  public func naturalColumns(of text: StyledString) -> Int {
    renderer.naturalColumns(of: text.attributed, for: target)
  }

  // MARK: Streams

  /// A stream for text that comes in parts.
  ///
  /// - Parameters:
  ///   - name: The name of the text in findings.
  ///   - format: The format of the text.
  ///   - separatesLines: True if all elements end with their line.
  ///   - columns: The columns for a document; nil is the terminal's.
  /// - Returns: A stream for this terminal and this object.
  public func stream(
    name: String = "<stream>", format: TextFormat = .markup, separatesLines: Bool = false,
    columns: Int? = nil
  ) -> RenderStream { stream(name, form(format), format, separatesLines: separatesLines, columns) }

  /// A whole document as lines for the terminal; its values are text in HTML, Markdown and markup.
  package func lines(of document: Markup, _ format: TextFormat, columns: Int?) -> String {
    var options = form(format)
    options.readsWhole = true
    let bytes: [UInt8]
    switch format.form {
    case .html, .markup: (bytes, options.placeholders) = document.assembled()
    case .markdown: (bytes, options.placeholders) = document.assembledMarkdown()
    default: bytes = document.source
    }
    var stream = stream("<document>", options, format, separatesLines: false, columns)
    var output: [UInt8] = []
    stream.write(bytes, to: &output)
    stream.finish(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private func form(_ format: TextFormat) -> MarkupOptions {
    var options = renderer.options
    options.form = format.form
    _ = options.adoptTemplate(of: renderer.styles)
    options.placeholders = Placeholders()
    options.readsByLine = true
    return options
  }

  private func stream(
    _ name: String, _ markup: MarkupOptions, _ format: TextFormat, separatesLines: Bool,
    _ columns: Int?
  ) -> RenderStream {
    var target = target
    if let columns { target.environment.columns = max(1, columns) }
    var host = renderer.styles.host
    host.holdsBlocks = markup.form.isDocument
    var options = StreamRenderer.Options(
      markup: markup, target: target, separatesLines: separatesLines)
    options.documents = format.documents
    // A resolver drops styles during a stream, so two streams must not share one.
    return RenderStream(
      MarkupStream(
        name: name, resolver: StyleResolver(renderer.styles, host: host), options: options))
  }
}

/// A renderer is for one thread; other threads make their own from the same theme.
@available(*, unavailable)
extension ThemeRenderer: Sendable {}
