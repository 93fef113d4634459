import CellLayout
package import Diagnostics
import OperatingSystem
import StyledText

/// Shows findings to a person, each with its line and a caret.
///
///     theme.json:4:13: error: unknown property 'font-weigth' [unknown-property]
///       4 |     "font-weigth": "bold",
///         |     ^~~~~~~~~~~~~ did you mean 'font-weight'?
package struct DiagnosticPrinter {
  /// Of one code so many are printed in full; the others are counted.
  package static let mostOfOneCode = 20

  /// Whether the output is a terminal that shows colour.
  package let usesColor: Bool

  /// A printer for a terminal, or for a file.
  package init(usesColor: Bool = false) {
    self.usesColor = usesColor
  }

  /// The findings as text, in the order in which they are given; empty without any.
  package func text(_ diagnostics: [Diagnostic]) -> String {
    var text = ""
    var counts: [DiagnosticCode: Int] = [:]
    var order: [DiagnosticCode] = []
    for diagnostic in diagnostics {
      let count = counts[diagnostic.code, default: 0]
      if count == 0 { order.append(diagnostic.code) }
      counts[diagnostic.code] = count + 1
      if count < Self.mostOfOneCode { append(diagnostic, to: &text) }
    }
    for code in order {
      let more = counts[code, default: 0] - Self.mostOfOneCode
      if more > 0 { text += "… and \(more) more [\(code.rawValue)]\n" }
    }
    return text
  }

  private func append(_ diagnostic: Diagnostic, to text: inout String) {
    let colors = MessageColors(isOn: usesColor)
    let hue = diagnostic.severity.hue
    if let location = diagnostic.location {
      let file = Self.safe(ArgumentText.shown(location.file))
      text += colors.bold("\(file):\(location.line):\(location.column):") + " "
    } else {
      text += colors.bold("cssview:") + " "
    }
    text += colors.bold(colors.color("\(diagnostic.severity.rawValue):", hue)) + " "
    text += colors.bold(Self.safe(diagnostic.message))
    text += colors.faint(" [\(diagnostic.code.rawValue)]")
    let hint = diagnostic.suggestion.map { "did you mean '\(Self.safe($0))'?" }
    guard let excerpt = diagnostic.excerpt, let location = diagnostic.location else {
      text += hint.map { "; \($0)" } ?? ""
      text += "\n"
      return
    }
    text += "\n"
    let number = String(location.line)
    let margin = String(repeating: " ", count: number.count)
    let scalars = excerpt.text.unicodeScalars
    let before = Self.safe(scalars.prefix(excerpt.caret))
    let marked = Self.safe(scalars.dropFirst(excerpt.caret).prefix(excerpt.length))
    text += colors.faint("  \(number) | ") + Self.safe(scalars[...]) + "\n"
    let indent = String(repeating: " ", count: cellWidth(of: before))
    let tail = String(repeating: "~", count: max(0, cellWidth(of: marked) - 1))
    text += colors.faint("  \(margin) | ") + indent + colors.color("^" + tail, hue)
    text += hint.map { " " + colors.color($0, .green) } ?? ""
    text += "\n"
  }

  /// Text on one line of a terminal.
  ///
  /// A tab would hide how far it reaches, so it becomes a space.
  private static func safe(_ text: String) -> String {
    safe(text.unicodeScalars[...])
  }

  private static func safe(_ scalars: Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.map { $0 == "\t" ? " " : $0 })
    return TextSanitizer.label(String(text))
  }
}

extension Diagnostic.Severity {
  /// The colour of the word; the word itself says the same.
  fileprivate var hue: MessageColors.Hue {
    switch self {
    case .note: .cyan
    case .warning: .magenta
    case .error: .red
    }
  }
}
