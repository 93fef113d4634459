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

/// Renders markup of any size as a stream; lines are kept.
struct RenderCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", _superCommandName: CSSViewCommand.name,
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

  @Flag(help: "Convert plain text to markup that shows it unchanged.")
  var escape = false

  @OptionGroup var options: StreamOptions

  private var showing: RenderOptions { options.showing }

  private var inputs: [String] { files.isEmpty ? ["-"] : files }

  func validate() throws {
    if escape {
      guard options.to == nil || options.to == .ansi, !options.lines, !options.document,
        showing.text.from == .markup, showing.text.sgr == .show
      else {
        throw ValidationError(
          "'--escape' cannot be used with '--to', '--from', '--sgr', '--lines' or '--document'")
      }
      return
    }
    try options.validateAll()
    guard sheet != nil else { throw ValidationError("missing argument '<stylesheet>'") }
    try refuseSharedInput(if: sheet == "-" && inputs.contains("-"))
  }

  /// Rejects a text file in place of the stylesheet.
  private func refuseFile(in console: Console) throws(CommandFailure) {
    guard let sheet else { return }
    // Somebody may have swapped the two.
    let catalog = ThemeCatalog(variable: console.variable)
    let theme = files.first { SheetArgument.entry($0, catalog) != nil }
    let others = files.filter { $0 != theme && FilePath(argument: $0).canonical != nil }
    let refusal = SheetArgument.refusal(
      ofFile: sheet, showing.text.format, sheet: theme, others: others, in: console,
      markup: ["cssview", "render", theme ?? "fjord", sheet] + others)
    if let refusal { throw refusal }
  }

  /// Rejects markup in place of a file.
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
    let (name, source, status) = try showing.sheet(
      sheet ?? "-", as: options.to, for: inputs, in: console)
    try refuseText()
    let shown = try InputRun(inputs, options, sheet: .given(name, source), in: console).run()
    return shown == .success ? status : shown
  }

  /// Converts plain text to markup as it arrives.
  private func escapeText(in console: Console) throws -> ExitStatus {
    let paths = sheet.map { [$0] + files } ?? ["-"]
    if let sheet {
      if FilePath(argument: sheet).canonical == nil,
        SheetArgument.entry(sheet, ThemeCatalog(variable: console.variable)) != nil
      {
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
        paths, in: console, reportsProgress: showing.reportsProgress(of: paths, in: console)
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
}

extension RenderCommand: SimpleCommand {
  static var defaults: Self { with { ($0.escape, $0.options) = (false, .defaults) } }

  mutating func take(_ option: inout SimpleOption) -> Bool { options.take(&option) }

  mutating func take(operands: [String]) -> Bool {
    guard let first = operands.first else { return false }
    (sheet, files) = (first, Array(operands.dropFirst()))
    return true
  }
}

extension RenderCommand: ManyFiles {}
