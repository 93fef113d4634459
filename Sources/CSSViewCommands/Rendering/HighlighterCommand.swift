import Bytes
import OperatingSystem
import StyledText
import SystemPackage
import TerminalOutput

/// The user's program for colouring code, of `--code-highlighter`.
struct HighlighterCommand {
  /// Replaced by the language in the words of the command.
  private static let placeholder = "{}"

  /// In milliseconds, for one block of code.
  private static let time = 5_000

  private let words: [String]

  /// Splits a command with `ArgumentText.words`; nil if it is empty.
  init?(_ command: String) {
    let words = ArgumentText.words(command)
    guard words.first?.isEmpty == false else { return nil }
    self.words = words
  }

  /// A highlighter that runs it, for a background if that is known.
  func highlighter(on background: String?) -> CodeHighlighter {
    let variable = background.map { "\(ReaderVariables.backgroundName)=\($0)" }
    return CodeHighlighter(name: SafeText.label(words[0])) {
      [words] (code, language) throws(CodeHighlighter.Failure) in
      // The text never chooses the program.
      let arguments =
        words.prefix(1) + words.dropFirst().map { $0.replacing(Self.placeholder, with: language) }
      let result: (output: [UInt8], status: Int?)
      do throws(Errno) {
        result = try FilterProgram.run(
          Array(arguments), on: code, capacity: min(code.count, 1 << 20) * 64 + (1 << 16),
          milliseconds: Self.time, variable: variable)
      } catch {
        throw switch error {
        case .timedOut: .slow
        case .fileTooLarge: .failed("writes too much")
        default: .unavailable(error.reason)
        }
      }
      guard result.status != 0 else { return result.output }
      throw .failed(result.status.map { "fails with exit status \($0)" } ?? "is ended by a signal")
    }
  }
}
