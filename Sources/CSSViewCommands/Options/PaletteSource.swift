import ArgumentParser
import CSSView
import Diagnostics
import StyleValues
import TerminalOutput
import TerminalPalettes

/// `auto`, `assumed`, `ask`, colours of `cssview doctor --export`, or a palette file.
enum PaletteSource: Hashable, ExpressibleByArgument {
  case auto, assumed, ask
  case colors(String)
  case file(String)

  init(argument: String) {
    switch argument {
    case "auto": self = .auto
    case "assumed": self = .assumed
    case "ask": self = .ask
    default: self = TerminalAnswers.isColorText(argument) ? .colors(argument) : .file(argument)
    }
  }

  /// The setting for the terminal's palette; reports findings about a file.
  ///
  /// A failure names the option or the variable.
  func option(of setting: String, in console: Console) throws(CommandFailure) -> PaletteOption {
    switch self {
    case .auto: return .auto
    case .assumed: return .assumed
    case .ask: return .ask
    case .colors(let text):
      guard let answers = TerminalAnswers(colorText: text), let palette = answers.colors else {
        throw CommandFailure(
          .usage,
          "invalid colours in '\(setting)'; use what 'cssview doctor --export' writes, "
            + "such as 1=#cc241d,foreground=#ebdbb2")
      }
      return .given(palette.named(setting))
    case .file(let path):
      let source: SourceText
      do throws(CommandFailure) {
        source = try InputFile.source(path, in: console)
      } catch {
        throw CommandFailure(
          error.status,
          "'\(setting)': \(error.message ?? path); use auto, assumed, ask or a palette file")
      }
      let file = PaletteFile(source)
      let printer = FindingOptions.defaults.printer(color: .auto, isUsable: false, in: console)
      console.report(printer.report(FindingList(file.diagnostics)))
      guard let palette = file.palette else { throw CommandFailure(.unusableInput) }
      return .given(palette)
    }
  }
}
