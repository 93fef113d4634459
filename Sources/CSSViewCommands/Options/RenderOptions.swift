import ArgumentParser
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Options of the commands that show texts: `preview` and `render`.
struct RenderOptions: ParsableArguments {
  @OptionGroup(title: "Block") var host: HostOptions
  @OptionGroup(title: "Input") var markup: MarkupArguments
  @OptionGroup(title: "Input") var text: TextFormOptions
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Terminal") var readability: ReadabilityOption
  @OptionGroup(title: "Terminal") var drawing: DrawingOptions
  @OptionGroup(title: "Terminal") var width: WidthRulesOption
  @OptionGroup(title: "Terminal") var prompt: PromptOption
  @OptionGroup(title: "HTML, SVG and PNG") var pictures: PictureOptions
  @OptionGroup(title: "Stylesheet") var sheets: SheetOptions
  @OptionGroup(title: "Warnings and errors") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  static let repeatedOptions = [
    "--set", "--allow-scheme", "--allow-imports-from", "--add", "--css",
  ]

  /// The options with which `cssview check` has the same findings.
  var checkOptions: [String] {
    sheets.arguments + host.arguments + markup.arguments + text.arguments
  }

  /// Checks options against the form of the result, which `isNamed` if an option names it, so that
  /// the file may have any name.
  func validate(for form: RenderForm, isNamed: Bool) throws {
    try pictures.validate(for: form)
    try prompt.validate(for: form)
    if environment.background == .both, form != .svg, form != .html {
      throw ValidationError("'--background both' needs '--to svg' or '--to html'")
    }
    if !isNamed, output.isFile, let file = output.file,
      let ending = RenderForm.otherEnding(of: file)
    {
      throw ValidationError(
        "unknown extension '\(ending)'; use .svg, .png, .html, .json, .txt or .ansi")
    }
  }

  /// The form of the option, or else of the output file's name; with an option for colours, a text
  /// file may contain them.
  func form(_ option: RenderForm?) -> RenderForm? {
    let implied = output.isFile ? output.file.flatMap(RenderForm.init(fileName:)) : nil
    return option ?? (implied == .plain && environment.color != .auto ? nil : implied)
  }

  /// The terminal for the result, with colours if the terminal form was asked for.
  func terminal(for form: RenderForm?, in console: Console) -> EnvironmentOptions {
    var terminal = environment.versions[0]
    let isSeen = console.isOutputTerminal && !output.isFile
    if form == .ansi, terminal.color == .auto, !isSeen, (console.variable("NO_COLOR") ?? "").isEmpty
    {
      terminal.color = .always
    }
    return terminal
  }

  /// Rejects PNG on a terminal, which would show it as text.
  func refusePixels(_ form: RenderForm, in console: Console) throws(CommandFailure) {
    guard form == .png, !output.isFile, console.isOutputTerminal else { return }
    throw CommandFailure(.usage, "cannot show PNG in a terminal; add '-o FILE.png'")
  }

  /// True if a text is shown without style when the stylesheet cannot be read, unless it would have
  /// to be typed now: a script's user would otherwise not see its message.
  func showsText(
    despite failure: CommandFailure, of sheet: String, as form: RenderForm?, isTyped: Bool
  ) -> Bool {
    [.noInput, .unusableInput].contains(failure.status) && form == nil && !output.isFile
      && !findings.strict && !isTyped && sheet != SheetArgument.emptySheet
      && !SheetArgument.isText(sheet)
  }

  func markupOptions(for terminal: Environment, as form: RenderForm) -> MarkupOptions {
    var options = markup.options(
      writesLinks: form.holdsLinks || form != .plain && terminal.hasHyperlinks,
      isFlat: terminal.isFlat)
    text.apply(to: &options)
    // Readers of other documents have no other way to the addresses.
    if markup.linkText == nil, options.form == .markdown || options.form == .html,
      form == .plain || form == .ansi && terminal.lacksHyperlinks
    {
      options.showsLinkTargets = true
    }
    return options
  }

  /// Opens and closes the destination, with the marks of a prompt if it is one.
  func withSink(
    in console: Console, _ body: (ResultSink) throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    try output.withSink(in: console) { (sink) throws(CommandFailure) in
      try body(prompt.isPrompt ? sink.forPrompt : sink)
    }
  }

  /// The number of columns in which erasing leaves a background: that of the option or terminal; 0
  /// if unknown, nil without colours.
  func erasedColumns(in terminal: Environment, as form: RenderForm, _ console: Console) -> Int? {
    guard form != .plain, terminal.colorDepth.hasColor else { return nil }
    if let width = environment.width { return width.count }
    return form == .ansi && console.isOutputTerminal && !output.isFile ? terminal.columns : 0
  }
}

extension RenderOptions {
  static var defaults: Self {
    with {
      ($0.host, $0.markup, $0.text) = (.defaults, .defaults, .defaults)
      ($0.environment, $0.readability) = (.defaults, .defaults)
      ($0.drawing, $0.width, $0.pictures) = (.defaults, .defaults, .defaults)
      $0.prompt = .defaults
      ($0.sheets, $0.findings, $0.output) = (.defaults, .defaults, .defaults)
    }
  }

  mutating func take(_ option: inout SimpleOption) -> Bool {
    switch option.name {
    case "--element": option.read(into: &host.element) && host.hasElementName
    case "--class": option.read(into: &host.classes)
    case "--style": option.readText(into: &host.style) && host.hasDeclarations
    case "--from": option.read(into: &text.format)
    case "--color": option.read(into: &environment.color)
    case "--background": option.read(into: &environment.background)
    case "--width": option.read(into: &environment.width)
    case "--height": option.read(into: &environment.height)
    case "--flat": option.set(&environment.flat)
    case "--prompt": option.set(&prompt.isPrompt)
    case "--dialect": option.read(into: &sheets.dialect)
    // The parser refuses standard input.
    case "--add": option.next != "-" && option.read(into: &sheets.add)
    case "--css": option.read(into: &sheets.css)
    case "--cut": option.set(&sheets.cut)
    case "--strict": option.set(&findings.strict)
    case "--quiet", "-q": option.set(&findings.quiet)
    case "--output", "-o": option.read(into: &output.file)
    default: false
    }
  }
}

/// The option for the least contrast of text.
struct ReadabilityOption: ParsableArguments {
  @Option(
    help: .value(
      "level", "Minimum WCAG 2 contrast of text: AA, AAA, 1 to 21, none.",
      "Text colours change as little as needed; backgrounds stay."),
    completion: .list(["AA", "AAA", "none"]))
  var readable: ContrastRatio?
}

extension ReadabilityOption { static var defaults: Self { with { $0.readable = nil } } }

/// A contrast of WCAG 2.
struct ContrastRatio: Hashable, ExpressibleByArgument {
  /// 1 to 21; 1 has no effect.
  var value: Double

  init?(argument: String) {
    if argument.lowercased() == "none" {
      value = 1
    } else if let level = ContrastLevel(rawValue: argument.uppercased()) {
      value = level.threshold(isLargeText: false)
    } else if let number = Double(argument), (1...21).contains(number) {
      value = number
    } else {
      return nil
    }
  }
}
