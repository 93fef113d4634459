import ArgumentParser
import CSSView
import CellLayout
import CursesScreen
import Diagnostics
import Documents
import FileChanges
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import Styling
import SystemPackage
import TerminalOutput
import ThemeBrowser

/// Shows a text as one block.
struct PreviewCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", _superCommandName: CSSViewCommand.name,
    abstract: "Show text as a block, styled by a stylesheet.",
    usage: "cssview preview [<options>] <stylesheet> [<markup> ...]",
    discussion: """
      Mark words as <span class=NAME>...</span>; the stylesheet sets the look of each class. The \
      block can have padding, a border, a background and a shadow; long lines wrap.
      """)

  static let examples = """
    cssview preview fjord "Hi <span class=bold>Bob</span>"
    cssview preview fjord --class card "Hi <span class=bold>Bob</span>" -o card.svg
    """

  @Argument(help: .stylesheet, completion: .custom(SheetCompletion.names))
  var sheet: String

  @Argument(help: .value("markup", "Markup, joined by spaces. Default: standard input."))
  var text: [String] = []

  @Option(help: .value("file", "Read the text from this file."), completion: .file())
  var file: String?

  @Option(help: .value("format", "Output format; by default the extension of --output."))
  var to: RenderForm?

  @Flag(help: "Redraw when a file is saved or the terminal is resized.")
  var watch = false

  @OptionGroup var showing: RenderOptions

  mutating func validate() throws {
    if file == "" { throw ValidationError("'--file' needs the name of a file") }
    if file != nil, !text.isEmpty { throw ValidationError("'--file' cannot be used with <markup>") }
    try refuseSharedInput(
      if: sheet == "-" && file == nil && TextArgument(words: text).isStandardInput)
    if showing.text.format != nil || !readsText { try showing.text.validateFormat(showing.markup) }
    try showing.validate(for: form, isNamed: to != nil)
    if watch, showing.prompt.isPrompt {
      throw ValidationError("'--watch' cannot be used with '--prompt'")
    }
    if watch, sheet == "-" { throw ValidationError("'--watch' cannot be used with standard input") }
  }

  /// True if the text is a file or standard input, whose format is that of the stylesheet.
  private var readsText: Bool { file != nil || TextArgument(words: text).isStandardInput }

  private var form: RenderForm { showing.form(to) ?? .ansi }

  func run(in console: Console) throws -> ExitStatus {
    var files = watch ? FileWatch() : nil
    _ = files?.watch(file.map { [$0] } ?? [])
    try refuseTextFile(in: console)
    let words = TextArgument(words: text)
    var sheetSource: SheetSources?
    if !watch {
      let inputs = file == nil && words.isStandardInput ? ["-"] : []
      let (name, read, status) = try showing.sheet(sheet, as: to, for: inputs, in: console)
      guard status == .success else {
        var plain = self
        plain.sheet = name
        plain.showing.sheets = .defaults
        let shown = try plain.run(in: console)
        return shown == .success ? status : shown
      }
      sheetSource = read
    }
    let isSilent = showing.findings.isSilent(in: console)
    if !isSilent { words.reportFile("to show it: --file ", in: console) }
    var source = try source(in: console)
    if !isSilent {
      showing.markup.reportUnused(in: source, in: console)
      if form.isPicture, source.bytes.isEmpty {
        console.complain("the text is empty, and so is the picture")
      }
    }
    // A watching preview stays in the foreground, and nobody else reads the keyboard.
    let ownsTerminal = watch && redrawsInPlace(in: console)
    var terminal = try showing.drawing.terminal(
      showing.terminal(for: showing.form(to), in: console), in: console,
      toFile: showing.output.isFile, ownsTerminal: ownsTerminal)
    var redrawn: RedrawnText?
    try showing.refusePixels(form, in: console)
    if watch { redrawn = RedrawnText() }
    let status = try show(
      source, sheetSource, on: terminal, watching: &files, over: &redrawn, in: console)
    guard watch else { return status }
    let followsTerminal =
      showing.environment.asks(ownsTerminal: ownsTerminal) && ownsTerminal
      && showing.environment.background == .auto
    var reports = followsTerminal ? SchemeReports() : nil
    while true {
      switch reports?.wait(watching: &files) {
      case .quit(let signal):
        Interruption.note(signal)
        return .interrupted
      case .scheme:
        if let news = console.ask(DrawingOptions.paletteQuery) { terminal.take(news.answers) }
      case .redraw: break
      case nil:
        let size = console.outputSize
        _ = files?.waitForChange(unless: size == nil ? nil : { console.outputSize != size })
      }
      do {
        if file != nil { source = try self.source(in: console) }
        _ = try show(
          source, sheetSource, on: terminal, watching: &files, over: &redrawn, in: console)
      } catch let failure as CommandFailure
        where [.noInput, .unusableInput].contains(failure.status)
      {
        // Gone for the moment, as while an editor saves, or nothing that can be shown.
        try clear(&redrawn, in: console)
        let message: SafeText = "cssview: \(ArgumentText.label(failure.message ?? ""))\n"
        console.report(message)
        try draw(redrawn?.good ?? [], below: message, &redrawn, in: console)
      }
    }
  }

  /// True if a new version is drawn over the last one.
  private func redrawsInPlace(in console: Console) -> Bool {
    console.isOutputTerminal && !showing.output.isFile && form == .ansi
      && showing.environment.color != .never && console.variable("TERM") != "dumb"
  }

  /// Clears the last version.
  private func clear(_ redrawn: inout RedrawnText?, in console: Console) throws {
    guard redrawsInPlace(in: console), let size = console.outputSize,
      let clearing = redrawn?.clear(on: size)
    else { return }
    try console.result.write(rendered: clearing)
  }

  /// Writes the result below findings, and records the rows of both.
  private func draw(
    _ bytes: [UInt8], as status: ExitStatus = .success, below findings: SafeText,
    _ redrawn: inout RedrawnText?, in console: Console
  ) throws {
    _ = try showing.withSink(in: console) { (sink) throws(CommandFailure) in
      try sink.write(rendered: bytes)
      return status
    }
    if console.isErrorTerminal {
      redrawn?.note(Array(findings.utf8), rules: showing.width.widthRules)
    }
    redrawn?.note(bytes, rules: showing.width.widthRules)
  }

  private var checkLine: CheckLine {
    CheckLine(sheet: sheet, markup: [file ?? "-"], options: showing.checkOptions)
  }

  /// Rejects a text file in place of the stylesheet.
  private func refuseTextFile(in console: Console) throws(CommandFailure) {
    guard text.isEmpty, file == nil else { return }
    let refusal = SheetArgument.refusal(
      ofFile: sheet, showing.text.format, in: console,
      markup: ["cssview", "preview", "fjord", "--file", sheet])
    if let refusal { throw refusal }
  }

  private func source(in console: Console) throws -> SourceText {
    guard let file else { return try TextArgument(words: text).source(in: console) }
    return InputFile.decoded(
      try InputFile.markup(file, isFound: watch && file != "-", in: console),
      as: showing.text.format ?? InputFormat(fileName: file))
  }

  /// Shows the text once with a stylesheet that was read, unless it is watched: then the last valid
  /// version stays after a broken save, and the files of the stylesheet are watched from then on.
  private func show(
    _ source: SourceText, _ sheet: SheetSources?, on terminal: DetectedTerminal,
    watching files: inout FileWatch?, over redrawn: inout RedrawnText?, in console: Console
  ) throws -> ExitStatus {
    var shown = try drawn(source, sheet, on: terminal, in: console)
    // A file saved after it was read and before it is watched would never be noticed.
    while files?.watch(shown.files + (file.map { [$0] } ?? [])) == true {
      shown = try drawn(source, sheet, on: terminal, in: console)
    }
    if let failure = shown.failure { throw failure }
    let status = showing.findings.verdict(on: shown.diagnostics)
    let breaks = shown.diagnostics.filter(\.isBreaking)
    let good = status != .success || !breaks.isEmpty ? redrawn?.good : nil
    // Other findings in a broken save are not about the text that is kept.
    let reported = good == nil || breaks.isEmpty ? shown.diagnostics : breaks
    let color = showing.environment.color
    let isSilent = showing.findings.isSilent(in: console)
    let findings =
      showing.findings.lines(of: shown.notes, color: color, in: console)
      + showing.findings.summary(
        reported, color: color, isUsable: shown.isUsable, seeAll: checkLine, in: console,
        isSilent: isSilent)
    try clear(&redrawn, in: console)
    console.report(findings)
    guard status == .success || redrawn != nil else { return status }
    var bytes = shown.bytes
    if let good {
      bytes = good
    } else if status == .success {
      redrawn?.good = bytes
    } else {
      bytes = []
    }
    let usability: ExitStatus = shown.isUsable ? .success : .unusableInput
    try draw(bytes, as: usability, below: findings, &redrawn, in: console)
    return usability
  }

  private func drawn(
    _ source: SourceText, _ read: SheetSources?, on terminal: DetectedTerminal, in console: Console
  ) throws -> ShownText {
    let sheet = try read ?? showing.sheets.read(sheet, isFound: watch, in: console)
    // A picture or a page does not depend on the terminal.
    guard !form.followsTerminal else {
      var target = showing.environment.target(in: console, for: terminal.profile)
      showing.prompt.apply(to: &target)
      var (version, shown) = try version(of: source, sheet, for: target, in: console)
      draw([version], into: &shown)
      return shown
    }
    var shown: ShownText?
    var versions: [PictureVersion] = []
    for environment in showing.environment.versions {
      let target = try showing.pictures.target(
        as: form, environment, showing.drawing.textSizing, in: console)
      let (version, found) = try version(of: source, sheet, for: target, in: console)
      versions.append(version)
      shown = shown?.adding(found) ?? found
    }
    guard var shown else { preconditionFailure("no version of the text") }
    draw(versions, into: &shown)
    return shown
  }

  /// The text for a terminal, with the findings before it is drawn.
  private func version(
    of source: SourceText, _ sheet: SheetSources, for target: OutputTarget, in console: Console
  ) throws(CommandFailure) -> (PictureVersion, ShownText) {
    var target = target
    target.widthRules = showing.width.widthRules
    target.environment.readable = showing.readability.readable?.value
    let stylesheet = showing.sheets.load(sheet, for: target.environment)
    target.environment = target.environment.adopting(stylesheet.palette)
    let terminal = target.environment
    let host = showing.host.host
    var showing = showing
    if readsText {
      showing.text = try showing.text.settled(on: source, under: stylesheet) {
        try $0.validateFormat(showing.markup)
      }
    }
    var options = showing.markupOptions(for: terminal, as: form)
    options.erasedColumns = showing.erasedColumns(in: terminal, as: form, console)
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: terminal, host: host, options: options,
      documents: AllDocumentFormats())
    let text = renderer.attributedText(source)
    let shown = ShownText(
      diagnostics: renderer.diagnostics + text.diagnostics, notes: renderer.loweredContrast,
      files: stylesheet.fileNames, isUsable: stylesheet.isUsable)
    return (PictureVersion(text: text.value, renderer: renderer, target: target), shown)
  }

  /// Adds the bytes of the text, and the findings of drawing it.
  private func draw(_ versions: [PictureVersion], into shown: inout ShownText) {
    let (text, renderer, target) = (versions[0].text, versions[0].renderer, versions[0].target)
    switch form {
    case .ansi, .plain:
      let target = form == .plain ? target.withoutEscapes : target
      let block = renderer.wholeBlock(text, for: target)
      shown.failure = block.failure()
      guard shown.failure == nil else { return }
      guard form == .ansi else {
        shown.diagnostics += block.findings
        shown.bytes = target.bytes(of: consume block)
        return showing.prompt.keepBlanks(endOf: text, in: &shown.bytes)
      }
      let lines = target.lines(of: consume block)
      shown.diagnostics += lines.findings
      shown.bytes = lines.bytes
      showing.prompt.keepBlanks(endOf: text, in: &shown.bytes)
    case .json:
      var known = ElementTexts()
      renderer.json(renderer.rows(of: text, for: target), &known, to: &shown.bytes) { _ in }
      shown.bytes.append(0x0A)
    case .html, .svg, .png:
      let picture = showing.pictures.draw(as: form, versions)
      shown.failure = picture.failure
      shown.diagnostics += picture.findings
      shown.bytes = picture.bytes
    }
  }
}

extension PreviewCommand: SimpleCommand {
  static var defaults: Self {
    with {
      ($0.file, $0.to, $0.watch) = (nil, nil, false)
      $0.showing = .defaults
    }
  }

  mutating func take(_ option: inout SimpleOption) -> Bool {
    switch option.name {
    case "--to": option.read(into: &to)
    default: showing.take(&option)
    }
  }

  mutating func take(operands: [String]) -> Bool {
    guard let first = operands.first else { return false }
    (sheet, text) = (first, Array(operands.dropFirst()))
    return true
  }
}

extension PreviewCommand: ManyArguments {
  static var argumentLists: [WritableKeyPath<Self, [String]>] { [\.text] }
}
