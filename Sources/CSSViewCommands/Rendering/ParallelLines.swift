import Bytes
import Diagnostics
import Dispatch
import Synchronization

/// Renders an input on several threads, if each line is a text of its own.
///
/// This thread reads and writes while the others render; each of them keeps its tags and styles
/// from part to part. Memory depends on the longest line, not on the input: there are two parts
/// more than threads, whose memory is reused.
struct ParallelLines {
  /// The number of rendering threads.
  let jobs: Int

  /// In bytes: the size of a part, which stays in the processor's cache.
  private static let share = 1 << 18

  /// Whole lines of the input, and their result.
  struct Chunk: ~Copyable, Sendable {
    var input = InputBuffer()

    /// True if the input ends with it.
    var isLast = false

    var output = StreamBuffer()

    /// Findings with positions in the part.
    var found: [Diagnostic] = []

    /// The number of lines that end in it.
    var lines = 0

    var failure: CommandFailure?
  }

  /// Passes a part between threads.
  fileprivate final class Slot: Sendable {
    let chunk = Mutex(Chunk())
    let isRendered = DispatchSemaphore(value: 0)
  }

  /// The parts that wait for a thread.
  final class Chunks: Sendable {
    private struct State {
      var waiting: [Slot] = []
      var counted: [DiagnosticCode: Int] = [:]
    }

    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)

    fileprivate init() {}

    fileprivate func add(_ slot: Slot) {
      state.withLock { $0.waiting.append(slot) }
      available.signal()
    }

    /// Tells the threads that there are no more parts.
    fileprivate func end(for threads: Int) { for _ in 0..<threads { available.signal() } }

    /// Findings that were only counted.
    fileprivate var counted: [DiagnosticCode: Int] { state.withLock { $0.counted } }

    /// Calls a closure for each chunk of this thread, in the order of the input.
    func forEach(_ render: (inout Chunk) -> Void) {
      while let slot = next() {
        slot.chunk.withLock { render(&$0) }
        slot.isRendered.signal()
      }
    }

    private func next() -> Slot? {
      available.wait()
      return state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }

    /// Adds the numbers of findings of each code that this thread did not report.
    func count(_ more: [DiagnosticCode: Int]) {
      state.withLock { $0.counted.merge(more, uniquingKeysWith: +) }
    }
  }

  /// Renders an input to its end, each part by the `work` of a thread.
  ///
  /// `report` gets findings when their lines are written, with positions in the whole input; a
  /// failure is thrown after the lines before it are written.
  func run(
    _ source: InputStream, named name: String, to sink: ResultSink, report: ([Diagnostic]) -> Void,
    count: ([DiagnosticCode: Int]) -> Void, _ work: @escaping @Sendable (Chunks) -> Void
  ) throws(CommandFailure) {
    let chunks = Chunks()
    let queue = DispatchQueue(label: "cssview.render", attributes: .concurrent)
    let threads = DispatchGroup()
    for _ in 0..<jobs { queue.async(group: threads) { work(chunks) } }
    defer {
      chunks.end(for: jobs)
      threads.wait()
      count(chunks.counted)
    }
    let slots = (0..<jobs + 2).map { _ in Slot() }
    var (written, begun) = (0, 0)
    var lines = 0
    func writeFirst() throws(CommandFailure) {
      let slot = slots[written % slots.count]
      slot.isRendered.wait()
      written += 1
      try slot.chunk.withLock { (chunk) throws(CommandFailure) in
        if let failure = chunk.failure { throw failure }
        try unsafe sink.write(rendered: chunk.output.bytes)
        report(
          chunk.found.map { finding in
            var finding = finding
            if finding.location?.file == name { finding.location?.line += lines }
            return finding
          })
        lines += chunk.lines
        chunk.output.removeAll()
        chunk.found = []
      }
    }
    var rest: [UInt8] = []
    var end: CommandFailure?
    var isLast = false
    while !isLast {
      if begun - written == slots.count { try writeFirst() }
      let slot = slots[begun % slots.count]
      isLast = slot.chunk.withLock { chunk in
        do throws(CommandFailure) {
          try Self.fill(&chunk, from: source, rest: &rest)
        } catch {
          end = error
          chunk.isLast = true
        }
        return chunk.isLast
      }
      chunks.add(slot)
      begun += 1
    }
    while written < begun { try writeFirst() }
    if let end { throw end }
  }

  /// Fills a part with the next whole lines of an input, or its end; `rest` is the text after the
  /// lines of the part before, and then of this one.
  private static func fill(
    _ chunk: inout Chunk, from source: InputStream, rest: inout [UInt8]
  ) throws(CommandFailure) {
    chunk.input.append(rest)
    rest = []
    // Behind the last line feed.
    var end = 0
    while end == 0 || chunk.input.count < share {
      let known = chunk.input.count
      let added = try unsafe chunk.input.append(atMost: InputStream.piece) {
        (buffer) throws(CommandFailure) in try unsafe source.read(into: buffer)
      }
      guard added > 0 else {
        chunk.isLast = true
        return
      }
      end = chunk.input.withBytes { $0.endOfLastLine(from: known) } ?? end
    }
    rest = chunk.input.takeLast(chunk.input.count - end)
  }
}

extension Span<UInt8> {
  /// The end of the last line feed after `start`.
  fileprivate func endOfLastLine(from start: Int) -> Int? {
    var offset = count
    while offset > start {
      if self[offset - 1] == 0x0A { return offset }
      offset -= 1
    }
    return nil
  }
}
