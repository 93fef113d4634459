import ArgumentParser
import CSSView
import CellLayout
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import Styling
import SystemPackage
import TerminalOutput

/// Streams markup of any size; lines stay as they are.
struct RenderCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    _superCommandName: CSSViewCommand.name,
    abstract: "Style a live log or any stream, line by line.",
    usage: """
      cssview render [<options>] <stylesheet> [<file> ...]
      cssview render --escape [<file> ...]
      """,
    discussion: """
      Each line of markup, plain text or coloured text appears as soon as it is complete. A \
      table waits for the widths of its columns, Markdown for the end of a paragraph. Into a \
      pipe, the output is plain text unless you ask for colour, for example with --color always \
      or FORCE_COLOR=1.
      """)

  static let examples = """
    echo "disk <span class=warn>90 % full</span>" | cssview render fjord
    ls --color=always | cssview render --from ansi fjord -o list.html
    """

  @Argument(help: .stylesheet, completion: .custom(SheetCompletion.names))
  var sheet: String?

  @Argument(help: .filesOfMarkup, completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Output format; by default the extension of --output.", valueName: "format"))
  var to: RenderForm?

  @Flag(help: "Treat each line separately: elements end with the line.")
  var lines = false

  @Flag(
    help: ArgumentHelp(
      "Let every element continue on the next line.",
      visibility: .fullHelp))
  var document = false

  @Option(
    help: ArgumentHelp(
      "Number of threads; needs --lines.",
      discussion: "For large files: the output comes in large pieces.", valueName: "count",
      visibility: .fullHelp))
  var jobs = 1

  @Flag(help: "Convert plain text to markup that shows it unchanged.")
  var escape = false

  @Option(
    help: ArgumentHelp(
      "Program that colours code of Markdown; {} is its language.",
      discussion: "For example 'bat --color=always --style=plain -l {}'.", valueName: "command",
      visibility: .fullHelp))
  var codeHighlighter: String?

  @OptionGroup(title: "Input") var data: RecordOptions

  @OptionGroup var showing: RenderOptions

  private var form: RenderForm { showing.form(to) ?? .ansi }

  private var inputs: [String] { files.isEmpty ? ["-"] : files }

  /// True if somebody looks on who neither sees the result nor types the text.
  private func reportsProgress(of paths: [String], in console: Console) -> Bool {
    !showing.findings.quiet && console.isErrorTerminal
      && (showing.output.isFile || !console.isOutputTerminal)
      && !(console.isInputTerminal && paths.contains("-"))
  }

  private var checkLine: CheckLine {
    CheckLine(
      sheet: sheet ?? "-", markup: inputs,
      options: showing.checkOptions + data.arguments + (document ? ["--document"] : []))
  }

  mutating func validate() throws {
    if !escape { showing.text.imply(by: files) }
    if codeHighlighter != nil, showing.text.from != .markdown {
      throw ValidationError("'--code-highlighter' needs '--from markdown'")
    }
    if escape {
      guard to == nil || to == .ansi, !lines, !document, showing.text.from == .markup,
        showing.text.sgr == .show
      else {
        throw ValidationError(
          "'--escape' cannot be used with '--to', '--from', '--sgr', '--lines' or '--document'")
      }
      return
    }
    try data.validate(for: showing.text.from)
    if data.template != nil, !showing.markup.values.isEmpty {
      throw ValidationError(
        "'--set' cannot be used with '--template'; write the value in the template")
    }
    try showing.text.refuse("--document", if: document)
    if lines, document {
      throw ValidationError("'--document' cannot be used with '--lines'")
    }
    guard (1...256).contains(jobs) else {
      throw ValidationError("invalid value '\(jobs)' for '--jobs <count>'; use 1 to 256")
    }
    if jobs > 1, !lines { throw ValidationError("'--jobs' needs '--lines'") }
    if jobs > 1, [.csv, .tsv].contains(showing.text.from) {
      throw ValidationError("'--jobs' cannot be used with '--from csv' or 'tsv'")
    }
    if jobs > 1, form.isPicture {
      throw ValidationError("'--jobs' cannot be used with '--to \(form.rawValue)'")
    }
    if jobs > 1, showing.environment.background == .both {
      throw ValidationError("'--jobs' cannot be used with '--background both'")
    }
    if showing.text.from.textForm.isDocument, data.template == nil {
      try showing.text.refuse("--lines", if: lines)
    }
    try showing.validate(for: form, isNamed: to != nil)
    guard sheet != nil else { throw ValidationError("missing argument '<stylesheet>'") }
    if sheet == "-", inputs.contains("-") {
      throw ValidationError("the stylesheet and the text cannot both be standard input")
    }
  }

  /// Refuses a file to show in the place of the stylesheet.
  private func refuseFile(in console: Console) throws(CommandFailure) {
    guard let sheet else { return }
    // Somebody may have swapped the two.
    let catalog = ThemeCatalog(variable: console.variable)
    let theme = files.first { SheetArgument.entry($0, catalog) != nil }
    let others = files.filter { $0 != theme && FilePath(argument: $0).canonical != nil }
    let refusal = SheetArgument.refusal(ofFile: sheet, showing.text.format, in: console) {
      ["cssview", "render"] + $0 + [theme ?? $1, sheet] + others
    }
    if let refusal { throw refusal }
  }

  /// Refuses markup in the place of a file.
  private func refuseText() throws(CommandFailure) {
    for path in files where path != "-" {
      // Few files have such a name.
      let isWord = files.count == 1 && !path.contains(".") && !path.contains("/")
      guard isWord || path.contains("<") || path.contains(" "),
        FilePath(argument: path).canonical == nil
      else { continue }
      let text = path.limited(toBytes: 200).replacing("\n", with: " ")
      let command = ["cssview", "preview", sheet ?? "fjord"] + showing.checkOptions + [text]
      throw CommandFailure(
        .noInput, "no file \(ShellText.quoted(text)); to show a text: \(ShellText.line(command))")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    if escape { return try escapeText(in: console) }
    try refuseFile(in: console)
    let source: SourceText
    do throws(CommandFailure) {
      source = try SheetArgument.source(sheet ?? "-", in: console)
    } catch {
      let isTyped = console.isInputTerminal && inputs.contains("-")
      guard showing.showsText(despite: error, of: sheet ?? "-", as: to, isTyped: isTyped) else {
        throw error
      }
      if let message = error.message { console.complain(message) }
      var plain = self
      plain.sheet = SheetArgument.emptySheet
      let status = try plain.run(in: console)
      return status == .success ? error.status : status
    }
    let environment = showing.terminal(for: showing.form(to), in: console)
    var full = try fullTarget(environment, in: console)
    try refuseText()
    let renderer = self.renderer(source, for: full, in: console)
    full.environment = renderer.environment
    // Plain text has the styles that the terminal would show, as far as they change letters.
    var versions = [(renderer: renderer, target: form == .plain ? full.withoutEscapes : full)]
    for environment in showing.environment.versions.dropFirst() {
      var target = try fullTarget(environment, in: console)
      let renderer = self.renderer(source, for: target, in: console)
      target.environment = renderer.environment
      versions.append((renderer, target))
    }
    let unused = UnusedValues(showing.markup.values.flatMap(\.parted))
    if form.isPicture {
      try showing.refusePixels(form, in: console)
      return try draw(versions, unused, in: console)
    }
    let running = RunningFindings(
      showing.findings, color: showing.environment.color,
      isUsable: versions.allSatisfy { $0.renderer.styles.stylesheet.isUsable },
      isSilent: showing.findings.isSilent(in: console), in: console)
    for version in versions {
      running.report(version.renderer.diagnostics)
      running.tell(version.renderer.loweredContrast)
    }
    console.watchInterruptions()
    let result = Result { () throws(CommandFailure) in
      try renderAll(versions, running, unused, in: console)
    }
    if case .success(let status) = result, status != .noInput,
      !showing.findings.isSilent(in: console)
    {
      unused.report(in: console)
    }
    running.finish(checkLine)
    if case .failure(let failure) = result, failure.status == .interrupted, showing.output.isFile {
      console.complain(
        "interrupted, so the file of '-o' is unchanged; to write while it runs, use '>' instead")
    }
    return try result.get()
  }

  /// Returns the renderer of a sheet for a terminal.
  private func renderer(
    _ sheet: SourceText, for target: OutputTarget, in console: Console
  ) -> TextRenderer {
    let stylesheet = showing.sheets.load(sheet, for: target.environment)
    let environment = target.environment.adopting(stylesheet.palette)
    var options = showing.markupOptions(
      writesLinks: form.holdsLinks || form != .plain && environment.hasHyperlinks,
      isFlat: environment.isFlat)
    options.erasedColumns = showing.erasedColumns(in: environment, as: form, console)
    data.apply(to: &options)
    if options.form == .markdown {
      let command = codeHighlighter ?? console.variable("CSSVIEW_HIGHLIGHT") ?? ""
      options.codeHighlighter = HighlighterCommand(command)?.highlighter
    }
    options.readsByLine = !document
    return TextRenderer(
      stylesheet: stylesheet, environment: environment,
      host: showing.host.host, options: options)
  }

  /// A renderer, and what its result is for.
  private typealias Version = (renderer: TextRenderer, target: OutputTarget)

  private func renderAll(
    _ versions: [Version], _ running: RunningFindings, _ unused: UnusedValues, in console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let (renderer, target) = versions[0]
    let (stylesheet, terminal) = (renderer.styles.stylesheet, renderer.environment)
    let (options, host) = (renderer.options, showing.host.host)
    let showsAtOnce = console.isOutputTerminal && !showing.output.isFile
    var pages =
      form == .html
      ? showing.pictures.pages(
        versions.map {
          ScreenColors($0.renderer.environment, page: $0.renderer.styles.hostBackdrop)
        })
      : []
    var recordings: [(name: String, source: RecordedSource)] = []
    var reported: Set<Diagnostic> = []
    return try showing.output.withSink(in: console) { (sink) throws(CommandFailure) in
      var bytes: [UInt8] = []
      if pages.count > 1 { HTMLPage.begin(dark: pages[0], light: pages[1], into: &bytes) }
      if form == .html { pages[0].begin(into: &bytes) }
      try sink.write(rendered: bytes)
      let status = try InputFile.forEach(
        inputs, in: console, reportsProgress: reportsProgress(of: inputs, in: console)
      ) {
        (name, source) throws(CommandFailure) in
        var source = source
        if pages.count > 1 {
          let recorded = RecordedSource(source.source)
          recordings.append((name, recorded))
          source = InputStream(source: recorded, name: source.name)
        }
        source.unused = unused
        if showing.text.from == .markup {
          let rules = renderer.styles.stylesheet.highlightRules
          let hasPatterns = !showing.text.highlight && rules.contains(where: \.languages.isEmpty)
          source.start = InputStart {
            running.reportPlainText(
              in: SourceText(name: name, bytes: $0), hasPatterns: hasPatterns)
          }
        }
        guard jobs > 1, CurrentProcess.canStartThreads else {
          try rendering(of: name, renderer, target, showsAtOnce: showsAtOnce).run(
            source, to: sink,
            RenderCallbacks(
              report: {
                if pages.count > 1 { reported.formUnion($0) }
                running.report($0, in: name)
              }, count: { running.count($0) },
              restore: { if !showing.output.isFile { console.writeIfPossible($0) } }))
          return
        }
        try ParallelLines(jobs: jobs).run(
          source, named: name, to: sink,
          // A thread sees some of the records, and cannot know that none has a field.
          report: { running.report($0.filter { $0.location?.file != "<template>" }, in: name) },
          count: { running.count($0) }
        ) { chunks in
          // A renderer is for one thread; the sheet is for all.
          let renderer = TextRenderer(
            stylesheet: stylesheet, environment: terminal, host: host, options: options)
          rendering(of: name, renderer, target, showsAtOnce: showsAtOnce).run(chunks)
        }
      }
      bytes.removeAll()
      if form == .html { pages[0].end(into: &bytes) }
      if pages.count > 1 { pages[1].begin(into: &bytes) }
      try sink.write(rendered: bytes)
      for (name, recorded) in recordings {
        try rendering(of: name, versions[1].renderer, versions[1].target, showsAtOnce: false).run(
          InputStream(source: MemorySource(recorded.bytes), name: name), to: sink,
          RenderCallbacks(
            report: { running.report($0.filter { !reported.contains($0) }, in: name) },
            count: { _ in }, restore: { _ in }))
      }
      if pages.count > 1 {
        bytes.removeAll()
        pages[1].end(into: &bytes)
        pages[1].endDocument(into: &bytes)
        try sink.write(rendered: bytes)
      }
      guard status == .success else { return status }
      return stylesheet.isUsable ? running.verdict : .unusableInput
    }
  }

  /// Makes markup of plain text while it comes.
  private func escapeText(in console: Console) throws -> ExitStatus {
    let paths = sheet.map { [$0] + files } ?? ["-"]
    if let sheet {
      if SheetArgument.entry(sheet, ThemeCatalog(variable: console.variable)) != nil {
        throw CommandFailure(.usage, "'--escape' takes no stylesheet; remove '\(sheet)'")
      }
      if SheetFolder.hasExtension(sheet), !showing.findings.quiet {
        console.complain("'--escape' takes no stylesheet; '\(sheet)' is escaped as text")
      }
    }
    return try showing.output.withSink(in: console) { (sink) throws(CommandFailure) in
      // A piece may end within a character.
      var pending: [UInt8] = []
      var markup: [UInt8] = []
      let status = try InputFile.forEach(
        paths, in: console, reportsProgress: reportsProgress(of: paths, in: console)
      ) { (_, source) throws(CommandFailure) in
        while case let piece = try source.piece(), !piece.isEmpty {
          pending += piece
          pending.removeFirst(appendEscaped(pending.span, isLast: false, to: &markup))
          try sink.write(rendered: markup)
          markup.removeAll(keepingCapacity: true)
        }
      }
      appendEscaped(pending.span, to: &markup)
      try sink.write(rendered: markup)
      return status
    }
  }

  /// Returns the target of the output, before the output becomes plain text or JSON.
  private func fullTarget(
    _ environment: EnvironmentOptions, in console: Console
  ) throws(CommandFailure) -> OutputTarget {
    var target =
      form.followsTerminal
      ? environment.target(
        in: console,
        for: try showing.drawing.terminal(
          environment, in: console, toFile: showing.output.isFile
        ).profile)
      : try showing.pictures.target(
        as: form, environment,
        showing.drawing.textSizing == .auto ? .off : showing.drawing.textSizing, in: console)
    target.widthRules = showing.width.widthRules
    target.environment.readable = showing.readability.readable?.value
    return target
  }

  private func rendering(
    of name: String, _ renderer: TextRenderer, _ target: OutputTarget, showsAtOnce: Bool
  ) -> any InputRendering {
    if form == .json, renderer.options.form.isDocument {
      return DocumentJSONRendering(name: name, renderer: renderer, target: target)
    }
    if form == .json {
      return JSONRendering(name: name, renderer: renderer, separatesLines: lines)
    }
    var options = StreamRenderer.Options(
      markup: renderer.options, target: target, isHTML: form == .html,
      separatesLines: lines, fitsLines: showing.environment.width != nil)
    options.keepsClasses = showing.pictures.fragment
    options.givesWords = showsAtOnce
    if showsAtOnce, form == .ansi, !lines, !options.fitsLines, options.markup.form == .ansi,
      target.environment.colorDepth.hasColor
    {
      options.redrawnColumns = target.environment.columns
    }
    options.markup.readsWords = showsAtOnce
    options.markup.readsWhole = name != InputFile.standardInput
    return StreamRendering(name: name, renderer: renderer, options: options)
  }

  /// Draws all inputs as one block.
  private func draw(
    _ versions: [Version], _ unused: UnusedValues, in console: Console
  ) throws -> ExitStatus {
    var diagnostics = versions[0].renderer.diagnostics
    var sources: [SourceText] = []
    for (index, path) in inputs.enumerated() {
      let input =
        index == inputs.count - 1
        ? try InputFile.markup(path, in: console) : try InputFile.source(path, in: console)
      unused.search(input.bytes)
      sources.append(input)
    }
    if !showing.findings.isSilent(in: console) { unused.report(in: console) }
    let drawn = versions.map { renderer, target in
      var version = PictureVersion(text: AttributedText(), renderer: renderer, target: target)
      var found = renderer.diagnostics
      for source in sources {
        let piece = renderer.attributedText(source)
        version.text.append(piece.value)
        found += piece.diagnostics
      }
      diagnostics = diagnostics.adding(found)
      if showing.environment.width == nil {
        version.target.environment.columns = renderer.naturalColumns(of: version.text, for: target)
      }
      return version
    }
    let picture = showing.pictures.draw(as: form, drawn)
    if let failure = picture.failure { throw failure }
    diagnostics += picture.findings
    let isUsable = versions.allSatisfy { $0.renderer.styles.stylesheet.isUsable }
    let status = showing.findings.report(
      diagnostics, color: showing.environment.color, isUsable: isUsable, seeAll: checkLine,
      in: console, isSilent: showing.findings.isSilent(in: console))
    guard status == .success || !isUsable else { return status }
    try showing.output.write(rendered: picture.bytes, as: status, in: console)
    return status
  }
}

extension RenderCommand: SimpleCommand {
  static var defaults: Self {
    var command = Self()
    (command.to, command.lines, command.document) = (nil, false, false)
    (command.jobs, command.escape, command.codeHighlighter) = (1, false, nil)
    (command.showing, command.data) = (.defaults, .defaults)
    return command
  }

  mutating func take(_ option: inout SimpleOption) -> Bool {
    switch option.name {
    case "--to": option.read(into: &to)
    case "--lines": option.set(&lines)
    case "--jobs": option.read(into: &jobs)
    default: showing.take(&option)
    }
  }

  mutating func take(operands: [String]) -> Bool {
    guard let first = operands.first else { return false }
    (sheet, files) = (first, Array(operands.dropFirst()))
    return true
  }
}

extension RenderCommand: ManyArguments {
  static var repeatedOptions: [String] { RenderOptions.repeatedOptions }
  static var argumentLists: [WritableKeyPath<Self, [String]>] {
    [\.files, \.showing.markup.allowScheme, \.showing.sheets.allowImportsFrom]
  }
}
