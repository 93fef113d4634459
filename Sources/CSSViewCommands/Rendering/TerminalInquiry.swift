import Diagnostics
import StyleValues
import Styling
import TerminalOutput

/// A text as one terminal shows it.
struct ShownText {
  var bytes: [UInt8] = []

  /// Findings about the sheet, the text and the drawing.
  var diagnostics: [Diagnostic]

  /// The files that the sheet was put together from.
  var files: [String]

  /// True if the sheet is more than its mistakes.
  var isUsable: Bool

  /// True if it works with colours that only the terminal knows, also where that can show all
  /// others.
  var usesPalette = false

  /// Why there are no bytes.
  var failure: CommandFailure?

  /// The same with what is found for another version.
  func adding(_ other: ShownText) -> ShownText {
    var both = self
    both.diagnostics = diagnostics.adding(other.diagnostics)
    both.files += other.files.filter { !files.contains($0) }
    both.isUsable = isUsable && other.isUsable
    return both
  }
}

/// Asks the terminal what a result depends on, and nothing else.
///
/// Most texts look the same on every background and have one size; then nobody has to wait for an
/// answer. Whether a text does is not guessed from its sheet but tried: it is rendered for a
/// terminal of the other kind, too.
struct TerminalInquiry {
  private let options: TerminalOptions
  private let evidence: TerminalEvidence
  private let ask: ((TerminalQuery) -> TerminalAnswers?)?

  /// Questions that have been asked; `answers` holds the replies.
  private var asked = TerminalQuery.nothing
  private var answers: TerminalAnswers?

  /// Prepares to ask.
  ///
  /// - Parameters:
  ///   - options: The user's settings; the terminal is not asked about them.
  ///   - evidence: The evidence that is known without asking.
  ///   - ask: Asks the terminal; nil if there is none.
  init(
    options: TerminalOptions, evidence: TerminalEvidence,
    ask: ((TerminalQuery) -> TerminalAnswers?)?
  ) {
    self.options = options
    self.evidence = evidence
    self.ask = ask
  }

  /// Renders for the terminal that there is.
  ///
  /// - Parameter render: Renders.
  /// - Returns: The rendered text.
  /// - Throws: Any error of `render`.
  mutating func result(_ render: (TerminalProfile) throws -> ShownText) throws -> ShownText {
    let profile = profile
    let result = try render(profile)
    guard let ask, evidence.isTerminal, profile.colorDepth.value != ColorDepth.none else {
      return result
    }
    var query = TerminalQuery.nothing
    if !asked.palette {
      let mayCount = profile.colorDepth.value < .truecolor || result.usesPalette
      query.palette =
        try options.palette == .ask || mayCount && changes(result, render, otherPalette)
    }
    query.colors =
      try !asked.colors && (query.palette || changes(result, render, otherBackground))
    query.directColor = try !asked.directColor && changes(result, render, moreColors)
    query.textSizing = try !asked.textSizing && changes(result, render, otherSizing)
    // The program decides which characters the terminal draws itself.
    query.program = query.textSizing
    guard query != TerminalQuery.nothing else { return result }
    asked.palette = asked.palette || query.palette
    asked.colors = asked.colors || query.colors
    asked.directColor = asked.directColor || query.directColor
    asked.textSizing = asked.textSizing || query.textSizing
    guard let said = ask(query) else { return result }
    var all = answers ?? TerminalAnswers()
    if query.colors { all.background = said.background }
    if query.palette { all.takePalette(of: said) }
    if query.directColor { all.hasDirectColor = said.hasDirectColor }
    if query.textSizing {
      all.advanceOfWidth = said.advanceOfWidth
      all.advanceOfScale = said.advanceOfScale
      all.program = said.program
    }
    answers = all
    return try render(self.profile)
  }

  /// Asks for colours anew where a result depends on them.
  mutating func forgetColors() { (asked.colors, asked.palette) = (false, false) }

  private var profile: TerminalProfile { profile(options) }

  /// Returns the terminal as the answers make it, with other options.
  private func profile(_ options: TerminalOptions) -> TerminalProfile {
    var evidence = evidence
    evidence.answers = answers
    return TerminalProfile(options: options, evidence: evidence)
  }

  /// True if the result is another one for other options.
  private func changes(
    _ result: ShownText, _ render: (TerminalProfile) throws -> ShownText,
    _ change: (inout TerminalOptions) -> Void
  ) throws -> Bool {
    var other = options
    change(&other)
    guard other != options else { return false }
    return try render(profile(other)).bytes != result.bytes
  }

  /// Colours that are not like any terminal's, unless the user named some.
  private func otherPalette(_ options: inout TerminalOptions) {
    if options.palette == .auto { options.palette = .given(Self.strangePalette) }
  }

  private static let strangePalette: TerminalPalette = {
    let entries = (UInt8.min...UInt8.max).map { ($0, TerminalPalette.median[255 - $0]) }
    return TerminalPalette(
      entries: Dictionary(uniqueKeysWithValues: entries), foreground: RGB8(0x808000),
      selectionBackground: RGB8(0x008080), selectionForeground: RGB8(0x800080))
  }()

  /// A background as far away as can be, unless the user named one.
  private func otherBackground(_ options: inout TerminalOptions) {
    guard options.background == .auto else { return }
    let isDark = profile.background.value.scheme == .dark
    options.background = .color(isDark ? RGB8(0xFFFFFF) : RGB8(0x000000))
  }

  /// All colours, unless something has said how many there are.
  private func moreColors(_ options: inout TerminalOptions) {
    var evidence = evidence
    evidence.answers = TerminalAnswers()
    evidence.answers?.hasDirectColor = true
    let depth = TerminalProfile(options: options, evidence: evidence).colorDepth.value
    if depth != profile.colorDepth.value { options.color = .depth(depth) }
  }

  /// The text sizing protocol, unless the user named a way.
  private func otherSizing(_ options: inout TerminalOptions) {
    if options.textSizing == .auto { options.textSizing = .osc66 }
  }
}
