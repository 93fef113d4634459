import ArgumentParser
import CSSView
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Tells what the terminal is taken to be, and which variable, query or option decided it.
struct DoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    _superCommandName: CSSViewCommand.name,
    abstract: "Tells what was detected about the terminal, and what decided it.")

  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Drawing") var drawing: DrawingOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run(in console: Console) throws -> ExitStatus {
    var query = TerminalQuery()
    query.textSizing = true
    query.palette = true
    let profile = try drawing.profile(environment, in: console, toFile: false, asking: query)
    let size = DetectedSize(console)
    let report = DoctorReport(profile, size: size, console: console)
    if json {
      try console.write(SafeText(report.json) + "\n")
    } else {
      let colors = MessageColors(isOn: profile.colorDepth.value > .none)
      var writer = PieceWriter(console.result)
      try writer.write(report.text(colors: colors, columns: size.columns) + "\n")
      try writer.write(rendered: TestCard(profile: profile).bytes)
      try writer.finish()
    }
    return .success
  }
}
