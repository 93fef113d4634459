import Diagnostics
import OperatingSystem
import StyleValues

extension JSONOutput {
  /// A finding, under the names that programs rely on.
  init(_ diagnostic: Diagnostic) {
    self = [
      "severity": .string(diagnostic.severity.rawValue),
      "code": .string(diagnostic.code.rawValue), "message": .string(diagnostic.message),
    ]
    self += .place(diagnostic.location)
    self += ["suggestion": JSONOutput(diagnostic.suggestion)]
    if case .contrast(let background, let depth, let ratio)? = diagnostic.detail {
      self += [
        "background": .string(background), "depth": .string(depth),
        "ratio": .number(ratio.roundedDown(decimals: 2)),
      ]
    }
  }

  /// Findings in their order.
  init(_ diagnostics: [Diagnostic]) {
    self = .array(diagnostics.map { JSONOutput($0) })
  }

  /// The name of a file.
  static func file(_ name: String) -> JSONOutput { .string(ArgumentText.shown(name)) }

  /// The members that say where something stands; `null` each where that is nowhere.
  static func place(_ location: SourceLocation?) -> JSONOutput {
    [
      "file": location.map { .file($0.file) } ?? .null,
      "line": location.map { .integer($0.line) } ?? .null,
      "column": location.map { .integer($0.column) } ?? .null,
    ]
  }

  /// Gives an object the members of another.
  static func += (object: inout JSONOutput, more: JSONOutput) {
    guard case .object(let members) = object, case .object(let others) = more else { return }
    object = .object(members + others)
  }
}
