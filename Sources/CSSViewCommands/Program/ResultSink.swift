import Bytes
import CSSSyntax
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import SystemPackage

/// The destination of a result, with its name in failures.
struct ResultSink {
  let sink: any ByteSink

  let name: String

  /// Writes text, if it is not empty.
  func write(_ text: SafeText) throws(CommandFailure) { try write(rendered: Array(text.utf8)) }

  /// Writes the output of a renderer, made of sanitized text and its own escape sequences;
  /// `Tests/Scripts/house` lists the files that do this.
  func write(rendered bytes: [UInt8]) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    try perform { () throws(Errno) in try sink.write(bytes) }
  }

  /// Writes rendered bytes without a copy.
  func write(rendered bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
    guard unsafe !bytes.isEmpty else { return }
    try perform { () throws(Errno) in try unsafe sink.write(bytes) }
  }

  /// Calls `write`, and adds the destination's name to a failure.
  func perform(_ write: () throws(Errno) -> Void) throws(CommandFailure) {
    do throws(Errno) {
      try write()
    } catch {
      switch error {
      case .brokenPipe: throw CommandFailure(.brokenPipe)
      case .interrupted: throw CommandFailure(.interrupted)
      default: throw CommandFailure(.writeFailed, "\(name): \(error.reason)")
      }
    }
  }
}

extension ResultSink {
  /// The same destination for a shell's prompt.
  var forPrompt: ResultSink { ResultSink(sink: PromptSink(sink), name: name) }
}

/// Writes a result as a prompt.
private final class PromptSink: ByteSink {
  private let sink: any ByteSink
  private var writer = PromptWriter()

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    try sink.write(writer.prompt(unsafe Array(bytes)))
  }
}

/// Collects parts of a result, so that a short one is written at once.
struct PieceWriter {
  private let sink: ResultSink
  private var pending: [UInt8] = []

  /// In bytes; with more they are written.
  private static let enough = 1 << 18

  init(_ sink: ResultSink) { self.sink = sink }

  mutating func write(_ text: SafeText) throws(CommandFailure) { try write(rendered: text.utf8) }

  mutating func write(rendered bytes: some Sequence<UInt8>) throws(CommandFailure) {
    pending += bytes
    if pending.count >= Self.enough { try finish() }
  }

  /// Writes the rest.
  mutating func finish() throws(CommandFailure) {
    try sink.write(rendered: pending)
    pending.removeAll(keepingCapacity: true)
  }
}

/// Answers lines of standard input by lines of JSON, in order.
///
/// Answers are written when all available lines are answered, so that a waiting client gets them,
/// and a long input needs few writes.
struct LineExchange {
  let console: Console

  /// In bytes; a longer line is an error, and skipped.
  static let longestLine = 64 * 1024 * 1024

  /// The available part of a line.
  private struct PendingLine {
    var bytes: [UInt8] = []
    var isTooLong = false

    mutating func append(_ chunk: ArraySlice<UInt8>) {
      if bytes.count + chunk.count > LineExchange.longestLine {
        isTooLong = true
        bytes = []
      }
      if !isTooLong { bytes += chunk }
    }

    var isEmpty: Bool { !isTooLong && bytes.isEmpty }

    var isBlank: Bool { bytes.allSatisfy(\.isASCIIWhitespace) }

    mutating func removeAll() {
      bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
      isTooLong = false
    }
  }

  /// Why a line cannot be answered, with the column.
  struct Refusal: Error {
    var message: String
    var column = 1

    var answer: JSONOutput { ["error": ["message": .string(message), "column": .integer(column)]] }
  }

  /// Reads to the end, and calls `answer` for each line, without line feeds and including blank
  /// ones, because clients may count lines.
  ///
  /// `beforeWaiting` is called when all available lines are answered.
  func run(
    beforeWaiting: () -> Void = {}, _ answer: (JSONDocument, JSONNode) throws(Refusal) -> SafeText
  ) throws(CommandFailure) {
    var writer = PieceWriter(console.result)
    let input = InputStream(standardInputOf: console)
    var line = PendingLine()
    func respond() throws(CommandFailure) {
      defer { line.removeAll() }
      try writer.write(Self.answer(to: line, answer))
      try writer.write("\n")
    }
    while true {
      let piece = try input.piece()
      if piece.isEmpty { break }
      var rest = piece[...]
      while let end = rest.firstIndex(of: 0x0A) {
        line.append(rest[..<end])
        try respond()
        rest = rest[(end + 1)...]
      }
      line.append(rest)
      try writer.finish()
      if try input.isIdle(for: 0) { beforeWaiting() }
    }
    // Behind the last line feed there is no line.
    if !line.isEmpty { try respond() }
    try writer.finish()
  }

  private static func answer(
    to line: PendingLine, _ answer: (JSONDocument, JSONNode) throws(Refusal) -> SafeText
  ) -> SafeText {
    do throws(Refusal) {
      if line.isTooLong { throw Refusal(message: "line longer than 64 MiB") }
      if line.isBlank { throw Refusal(message: "the line is empty") }
      let document = JSONDocument(SourceText(name: InputFile.standardInput, bytes: line.bytes))
      if let error = document.diagnostics.first(where: { $0.severity == .error }) {
        throw Refusal(message: error.message, column: error.location?.column ?? 1)
      }
      guard let root = document.root else { throw Refusal(message: "expected a JSON value") }
      return try answer(document, root)
    } catch {
      return SafeText(error.answer)
    }
  }
}
