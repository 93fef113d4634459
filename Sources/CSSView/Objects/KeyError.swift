import Diagnostics
import StyleValues
import StyledText

/// Why a property could not be set or read by its name.
///
/// ```swift
/// struct Label: KeySettable {
///   var textColor = StyleColor.standard
///   static let settableKeys: [SettableKey<Label>] = [.value("textColor", \.textColor)]
/// }
///
/// var label = Label()
/// do {
///   try label.set("red", forKey: "textColour")
/// } catch {
///   print(error)  // Label has no key “textColour”; did you mean textColor?
/// }
/// ```
public struct KeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key, or the part of a key path, that it is about.
  public let key: String

  /// Names that exist and look like the key, the nearest first.
  public let nearNames: [String]

  /// The error as a finding, with the place of the value if it was written in a file.
  public let finding: Finding

  /// One sentence for a person, without a full stop and safe for a terminal.
  public let description: String

  init(_ error: StyleValues.KeyError) {
    key = error.key
    nearNames = error.nearNames
    description = SafeText.label(error.message).string
    finding = Finding(error.diagnostic)
  }

  init(_ error: KeyedValueError) {
    key = error.key
    nearNames = error.suggestion.map { [$0] } ?? []
    let hint = error.suggestion.map { "; did you mean \($0)?" } ?? ""
    description = SafeText.label(error.message + hint).string
    finding = Finding(error.diagnostic)
  }
}

extension StyleValues.KeyError {
  /// The error as a finding.
  var diagnostic: Diagnostic {
    let code: DiagnosticCode =
      switch reason {
      case .unknownKey, .unknownState, .hasNoStates, .isPart, .hasNoParts: .unknownKey
      case .unknownAction: .unknownAction
      case .missingPart, .badValue: .invalidSetting
      }
    return Diagnostic(.warning, code, message, location: location)
  }
}
