import OperatingSystem

/// Words of a command line that a person may copy.
enum ShellText {
  /// A command of arguments as the program got them.
  static func line(_ arguments: [String]) -> String {
    arguments.map { quoted(ArgumentText.shown($0)) }.joined(separator: " ")
  }

  /// The word, in quotation marks where a shell would not take it as it is.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./:=,+@%~".unicodeScalars.contains(scalar)
    }
    guard !isPlain || word.isEmpty else { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
