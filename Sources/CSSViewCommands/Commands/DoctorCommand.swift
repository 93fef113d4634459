import ArgumentParser
import CSSView
import CellLayout
import OperatingSystem
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Reports what was detected about the terminal, with the deciding variable, query or option.
struct DoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", _superCommandName: CSSViewCommand.name,
    abstract: "Show what was detected about the terminal, and why.",
    usage: "cssview doctor [<options>]",
    discussion: """
      Show in ten lines colour depth, background, palette, size and features, each with the \
      variable, option or answer of the terminal that decided; then a test card. '--why' lists \
      all rules that were asked. The terminal's answers are kept for the commands that print, \
      which never ask it.
      """)

  static let examples = """
    cssview doctor
    cssview doctor --why
    """

  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Terminal") var drawing: DrawingOptions

  @Flag(help: "List all rules that were asked, and the palette.")
  var why = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print the colours as a line for a shell's start file.")
  var export = false

  func validate() throws {
    if json, export { throw ValidationError("'--export' cannot be used with '--json'") }
  }

  func run(in console: Console) throws -> ExitStatus {
    let terminal = try drawing.terminal(
      environment, in: console, toFile: false, ownsTerminal: console.isOutputTerminal || export)
    if export { return try writeExport(of: terminal, in: console) }
    let profile = terminal.profile
    let size = DetectedSize(
      console, environment, isForReader: profile.colorDepth.value != ColorDepth.none)
    let report = DoctorReport(
      profile, kept: console.keptAnswers(isForOutput: true) != nil, size: size, console: console)
    if json {
      try console.write(SafeText(report.json) + "\n")
    } else {
      let colors = MessageColors(depth: profile.colorDepth.value)
      var writer = PieceWriter(console.result)
      let text =
        why
        ? report.text(colors: colors, columns: size.columns)
        : report.summary(colors: colors, columns: size.columns)
      try writer.write(text + "\n")
      try writer.write(rendered: TestCard(profile: profile).bytes)
      if terminal.evidence.answers?.background != nil {
        try writer.write(
          "\nto set these colours in a shell's start file: cssview doctor --export >> ~/.profile\n")
      }
      try writer.finish()
      if !console.isOutputTerminal {
        console.complain(
          "the output is no terminal, so this is what a pipe or file gets; "
            + "to see what the terminal gets, run it without '|' and '>'")
      }
    }
    return .success
  }

  /// Writes a shell command that sets variables to the terminal's colours.
  private func writeExport(
    of terminal: DetectedTerminal, in console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let (options, answers) = (terminal.options, terminal.evidence.answers)
    let profile = terminal.profile
    // Answers come before the variables, whose present values may have to be changed.
    let background =
      TerminalBackground(options.background) ?? answers?.background.map { TerminalBackground($0) }
      ?? profile.background.value
    var palette = answers?.colors
    switch options.palette {
    case .given(let given): palette = given
    case .preset(let preset): palette = palette ?? preset
    case .auto, .assumed, .ask: break
    }
    var settings: [String] = []
    if background.isKnown {
      let value = background.color?.hex ?? background.scheme.rawValue
      settings.append("\(ReaderVariables.backgroundName)=\(ShellText.quoted(value))")
    }
    if let palette {
      let colors = TerminalAnswers(palette).colorText
      settings.append("CSSVIEW_PALETTE=\(ShellText.quoted(colors))")
    }
    guard !settings.isEmpty else {
      throw CommandFailure(
        .noTerminal, "the terminal did not report its colours; add '--background dark' or 'light'")
    }
    try console.write(.text("export \(settings.joined(separator: " "))\n"))
    return .success
  }
}

/// Everything that was detected, with the rules that were tried, in order.
struct DoctorReport {
  private var sections: [Section] = []
  private let palette: PaletteReport

  private struct Section {
    var name: String
    var key: String
    var value: String
    var steps: [DetectionStep]
    var isFeature = false

    /// The deciding rule and its input.
    var reason: String {
      let step = steps.last { $0.result != nil }
      return [step?.rule, step?.seen].compactMap { $0 }.filter { !$0.isEmpty }
        .joined(separator: ": ")
    }
  }

  init(_ profile: TerminalProfile, kept: Bool, size: DetectedSize, console: Console) {
    palette = PaletteReport(profile)
    let version = profile.identity.version.map {
      " " + $0.numbers.map(String.init).joined(separator: ".")
    }
    let terminal = (profile.identity.program?.rawValue ?? "unknown") + (version ?? "")
    add("terminal", "terminal", terminal, seen: profile.identity.seen)
    add("colour depth", "color", profile.colorDepth)
    add("background", "background", profile.background)
    add("palette", Self.paletteKey, profile.palette)
    add(
      "size", "size", "\(size.columns) × \(size.rows)",
      seen: "columns from \(size.columnsSource), rows from \(size.rowsSource)")
    for feature in TerminalFeature.allCases {
      add(feature.rawValue, "\(feature)", profile[feature])
      sections[sections.count - 1].isFeature = true
    }
    add("text sizing", "textSizing", profile.textSizing)
    add(
      "width rules", "widthRules", "grapheme clusters",
      seen: "Unicode \(Version.unicode), one width for each cluster")
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = variables.first { console.variable($0).map { !$0.isEmpty } ?? false }
    let value = locale.flatMap(console.variable) ?? "none"
    add(
      "locale", "locale", ArgumentText.label(value).string,
      seen: locale ?? "LC_ALL, LC_CTYPE and LANG not set")
    add(
      "kept answers", "keptAnswers", kept ? "yes" : "no",
      seen: kept
        ? "the commands that print use the terminal's answers until its session ends"
        : "only where the terminal answers, and XDG_RUNTIME_DIR is a folder of yours alone")
    addPager(console)
  }

  private mutating func addPager(_ console: Console) {
    let pager = PagerCommand(variable: console.variable)
    let name = console.variable("CSSVIEW_PAGER") == nil ? "PAGER" : "CSSVIEW_PAGER"
    add(
      "pager", "pager",
      pager.map { ArgumentText.label($0.words.joined(separator: " ")).string }
        ?? "none", seen: pager?.origin ?? "\(name) is empty, or cat")
  }

  private static let paletteKey = "palette"

  private mutating func add<Value>(_ name: String, _ key: String, _ detection: Detection<Value>) {
    sections.append(
      Section(name: name, key: key, value: Self.text(detection.value), steps: detection.steps))
  }

  private mutating func add(_ name: String, _ key: String, _ value: String, seen: String) {
    sections.append(
      Section(
        name: name, key: key, value: value,
        steps: [DetectionStep(rule: seen, seen: "", result: value)]))
  }

  private static func text(_ value: some Hashable) -> String {
    switch value {
    case let depth as ColorDepth: depth.rawValue
    case let sizing as LargeText: sizing.name
    case let flag as Bool: flag ? "yes" : "no"
    case let palette as TerminalPalette: palette.originName
    default: "\(value)"
    }
  }

  /// The report in ten lines, each with the deciding rule.
  func summary(colors: MessageColors, columns: Int) -> SafeText {
    let features = Dictionary(grouping: sections.filter(\.isFeature)) { $0.value == "yes" }
      .mapValues { $0.map(\.name).joined(separator: ", ") }
    var lines = sections.filter { !$0.isFeature && $0.key != "widthRules" }
      .map { ($0.name, $0.value, $0.reason) }
    lines.insert(
      ("features", features[true] ?? "none", features[false].map { "not \($0)" } ?? ""), at: 5)
    let width = (lines.map(\.0.count).max() ?? 0) + 2
    var text: SafeText = ""
    for (name, value, reason) in lines {
      let value = SafeText.label(value)
      let gap = SafeText(repeating: " ", count: width - name.count)
      text += colors.bold(.label(name)) + gap + value
      let rest = columns - width - value.columns - 3
      // All of it is in the long report.
      let isCut = reason.count > rest
      let shown = isCut ? String(reason.prefix(max(0, rest - 1))) + "…" : reason
      if rest > 8, !reason.isEmpty { text += "  " + colors.faint(.label(shown)) }
      text += "\n"
    }
    return text + colors.faint("every rule that was asked: cssview doctor --why") + "\n"
  }

  /// The long report: an arrow marks each deciding rule, and an input that is too long for the
  /// rule's line has its own.
  func text(colors: MessageColors, columns: Int) -> SafeText {
    var text: SafeText = ""
    for section in sections {
      text += colors.bold(.label(section.name)) + ": \(section.value)\n"
      for step in section.steps {
        let isDeciding = step.result != nil
        let result: SafeText = step.result.map { " = \($0)" } ?? ""
        let line: SafeText =
          "\(isDeciding ? "→" : " ") \(step.rule)\(section.steps.count > 1 ? result : "")"
        let isLong = line.string.count + step.seen.count + 6 > columns
        let gap: SafeText = isLong ? "\n      " : "  "
        let seen: SafeText = step.seen.isEmpty ? "" : "\(gap)(\(step.seen))"
        text +=
          isDeciding ? "  \(line)\(colors.faint(seen))\n" : colors.faint("  \(line)\(seen)") + "\n"
      }
      if section.key == Self.paletteKey { text += palette.text(colors: colors) }
    }
    return text
  }

  var json: JSONOutput {
    .object(
      sections.map { section in
        let steps = section.steps.map { step -> JSONOutput in
          [
            "rule": .string(step.rule), "seen": .string(step.seen),
            "result": JSONOutput(step.result),
          ]
        }
        let deciding = section.steps.last { $0.result != nil }?.rule
        var object: JSONOutput = [
          "value": .string(section.value), "decidedBy": JSONOutput(deciding),
          "steps": .array(steps),
        ]
        if section.key == Self.paletteKey { object += palette.json }
        return .init(section.key, object)
      })
  }
}
