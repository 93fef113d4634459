import Bytes
import OperatingSystem
import StyledText
import SystemPackage
import TerminalOutput

/// A program of the user that colours code, as `--code-highlighter` names it.
struct HighlighterCommand {
  /// Stands for the language in the words of the command.
  private static let placeholder = "{}"

  /// Milliseconds that it has for one block of code.
  private static let time = 5_000

  private let words: [String]

  /// Reads a command, split by `ShellText.words`; nil if there is none.
  init?(_ command: String) {
    let words = ShellText.words(command)
    guard words.first?.isEmpty == false else { return nil }
    self.words = words
  }

  /// The highlighter that runs it, for a background, if that is known.
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
