import ArgumentParser
import CSSView

/// Streams markup of any size; lines stay as they are.
struct RenderCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Streams markup of any size; its lines stay as they are.",
    discussion: "Try: tail -f build.log | cssview render theme.json")

  /// The forms of the result.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case ansi, plain, html, svg

    /// Whether it is a picture of the whole text, which cannot be made piece by piece.
    var isPicture: Bool { self == .html || self == .svg }
  }

  @Argument(
    help: "The stylesheet; '-' is standard input.", completion: .file(extensions: ["json", "css"]))
  var sheet: String?

  @Argument(help: "Files with markup. None, or '-': standard input.", completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp("The form of the result: ansi, plain, html or svg.", valueName: "form"))
  var to = Form.ansi

  @Flag(help: "Take every line for a text of its own: what is open ends with it.")
  var lines = false

  @Flag(
    help: "The other way: plain text becomes markup that shows it. All arguments are files.")
  var escape = false

  @OptionGroup(title: "Object") var host: HostOptions
  @OptionGroup(title: "Markup") var markup: MarkupArguments
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Drawing") var drawing: DrawingOptions
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup(title: "Result") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  private var inputs: [String] { files.isEmpty ? ["-"] : files }

  func validate() throws {
    if escape {
      guard to == .ansi, !lines else {
        throw ValidationError("'--escape' makes markup: it takes no --to and no --lines.")
      }
      return
    }
    guard sheet != nil else { throw ValidationError("Missing expected argument '<sheet>'") }
    if sheet == "-", inputs.contains("-") {
      throw ValidationError("The stylesheet and the text cannot both be standard input.")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    if escape { return try escapeText(in: console) }
    return try to.isPicture ? draw(in: console) : stream(in: console)
  }

  /// Makes markup of plain text while it comes.
  private func escapeText(in console: Console) throws -> ExitStatus {
    let paths = sheet.map { [$0] + files } ?? ["-"]
    var status = ExitStatus.success
    try output.withSink(in: console) { (sink) throws(CommandFailure) in
      status = try InputFile.forEach(paths, in: console) { (_, source) throws(CommandFailure) in
        while case let piece = try source.piece(), !piece.isEmpty {
          var markup: [UInt8] = []
          appendEscaped(piece.span, to: &markup)
          try sink.write(markup)
        }
      }
    }
    return status
  }

  /// Draws all inputs as one block.
  private func draw(in console: Console) throws -> ExitStatus {
    let terminal = environment.idealEnvironment(in: console)
    let stylesheet = try sheetOptions.load(sheet ?? "-", for: terminal, in: console)
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: terminal, host: host.host, options: markup.options)
    var text = AttributedText()
    var diagnostics = stylesheet.diagnostics
    for path in inputs {
      var bytes = try InputFile.read(path, limit: TextArgument.longest, in: console)
      if path == inputs.last, bytes.last == 0x0A { bytes.removeLast() }
      let part = renderer.attributedText(
        SourceText(name: path == "-" ? "<stdin>" : path, bytes: bytes))
      text += part.value
      diagnostics += part.diagnostics
    }
    var buffer = renderer.block(
      text, columns: environment.width?.count ?? renderer.naturalColumns(of: text)
    ).buffer
    var quantizer = ColorQuantizer(depth: terminal.colorDepth)
    quantizer.quantize(&buffer)
    var bytes: [UInt8] = []
    let colors = ScreenColors(terminal)
    if to == .svg {
      SVGWriter(colors: colors).append(buffer, into: &bytes)
    } else {
      HTMLWriter(colors: colors, title: "cssview").append(buffer, into: &bytes)
    }
    let status = findings.report(diagnostics, color: environment.color, in: console)
    guard status == .success else { return status }
    try output.write(bytes, in: console)
    return status
  }

  /// Renders one input after the other while they come.
  private func stream(in console: Console) throws -> ExitStatus {
    let profile = drawing.profile(environment, in: console, toFile: output.isFile)
    let terminal = environment.environment(in: console, for: profile)
    let stylesheet = try sheetOptions.load(sheet ?? "-", for: terminal, in: console)
    let resolver = StyleResolver(stylesheet: stylesheet, environment: terminal, host: host.host)
    var target = OutputTarget(profile)
    if to == .plain { target = OutputTarget(depth: .none) }
    let options = StreamRenderer.Options(
      markup: markup.options, quantizer: ColorQuantizer(depth: target.depth),
      encoder: SGREncoder(capabilities: target.capabilities), writesLinks: target.writesLinks,
      separatesLines: lines)
    var diagnostics = stylesheet.diagnostics
    var status = ExitStatus.success
    try output.withSink(in: console) { (sink) throws(CommandFailure) in
      status = try InputFile.forEach(inputs, in: console) { (name, source) throws(CommandFailure) in
        var stream = MarkupStream(name: name, resolver: resolver, options: options)
        try stream.run(source, to: sink)
        diagnostics += stream.findings
      }
    }
    let verdict = findings.report(
      diagnostics + resolver.diagnostics, color: environment.color, in: console)
    return status == .success ? verdict : status
  }
}
