import Diagnostics
package import OperatingSystem
import StyledText
import SystemPackage
import TerminalOutput

/// The environment and the three streams of the process, for commands.
///
/// Tests make their own, with arrays for streams.
package final class Console {
  let variable: @Sendable (String) -> String?

  let input: any ByteSource

  /// Standard output, only for results through `result`.
  private let output: any ByteSink

  /// Standard error, for findings and failures through `report`.
  private let errors: any ByteSink

  let isInputTerminal: Bool

  let isOutputTerminal: Bool

  let isErrorTerminal: Bool

  /// The size that the terminal of standard output reports now.
  var outputSize: ScreenSize? { size() }

  private let size: @Sendable () -> ScreenSize?

  /// The terminal that the process was started from, whatever its output.
  let terminal: any ConsoleTerminal

  /// True for the streams of the process, which signals may interrupt.
  private let isProcess: Bool

  /// The progress line on standard error of a long stream.
  private var progress: ProgressLine?

  /// The pager for results of a command.
  private var paged: PagedOutput?

  package init(
    input: any ByteSource, output: any ByteSink, errors: any ByteSink,
    isInputTerminal: Bool = false, isOutputTerminal: Bool = false, isErrorTerminal: Bool = false,
    isProcess: Bool = false, size: @escaping @autoclosure @Sendable () -> ScreenSize? = nil,
    terminal: any ConsoleTerminal, variable: @escaping @Sendable (String) -> String?
  ) {
    self.terminal = terminal
    self.input = input
    self.output = output
    self.errors = errors
    self.isProcess = isProcess
    self.isInputTerminal = isInputTerminal
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    self.size = size
    self.variable = variable
  }

  static func process() -> Console {
    let isOutputTerminal = FileDescriptor.standardOutput.isTerminal
    return Console(
      input: DescriptorSource(.standardInput), output: DescriptorSink(.standardOutput),
      errors: DescriptorSink(.standardError),
      isInputTerminal: FileDescriptor.standardInput.isTerminal, isOutputTerminal: isOutputTerminal,
      isErrorTerminal: FileDescriptor.standardError.isTerminal, isProcess: true,
      size: isOutputTerminal ? ScreenSize(of: .standardOutput) : nil,
      terminal: ProcessTerminal(), variable: CurrentProcess.variable)
  }

  /// The file of standard input, if it is that of the process.
  var inputFile: FileDescriptor? { isProcess ? .standardInput : nil }

  /// True if the user suppresses findings of `preview` and `render` in all scripts.
  var isQuiet: Bool { variable("CSSVIEW_QUIET").map { $0 != "" && $0 != "0" } ?? false }

  /// Lets an interrupted command still write its reports.
  func watchInterruptions() { if isProcess { Interruption.watch() } }

  /// Reports that standard input is read from a terminal, because the user may have forgotten a
  /// file.
  func announceInput() {
    if isInputTerminal { complain("reading standard input; press Ctrl-D to end it") }
  }

  /// Passes results through a pager from now on, if they are taller than the screen or `always`;
  /// nil if there is no pager, or the process may not start one.
  func startPaging(always: Bool) -> PagedOutput? {
    let size = outputSize
    guard isProcess, PagerProgram.mayStart, always || size != nil,
      let command = PagerCommand(variable: variable)
    else { return nil }
    // A script that is the pager may start this program.
    CurrentProcess.setVariable("CSSVIEW_PAGER", to: "less")
    let paged = PagedOutput(
      command, hasOptions: variable("LESS") != nil, size: always ? nil : size, output: output,
      errors: errors
    ) { [errors] in try? errors.write(Array(Self.message(ArgumentText.label($0)).utf8)) }
    self.paged = paged
    return paged
  }

  /// Shows the rest of the results, and waits for the end of the pager.
  func endPaging() throws(CommandFailure) {
    guard let paged else { return }
    self.paged = nil
    try ResultSink(sink: paged, name: result.name).perform { () throws(Errno) in try paged.finish()
    }
  }

  /// True if results may be shown in a pager, so that nothing can be drawn over.
  var isPaging: Bool { paged != nil }

  /// Shows the text that waits for a pager, if the next input is late.
  func showWaiting(if isLate: () throws(Errno) -> Bool) throws(Errno) {
    guard let paged, paged.isWaiting, try isLate() else { return }
    try paged.showWaiting()
  }

  /// True if the result is still written after its pager has ended.
  func goesOn() throws(Errno) -> Bool { try paged?.goesOn() ?? false }

  /// Writes the sequences that reset a terminal after an interruption, if that does not block.
  func writeIfPossible(_ bytes: [UInt8]) {
    // A pager brings it back itself.
    if isPaging { return }
    if !isProcess || FileDescriptor.standardOutput.takesBytes { try? output.write(bytes) }
  }

  /// Starts to report progress in a line on standard error; `total` is the size of all input in
  /// bytes.
  func startProgress(total: Int?) { progress = ProgressLine(errors: errors, total: total) }

  /// A source that counts for the progress line, if there is one.
  func watched(_ source: any ByteSource) -> any ByteSource {
    progress.map { CountedSource(source, for: $0) } ?? source
  }

  /// Counts bytes that another program has read for the progress line.
  func countProgress(_ bytes: Int) { progress?.count(bytes) }

  /// Removes the progress line.
  func endProgress() {
    progress?.clear()
    progress = nil
  }

  var result: ResultSink { ResultSink(sink: paged ?? output, name: "standard output") }

  func write(_ text: SafeText) throws(CommandFailure) { try result.write(text) }

  /// Writes to standard error, and ignores failures, which could not be reported.
  func report(_ text: SafeText) {
    guard !text.isEmpty else { return }
    progress?.clear()
    if let paged { paged.report(Array(text.utf8)) } else { try? errors.write(Array(text.utf8)) }
  }

  /// Writes one safe line with the program's name to standard error.
  func complain(_ message: String) { complain(lines: ArgumentText.label(message)) }

  /// Writes safe lines with the program's name to standard error.
  func complain(lines: SafeText) { report(Self.message(lines)) }

  private static func message(_ lines: SafeText) -> SafeText {
    let message: SafeText = "cssview: \(lines)\n"
    return message.linesLimited(toBytes: longestLine)
  }

  /// In bytes; names and texts in a line may be long.
  private static let longestLine = 500

  /// The evidence for detection.
  ///
  /// nil of `isTerminal` is that of standard output; `readsTerminfo` adds the description of the
  /// terminal.
  func evidence(
    isTerminal: Bool? = nil, for color: ColorOption = .auto, readsTerminfo: Bool = false
  ) -> TerminalEvidence {
    var evidence = TerminalEvidence(isTerminal: isTerminal ?? isOutputTerminal, variable: variable)
    if color == .tty { evidence.hasReader = isErrorTerminal || terminal.exists }
    if readsTerminfo || evidence.hasReader == true,
      let facts = TerminfoFacts(term: variable("TERM") ?? "")
    {
      evidence.terminfo = .init(colors: facts.colors, hasDirectColor: facts.hasDirectColor)
    }
    return evidence
  }
}

extension ArgumentText {
  /// The string on one line, safe for a terminal.
  static func label(_ string: String) -> SafeText { .label(shown(string)) }
}

/// Words of a command line for people to copy.
enum ShellText {
  /// A command of arguments as the program received them.
  static func line(_ arguments: [String]) -> String {
    arguments.map { quoted(ArgumentText.shown($0)) }.joined(separator: " ")
  }

  /// The word, quoted if a shell requires it.
  static func quoted(_ word: String) -> String {
    guard !isPlain(word, besides: "-_./:=,+@%~") || word.isEmpty else { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// True if there are only letters, digits and some signs, so that no shell changes it, and bash
  /// does not where it is offered it.
  static func isPlain(_ word: some StringProtocol, besides signs: String) -> Bool {
    word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        || signs.unicodeScalars.contains(scalar)
    }
  }
}

/// Text in arguments or, without any or as `-`, on standard input.
struct TextArgument {
  let words: [String]

  var isStandardInput: Bool { words.isEmpty || words == ["-"] }

  /// Reports that the text is the name of a file; the name follows the hint.
  func reportFile(_ hint: String, in console: Console) {
    guard words.count == 1, FileReading.regularSize(of: FilePath(argument: words[0])) != nil else {
      return
    }
    console.complain("'\(words[0])' is a file; \(hint)\(ShellText.quoted(words[0]))")
  }

  /// The text with its name in findings.
  func source(in console: Console) throws(CommandFailure) -> SourceText {
    guard isStandardInput else {
      return SourceText(
        name: "<markup>", bytes: Array(words.map(ArgumentText.bytes).joined(separator: [0x20])))
    }
    return try InputFile.markup("-", in: console)
  }
}
