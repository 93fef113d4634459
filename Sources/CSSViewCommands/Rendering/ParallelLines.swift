import Diagnostics
import Dispatch
import Styling
import Synchronization

/// Renders an input whose lines are texts of their own on several threads.
///
/// Memory does not grow with the input, only with its longest line: a share for each thread is read,
/// rendered and written in order before more is asked for.
struct ParallelLines {
  /// How many threads there are.
  let jobs: Int

  /// What became of a part, which is whole lines of the input.
  struct Rendered: Sendable {
    var bytes: [UInt8]

    /// What was found, with places in the part.
    var diagnostics: [Diagnostic]

    /// How many lines the part has.
    var lines = 0
  }

  /// How much a thread is given at once, in bytes.
  private static let share = 1 << 20

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
    _ render: @Sendable ([UInt8]) throws(CommandFailure) -> Rendered
  ) throws(CommandFailure) {
    var findings = FindingMerger()
    var pending: [UInt8] = []
    var lines = 0
    var isLast = false
    while !isLast {
      let piece = try source.piece()
      isLast = piece.isEmpty
      let lastLineFeed = piece.lastIndex(of: 0x0A).map { pending.count + $0 }
      if pending.isEmpty { pending = piece } else { pending += piece }
      guard isLast || pending.count >= jobs * Self.share else { continue }
      let end = isLast ? pending.count : lastLineFeed.map { $0 + 1 } ?? 0
      guard end > 0 else { continue }
      for rendered in try Self.render(parts(of: pending[..<end]), render) {
        try sink.write(rendered.bytes)
        tell(findings.take(rendered.diagnostics, linesBefore: lines))
        lines += rendered.lines
      }
      pending.removeFirst(end)
    }
  }

  /// As many parts as there are threads, each of whole lines.
  private func parts(of bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var start = bytes.startIndex
    for job in 1...jobs {
      let wanted = bytes.startIndex + bytes.count * job / jobs
      guard wanted > start else { continue }
      let end = bytes[(wanted - 1)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.endIndex
      parts.append(Array(bytes[start..<end]))
      start = end
    }
    return parts
  }

  private static func render(
    _ parts: [[UInt8]], _ render: @Sendable ([UInt8]) throws(CommandFailure) -> Rendered
  ) throws(CommandFailure) -> [Rendered] {
    let results = Mutex<[Int: Result<Rendered, CommandFailure>]>([:])
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let result: Result<Rendered, CommandFailure>
      do throws(CommandFailure) {
        let part = parts[index]
        var rendered = try render(part)
        rendered.lines = SourceText(name: "", bytes: part).lineCount - 1
        result = .success(rendered)
      } catch {
        result = .failure(error)
      }
      results.withLock { $0[index] = result }
    }
    var rendered: [Rendered] = []
    for index in parts.indices {
      if let result = results.withLock({ $0[index] }) { rendered.append(try result.get()) }
    }
    return rendered
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
