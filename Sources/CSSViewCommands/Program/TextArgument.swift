import Diagnostics
import OperatingSystem

/// Text that is given as arguments or, without any or as `-`, on standard input.
struct TextArgument {
  let words: [String]

  /// True if it is read from standard input.
  var isStandardInput: Bool { words.isEmpty || words == ["-"] }

  /// The text as findings call it.
  func source(in console: Console) throws(CommandFailure) -> SourceText {
    guard isStandardInput else {
      return SourceText(
        name: "<markup>", bytes: Array(words.map(ArgumentText.bytes).joined(separator: [0x20])))
    }
    return try InputFile.markup("-", in: console)
  }
}
