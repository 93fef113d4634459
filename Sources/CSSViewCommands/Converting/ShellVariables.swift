import Bytes
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Writes the classes of a stylesheet as variables of a POSIX shell.
///
/// A variable contains the sequence for what a `span` of its class adds to the text around it;
/// another one contains the sequence that ends all styles. When the shell evaluates the result, it
/// makes them empty if its own output has no colours.
struct ShellVariables {
  static let standardPrefix = "css_"

  /// The suffix of the variable that ends all styles.
  private static let reset = "reset"

  private let prefix: String
  private let styles: StyleResolver
  private let environment: Environment
  private let encoder = SGREncoder(capabilities: .overline)
  private var quantizer: ColorQuantizer

  /// Findings about classes without a variable of their own.
  private(set) var findings: [Diagnostic] = []

  init(_ stylesheet: Stylesheet, prefix: String, in environment: Environment) {
    self.prefix = prefix
    self.environment = environment
    styles = StyleResolver(stylesheet: stylesheet, environment: environment)
    quantizer = ColorQuantizer(environment)
  }

  /// True for the name of a variable in all shells (POSIX.1-2024, XBD 3.216).
  static func isIdentifier(_ text: String) -> Bool {
    text.utf8.first?.isASCIIDigit == false && text.utf8.allSatisfy(isNameByte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
  }

  /// The variable of a class; other characters than those of a name become `_`.
  private func variable(_ name: String) -> String {
    var variable = prefix
    for scalar in name.unicodeScalars {
      let isKept = scalar.isASCII && Self.isNameByte(UInt8(truncatingIfNeeded: scalar.value))
      variable.unicodeScalars.append(isKept ? scalar : "_")
    }
    return variable
  }

  /// The lines for a shell to evaluate.
  mutating func text() -> String {
    var classes: [String: String] = [:]
    var clashes: [(name: String, variable: String)] = []
    for name in styles.stylesheet.classNames {
      let variable = variable(name)
      if variable == prefix + Self.reset || classes[variable] != nil {
        clashes.append((name, variable))
      } else {
        classes[variable] = name
      }
    }
    report(clashes, classes)
    var values: [(variable: String, sequence: String)] = []
    for (variable, name) in classes.sorted(by: { $0.key < $1.key }) {
      values.append((variable, sequence(name)))
    }
    values.append((prefix + Self.reset, environment.colorDepth == .none ? "" : "\u{1B}[0m"))
    // Semicolons let it work without the quotes of eval "$(…)".
    return """
      if [ -t 1 ] && [ -z "${NO_COLOR-}" ] && [ "${TERM-}" != dumb ]; then
      \(values.map { "  \($0)=\($1.isEmpty ? "" : "'\($1)'");\n" }.joined())else
      \(values.map { "  \($0.variable)=;\n" }.joined())fi

      """
  }

  // MARK: The style of a class

  /// The sequence for what a class adds to the text around it.
  private mutating func sequence(_ name: String) -> String {
    guard environment.colorDepth != .none else { return "" }
    let element = ElementDescription(tag: "span", classes: [name])
    let host = rendition(styles[styles.hostNode])
    var own = rendition(styles[styles.child(of: styles.hostNode, element)])
    // The text around it in a script does not have the style of the host.
    func declares(_ properties: [PropertyID]) -> Bool {
      styles.hasOwnValue(of: properties, element, in: styles.hostNode)
    }
    if own.foreground == host.foreground, !declares([.color, .opacity]) {
      own.foreground = .standard
    }
    if own.background == host.background, !declares([.backgroundColor]) {
      own.background = .standard
    }
    func drop(_ attributes: CellAttributes, unless properties: [PropertyID]) {
      let inherited = own.attributes.intersection(host.attributes).intersection(attributes)
      if !inherited.isEmpty, !declares(properties) { own.attributes.subtract(inherited) }
    }
    drop([.bold, .faint], unless: [.fontWeight, .opacity])
    drop(.italic, unless: [.fontStyle])
    drop([.blink, .reverse, .strikethrough, .overline], unless: [.textDecorationLine])
    drop(.conceal, unless: [.textDecorationLine, .visibility])
    if host.underline != .none, own.underline == host.underline, !declares([.textDecorationLine]) {
      own.underline = .none
    }
    return String(decoding: encoder.bytes(setting: own), as: UTF8.self)
  }

  private mutating func rendition(_ node: StyleNode) -> GraphicRendition {
    quantizer.quantize(
      ResolvedTextStyle(node.style, node.compositing, in: environment).rendition(in: environment))
  }

  // MARK: Findings

  private mutating func report(
    _ clashes: [(name: String, variable: String)], _ classes: [String: String]
  ) {
    guard !clashes.isEmpty else { return }
    let places = styles.stylesheet.placesOfClasses
    for (name, variable) in clashes {
      let message =
        if let other = classes[variable] {
          "the variable '\(variable)' of class '\(name)' is that of class '\(other)'"
            + (places[other].map { " (\($0.location))" } ?? "") + "; rename one of the classes"
        } else {
          "the variable '\(variable)' of class '\(name)' is the one that ends a style; "
            + "rename the class"
        }
      findings.add(.warning, .sameVariable, message, at: places[name])
    }
  }
}

extension DiagnosticCode {
  /// A class whose variable is already in use.
  static let sameVariable = DiagnosticCode("same-variable")
}
