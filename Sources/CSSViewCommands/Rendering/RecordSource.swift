import DataRecords
import Diagnostics
import OperatingSystem
import SystemPackage

/// An input of data, read as the markup that its records become.
final class RecordSource: ByteSource {
  private let source: any ByteSource
  private var converter: RecordConverter
  private let report: ([Diagnostic]) -> Void
  private let count: ([DiagnosticCode: Int]) -> Void

  /// Data that is not used yet.
  private var pending: [UInt8] = []
  /// Markup that was not taken yet.
  private var markup: [UInt8] = []
  private var taken = 0
  private var isAtEnd = false

  init(
    _ source: any ByteSource, _ converter: RecordConverter,
    report: @escaping ([Diagnostic]) -> Void, count: @escaping ([DiagnosticCode: Int]) -> Void
  ) {
    self.source = source
    self.converter = converter
    self.report = report
    self.count = count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    while taken == markup.count, !isAtEnd { try convert() }
    let count = min(buffer.count, markup.count - taken)
    unsafe buffer.copyBytes(from: markup[taken..<taken + count])
    taken += count
    return count
  }

  func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    if taken < markup.count || isAtEnd { return true }
    return try source.hasInput(within: milliseconds)
  }

  private func convert() throws(Errno) {
    let piece = try source.read(atMost: InputStream.piece)
    isAtEnd = piece.isEmpty
    pending += piece
    markup.removeAll(keepingCapacity: true)
    taken = 0
    let used = converter.convert(pending.span, isLast: isAtEnd, to: &markup)
    if used > 0 { pending.removeFirst(used) }
    let findings = converter.takeFindings()
    if !findings.isEmpty { report(findings) }
    if isAtEnd { count(converter.onlyCounted) }
  }
}

/// Keeps the bytes of an input that are read, to be read again.
final class RecordedSource: ByteSource {
  private let source: any ByteSource

  /// All bytes so far.
  private(set) var bytes: [UInt8] = []

  init(_ source: any ByteSource) {
    self.source = source
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let count = try unsafe source.read(into: buffer)
    unsafe bytes += buffer[..<count]
    return count
  }

  func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    try source.hasInput(within: milliseconds)
  }
}
