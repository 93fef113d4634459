import CSSSyntax
import Diagnostics
import StyleValues
import SystemPackage

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

  /// Reads to the end, and lets `answer` answer each line, which has no line feed.
  func run(_ answer: ([UInt8]) -> JSONOutput) throws(CommandFailure) {
    var pending: [UInt8] = []
    var isTooLong = false
    while true {
      let piece: [UInt8]
      do throws(Errno) {
        piece = try console.input.read(atMost: 1 << 16)
      } catch {
        throw CommandFailure(.noInput, "standard input: \(error)")
      }
      var answers = ""
      if piece.isEmpty {
        if isTooLong {
          Self.tooLong.write(into: &answers)
        } else if !Self.isBlank(pending) {
          answer(pending).write(into: &answers)
        }
        if !answers.isEmpty { try console.write(answers + "\n") }
        return
      }
      var start = 0
      while let end = piece[start...].firstIndex(of: 0x0A) {
        pending += piece[start..<end]
        start = end + 1
        if isTooLong {
          Self.tooLong.write(into: &answers)
          answers += "\n"
        } else if !Self.isBlank(pending) {
          answer(pending).write(into: &answers)
          answers += "\n"
        }
        pending.removeAll(keepingCapacity: pending.capacity < 1 << 20)
        isTooLong = false
      }
      if pending.count + piece.count - start > Self.longestLine {
        isTooLong = true
        pending.removeAll()
      }
      if !isTooLong { pending += piece[start...] }
      try console.write(answers)
    }
  }

  private static let tooLong = JSONOutput(error: "line longer than 64 MiB", column: 1)

  private static func isBlank(_ line: [UInt8]) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
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
