import CSSView
import DataRecords
import Diagnostics
import Documents
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Shows inputs in turn, each in its own format with its own stylesheet, for `render` and `show`.
///
/// Both are decided when an input is opened. Each pair of them has one renderer.
final class InputRun {
  enum Sheet {
    /// The stylesheets of an argument, with its name.
    case given(String, SheetSources)
    /// The bundled theme for the format of each input.
    case usual
  }

  /// A renderer and its target for one background.
  private typealias BackgroundVersion = (renderer: TextRenderer, target: OutputTarget)

  /// The renderers for one format and stylesheet; two for both backgrounds.
  private struct FormatRenderers {
    let kind: Kind
    let options: StreamOptions
    let versions: [BackgroundVersion]
    var renderer: TextRenderer { versions[0].renderer }
    var target: OutputTarget { versions[0].target }
  }

  private struct Kind: Hashable {
    let format: InputFormat
    let sheet: String
  }

  private let options: StreamOptions
  private let inputs: [String]
  private let sheet: Sheet
  private let console: Console

  /// True if formats are also detected from the first bytes.
  private let detects: Bool

  /// The targets of the output, before a stylesheet's palette changes their colours.
  private var targets: [OutputTarget] = []
  private var stylesheets: [String: [Stylesheet]] = [:]
  private var renderers: [Kind: FormatRenderers] = [:]

  /// The status for a theme that cannot be read, so that its texts are shown without style.
  private var lost = ExitStatus.success

  /// The kind and the inputs that had findings last.
  private var checked: (kind: Kind, inputs: [String])?

  private var showing: RenderOptions { options.showing }
  private var form: RenderForm { options.form }

  /// Prepares to show inputs; `-` is standard input.
  ///
  /// Formats are detected from the first bytes if `detects`, whatever the stylesheet lists.
  init(
    _ inputs: [String], _ options: StreamOptions, sheet: Sheet, detects: Bool = false,
    in console: Console
  ) {
    (self.inputs, self.options, self.sheet) = (inputs, options, sheet)
    (self.detects, self.console) = (detects, console)
  }

  func run() throws(CommandFailure) -> ExitStatus {
    try showing.refusePixels(form, in: console)
    for environment in [showing.terminal(for: showing.form(options.to), in: console)]
      + showing.environment.versions.dropFirst()
    {
      targets.append(try target(environment))
    }
    let unused = UnusedValues(showing.markup.values.flatMap(\.parted))
    let running = RunningFindings(
      showing.findings, color: showing.environment.color,
      isSilent: showing.findings.isSilent(in: console), in: console)
    if case .given(let name, let source) = sheet {
      for stylesheet in load(source, as: name) where !form.isPicture {
        if !stylesheet.isUsable { running.failsByStylesheet = true }
        running.report(stylesheet.diagnostics)
      }
    }
    if form.isPicture { return try draw(unused) }
    console.watchInterruptions()
    let result = Result { () throws(CommandFailure) in try renderAll(running, unused) }
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
    let status = try result.get()
    return status == .success ? lost : status
  }

  // MARK: What an input is

  /// Decides how an input is shown, by its name and its first bytes.
  ///
  /// An input that is no text gets one note, instead of a finding for each control character.
  private func renderers(
    of path: String, _ start: () throws(CommandFailure) -> [UInt8]
  ) throws(CommandFailure) -> (shown: FormatRenderers, isBinary: Bool) {
    let fileName = path == "-" ? nil : path
    var seen: InputSample?
    func sample() throws(CommandFailure) -> InputSample {
      let sample = if let seen { seen } else { InputSample(try start()) }
      seen = sample
      return sample
    }
    let listed = listedFormats
    let format: InputFormat
    if let given = showing.text.format {
      format = given
    } else if detects || !listed.isEmpty {
      format = try .detected(fileName: fileName, among: listed, sample)
    } else {
      format = fileName.flatMap(InputFormat.init(fileName:)) ?? .markup
    }
    let isBinary = seen?.isBinary == true
    if let seen, isBinary, !showing.findings.isSilent(in: console) {
      console.complain(seen.binaryNote(of: fileName))
    }
    let settled = try options.settled(on: format)
    if case .usual = sheet, format.isJSON { _ = try sample() }
    return (try renderers(settled, seen), isBinary)
  }

  /// Prepares to show text before any input, so that the first line does not have to wait.
  private func prepare() {
    guard case .usual = sheet, let settled = try? options.settled(on: .text) else { return }
    let name = InputFormat.text.usualSheet(for: nil)
    if stylesheets[name] == nil {
      // A theme that cannot be read is reported if it is needed.
      guard let sources = try? showing.sheets.read(name, in: console) else { return }
      _ = load(sources, as: name)
    }
    _ = try? renderers(settled, nil)
  }

  private var listedFormats: [InputFormat] {
    guard case .given(let name, _) = sheet else { return [] }
    return stylesheets[name]?.first?.input ?? []
  }

  /// The renderer for a format, with its stylesheet.
  private func renderers(
    _ settled: StreamOptions, _ sample: InputSample?
  ) throws(CommandFailure) -> FormatRenderers {
    let format = settled.showing.text.from
    var name =
      switch sheet {
      case .given(let name, _): name
      case .usual: format.usualSheet(for: sample)
      }
    var kind = Kind(format: format, sheet: name)
    if let known = renderers[kind] { return known }
    if stylesheets[name] == nil {
      let found = try showing.sheet(name, as: options.to, for: [], in: console)
      if found.status != .success { lost = found.status }
      name = found.argument
      _ = load(found.source, as: name)
    }
    let versions = try zip(stylesheets[name] ?? [], targets).map {
      (stylesheet, target) throws(CommandFailure) in try version(settled, stylesheet, target)
    }
    let asked = kind
    kind = Kind(format: format, sheet: name)
    let made = FormatRenderers(kind: kind, options: settled, versions: versions)
    (renderers[asked], renderers[kind]) = (made, made)
    return made
  }

  private func load(_ source: SheetSources, as name: String) -> [Stylesheet] {
    let loaded = targets.map { showing.sheets.load(source, for: $0.environment) }
    stylesheets[name] = loaded
    return loaded
  }

  private func version(
    _ settled: StreamOptions, _ stylesheet: Stylesheet, _ target: OutputTarget
  ) throws(CommandFailure) -> BackgroundVersion {
    let environment = target.environment.adopting(stylesheet.palette)
    let showing = settled.showing
    var markup = showing.markupOptions(for: environment, as: form)
    markup.erasedColumns = showing.erasedColumns(in: environment, as: form, console)
    settled.data.apply(to: &markup)
    settled.search.apply(to: &markup)
    if markup.form == .markdown {
      let command = settled.codeHighlighter ?? console.variable("CSSVIEW_HIGHLIGHT") ?? ""
      markup.codeHighlighter = HighlighterCommand(command)?.highlighter(
        on: environment.knowsScheme
          ? environment.background?.hex ?? environment.colorScheme.rawValue : nil)
    }
    markup.readsByLine = !settled.document
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: environment, host: showing.host.host, options: markup,
      documents: AllDocumentFormats())
    try settled.search.check(renderer, showing.text.from)
    var target = target
    target.environment = renderer.environment
    // Plain text has the styles that the terminal would show, as far as they change letters.
    return (renderer, form == .plain ? target.withoutEscapes : target)
  }

  /// The target before the output becomes plain text or JSON.
  private func target(_ environment: EnvironmentOptions) throws(CommandFailure) -> OutputTarget {
    var target =
      form.followsTerminal
      ? environment.target(
        in: console,
        for: try showing.drawing.terminal(environment, in: console, toFile: showing.output.isFile)
          .profile)
      : try showing.pictures.target(
        as: form, environment,
        showing.drawing.textSizing == .auto ? .off : showing.drawing.textSizing, in: console)
    target.widthRules = showing.width.widthRules
    target.environment.readable = showing.readability.readable?.value
    showing.prompt.apply(to: &target)
    return target
  }

  // MARK: Streams

  /// True if a user can see the progress who neither sees the result nor types the text.
  private var reportsProgress: Bool { showing.reportsProgress(of: inputs, in: console) }

  /// The command that shows all findings, with the inputs of the same kind as the last one with
  /// findings.
  private var checkLine: CheckLine {
    guard let (kind, inputs) = checked, let found = renderers[kind] else {
      let name = if case .given(let name, _) = sheet { name } else { SheetArgument.emptySheet }
      return CheckLine(sheet: name, markup: inputs, options: options.checkOptions)
    }
    return CheckLine(sheet: kind.sheet, markup: inputs, options: found.options.checkOptions)
  }

  /// True if the result is shown at once to a waiting user.
  private var showsAtOnce: Bool {
    console.isOutputTerminal && !showing.output.isFile && !console.isPaging
  }

  private func renderAll(
    _ running: RunningFindings, _ unused: UnusedValues
  ) throws(CommandFailure) -> ExitStatus {
    var pages: [HTMLPage] = []
    var recordings: [(name: String, source: RecordedSource, FormatRenderers)] = []
    var reported: Set<Diagnostic> = []
    return try showing.withSink(in: console) { (sink) throws(CommandFailure) in
      var bytes: [UInt8] = []
      /// Starts the page, in the colours of the first input.
      func beginPage(_ versions: [BackgroundVersion]) throws(CommandFailure) {
        guard form == .html, pages.isEmpty else { return }
        pages = showing.pictures.pages(
          versions.map {
            ScreenColors($0.renderer.environment, page: $0.renderer.styles.hostBackdrop)
          })
        if pages.count > 1 { HTMLPage.begin(dark: pages[0], light: pages[1], into: &bytes) }
        pages[0].begin(into: &bytes)
        try sink.write(rendered: bytes)
      }
      var told: Set<Kind> = []
      let status = try InputFile.forEach(
        inputs, as: options.encoding, in: console, reportsProgress: reportsProgress,
        admit: { (path) throws(CommandFailure) in
          if detects, let failure = FileRefusal.failure(of: path, in: console) { throw failure }
        }
      ) { (name, source) throws(CommandFailure) in
        var source = source
        let path = name == InputFile.standardInput ? "-" : name
        if try isStylesheet(path, source) {
          let list = try ClassList(
            of: path, color: showing.environment.color,
            isTerminal: console.isOutputTerminal && !showing.output.isFile, in: console)
          running.report(list.sheet.diagnostics)
          return try sink.write(list.text)
        }
        if path == "-", try source.isIdle(for: 0) { prepare() }
        let (shown, isBinary) = try renderers(of: path) { () throws(CommandFailure) in
          try source.peek()
        }
        let (kind, tells) = (shown.kind, !isBinary)
        if kind.format == .html, options.encoding == nil { source = try source.decodingPage() }
        try beginPage(shown.versions)
        if told.insert(kind).inserted {
          for version in shown.versions {
            if !version.renderer.styles.stylesheet.isUsable { running.failsByStylesheet = true }
            running.report(version.renderer.diagnostics)
            running.tell(version.renderer.loweredContrast)
          }
        }
        if checked?.kind != kind { checked = (kind, []) }
        checked?.inputs.append(path)
        if pages.count > 1 {
          let recorded = RecordedSource(source.source)
          recordings.append((name, recorded, shown))
          source = source.reading(recorded)
        }
        source.unused = unused
        if kind.format == .markup {
          let rules = shown.renderer.styles.stylesheet.highlightRules
          let hasPatterns = !showing.text.highlight && rules.contains(where: \.languages.isEmpty)
          source.start = InputStart {
            running.reportPlainText(in: SourceText(name: name, bytes: $0), hasPatterns: hasPatterns)
          }
        }
        guard options.jobs > 1, CurrentProcess.canStartThreads else {
          try rendering(
            of: name, shown.options, shown.versions[0], showsAtOnce: showsAtOnce,
            measurement(path, shown)
          ).run(
            source, to: sink,
            RenderCallbacks(
              report: {
                if pages.count > 1 { reported.formUnion($0) }
                if tells { running.report($0, in: name) }
              }, count: { if tells { running.count($0) } },
              restore: { if !self.showing.output.isFile { self.console.writeIfPossible($0) } }))
          return
        }
        try renderInParallel(source, named: name, shown, running, to: sink)
      }
      if pages.isEmpty, form == .html {
        let format = showing.text.format ?? (detects ? .text : .markup)
        try beginPage(try renderers(try options.settled(on: format), nil).versions)
      }
      bytes.removeAll()
      if form == .html { pages[0].end(into: &bytes) }
      if pages.count > 1 { pages[1].begin(into: &bytes) }
      try sink.write(rendered: bytes)
      for (name, recorded, shown) in recordings {
        try rendering(of: name, shown.options, shown.versions[1], showsAtOnce: false).run(
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
      return running.failsByStylesheet ? .unusableInput : running.verdict
    }
  }

  /// True for a stylesheet, whose classes are shown unless an option selects how to show its text.
  private func isStylesheet(_ path: String, _ source: InputStream) throws(CommandFailure) -> Bool {
    guard detects, case .usual = sheet, showing.text.format == nil, options.to == nil,
      form == .ansi || form == .plain
    else { return false }
    switch StylesheetForm(ofFile: path) {
    case .css: return true
    case .json: return StylesheetForm.isDictionary(try source.peek())
    case nil: return false
    }
  }

  /// Renders an input on several threads.
  private func renderInParallel(
    _ source: InputStream, named name: String, _ shown: FormatRenderers, _ running: RunningFindings,
    to sink: ResultSink
  ) throws(CommandFailure) {
    let (renderer, target) = shown.versions[0]
    let (stylesheet, terminal) = (renderer.styles.stylesheet, renderer.environment)
    let (markup, host) = (renderer.options, showing.host.host)
    let make = rendering(of: name, shown.options, showsAtOnce: showsAtOnce)
    try ParallelLines(jobs: options.jobs).run(
      source, named: name, to: sink,
      // A thread sees some of the records, and cannot know that none has a field.
      report: { running.report($0.filter { $0.location?.file != "<template>" }, in: name) },
      count: { running.count($0) }
    ) { chunks in
      // A renderer is for one thread; the sheet is for all.
      let renderer = TextRenderer(
        stylesheet: stylesheet, environment: terminal, host: host, options: markup,
        documents: AllDocumentFormats())
      make(renderer, target).run(chunks)
    }
  }

  /// Measures the columns of a table in a regular file, so that no later row is too wide for them.
  private func measurement(
    _ path: String, _ shown: FormatRenderers
  ) -> (@Sendable () -> MeasuredColumns?)? {
    // JSON is written when all of its input is read.
    guard path != "-", form != .json, shown.renderer.options.form.isData else { return nil }
    let (markup, encoding) = (shown.renderer.options, options.encoding)
    let (filter, rules) = (shown.renderer.styles.attributeFilter, shown.target.widthRules)
    return {
      guard var meter = TableMeter(markup, filter, rules) else { return nil }
      InputFile.forEachPiece(of: path, upTo: Self.mostMeasured, as: encoding) {
        meter.read($0, isLast: $1)
      }
      return meter.result
    }
  }

  /// In bytes: the most of a table that is measured before its first row is shown.
  private static let mostMeasured = 64 << 20

  private func rendering(
    of name: String, _ settled: StreamOptions, _ version: BackgroundVersion, showsAtOnce: Bool,
    _ measure: (@Sendable () -> MeasuredColumns?)? = nil
  ) -> any InputRendering {
    rendering(of: name, settled, showsAtOnce: showsAtOnce, measure)(
      version.renderer, version.target)
  }

  /// A closure that makes the rendering of an input, on any thread.
  private func rendering(
    of name: String, _ settled: StreamOptions, showsAtOnce: Bool,
    _ measure: (@Sendable () -> MeasuredColumns?)? = nil
  ) -> @Sendable (TextRenderer, OutputTarget) -> any InputRendering {
    let (form, lines, width) = (form, settled.lines, showing.environment.width)
    let (keepsClasses, isPrompt) = (showing.pictures.fragment, showing.prompt.isPrompt)
    return { renderer, target in
      if form == .json, renderer.options.form.isDocument {
        return DocumentJSONRendering(name: name, renderer: renderer, target: target)
      }
      var options = StreamRenderer.Options(
        markup: renderer.options, target: target, isHTML: form == .html,
        separatesLines: lines, fitsLines: width != nil)
      options.keepsClasses = keepsClasses
      options.keepsLines = form == .json
      options.documents = AllDocumentFormats(measure: measure)
      // A user may be watching the other end of a pipe.
      options.emitsWords =
        showsAtOnce || name == InputFile.standardInput && (form == .ansi || form == .plain)
      options.releasesRows = showsAtOnce
      if showsAtOnce, form == .ansi, !isPrompt, !lines, !options.fitsLines,
        options.markup.form == .ansi, target.environment.colorDepth.hasColor
      {
        options.redrawnColumns = target.environment.columns
      }
      options.markup.readsWhole = name != InputFile.standardInput
      return StreamRendering(name: name, renderer: renderer, options: options)
    }
  }

  // MARK: Pictures

  /// Draws all inputs as one block.
  private func draw(_ unused: UnusedValues) throws(CommandFailure) -> ExitStatus {
    var sources: [SourceText] = []
    var shown: FormatRenderers?
    for (index, path) in inputs.enumerated() {
      if detects, path != "-", let failure = FileRefusal.failure(of: path, in: console) {
        throw failure
      }
      let input = SourceText(
        name: path == "-" ? InputFile.standardInput : path,
        bytes: try InputFile.read(path, as: options.encoding, in: console),
        endsLine: index == inputs.count - 1)
      unused.search(input.bytes)
      let next = try renderers(of: path) { Array(input.bytes.prefix(InputSample.most)) }.shown
      sources.append(
        options.encoding == nil ? InputFile.decoded(input, as: next.kind.format) : input)
      let known = shown ?? next
      guard known.kind == next.kind else {
        throw CommandFailure(
          .usage, "a picture has files of one format; draw '\(path)' into another one")
      }
      shown = known
    }
    guard let shown else { return .success }
    if !showing.findings.isSilent(in: console) { unused.report(in: console) }
    var diagnostics = shown.renderer.diagnostics
    let drawn = shown.versions.map { renderer, target in
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
    let isUsable = shown.versions.allSatisfy { $0.renderer.styles.stylesheet.isUsable }
    let check = CheckLine(
      sheet: shown.kind.sheet, markup: inputs, options: shown.options.checkOptions)
    let status = showing.findings.report(
      diagnostics, color: showing.environment.color, isUsable: isUsable, seeAll: check,
      in: console, isSilent: showing.findings.isSilent(in: console))
    guard status == .success || !isUsable else { return status }
    try showing.output.write(rendered: picture.bytes, as: status, in: console)
    return status
  }
}

extension RenderOptions {
  /// True if a user can see the progress who neither sees the result nor types the text.
  func reportsProgress(of paths: [String], in console: Console) -> Bool {
    !findings.quiet && console.isErrorTerminal && (output.isFile || !console.isOutputTerminal)
      && !(console.isInputTerminal && paths.contains("-"))
  }

  /// Reads a stylesheet, or the empty one instead, so that the text is shown.
  ///
  /// - Parameters:
  ///   - argument: The argument for it.
  ///   - form: The form of `--to`.
  ///   - inputs: The paths of the texts.
  ///   - console: The process.
  /// - Returns: The argument for what was read, that with what is added to it, and the status of a
  ///   failure to read it.
  /// - Throws: A failure that leaves nothing to show.
  func sheet(
    _ argument: String, as form: RenderForm?, for inputs: [String], in console: Console
  ) throws(CommandFailure) -> (argument: String, source: SheetSources, status: ExitStatus) {
    do throws(CommandFailure) {
      return (argument, try sheets.read(argument, in: console), .success)
    } catch {
      let isTyped = console.isInputTerminal && inputs.contains("-")
      guard showsText(despite: error, of: argument, as: form, isTyped: isTyped) else { throw error }
      if let message = error.message { console.complain(message) }
      let empty = SheetArgument.emptySheet
      return (empty, try SheetOptions.defaults.read(empty, in: console), error.status)
    }
  }
}
