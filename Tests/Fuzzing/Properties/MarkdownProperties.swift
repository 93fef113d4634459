import Markdown

/// Markdown: the same events in pieces of any size, in order, and none taken back.
enum MarkdownProperties {
  /// The first byte says how the rest is read.
  static func markdown(_ input: [UInt8]) throws {
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    var options = MarkdownOptions()
    options.hasFrontMatter = first & 4 == 0
    options.hasExtensions = first & 8 == 0
    let isWhole = first & 16 == 0
    let outline = isWhole ? MarkdownOutline(of: bytes.span, options: options) : nil
    let whole = try read(bytes, options, outline) { _ in bytes.count }
    for piece in [1, 2, 7] {
      let parts = try read(bytes, options, outline) { _ in piece }
      try hold(parts.text == whole.text, "pieces of \(piece) make other events")
    }
    // Where the input pauses decides what is a heading, but nothing is taken back.
    _ = try read(bytes, options, outline, pauses: true) { 1 + ($0 * 7 + Int(first)) % 5 }
    let half = bytes.count / 2
    let start = try read(Array(bytes[..<half]), options, outline, isOpen: true) { _ in half }
    try hold(whole.text.starts(with: start.text), "events are taken back")
    try hold(whole.text.count <= 64 * bytes.count + (1 << 23), "the events are far too long")
  }

  private struct Reading {
    /// The events as text, so that more events are more text.
    var text: [UInt8] = []
    var open: [MarkdownElement] = []
    var lastKind: MarkdownEvent.Kind?

    mutating func append(_ events: MarkdownEvents) throws {
      for event in events.all {
        // Text and HTML are one piece, however many reads it came in.
        let goesOn = event.kind == lastKind && (event.kind == .text || event.kind == .html)
        if !goesOn {
          text += [0, event.kind.rawValue, event.element.rawValue]
          text += "\(event.number)".utf8
        }
        text += events.bytes[event.value]
        if event.kind != .text, event.kind != .html { text += [0] + events.bytes[event.title] }
        lastKind = event.kind
        if event.kind == .start { open.append(event.element) }
        if event.kind == .end {
          try hold(open.popLast() == event.element, "\(event.element) ends, which is not open")
        }
      }
    }
  }

  private static func read(
    _ bytes: [UInt8], _ options: MarkdownOptions, _ outline: MarkdownOutline?, isOpen: Bool = false,
    pauses: Bool = false, _ size: (Int) -> Int
  ) throws -> Reading {
    var reading = Reading()
    var parser = MarkdownParser(options: options, outline: outline)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + max(1, size(start)))
      parser.read(bytes.span.extracting(start..<end))
      try reading.append(parser.events)
      start = end
      guard pauses else { continue }
      parser.releaseWords()
      try reading.append(parser.events)
    }
    guard !isOpen else { return reading }
    parser.finish()
    try reading.append(parser.events)
    try hold(reading.open.isEmpty, "\(reading.open) stay open")
    return reading
  }
}
