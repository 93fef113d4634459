import ArgumentParser
import CSSView
import StyleValues
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
      try console.write(report.json.text + "\n")
    } else {
      let colors = MessageColors(isOn: profile.colorDepth.value > .none)
      var bytes = Array(report.text(colors: colors, columns: size.columns).utf8)
      bytes += [0x0A] + TestCard(profile: profile).bytes
      try console.write(bytes)
    }
    return .success
  }
}
