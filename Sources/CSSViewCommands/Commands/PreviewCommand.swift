import ArgumentParser
import CSSView
import CellLayout
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Shows a text as one block.
struct PreviewCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    _superCommandName: CSSViewCommand.name,
    abstract: "Shows a text as one block: wrapped, aligned, with border and background.",
    discussion: """
      Try: cssview preview theme.json "Hi <span class=bold>Bob</span>"
      """)

  @Argument(
    help: "The stylesheet or the name of a theme; '-' is standard input.",
    completion: .custom(SheetCompletion.names))
  var sheet: String

  @Argument(help: "Markup; several are joined by a space. None, or '-': standard input.")
  var text: [String] = []

  @Option(
    help: ArgumentHelp("Take the text from this file.", valueName: "file"), completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The form of the result: ansi, plain, html, svg, png or json. The name of the output file "
        + "tells it, too.",
      valueName: "form"))
  var to: RenderForm?

  @Flag(
    help: "Show the text again when the sheet or the file is saved, or the terminal is resized.")
  var watch = false

  @OptionGroup(title: "Object") var host: HostOptions
  @OptionGroup(title: "Markup") var markup: MarkupArguments
  @OptionGroup(title: "Markup") var textForm: TextFormOptions
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Terminal") var readability: ReadabilityOption
  @OptionGroup(title: "Drawing") var drawing: DrawingOptions
  @OptionGroup(title: "Drawing") var width: WidthRulesOption
  @OptionGroup(title: "Pages and pictures") var pictures: PictureOptions
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup(title: "Result") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if file != nil, !text.isEmpty { throw ValidationError("'--file' takes no TEXT.") }
    if sheet == "-", file == nil, TextArgument(words: text).isStandardInput {
      throw ValidationError("The stylesheet and the text cannot both be standard input.")
    }
    try textForm.refuse("--set", if: !markup.values.isEmpty)
    try pictures.validate(for: form)
    if watch, sheet == "-" { throw ValidationError("Standard input cannot be watched.") }
  }

  private var form: RenderForm {
    to ?? (output.isFile ? output.file.flatMap(RenderForm.init(fileName:)) : nil) ?? .ansi
  }

  func run(in console: Console) throws -> ExitStatus {
    var source = try source(in: console)
    var terminal = try drawing.inquiry(environment, in: console, toFile: output.isFile)
    guard watch else { return try show(source, on: &terminal, in: console).status }
    var watched = try show(source, on: &terminal, in: console).files
    var files = FileWatch()
    while true {
      files.watch(file.map { watched + [$0] } ?? watched)
      let size = console.outputSize
      _ = files.waitForChange(unless: size == nil ? nil : { console.outputSize != size })
      do {
        if file != nil { source = try self.source(in: console) }
        watched = try show(source, on: &terminal, in: console).files
      } catch let failure as CommandFailure where failure.status == .noInput {
        // Gone for the moment, as while an editor saves.
        console.complain(failure.message ?? "")
      }
    }
  }

  private var checkLine: CheckLine {
    if let file { return CheckLine(sheet: sheet, markup: [file]) }
    let isTyped = !TextArgument(words: text).isStandardInput
    return CheckLine(sheet: sheet, markup: isTyped ? [] : ["-"], hasTypedMarkup: isTyped)
  }

  /// The markup.
  private func source(in console: Console) throws -> SourceText {
    guard let file else { return try TextArgument(words: text).source(in: console) }
    return try InputFile.markup(file, in: console)
  }

  /// Shows the text once, and tells which files the sheet was put together from.
  private func show(
    _ source: SourceText, on inquiry: inout TerminalInquiry, in console: Console
  ) throws -> (status: ExitStatus, files: [String]) {
    var files: [String] = []
    var diagnostics: [Diagnostic] = []
    var isUsable = true
    var usesPalette = false
    var failure: CommandFailure?
    let form = form
    let sheet = try SheetArgument.source(sheet, in: console)
    func bytes(for target: OutputTarget) -> [UInt8] {
      var target = target
      target.widthRules = width.widthRules
      target.environment.readable = readability.readable?.value
      let stylesheet = sheetOptions.load(sheet, for: target.environment)
      target.environment = target.environment.adopting(stylesheet.palette)
      let terminal = target.environment
      var options = markup.options(
        writesLinks: form.holdsLinks || terminal.hasHyperlinks, isFlat: terminal.isFlat)
      textForm.apply(to: &options)
      let renderer = TextRenderer(
        stylesheet: stylesheet, environment: terminal, host: host.host, options: options)
      let text = renderer.attributedText(source)
      usesPalette =
        console.askTerminal != nil
        && (stylesheet.usesTerminalColors || host.host.style?.usesTerminalColors() == true
          || renderer.styles.hostStyle.block.readable != nil)
      files = stylesheet.fileNames
      diagnostics = renderer.diagnostics + text.diagnostics
      isUsable = stylesheet.isUsable
      switch form {
      case .ansi:
        let block = renderer.wholeBlock(text.value, for: target)
        failure = block.failure
        guard failure == nil else { return [] }
        let lines = target.lines(of: block)
        diagnostics += lines.findings
        return lines.bytes
      case .plain:
        let block = renderer.wholeBlock(text.value, for: target.withoutEscapes)
        failure = block.failure
        return failure == nil ? target.withoutEscapes.bytes(of: block) : []
      case .json: return Array((renderer.json(text.value).text + "\n").utf8)
      case .html, .svg, .png:
        let picture = pictures.draw(as: form, text.value, renderer, for: target)
        failure = picture.failure
        diagnostics += picture.findings
        return picture.bytes
      }
    }
    // A picture or a page does not depend on the terminal.
    let bytes =
      form.followsTerminal
      ? try inquiry.result(
        { bytes(for: environment.target(in: console, for: $0)) },
        usesPalette: { usesPalette || readability.readable != nil })
      : bytes(
        for: try pictures.target(as: form, environment, drawing.textSizing, in: console))
    if let failure { throw failure }
    let status = findings.report(
      diagnostics, color: environment.color, seeAll: checkLine, in: console)
    guard status == .success else { return (status, files) }
    try output.write(bytes, in: console)
    return (isUsable ? .success : .unusableInput, files)
  }
}

extension PreviewCommand: PlainCommand {
  static var plain: Self {
    var command = Self()
    (command.file, command.to, command.watch) = (nil, nil, false)
    (command.host, command.markup, command.environment) = (.plain, .plain, .plain)
    (command.textForm, command.readability) = (.plain, .plain)
    (command.drawing, command.width, command.pictures) = (.plain, .plain, .plain)
    (command.sheetOptions, command.findings, command.output) = (.plain, .plain, .plain)
    return command
  }

  mutating func take(_ option: inout PlainOption) -> Bool {
    switch option.name {
    case "--to": option.read(into: &to)
    default:
      host.take(&option) || environment.take(&option) || sheetOptions.take(&option)
        || findings.take(&option) || output.take(&option)
    }
  }

  mutating func take(operands: [String]) -> Bool {
    guard let first = operands.first else { return false }
    (sheet, text) = (first, Array(operands.dropFirst()))
    return true
  }
}
