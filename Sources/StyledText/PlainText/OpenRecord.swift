import Bytes

/// A record of a log, which lines may continue: a stack trace has the level of its first line.
struct OpenRecord: Sendable {
  /// The classes of levels.
  static let levels: Set = ["trace", "debug", "info", "notice", "warn", "error", "fatal"]

  /// The elements of the level, the outermost first; empty without a level.
  private(set) var level: [Int] = []

  /// A stack trace whose lines have a known form.
  private enum Trace { case python, go }

  private var trace: Trace?

  /// Starts a record with a line, inside the elements of its level.
  mutating func begin(_ line: Span<UInt8>, level: [Int]) {
    self.level = level
    if level.isEmpty {
      trace = nil
    } else if line.starts(with: "Traceback (most recent call last)") {
      trace = .python
    } else if line.starts(with: "panic: ") || line.starts(with: "fatal error: ") {
      trace = .go
    } else {
      trace = nil
    }
  }

  /// True for a line with the form of a line of the stack trace.
  mutating func continuesTrace(_ line: Span<UInt8>) -> Bool {
    guard let trace else { return false }
    let isIndented = !line.isEmpty && line[0].isBlank
    switch trace {
    case .python:
      if isIndented { return true }
      // The line with the exception is the last one.
      self.trace = nil
      return !line.isEmpty
    case .go:
      if line.starts(with: "exit status ") {
        self.trace = nil
        return true
      }
      let isPart =
        isIndented || line.isEmpty || line.starts(with: "goroutine ")
        || line.starts(with: "created by ") || line.starts(with: "[signal ")
        || line[line.count - 1] == UInt8(ascii: ")")
      if !isPart { self.trace = nil }
      return isPart
    }
  }
}

extension Span<UInt8> {
  fileprivate func starts(with word: StaticString) -> Bool {
    let word = String(describing: word).utf8
    guard count >= word.count else { return false }
    var offset = 0
    for byte in word {
      if self[offset] != byte { return false }
      offset += 1
    }
    return true
  }
}
