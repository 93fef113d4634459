import ArgumentParser
import CSSView
import CellLayout
import Diagnostics
import Pictures
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Options for output that is drawn.
struct DrawingOptions: ParsableArguments {
  @Option(help: .rare("Write links as terminal hyperlinks.", value: "when"))
  var hyperlinks = SwitchOption.auto

  @Option(
    help: .rare(
      "Method for drawing large text.",
      "osc66 and dechl are features of terminals; block draws with block characters.",
      value: "method"))
  var textSizing = TextSizingOption.auto

  /// The terminal of standard output, or a substitute if the result goes `toFile`.
  ///
  /// It has new answers to queries if the command `ownsTerminal`, or those that it gave an earlier
  /// program.
  func terminal(
    _ environment: EnvironmentOptions, in console: Console, toFile: Bool, ownsTerminal: Bool = false
  ) throws(CommandFailure) -> DetectedTerminal {
    var terminal = DetectedTerminal(
      options: try options(environment, in: console),
      evidence: console.evidence(
        isTerminal: console.isOutputTerminal && !toFile, for: environment.color,
        readsTerminfo: console.isOutputTerminal))
    if environment.asks(ownsTerminal: ownsTerminal) {
      var query = TerminalQuery()
      query.palette = true
      // It is tried where the cursor is, which is somewhere else if the output is.
      query.textSizing = console.isOutputTerminal
      terminal.evidence.answers = console.ask(query)?.answers
    }
    // A result that is not shown on the terminal does not depend on it.
    if terminal.evidence.answers == nil, terminal.evidence.isTerminal || !toFile,
      terminal.evidence.isTerminal || terminal.profile.colorDepth.value != ColorDepth.none
    {
      terminal.evidence.answers = console.keptAnswers(isForOutput: terminal.evidence.isTerminal)
      terminal.evidence.areAnswersKept = true
    }
    if terminal.options.palette == .ask {
      environment.complain(about: terminal.evidence.answers, in: console)
    }
    return terminal
  }

  static let paletteQuery: TerminalQuery = {
    var query = TerminalQuery.nothing
    query.background = true
    query.palette = true
    return query
  }()

  func options(
    _ environment: EnvironmentOptions, in console: Console
  ) throws(CommandFailure) -> TerminalOptions {
    var options = TerminalOptions()
    options.palette = try environment.paletteOption(in: console)
    options.color = environment.color
    options.background = environment.background
    options.hyperlinks = hyperlinks
    options.textSizing = textSizing
    return options
  }
}

extension SwitchOption: ExpressibleByArgument {}

extension TextSizingOption: ExpressibleByArgument {}

extension DrawingOptions {
  static var defaults: Self { with { ($0.hyperlinks, $0.textSizing) = (.auto, .auto) } }
}

/// A terminal according to the evidence, which may grow.
struct DetectedTerminal {
  var options: TerminalOptions
  var evidence: TerminalEvidence

  var profile: TerminalProfile { TerminalProfile(options: options, evidence: evidence) }

  /// Updates the answers after the terminal has become dark or light; they are newer than any
  /// variable.
  mutating func take(_ news: TerminalAnswers) {
    var answers = evidence.answers ?? TerminalAnswers()
    answers.background = news.background
    answers.takePalette(of: news)
    (evidence.answers, evidence.areAnswersKept) = (answers, false)
    if let background = news.background { options.background = .color(background) }
  }
}

struct PictureOptions: ParsableArguments {
  @Flag(help: .rare("Write HTML to embed in a page, with the markup's classes."))
  var fragment = false

  @Option(help: .rare("Draw a window with this title (SVG).", value: "title"))
  var window: String?

  @Option(help: .rare("Enlarge the picture by this factor, 1 to 8 (PNG).", value: "factor"))
  var scale: Int?

  /// Checks that the options fit the form of the result.
  func validate(for form: RenderForm) throws {
    if fragment, form != .html { throw ValidationError("'--fragment' needs '--to html'") }
    if window != nil, form != .svg { throw ValidationError("'--window' needs '--to svg'") }
    guard let scale else { return }
    guard form == .png else { throw ValidationError("'--scale' needs '--to png'") }
    guard (1...8).contains(scale) else {
      throw ValidationError("invalid value '\(scale)' for '--scale <factor>'; use 1 to 8")
    }
  }

  /// The terminal for a page or picture, by default one with all abilities.
  func target(
    as form: RenderForm, _ environment: EnvironmentOptions, _ sizing: TextSizingOption,
    in console: Console
  ) throws(CommandFailure) -> OutputTarget {
    var target = OutputTarget(try environment.idealEnvironment(in: console), capabilities: .all)
    // Only a terminal draws letters larger by itself.
    if sizing != .off { target.largeText = form == .png ? .blocks(hasSextants: true) : .typeset }
    return target
  }

  /// A text as HTML, SVG or PNG, with findings about what it cannot show, and a failure if it would
  /// be too large.
  ///
  /// For both schemes, `versions` has the dark and the light one.
  func draw(
    as form: RenderForm, _ versions: [PictureVersion]
  ) -> (bytes: [UInt8], findings: [Diagnostic], failure: CommandFailure?) {
    var pictures: [CellPicture] = []
    for version in versions {
      let block = version.renderer.wholeBlock(version.text, for: version.target)
      if let failure = block.failure("add '--width 100', or use cssview render with '--to html'") {
        return ([], [], failure)
      }
      pictures.append(
        CellPicture(
          block, of: form == .html ? version.text : nil, keepsClasses: fragment,
          for: version.target))
    }
    let picture = pictures[0]
    let light = pictures.count > 1 ? pictures[1] : nil
    var bytes: [UInt8] = []
    switch form {
    case .html:
      var pages = pages(versions.map { ScreenColors($0.target.environment) })
      if light != nil { HTMLPage.begin(dark: pages[0], light: pages[1], into: &bytes) }
      for (index, picture) in pictures.enumerated() { pages[index].append(picture, into: &bytes) }
      if light != nil { pages[0].endDocument(into: &bytes) }
    case .svg:
      SVGWriter(windowTitle: window.map { .label($0) }).append(picture, light: light, into: &bytes)
    default:
      let writer = PNGWriter(scale: scale ?? 1)
      if let failure = failure(of: writer, picture) { return ([], [], failure) }
      writer.append(picture, into: &bytes)
    }
    let unseen = form == .png ? Self.findings(in: picture) : []
    return (bytes, picture.findings.adding(light?.findings ?? []) + unseen, nil)
  }

  /// The page in one set of colours, or in a dark and a light one.
  func pages(_ colors: [ScreenColors]) -> [HTMLPage] {
    zip(colors, ColorScheme.allCases).map { version, scheme in
      HTMLPage(
        colors: version, title: fragment ? nil : "cssview", scheme: colors.count > 1 ? scheme : nil)
    }
  }

  /// The failure of a picture that would be too large.
  private func failure(of writer: PNGWriter, _ picture: CellPicture) -> CommandFailure? {
    let (width, height) = writer.size(of: picture)
    guard width * height > PNGWriter.mostPixels else { return nil }
    return CommandFailure(
      .unusableInput,
      "a picture of \(width) × \(height) pixels is too large (limit: \(PNGWriter.mostPixels)); "
        + (writer.scale > 1 ? "use a smaller '--scale'" : "use '--to svg'"))
  }

  /// One finding for all characters, because no other command lists them.
  private static func findings(in picture: CellPicture) -> [Diagnostic] {
    let missing = PNGWriter.missingTexts(in: picture)
    guard !missing.isEmpty else { return [] }
    let names = missing.prefix(mostNamed).map { text in
      let codes = text.unicodeScalars.prefix(4).map { scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      }
      return "'\(text.limited(toBytes: 24))' (\(codes.joined(separator: " ")))"
    }
    let more = missing.count - names.count
    return [
      Diagnostic(
        .warning, .missingGlyph,
        "the PNG font has no \(names.joined(separator: ", "))"
          + (more > 0 ? " and \(more) others" : "") + "; empty frames are drawn")
    ]
  }

  private static let mostNamed = 6
}

/// A text for one terminal, before it is drawn.
struct PictureVersion {
  var text: AttributedText
  var renderer: TextRenderer
  var target: OutputTarget
}

extension [Diagnostic] {
  /// These findings with others that are not among them.
  func adding(_ others: [Diagnostic]) -> [Diagnostic] {
    let known = Set(self)
    return self + others.filter { !known.contains($0) }
  }
}

extension DiagnosticCode {
  /// A character that a picture cannot show.
  static let missingGlyph = DiagnosticCode("missing-glyph")
}

extension PictureOptions {
  static var defaults: Self { with { ($0.fragment, $0.window, $0.scale) = (false, nil, nil) } }
}

extension RenderForm: ExpressibleByArgument {}

/// A number of columns or rows: 1 to 10,000.
struct CellCount: Hashable, ExpressibleByArgument {
  var count: Int

  init?(argument: String) {
    guard let count = Int(argument), ReaderVariables.sizes.contains(count) else { return nil }
    self.count = count
  }
}
