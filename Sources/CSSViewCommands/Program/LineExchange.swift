import CSSSyntax
import Diagnostics
import StyleValues

/// Answers lines of standard input by lines of JSON, in their order.
///
/// Answers are written as soon as all lines that have come are answered, so that whoever waits for
/// one gets it, and a long input costs few writes.
struct LineExchange {
  private let console: Console

  /// A longer line is an error, and skipped.
  static let longestLine = 64 * 1024 * 1024

  init(_ console: Console) {
    self.console = console
  }

  /// A line as far as it has come.
  private struct PendingLine {
    var bytes: [UInt8] = []
    var isTooLong = false

    mutating func append(_ part: ArraySlice<UInt8>) {
      if bytes.count + part.count > LineExchange.longestLine {
        isTooLong = true
        bytes = []
      }
      if !isTooLong { bytes += part }
    }

    var isBlank: Bool {
      !isTooLong && bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    mutating func removeAll() {
      bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
      isTooLong = false
    }
  }

  /// Reads to the end, and lets `answer` answer each line, which has no line feed.
  ///
  /// A line of white space is no question.
  func run(_ answer: ([UInt8]) -> [UInt8]) throws(CommandFailure) {
    var writer = PieceWriter(ResultSink(console.output, name: "standard output"))
    let input = InputStream(console.input, name: "standard input")
    var line = PendingLine()
    func respond() throws(CommandFailure) {
      defer { line.removeAll() }
      if line.isBlank { return }
      try writer.write(line.isTooLong ? Array(Self.tooLong.text.utf8) : answer(line.bytes))
      try writer.write("\n".utf8)
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
    }
    try respond()
    try writer.finish()
  }

  private static let tooLong = JSONOutput(error: "line longer than 64 MiB", column: 1)
}

extension JSONOutput {
  /// The answer to a line that is no valid request.
  init(error message: String, column: Int) {
    self = ["error": ["message": .string(message), "column": .number(Double(column))]]
  }

  /// The answer to a line that is no JSON; nil when it is.
  init?(firstErrorIn document: JSONDocument) {
    guard let error = document.diagnostics.first(where: { $0.severity == .error }) else {
      return nil
    }
    self.init(error: error.message, column: error.location?.column ?? 1)
  }
}
