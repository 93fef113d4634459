import Diagnostics
import Dispatch
import Styling
import Synchronization

/// Renders an input whose lines are texts of their own on several threads.
///
/// This thread reads and writes while the others render. Memory does not grow with the input, only
/// with its longest line: there is at most one part more than there are threads.
struct ParallelLines {
  /// How many threads render.
  let jobs: Int

  /// What became of a part, which is whole lines of the input.
  struct Rendered: Sendable {
    var bytes: [UInt8]

    /// What was found, with places in the part.
    var diagnostics: [Diagnostic]

    /// How many lines the part has.
    var lines = 0
  }

  /// How much a thread is given at once, in bytes, at the start and at most.
  ///
  /// Each part works out all styles anew, which takes as long as some megabytes of text: parts become
  /// larger as the input goes on.
  private static let firstShare = 1 << 18
  private static let largestShare = 1 << 22

  /// A part on its way.
  private final class Part: Sendable {
    private let result = Mutex<Result<Rendered, CommandFailure>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    func finish(_ result: Result<Rendered, CommandFailure>) {
      self.result.withLock { $0 = result }
      isDone.signal()
    }

    /// What became of it; waits until that is known.
    func rendered() throws(CommandFailure) -> Rendered {
      isDone.wait()
      guard let result = result.withLock({ $0 }) else { throw CommandFailure(.internalError) }
      return try result.get()
    }
  }

  /// Renders an input to its end.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - sink: Where the result goes.
  ///   - tell: Gets what was found as soon as its lines are written, each thing once, with places in
  ///     the whole input.
  ///   - render: Renders a part, on any thread.
  /// - Throws: What reading, writing or `render` throws.
  func run(
    _ source: InputStream, to sink: ResultSink, tell: ([Diagnostic]) -> Void,
    _ render: @escaping @Sendable ([UInt8]) throws(CommandFailure) -> Rendered
  ) throws(CommandFailure) {
    let queue = DispatchQueue(label: "cssview.render", attributes: .concurrent)
    let threads = DispatchSemaphore(value: jobs)
    var findings = FindingMerger()
    var lines = 0
    var parts: [Part] = []
    func writeFirst() throws(CommandFailure) {
      let rendered = try parts.removeFirst().rendered()
      try sink.write(rendered.bytes)
      tell(findings.take(rendered.diagnostics, linesBefore: lines))
      lines += rendered.lines
    }
    var pending: [UInt8] = []
    var share = Self.firstShare
    while let bytes = try nextPart(of: source, pending: &pending, share: share) {
      share = min(share * 2, Self.largestShare)
      if parts.count > jobs { try writeFirst() }
      let part = Part()
      parts.append(part)
      queue.async {
        threads.wait()
        part.finish(Self.rendered(bytes, render))
        threads.signal()
      }
    }
    while !parts.isEmpty { try writeFirst() }
  }

  /// The next whole lines of an input, about a share of it, or what is left of it; nil at its end.
  private func nextPart(
    of source: InputStream, pending: inout [UInt8], share: Int
  ) throws(CommandFailure) -> [UInt8]? {
    var lineFeed: Int?
    while true {
      let piece = try source.piece()
      if piece.isEmpty {
        defer { pending = [] }
        return pending.isEmpty ? nil : pending
      }
      if let last = piece.lastIndex(of: 0x0A) { lineFeed = pending.count + last }
      pending += piece
      guard pending.count >= share, let end = lineFeed else { continue }
      var part: [UInt8] = []
      part.reserveCapacity(share + piece.count)
      part += pending[(end + 1)...]
      pending.removeLast(part.count)
      swap(&part, &pending)
      return part
    }
  }

  private static func rendered(
    _ part: [UInt8], _ render: @Sendable ([UInt8]) throws(CommandFailure) -> Rendered
  ) -> Result<Rendered, CommandFailure> {
    do throws(CommandFailure) {
      var rendered = try render(part)
      rendered.lines = SourceText(name: "", bytes: part).lineCount - 1
      return .success(rendered)
    } catch {
      return .failure(error)
    }
  }
}

/// Puts the findings of parts together.
private struct FindingMerger {
  /// What is said only once, and which every part says again.
  private var said: Set<String> = []

  /// The findings of the next part, those left out that were said before.
  mutating func take(_ diagnostics: [Diagnostic], linesBefore: Int) -> [Diagnostic] {
    diagnostics.compactMap { finding in
      let isSaidOnce = finding.location == nil || finding.code == .unknownClass
      if isSaidOnce, !said.insert(finding.message).inserted { return nil }
      var finding = finding
      finding.location?.line += linesBefore
      return finding
    }
  }
}
