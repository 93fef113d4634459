import ArgumentParser
import StyledText

/// Options for the form of the text, and for control sequences in it.
struct TextFormOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the text is: markup, or ansi: what programs write for a terminal.",
      valueName: "form"))
  var from = TextForm.markup

  @Option(
    help: ArgumentHelp(
      "With --from ansi, what becomes of all controls but colours and links: show or drop.",
      valueName: "what"))
  var controls = ControlTreatment.show

  @Option(
    help: ArgumentHelp(
      "What becomes of terminal colours and links inside markup: show, strip or apply.",
      valueName: "what"))
  var sgr = SequenceTreatment.show

  func validate() throws {
    if from == .markup, controls != .show {
      throw ValidationError("'--controls' is for text that is no markup: it needs --from ansi.")
    }
    if from == .ansi, sgr != .show {
      throw ValidationError("'--sgr' is for markup; '--from ansi' applies colours and links.")
    }
  }

  /// Puts what was asked for into options for markup.
  func apply(to options: inout MarkupOptions) {
    options.form = from
    options.sequences = sgr
    options.dropsControls = controls == .drop
  }

  /// Refuses what only markup has.
  func refuse(_ option: String, if isGiven: Bool) throws {
    guard from == .ansi, isGiven else { return }
    throw ValidationError("'\(option)' is for markup: it cannot be with --from ansi.")
  }
}

extension TextFormOptions {
  /// The options with their default values.
  static var plain: Self {
    var options = Self()
    (options.from, options.controls, options.sgr) = (.markup, .show, .show)
    return options
  }
}

/// Treatment of controls that have no meaning.
enum ControlTreatment: String, CaseIterable, ExpressibleByArgument {
  case show, drop
}

extension TextForm: ExpressibleByArgument {}
extension SequenceTreatment: ExpressibleByArgument {}
