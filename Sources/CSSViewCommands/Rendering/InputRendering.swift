import Diagnostics

/// Renders an input while it comes, in the memory that its longest line takes.
protocol InputRendering {
  /// Renders an input to its end.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - sink: Destination of the result.
  ///   - callbacks: The receivers of the findings.
  /// - Throws: Any failure of reading and writing.
  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure)

  /// Renders parts of an input on a thread.
  func run(_ parts: ParallelLines.Parts)
}

/// Who is told what a rendering comes upon.
struct RenderCallbacks {
  /// Gets what was found since the last time.
  let tell: ([Diagnostic]) -> Void

  /// Gets how many findings of each code were not told.
  let count: ([DiagnosticCode: Int]) -> Void

  /// Gets what brings the output into its default state after an interruption.
  let restore: ([UInt8]) -> Void
}
