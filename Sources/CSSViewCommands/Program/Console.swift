import Diagnostics
package import OperatingSystem
import StyledText
import SystemPackage
import TerminalOutput

/// The process as commands see it: its environment and its three streams.
///
/// A test makes one of its own, with arrays in the place of streams.
package final class Console {
  /// The value of an environment variable; nil if it is not set.
  let variable: @Sendable (String) -> String?

  let input: any ByteSource

  /// Standard output: results and nothing else, by way of `result`.
  private let output: any ByteSink

  /// Standard error: findings and failures, by way of `report`.
  private let errors: any ByteSink

  let isInputTerminal: Bool

  let isOutputTerminal: Bool

  let isErrorTerminal: Bool

  /// The size that the terminal of standard output reports now.
  var outputSize: ScreenSize? { size() }

  private let size: @Sendable () -> ScreenSize?

  /// The terminal that the process was started from, wherever its output goes.
  let terminal: any ConsoleTerminal

  /// True if the streams are those of the process, which signals may end.
  private let isProcess: Bool

  /// Progress line in the last row of standard error, if a long stream runs.
  private var progress: ProgressLine?

  /// The way of results by a pager, while a command has one.
  private var paged: PagedOutput?

  package init(
    input: any ByteSource, output: any ByteSink, errors: any ByteSink,
    isInputTerminal: Bool = false, isOutputTerminal: Bool = false, isErrorTerminal: Bool = false,
    isProcess: Bool = false,
    size: @escaping @autoclosure @Sendable () -> ScreenSize? = nil,
    terminal: any ConsoleTerminal = NoTerminal(),
    variable: @escaping @Sendable (String) -> String?
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

  /// The streams and the environment of this process.
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

  /// The file that standard input is, if it is that of the process.
  var inputFile: FileDescriptor? { isProcess ? .standardInput : nil }

  /// True if the user wants no findings of `preview` and `render`, in all of their scripts.
  var isQuiet: Bool { variable("CSSVIEW_QUIET").map { $0 != "" && $0 != "0" } ?? false }

  /// From here on, a command that is interrupted still says what it has to say.
  func watchInterruptions() {
    if isProcess { Interruption.watch() }
  }

  /// Says that standard input is read, where that is a terminal: somebody may have forgotten a
  /// file.
  func announceInput() {
    if isInputTerminal { complain("reading standard input; press Ctrl-D to end it") }
  }

  /// Lets results go by way of a pager from here on, if they are taller than the screen or
  /// `always`; nil if there is no pager, or the process may not take the screen for one.
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

  /// Shows the rest of the results, and waits until the pager is left.
  func endPaging() throws(CommandFailure) {
    guard let paged else { return }
    self.paged = nil
    try ResultSink(sink: paged, name: result.name).perform { () throws(Errno) in
      try paged.finish()
    }
  }

  /// True if results may go by way of a pager, which cannot draw over what it has shown.
  var isPaging: Bool { paged != nil }

  /// Shows what waits for a pager, if the next input is late.
  func showWaiting(if isLate: () throws(Errno) -> Bool) throws(Errno) {
    guard let paged, paged.isWaiting, try isLate() else { return }
    try paged.showWaiting()
  }

  /// True if the result goes on, although nobody reads it by way of a pager any more.
  func goesOn() throws(Errno) -> Bool { try paged?.goesOn() ?? false }

  /// Writes what brings a terminal back after an interruption, if it goes there without waiting.
  func writeIfPossible(_ bytes: [UInt8]) {
    // A pager brings it back itself.
    if isPaging { return }
    if !isProcess || FileDescriptor.standardOutput.takesBytes { try? output.write(bytes) }
  }

  /// Tells from here on how far reading has come, in a line on standard error; `total` is the
  /// size of all that is going to be read, in bytes.
  func startProgress(total: Int?) {
    progress = ProgressLine(errors: errors, total: total)
  }

  /// A source that counts for that line, where there is one.
  func watched(_ source: any ByteSource) -> any ByteSource {
    progress.map { CountedSource(source, for: $0) } ?? source
  }

  /// Counts for that line what another program has read.
  func countProgress(_ bytes: Int) { progress?.count(bytes) }

  /// Takes that line away.
  func endProgress() {
    progress?.clear()
    progress = nil
  }

  /// Standard output as the place of a result.
  var result: ResultSink { ResultSink(sink: paged ?? output, name: "standard output") }

  func write(_ text: SafeText) throws(CommandFailure) {
    try result.write(text)
  }

  /// Writes to standard error; there is nobody to tell when that fails.
  func report(_ text: SafeText) {
    guard !text.isEmpty else { return }
    progress?.clear()
    if let paged { paged.report(Array(text.utf8)) } else { try? errors.write(Array(text.utf8)) }
  }

  /// Writes one line to standard error, after the program's name and fit for any terminal.
  func complain(_ message: String) {
    complain(lines: ArgumentText.label(message))
  }

  /// Writes lines to standard error, after the program's name.
  func complain(lines: SafeText) {
    report(Self.message(lines))
  }

  private static func message(_ lines: SafeText) -> SafeText {
    let message: SafeText = "cssview: \(lines)\n"
    return message.linesLimited(toBytes: longestLine)
  }

  /// The most bytes that a line has: names and texts in it may be long.
  private static let longestLine = 500

  /// The facts that detection goes by; nil of `isTerminal` is as standard output does, and
  /// `readsTerminfo` if the description of the terminal counts, too.
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
  /// The string for people, in one line and with nothing that a terminal would obey.
  static func label(_ string: String) -> SafeText { .label(shown(string)) }
}

/// Words of a command line that a person may copy.
enum ShellText {
  /// A command of arguments as the program got them.
  static func line(_ arguments: [String]) -> String {
    arguments.map { quoted(ArgumentText.shown($0)) }.joined(separator: " ")
  }

  /// The word, in quotation marks where a shell would not take it as it is.
  static func quoted(_ word: String) -> String {
    let isUnquoted = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./:=,+@%~".unicodeScalars.contains(scalar)
    }
    guard !isUnquoted || word.isEmpty else { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// The words of a command as a POSIX shell splits it: blanks, quotation marks and backslashes
  /// have a meaning, and nothing else; a quotation without an end ends with the command.
  static func words(_ command: String) -> [String] {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var rest = command.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil:
        quote = scalar
        word = word ?? .init()
      case "\\" where quote != "'":
        // In double quotation marks it is before few characters more than itself.
        guard let next = rest.first, quote == nil || "$`\"\\\n".unicodeScalars.contains(next) else {
          word = (word ?? .init()) + [scalar]
          continue
        }
        rest.removeFirst()
        if next != "\n" { word = (word ?? .init()) + [next] }
      case " " where quote == nil, "\t" where quote == nil, "\n" where quote == nil:
        if let word { words.append(String(word)) }
        word = nil
      default: word = (word ?? .init()) + [scalar]
      }
    }
    if let word { words.append(String(word)) }
    return words
  }
}

/// Text that is given as arguments or, without any or as `-`, on standard input.
struct TextArgument {
  let words: [String]

  var isStandardInput: Bool { words.isEmpty || words == ["-"] }

  /// Says that the text is the name of a file; the hint ends before that name.
  func reportFile(_ hint: String, in console: Console) {
    guard words.count == 1, FileReading.regularSize(of: FilePath(argument: words[0])) != nil else {
      return
    }
    console.complain("'\(words[0])' is a file; \(hint)\(ShellText.quoted(words[0]))")
  }

  /// The text as findings call it.
  func source(in console: Console) throws(CommandFailure) -> SourceText {
    guard isStandardInput else {
      return SourceText(
        name: "<markup>", bytes: Array(words.map(ArgumentText.bytes).joined(separator: [0x20])))
    }
    return try InputFile.markup("-", in: console)
  }
}
