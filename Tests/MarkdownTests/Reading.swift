import Markdown

extension MarkdownEvents {
  /// The events as text, so that more events are more text.
  var text: String {
    all.map { event in
      let value = String(decoding: bytes[event.value], as: UTF8.self)
      switch event.kind {
      case .text: return value
      case .html: return "⟦\(value)⟧"
      case .end: return "‹/\(event.element)›"
      case .lateDefinition: return "‹late \(value) \(event.source)›"
      case .extraCells: return "‹extra \(event.source)›"
      case .start, .empty:
        var tag = "‹\(event.element)"
        if event.number != 0 { tag += " \(event.number)" }
        if !event.value.isEmpty { tag += " \(value)" }
        if !event.title.isEmpty {
          tag += " “\(String(decoding: bytes[event.title], as: UTF8.self))”"
        }
        return tag + "›"
      }
    }.joined().replacing("⟧⟦", with: "")
  }
}

/// Reads a document in parts.
struct Reading {
  var parser: MarkdownParser
  var text = ""

  init(_ options: MarkdownOptions = MarkdownOptions(), outline: MarkdownOutline? = nil) {
    parser = MarkdownParser(options: options, outline: outline)
  }

  mutating func read(_ bytes: some Sequence<UInt8>) {
    parser.read(Array(bytes).span)
    append()
  }

  mutating func pause() {
    parser.releaseWords()
    append()
  }

  mutating func finish() {
    parser.finish()
    append()
  }

  private mutating func append() {
    // Raw HTML that was cut is one piece.
    if text.hasSuffix("⟧"), parser.events.text.hasPrefix("⟦") {
      text.removeLast()
      text += parser.events.text.dropFirst()
    } else {
      text += parser.events.text
    }
  }
}

/// The events of a document in parts that end at these offsets.
func events(
  _ document: [UInt8], cuts: [Int] = [], _ options: MarkdownOptions = MarkdownOptions(),
  outline: MarkdownOutline? = nil
) -> String {
  var reading = Reading(options, outline: outline)
  var start = 0
  for cut in cuts + [document.count] {
    reading.read(document[start..<cut])
    start = cut
  }
  reading.finish()
  return reading.text
}

/// The events of a text that is read as a stream, byte by byte, and then stays open.
func openEvents(_ text: String, pauses: Bool) -> String {
  var reading = Reading()
  for byte in text.utf8 {
    reading.read([byte])
    if pauses { reading.pause() }
  }
  return reading.text
}
