import ArgumentParser
import CSSSyntax
import Styling

/// The object that the text belongs to.
struct HostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The object's element name, such as my_cell or MyCell.", valueName: "name"))
  var element = ElementName.standard

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("The object's classes; the first counts most.", valueName: "names"))
  var classes = ""

  @Option(help: ArgumentHelp("The object's own declarations.", valueName: "declarations"))
  var style: String?

  @Option(
    help: ArgumentHelp(
      "A control state of the object, such as selected. May be given several times.",
      valueName: "state"))
  var state: [StateName] = []

  /// The object.
  var host: HostObject {
    HostObject(
      element: ArgumentText.shown(element),
      classes: classes.split(whereSeparator: \.isWhitespace).map { ArgumentText.shown(String($0)) },
      style: style.map { CSSText(ArgumentText.shown($0), name: "<style>") },
      states: state.isEmpty ? .normal : state.reduce(into: []) { $0.formUnion($1.state) })
  }
}

/// The name of a control state.
struct StateName: ExpressibleByArgument {
  var state: ElementStates

  init?(argument: String) {
    guard let state = ElementStates(name: argument) else { return nil }
    self.state = state
  }
}
