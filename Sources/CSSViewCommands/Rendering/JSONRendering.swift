import Bytes
import CSSView
import DataRecords
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import TerminalOutput

/// Renders an input paragraph by paragraph, each as a line of JSON.
struct JSONRendering: InputRendering {
  let name: String
  let renderer: TextRenderer
  let separatesLines: Bool

  /// Number of bytes of a line that are written before it ends.
  private static let pieceSize = 1 << 18

  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure) {
    var reader = TreeBuilder(
      lines: renderer.styles, options: renderer.options, separatesLines: separatesLines)
    var cutter = ParagraphCutter(
      readsByLine: renderer.options.readsByLine, separatesLines: separatesLines)
    // Data with a template: documents are rendered below.
    var data = RecordReader(renderer.options, name: name)
    var pending: [UInt8] = []
    var records = ArraySlice<UInt8>()
    // Lines below a record, by their numbers, and the number of all lines so far.
    var (continued, lineCount): (Set<Int>, Int) = ([], 0)
    var hasMore = false
    var (isEnd, isLast) = (false, false)
    while !isLast {
      if !hasMore, reader.isHolding, try source.isIdle() {
        reader.release()
      } else {
        if !hasMore {
          let piece = try source.piece()
          isEnd = piece.isEmpty
          records += piece
        }
        if data == nil {
          if pending.isEmpty { pending = Array(records) } else { pending += records }
          records = []
        } else {
          var markup = RecordHTML()
          let used = data?.convert(records.span, isLast: isEnd, into: &markup) ?? 0
          pending += markup.bytes
          continued = Set(markup.continuedLines.map { $0 + lineCount + 1 })
          lineCount += markup.lineCount
          records.removeFirst(used)
          // The markup of all records of a piece may be very much.
          hasMore = data?.hasMore == true
        }
        isLast = isEnd && !hasMore
        callbacks.report(data?.takeFindings() ?? [])
      }
      var output: [UInt8] = []
      var found: [Diagnostic] = []
      let end = reader.readableEnd(in: pending.span, isLast: isLast)
      let readable = end == pending.count ? pending : Array(pending[..<end])
      let used = try cutter.cut(readable, isLast: isLast) {
        (markup, line) throws(CommandFailure) in
        reader.continuesRecord = continued.contains(line)
        let result = reader.text(ofLine: markup, name: name, number: line)
        if reader.isLeftOut {
          found += result.diagnostics
          return
        }
        // They keep their elements, whose attributes may be long.
        var known = ElementTexts()
        try renderer.json(result.text, &known, to: &output) { (output) throws(CommandFailure) in
          guard output.count >= Self.pieceSize else { return }
          try sink.write(rendered: output)
          output.removeAll(keepingCapacity: true)
        }
        output.append(0x0A)
        found +=
          data == nil
          ? result.diagnostics : RecordReader.withoutPlaces(result.diagnostics, in: name)
      }
      try sink.write(rendered: output)
      callbacks.report(found)
      reader.willDrop(first: used, of: pending.span)
      if used == pending.count {
        pending.removeAll(keepingCapacity: true)
      } else {
        pending.removeFirst(used)
      }
    }
    callbacks.report(reader.finishLines(name: name))
    callbacks.count(reader.log.onlyCounted)
    callbacks.count(data?.onlyCounted ?? [:])
  }

  func run(_ chunks: ParallelLines.Chunks) {
    chunks.forEach { chunk in
      let bytes = chunk.input.takeLast(chunk.input.count)
      let output = MemorySink()
      var found: [Diagnostic] = []
      let callbacks = RenderCallbacks(
        report: { found += $0 }, count: { chunks.count($0) }, restore: { _ in })
      do throws(CommandFailure) {
        try run(
          InputStream(source: MemorySource(bytes), name: name),
          to: ResultSink(sink: output, name: name), callbacks)
      } catch {
        chunk.failure = error
      }
      chunk.output.append(contentsOf: output.bytes)
      chunk.found = found
      chunk.lines = SourceText(name: name, bytes: bytes).lineCount - 1
    }
  }
}

/// Renders a document row by row, each as a line of JSON; all of it is read first.
struct DocumentJSONRendering: InputRendering {
  let name: String
  let renderer: TextRenderer
  let target: OutputTarget

  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure) {
    var bytes: [UInt8] = []
    while case let piece = try source.piece(), !piece.isEmpty { bytes += piece }
    var text = renderer.attributedText(SourceText(name: name, bytes: bytes, endsLine: true))
    callbacks.report(text.diagnostics)
    guard !text.value.isEmpty else { return }
    let rows = renderer.rows(of: text.value, for: target)
    // Only the rows are needed; a text with many elements is large.
    (text.value, bytes) = (AttributedText(), [])
    var writer = PieceWriter(sink)
    var known = ElementTexts()
    for row in rows.lines {
      var output: [UInt8] = []
      renderer.json(row, &known, to: &output) { _ in }
      try writer.write(rendered: output + [0x0A])
    }
    try writer.finish()
  }

  /// Documents are never rendered in parts.
  func run(_ chunks: ParallelLines.Chunks) {}
}

/// Cuts markup into the lines of its text.
///
/// A tag or comment that goes over several lines, where markup is not read by line, is part of the
/// line that it begins in.
struct ParagraphCutter {
  private let readsByLine: Bool
  private let separatesLines: Bool
  private var tokenizer = MarkupTokenizer()
  private var markup: [UInt8] = []
  private var line = 1
  private var lineFeeds = 0
  private var isAtStart = true

  /// A cutter at the start of an input.
  ///
  /// - Parameters:
  ///   - readsByLine: True if no tag or comment goes over several lines.
  ///   - separatesLines: True if each line is a text of its own.
  init(readsByLine: Bool, separatesLines: Bool) {
    self.readsByLine = readsByLine
    self.separatesLines = separatesLines
  }

  /// Cuts the next part of the input.
  ///
  /// - Parameters:
  ///   - bytes: The bytes left over from the part before, and the bytes read since.
  ///   - isLast: True if the input ends with it.
  ///   - emit: Gets each line that is complete, and its number in the input.
  /// - Returns: Number of bytes used; the rest has to come again.
  /// - Throws: Any failure of `emit`.
  mutating func cut(
    _ bytes: [UInt8], isLast: Bool, emit: ([UInt8], Int) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Int {
    if readsByLine || separatesLines { return try cutAtLineFeeds(bytes, isLast: isLast, emit) }
    var offset = 0
    if isAtStart {
      guard isLast || bytes.count >= 3 else { return 0 }
      isAtStart = false
      if SourceText.hasMark(bytes.span) { offset = 3 }
    }
    while offset < bytes.count {
      let token = tokenizer.token(at: offset, in: bytes.span, isLast: isLast)
      if token.kind == .incomplete || token.kind == .endOfInput { break }
      offset = token.range.upperBound
      guard token.kind == .text else {
        let tag = bytes[token.range]
        markup += tag
        lineFeeds += tag.count { $0 == 0x0A }
        continue
      }
      var start = token.range.lowerBound
      while let end = bytes[start..<offset].firstIndex(of: 0x0A) {
        markup += bytes[start..<end]
        start = end + 1
        if markup.last == 0x0D { markup.removeLast() }
        try finishLine(emit)
      }
      markup += bytes[start..<offset]
    }
    if isLast, !markup.isEmpty { try finishLine(emit) }
    tokenizer.willDrop(first: offset, of: bytes.span)
    return offset
  }

  /// Cuts where there are line feeds; each line may have a byte order mark if it is a text.
  private mutating func cutAtLineFeeds(
    _ bytes: [UInt8], isLast: Bool, _ emit: ([UInt8], Int) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Int {
    var offset = 0
    while let end = bytes[offset...].firstIndex(of: 0x0A) {
      markup += bytes[offset..<end]
      offset = end + 1
      if markup.last == 0x0D { markup.removeLast() }
      try finishText(emit)
    }
    markup += bytes[offset...]
    if isLast, !markup.isEmpty { try finishText(emit) }
    return bytes.count
  }

  private mutating func finishText(
    _ emit: ([UInt8], Int) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if separatesLines || isAtStart, SourceText.hasMark(markup.span) { markup.removeFirst(3) }
    isAtStart = false
    try finishLine(emit)
  }

  private mutating func finishLine(
    _ emit: ([UInt8], Int) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    try emit(markup, line)
    line += lineFeeds + 1
    lineFeeds = 0
    markup.removeAll(keepingCapacity: true)
  }
}
