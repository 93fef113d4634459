import ArgumentParser
import CSSView
import SystemPackage

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
  var sheet: String

  @Argument(help: "Files with markup. None, or '-': standard input.", completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp("The form of the result: ansi, plain, html or svg.", valueName: "form"))
  var to = Form.ansi

  @Flag(help: "Take every line for a text of its own: what is open ends with it.")
  var lines = false

  @OptionGroup(title: "Object") var host: HostOptions
  @OptionGroup(title: "Markup") var markup: MarkupArguments
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Drawing") var drawing: DrawingOptions
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup(title: "Result") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  private var inputs: [String] { files.isEmpty ? ["-"] : files }

  func validate() throws {
    if sheet == "-", inputs.contains("-") {
      throw ValidationError("The stylesheet and the text cannot both be standard input.")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    try to.isPicture ? draw(in: console) : stream(in: console)
  }

  /// Draws all inputs as one block.
  private func draw(in console: Console) throws -> ExitStatus {
    let terminal = environment.idealEnvironment(in: console)
    let stylesheet = try sheetOptions.load(sheet, for: terminal, in: console)
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
    let stylesheet = try sheetOptions.load(sheet, for: terminal, in: console)
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
      for path in inputs {
        do throws(CommandFailure) {
          diagnostics += try Self.render(path, resolver, options, to: sink, in: console)
        } catch {
          // The other files can still be shown, as `cat` does.
          guard error.status == .noInput, let message = error.message else { throw error }
          console.complain(message)
          status = error.status
        }
      }
    }
    let verdict = findings.report(
      diagnostics + resolver.diagnostics, color: environment.color, in: console)
    return status == .success ? verdict : status
  }

  private static func render(
    _ path: String, _ resolver: StyleResolver, _ options: StreamRenderer.Options,
    to sink: ResultSink, in console: Console
  ) throws(CommandFailure) -> [Diagnostic] {
    var stream = MarkupStream(
      name: path == "-" ? "<stdin>" : path, resolver: resolver, options: options)
    if path == "-" {
      try stream.run(console.input, to: sink)
    } else {
      let file: FileDescriptor
      do {
        file = try FileDescriptor.open(
          ArgumentText.path(path), .readOnly, options: .closeOnExec)
      } catch {
        throw CommandFailure(.noInput, "\(path): \(error)")
      }
      defer { try? file.close() }
      try stream.run(DescriptorSource(file), to: sink)
    }
    return stream.findings
  }
}
