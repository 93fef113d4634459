import ArgumentParser
import CSSView
import CellLayout
import OperatingSystem
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Tells what the terminal is taken to be, and which variable, query or option decided it.
struct DoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    _superCommandName: CSSViewCommand.name,
    abstract: "Show what was detected about the terminal, and why.",
    usage: "cssview doctor [<options>]",
    discussion: """
      List colour depth, background, palette, size and features, each with the variable, option \
      or answer of the terminal that decided; then show a test card.
      """)

  static let examples = """
    cssview doctor
    cssview doctor --json
    """

  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Terminal") var drawing: DrawingOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run(in console: Console) throws -> ExitStatus {
    var query = TerminalQuery()
    query.textSizing = true
    query.palette = true
    let profile = try drawing.profile(environment, in: console, toFile: false, asking: query)
    let size = DetectedSize(console, environment)
    let report = DoctorReport(profile, size: size, console: console)
    if json {
      try console.write(SafeText(report.json) + "\n")
    } else {
      let colors = MessageColors(depth: profile.colorDepth.value)
      var writer = PieceWriter(console.result)
      try writer.write(report.text(colors: colors, columns: size.columns) + "\n")
      try writer.write(rendered: TestCard(profile: profile).bytes)
      try writer.finish()
      if !console.isOutputTerminal {
        console.complain(
          "the output is no terminal, so this is what a pipe or file gets; "
            + "to see what the terminal gets, run it without '|' and '>'")
      }
    }
    return .success
  }
}

/// Everything that was detected, each with the rules that were asked in their order.
struct DoctorReport {
  private var sections: [Section] = []
  private let palette: PaletteReport

  private struct Section {
    var name: String
    var key: String
    var value: String
    var steps: [DetectionStep]
  }

  init(_ profile: TerminalProfile, size: DetectedSize, console: Console) {
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

  /// The report for a person: an arrow stands at each rule that decided something.
  ///
  /// What was seen has a line of its own where the rule's is too short for it.
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

  /// The report for a program.
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
