import CSSView
import OperatingSystem
import SystemPackage

/// Turns what is written to it, lines for a terminal, into HTML.
final class HTMLSink: ByteSink {
  private var writer: HTMLStreamWriter
  private let sink: ResultSink

  init(_ writer: HTMLStreamWriter, _ sink: ResultSink) {
    self.writer = writer
    self.sink = sink
  }

  func begin() throws(CommandFailure) {
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    try sink.write(bytes)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    var page: [UInt8] = []
    writer.append(bytes, into: &page)
    try sink.writeRaw(page)
  }

  func finish() throws(CommandFailure) {
    var bytes: [UInt8] = []
    writer.finish(into: &bytes)
    try sink.write(bytes)
  }
}
