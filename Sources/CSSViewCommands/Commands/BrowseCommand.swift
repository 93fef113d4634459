import ArgumentParser
import CSSView
import CellLayout
import CursesScreen
import Diagnostics
import OperatingSystem
import StyleValues
import StyledText
import Styling
import SystemPackage
import TerminalOutput
import ThemeBrowser

/// Browses themes on the whole screen.
struct BrowseCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", _superCommandName: CSSViewCommand.name,
    abstract: "Browse and edit themes, full-screen with live preview.",
    usage: "cssview browse [<options>] [<path> ...]",
    discussion: """
      Enter prints the path of the chosen theme and exits 0; Esc exits 1 without a choice. '?' \
      lists the keys. The browser draws on the terminal even if its output goes elsewhere, so \
      "$(cssview browse)" works.
      """)

  static let examples = """
    cssview browse
    cssview preview "$(cssview browse)" "Hi <span class=bold>Bob</span>"
    """

  @Argument(
    help: .value("path", "Stylesheets, themes or directories. Default: all themes."),
    completion: .file(extensions: ["json", "css"]))
  var paths: [String] = []

  @Option(help: .value("markup", "Markup to show in each theme."))
  var text: String?

  @Option(help: .value("file", "File of markup to show in each theme."), completion: .file())
  var file: String?

  @Option(
    help: .rare("Stylesheet for the browser itself, including its keys.", value: "file"),
    completion: .file(extensions: ["json", "css"]))
  var chrome: String?

  @Option(
    help: .rare(
      "Directory of palette files for the key 'm'.", "Default: $XDG_CONFIG_HOME/cssview/palettes.",
      value: "directory"), completion: .directory)
  var palettes: String?

  @OptionGroup(title: "Block") var host: HostOptions
  @OptionGroup(title: "Input") var markup: MarkupArguments
  @OptionGroup(title: "Input") var textForm: TextFormOptions
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Terminal") var readability: ReadabilityOption
  @OptionGroup(title: "Terminal") var drawing: DrawingOptions
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions

  mutating func validate() throws {
    if text != nil, file != nil { throw ValidationError("'--text' cannot be used with '--file'") }
    if textForm.format != nil || file == nil { try textForm.validateFormat(markup) }
  }

  func run(in console: Console) throws -> ExitStatus {
    let userThemes = UserThemes.directory(console.variable)
    let catalog = ThemeCatalog(variable: console.variable)
    var files = ThemeFiles(
      arguments: paths.map { SheetArgument.entry($0, catalog)?.path ?? $0 }, userThemes: userThemes)
    if let missing = files.missingArgument {
      throw SheetArgument.isName(missing)
        ? SheetArgument.unknownName(missing, in: console)
        : CommandFailure(.noInput, "\(ArgumentText.label(missing)): no such file or directory")
    }
    let added = try sheetOptions.added(isFound: true, in: console)
    CurrentProcess.keepFreedMemory()
    files.paletteFolder = try paletteFolder(in: console)
    let sample = try sample(in: console)
    if sampleFormat == .html { files.page = file }
    if let file, textForm.format == nil, let format = InputFormat(fileName: file) {
      var textForm = textForm
      textForm.format = format
      try TextFormOptions.checking { try textForm.validateFormat(markup) }
    }
    if textForm.from != .markup, sample.markup == nil {
      throw CommandFailure(.usage, "'--from' needs a text; add --file FILE")
    }
    let chromeSheet = try chromeSheet(in: console)
    let term = console.variable("TERM") ?? ""
    let followsTerminal = environment.background == .auto && environment.query != .never
    // Wherever standard output goes, the screen is a terminal.
    var terminal = DetectedTerminal(
      options: try drawing.options(environment, in: console),
      evidence: console.evidence(isTerminal: true, readsTerminfo: true))
    let outcome: BrowserSession.Outcome
    do throws(ScreenError) {
      // Asked first what it can do, and only a terminal that can show a screen.
      try Screen.check(term: term)
      var query = TerminalQuery()
      query.palette = true
      let conversation =
        environment.asks(ownsTerminal: true) ? console.ask(query, sparesTypedAhead: false) : nil
      terminal.evidence.answers = conversation?.answers ?? console.keptAnswers(isForOutput: false)
      terminal.evidence.areAnswersKept = conversation == nil
      let profile = terminal.profile
      var settings = settings(for: profile, files, catalog, in: console)
      settings.loader.added = added
      settings.userThemes = userThemes
      settings.home = console.variable("HOME")
      let features = ScreenFeatures(
        renditions: settings.target.capabilities,
        synchronizedOutput: profile[.synchronizedOutput].value,
        hyperlinks: profile[.hyperlinks].value)
      let screen = try Screen(
        term: term, features: features, typedAhead: conversation?.typedAhead ?? [])
      settings.sample = sample
      if text == nil, let markup = sample.markup, textForm.format == nil {
        let name = sample.path ?? InputFile.standardInput
        let source = SourceText(name: name, text: markup)
        settings.sampleForm = { self.textForm.settled(on: source, under: $0).from }
      }
      if let chromeSheet { settings.chrome = chromeSheet }
      let editors = ["VISUAL", "EDITOR"].compactMap(console.variable)
      let session = BrowserSession(
        screen, settings: settings, files: files,
        editor: EditorCommand(editors.first { !$0.isEmpty } ?? "")
      ) {
        guard followsTerminal,
          let news = console.ask(DrawingOptions.paletteQuery, sparesTypedAhead: false)
        else { return nil }
        terminal.take(news.answers)
        return (target(for: terminal.profile, in: console), news.typedAhead)
      }
      outcome = try session.run()
    } catch {
      throw CommandFailure(ExitStatus(error), error.description)
    }
    var path: String
    switch outcome {
    case .chosen(let chosen): path = chosen
    case .left: return .findings
    case .interrupted(let signal):
      Interruption.note(signal)
      return .interrupted
    }
    // The editor's command line must not take the path for an option or a command.
    if path.hasPrefix("-") || path.hasPrefix("+") { path = "./" + path }
    reportUse(of: path, in: console)
    // Another program gets the path byte for byte, a person what can be shown of it.
    if console.isOutputTerminal {
      try console.write(ArgumentText.label(path) + "\n")
    } else {
      try console.result.write(rendered: ArgumentText.bytes(path) + [0x0A])
    }
    return .success
  }

  /// Reports how to use the chosen theme.
  private func reportUse(of path: String, in console: Console) {
    guard console.isErrorTerminal else { return }
    let bundled = BundledThemes.prefix
    let name =
      path.hasPrefix(bundled) ? String(path.dropFirst(bundled.count).prefix { $0 != "." }) : path
    let command = ShellText.line(["cssview", "preview", name])
    console.report("use it: " + .label(command) + " \"…\"\n")
  }

  /// The browser's own stylesheet, if one was named, with its findings reported.
  private func chromeSheet(in console: Console) throws(CommandFailure) -> SourceText? {
    guard let chrome else { return nil }
    let source = try InputFile.source(chrome, in: console)
    let read = Chrome(source, environment: try environment.idealEnvironment(in: console))
    console.report(
      FindingOptions.defaults.printer(
        color: environment.color, isUsable: read.isUsable, in: console
      ).report(FindingList(read.diagnostics)))
    guard read.isUsable else { throw CommandFailure(.unusableInput) }
    return source
  }

  // MARK: Palettes

  /// The named folder, which has to exist, or the user's own.
  private func paletteFolder(in console: Console) throws(CommandFailure) -> String? {
    guard let palettes else { return UserThemes.palettes(console.variable) }
    guard SheetFolder.isFolder(palettes) else {
      throw CommandFailure(.noInput, "\(ArgumentText.label(palettes)): no such directory")
    }
    return palettes
  }

  // MARK: The sample

  private var sampleFormat: InputFormat? {
    textForm.format ?? file.flatMap(InputFormat.init(fileName:))
  }

  /// The sample text: from `--text`, `--file`, or standard input if it is no terminal; else a text
  /// of all classes of each theme.
  private func sample(in console: Console) throws(CommandFailure) -> Sample {
    if let text { return Sample(markup: ArgumentText.shown(text), name: "--text") }
    if let file, file != "-" {
      let start = try InputFile.source(file, upTo: Sample.mostRead, in: console)
      let source = InputFile.decoded(start, as: sampleFormat)
      return Sample(source.bytes, name: file, path: file)
    }
    guard file != nil || !FileDescriptor.standardInput.isTerminal else { return Sample() }
    let source = InputFile.decoded(try InputFile.source("-", in: console), as: sampleFormat)
    guard !source.bytes.isEmpty else { return Sample() }
    return Sample(source.bytes, name: "standard input")
  }

  // MARK: The terminal

  private func target(for profile: TerminalProfile, in console: Console) -> OutputTarget {
    var target = environment.target(in: console, for: profile)
    target.environment.readable = readability.readable?.value
    // A screen without any escape sequence is none.
    if target.environment.colorDepth == .none { target.environment.colorDepth = .mono }
    return target
  }

  private func settings(
    for profile: TerminalProfile, _ files: ThemeFiles, _ catalog: ThemeCatalog, in console: Console
  ) -> BrowserSettings {
    let target = target(for: profile, in: console)
    var settings = BrowserSettings(
      target: target, loader: sheetOptions.loader(for: target.environment, catalog))
    settings.loader.files = files
    settings.previewColumns = environment.width?.count
    if case .file(let path)? = environment.paletteSource(in: console), !path.isEmpty {
      settings.paletteName = FilePath(argument: path).lastComponent.map {
        ArgumentText.label($0.string).string
      }
    }
    settings.bundledPrefix = BundledThemes.prefix
    settings.host = host.host
    settings.markupOptions = markup.options(writesLinks: false)
    textForm.apply(to: &settings.markupOptions)
    return settings
  }
}

extension ExitStatus {
  /// The exit status for a screen that cannot be opened.
  fileprivate init(_ error: ScreenError) {
    switch error {
    case .noTerminal: self = .noTerminal
    case .unusableTerminal: self = .unusableTerminal
    case .system: self = .writeFailed
    }
  }
}

extension BrowseCommand: ManyArguments {
  static var argumentLists: [WritableKeyPath<Self, [String]>] { [\.paths] }
}
