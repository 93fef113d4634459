public import ArgumentParser
import CSSSyntax
import OperatingSystem
package import StyleValues
import Styling

/// The object that the text belongs to.
struct HostOptions: ParsableArguments {
  @Option(
    help: .rare("Name of the element around the whole text.", value: "name"),
    completion: .custom(NameCompletion.elements))
  var element = ElementName.standard

  @Option(
    name: .customLong("class"),
    help: .value("names", "Classes of the whole text, separated by spaces."),
    completion: .custom(NameCompletion.classes))
  var classes = ""

  // A custom property begins with dashes.
  @Option(
    parsing: .unconditional,
    help: .rare("Declarations for this element, such as 'color: red'.", value: "declarations"),
    completion: .custom(NameCompletion.declarations))
  var style: String?

  @Option(
    help: .rare("Control states of this element, separated by spaces.", value: "states"),
    completion: .custom(NameCompletion.states))
  var state = ControlState.normal

  var arguments: [String] {
    (element == ElementName.standard ? [] : ["--element", element])
      + (classes.isEmpty ? [] : ["--class", classes]) + (style.map { ["--style", $0] } ?? [])
      + (state == .normal ? [] : ["--state", state.cssText])
  }

  func validate() throws {
    guard hasElementName else { throw ValidationError("'--element' needs one name without spaces") }
    guard hasDeclarations else {
      throw ValidationError("'--style' needs declarations, such as 'color: red'")
    }
  }

  /// False if the value is another option, so that the declarations are missing.
  var hasDeclarations: Bool { style.map { $0.first != "-" || $0.contains(":") } ?? true }

  /// Options whose value may begin with dashes.
  static let textOptions: Set = ["--style", "--template"]

  var hasElementName: Bool { !element.isEmpty && !element.contains(where: \.isWhitespace) }

  var host: HostObject {
    HostObject(
      element: ElementName.snakeCase(ArgumentText.shown(element)),
      classes: classes.split(whereSeparator: \.isWhitespace).map { ArgumentText.shown(String($0)) },
      style: style.map { CSSText(ArgumentText.shown($0), name: "<style>") }, states: state)
  }
}

extension ControlState: ExpressibleByArgument {
  package init?(argument: String) {
    guard let state = try? ControlState.convert(argument) else { return nil }
    self = state
  }

  package static var allValueStrings: [String] { members.map(\.name) }

  package var defaultValueDescription: String { cssText }
}

extension HostOptions {
  static var defaults: Self {
    with {
      ($0.element, $0.classes) = (ElementName.standard, "")
      ($0.style, $0.state) = (nil, .normal)
    }
  }
}
