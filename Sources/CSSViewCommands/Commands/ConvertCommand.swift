import ArgumentParser
import CSSView
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput
import TerminalPalettes

/// Converts a stylesheet to the other form.
struct ConvertCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", _superCommandName: CSSViewCommand.name,
    abstract: "Convert stylesheets, palette files, coloured text or documents.",
    usage: """
      cssview convert [<options>] <stylesheet> --to <format>
      cssview convert [<options>] --palette <palette> --to palette-<terminal>
      cssview convert [<options>] --from ansi --to markup [<file> ...]
      cssview convert [<options>] --from <format> --to html|markup [<file> ...]
      """,
    discussion: """
      --to css and --to json convert a stylesheet, with its comments and order.
      --palette FILE --to palette-TERMINAL converts a palette file for another terminal.
      --to ls-colors and --to fzf print shell code that sets the colours of ls and fzf.
      --to sh prints shell code that sets a variable for each class, for use in scripts.
      --from ansi --to markup converts coloured output to markup.
      --from markdown, html, csv, tsv and jsonl convert documents to HTML or markup.
      For stylesheets and documents, the extensions of the files imply the formats.
      """)

  static let examples = """
    eval "$(cssview convert fjord --to sh)"; echo "${css_ok}done${css_reset}"
    echo '# Hi *Bob*' | cssview convert --from markdown --to html
    """

  @Argument(help: .stylesheet, completion: .custom(SheetCompletion.names))
  var sheet: String?

  @Argument(
    help: .value("file", "Coloured text or documents. Default: standard input."),
    completion: .file())
  var files: [String] = []

  @Option(
    help: .value("format", "Output format; by default the extension of --output."),
    completion: .list(ConversionTarget.allValueStrings))
  var to: ConversionTarget?

  @Option(help: .value("format", "Input format, if the input is not a stylesheet."))
  var from: ConvertedFormat?

  @Option(help: .rare("With --to sh: what the names of variables begin with.", value: "identifier"))
  var prefix = ShellVariables.standardPrefix

  @Flag(help: "With --to html: write no page around the text.")
  var fragment = false

  @Flag(help: "Keep all raw HTML of Markdown.")
  var allowHtml = false

  @Flag(help: "Read Markdown without GitHub's additions.")
  var commonmark = false

  @Option(
    help: .rare(
      "With --from ansi: show or drop control sequences.",
      "Colours and links are converted in any case; auto shows only broken sequences.",
      value: "treatment"))
  var controls = ControlTreatment.auto

  @Flag(
    inversion: .prefixedNo,
    help: "Keep comments in JSON, although its standard has none.")
  var comments = true

  @OptionGroup(title: "Data", visibility: .fullHelp) var data: RecordOptions
  @OptionGroup(title: "Terminal", visibility: .fullHelp) var environment: EnvironmentOptions
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup(title: "Warnings and errors") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if case .palette = target, environment.palette != nil, sheet == nil {
      sheet = SheetArgument.emptySheet
    }
    guard target != nil else { throw ValidationError("missing argument '--to <format>'") }
    try validateForm()
    guard textForm == nil else { return }
    guard sheet != nil else { throw ValidationError("missing argument '<stylesheet>'") }
    if case .sheet = target, !sheetOptions.add.isEmpty || !sheetOptions.css.isEmpty {
      throw ValidationError(
        "'--add' and '--css' cannot be converted; write '@import' or the rules into a stylesheet")
    }
    if let file = files.first { throw ValidationError("unexpected argument '\(file)'") }
  }

  /// Checks the format of input that is no stylesheet, and the options for it.
  private func validateForm() throws {
    switch (textForm, target) {
    case (.ansi, .markup): break
    case (.ansi, _): throw ValidationError("'--from ansi' needs '--to markup'")
    case (let form?, let target) where target != .html && target != .markup:
      throw ValidationError("'--from \(form.rawValue)' needs '--to html' or '--to markup'")
    case (nil, .markup), (nil, .html):
      let name = target == .html ? "html" : "markup"
      throw ValidationError("'--to \(name)' needs '--from FORMAT', such as '--from markdown'")
    default: break
    }
    try data.validate(for: textForm ?? .markup)
    if data.template != nil, target == .html {
      throw ValidationError("'--template' needs '--to markup'")
    }
    if controls != .auto, textForm != .ansi {
      throw ValidationError("'--controls' needs '--from ansi'")
    }
    if prefix != ShellVariables.standardPrefix, target != .shell {
      throw ValidationError("'--prefix' needs '--to sh'")
    }
    guard ShellVariables.isIdentifier(prefix) else {
      throw ValidationError(
        "invalid value '\(prefix)' for '--prefix <identifier>'; "
          + "use letters, digits and '_', such as my_")
    }
    if fragment, target != .html { throw ValidationError("'--fragment' needs '--to html'") }
    if allowHtml, target != .html || textForm != .markdown {
      throw ValidationError("'--allow-html' needs '--from markdown' and '--to html'")
    }
    if commonmark, textForm != .markdown {
      throw ValidationError("'--commonmark' needs '--from markdown'")
    }
  }

  private var target: ConversionTarget? {
    if let to { return to }
    if textForm != nil, output.file.flatMap(InputFormat.init(fileName:)) == .html { return .html }
    return output.file.flatMap(StylesheetForm.init(ofFile:)).map { .sheet($0) }
  }

  /// The format of input that is no stylesheet.
  private var textForm: InputFormat? {
    let implied = sheet.flatMap(InputFormat.init(fileName:))
    // A file of JSON is a stylesheet here.
    return from?.format ?? (implied == .json ? nil : implied)
  }

  /// The files of input that is no stylesheet.
  private var paths: [String] { sheet.map { [$0] + files } ?? ["-"] }

  func run(in console: Console) throws -> ExitStatus {
    switch textForm {
    case .ansi: return try convertText(in: console)
    case let form?: return try convertDocuments(from: form, in: console)
    case nil: break
    }
    let sources = try sheetOptions.read(sheet ?? "-", in: console)
    let source = sources.main
    switch target {
    case .markup, .html, nil: break
    case .sheet(let form): return try convert(sources, to: form, in: console)
    case .palette(let format):
      let palette = try foundPalette(of: sources, in: console)
      let text = PaletteWriter(palette, name: name(of: source)).text(format)
      // Other programs read it: its writer escapes what it holds.
      try output.write(rendered: Array(text.utf8), in: console)
    case .program(let program):
      let terminal = try environment.idealEnvironment(in: console)
      let loaded = sheetOptions.load(sources, for: terminal)
      let status = findings.report(
        loaded.diagnostics, color: .auto, seeAll: CheckLine(sheet: sheet ?? "-"), in: console)
      guard status == .success else { return status }
      var colors = ProgramColors(program, loaded, in: terminal.adopting(loaded.palette))
      try output.write(rendered: Array(colors.text(Self.stem(of: source.name)).utf8), in: console)
    case .shell:
      let terminal = try environment.sharedEnvironment(in: console)
      let loaded = sheetOptions.load(sources, for: terminal)
      var variables = ShellVariables(loaded, prefix: prefix, in: terminal.adopting(loaded.palette))
      let text = variables.text()
      var status = findings.report(
        loaded.diagnostics, color: .auto, isUsable: loaded.isUsable,
        seeAll: CheckLine(sheet: sheet ?? "-"), in: console)
      // No check reports these.
      console.report(findings.lines(of: variables.findings, color: .auto, in: console))
      if status == .success { status = findings.verdict(on: variables.findings) }
      guard status == .success else { return status }
      try output.write(rendered: Array(text.utf8), in: console)
    }
    return .success
  }

  /// The name of a stylesheet for a comment or a theme's name: that of its file, made safe.
  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return ArgumentText.label(SheetFolder.stem(of: name)).string
  }

  /// The name of a palette: that of its stylesheet, or of its own file if there is none.
  private func name(of source: SourceText) -> String {
    guard sheet == SheetArgument.emptySheet else { return Self.stem(of: source.name) }
    guard case .file(let path)? = environment.palette else { return CSSViewCommand.name }
    return Self.stem(of: path)
  }

  /// The palette to write: the named one, else that of the stylesheet.
  private func foundPalette(
    of sources: SheetSources, in console: Console
  ) throws(CommandFailure) -> TerminalPalette {
    let option = try environment.paletteOption(in: console)
    guard option == .auto else { return environment.idealPalette(option, in: console) }
    let loaded = sheetOptions.load(sources, for: try environment.idealEnvironment(in: console))
    if let palette = loaded.palette { return palette }
    let printer = FindingOptions.defaults.printer(color: .auto, isUsable: false, in: console)
    let problems = loaded.diagnostics.filter { [.importFailed, .invalidPalette].contains($0.code) }
    console.report(printer.report(FindingList(problems)))
    guard problems.isEmpty else { throw CommandFailure(.unusableInput) }
    throw CommandFailure(
      .usage, "no palette; add '--palette FILE', or '@palette' in the stylesheet")
  }

  private func convert(
    _ sources: SheetSources, to form: StylesheetForm, in console: Console
  ) throws -> ExitStatus {
    let result = convertStylesheet(
      sources.main, from: sheetOptions.form, to: form, dialect: sheetOptions.dialect,
      keepsComments: comments)
    var found = result.diagnostics
    if findings.strict {
      // Invalid values are copied unchanged.
      let known = Set(found)
      let loaded = sheetOptions.load(sources, for: try environment.idealEnvironment(in: console))
      found += loaded.diagnostics.filter { !known.contains($0) }
    }
    // A sheet with something left out must not pass for the whole of it.
    let status = findings.report(
      found, color: .auto, isUsable: !result.diagnostics.contains { $0.severity == .error },
      seeAll: CheckLine(sheet: sheet ?? "-"), in: console)
    guard status == .success else { return status }
    var text = result.text
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    try output.write(rendered: Array(text.utf8), in: console)
    return .success
  }

  /// Converts text for a terminal to markup as it arrives.
  private func convertText(in console: Console) throws -> ExitStatus {
    var options = MarkupOptions()
    options.form = .ansi
    options.controls = controls
    options.erasedColumns = 0
    let running = RunningFindings(findings, color: .auto, in: console)
    let result = Result { () throws(CommandFailure) in
      try output.withSink(in: console) { (sink) throws(CommandFailure) in
        try InputFile.forEach(paths, in: console) { (name, source) throws(CommandFailure) in
          var stream = TerminalTextConversion(name: name, options)
          var isLast = false
          while !isLast {
            let piece = try source.piece()
            isLast = piece.isEmpty
            try sink.write(rendered: stream.convert(piece, isLast: isLast))
            running.report(stream.takeFindings())
          }
          running.count(stream.onlyCounted)
        }
      }
    }
    finish(running, .ansi)
    let status = try result.get()
    return status == .success ? running.verdict : status
  }

  /// Converts documents, each of which is read whole, to HTML or markup.
  private func convertDocuments(from form: InputFormat, in console: Console) throws -> ExitStatus {
    var options = MarkupOptions()
    options.form = form
    options.isCommonMark = commonmark
    data.apply(to: &options)
    let conversion = DocumentConversion(
      options: options, target: target ?? .html, allowsHTML: allowHtml)
    // A document has one finding for each name that is left out, and 'check' has none.
    let running = RunningFindings(
      findings, color: .auto, listsAll: form == .html || form == .markdown, in: console)
    let page = target == .html && !fragment
    let status = try output.withSink(in: console) { (sink) throws(CommandFailure) in
      if page {
        let name = Self.stem(of: paths[0])
        var start: [UInt8] = []
        start.appendHead(name == "-" ? CSSViewCommand.name : name)
        start += "</head>\n<body>\n".utf8
        try sink.write(rendered: start)
      }
      let status = try InputFile.forEach(paths, in: console) {
        (name, input) throws(CommandFailure) in
        let document = InputFile.decoded(
          SourceText(name: name, bytes: try input.contents(), endsLine: true), as: form)
        let found = try conversion.convert(document) { (part) throws(CommandFailure) in
          try sink.write(rendered: part)
        }
        running.report(found)
      }
      if page { try sink.write("</body>\n</html>\n") }
      return status
    }
    finish(running, form)
    return status == .success ? running.verdict : status
  }

  /// Counts the findings that were not printed, with the command that lists them.
  private func finish(_ running: RunningFindings, _ form: InputFormat) {
    var text = TextFormOptions.defaults
    (text.format, text.controls) = (form, controls)
    running.finish(
      CheckLine(sheet: SheetArgument.emptySheet, markup: paths, options: text.arguments))
  }
}

/// Converts one input as it arrives, with findings at positions in the whole.
private struct TerminalTextConversion: ~Copyable {
  private var converter: TerminalTextConverter
  private var pending: [UInt8] = []
  private var offset = 0
  private var origin: SourceLocation
  private var found: [Diagnostic] = []

  init(name: String, _ options: MarkupOptions) {
    converter = TerminalTextConverter(options)
    origin = SourceLocation(file: name, line: 1, column: 1)
  }

  /// The number of findings of each code that are not reported.
  var onlyCounted: [DiagnosticCode: Int] { converter.log.onlyCounted }

  mutating func convert(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
    pending += piece
    let bytes = pending
    var output: [UInt8] = []
    let used = converter.convert(bytes.span, isLast: isLast, to: &output)
    let source = SourceText(name: origin.file, bytes: bytes, isStart: offset == 0)
    found += converter.takeFindings(in: source, offset, origin)
    if offset == 0, used > 0, SourceText.hasMark(bytes.span) { origin.column = 0 }
    origin.advance(past: 0..<used, of: bytes.span)
    offset += used
    pending = Array(bytes[used...])
    return output
  }

  mutating func takeFindings() -> [Diagnostic] {
    defer { found = [] }
    return found
  }
}

extension ConvertCommand: ManyArguments {
  static var repeatedOptions: [String] { ["--allow-imports-from", "--add", "--css"] }
  static var argumentLists: [WritableKeyPath<Self, [String]>] { [\.files] }
}

enum ConvertedFormat: String, CaseIterable, ExpressibleByArgument {
  case ansi, markdown, html, csv, tsv, jsonl

  /// The same format of all commands.
  var format: InputFormat? { InputFormat(rawValue: rawValue) }
}
