import Bytes
import CellLayout
import Diagnostics
import Documents
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput
import TestSupport

/// Streams: the same in pieces of any size, fast and step by step, and no control that is not ours.
enum StreamProperties {
  static let sheet = StylesheetLoader().load(
    SourceText(
      name: "x.css",
      text: """
        .a { color: #ff0000; font-weight: bold } .b { background-color: #003366; opacity: 0.5 }
        .c { text-transform: uppercase; text-decoration: underline wavy #00ff00 }
        .m::before { content: "<" attr(id, "-") } .g { display: none } .v { visibility: hidden }
        b:first-child { color: #00ff00 } .fg-red { font-style: italic }
        @language c { @highlight a "\\w+b"; @highlight url "x\\S+"; @line g "b.*c"; }
        """))

  /// The first byte says how the rest is rendered.
  static func markup(_ bytes: [UInt8]) throws {
    try check(bytes, form: .markup)
    try work(bytes)
  }

  /// The tokenizer looks at every byte a bounded number of times, whatever came before.
  private static func work(_ bytes: [UInt8]) throws {
    var tokenizer = MarkupTokenizer()
    var offset = 0
    while offset < bytes.count {
      offset = tokenizer.token(at: offset, in: bytes.span, isLast: true).range.upperBound
    }
    try hold(
      tokenizer.steps <= 64 * bytes.count + 64, "\(tokenizer.steps) steps in \(bytes.count) bytes")
  }

  /// A document: its elements and text, then its lines.
  static func html(_ bytes: [UInt8]) throws {
    try tokens(bytes)
    let whole = try elements(bytes, piece: .max)
    for piece in [1, 5] {
      let parts = try elements(bytes, piece: piece)
      try hold(parts.runs == whole.runs, "pieces of \(piece) make other elements")
      try hold(parts.findings == whole.findings, "pieces of \(piece) make other findings")
    }
    try check(bytes, form: .html)
  }

  /// The tokenizer of documents, too, looks at every byte a bounded number of times.
  private static func tokens(_ bytes: [UInt8]) throws {
    var tokenizer = HTMLTokenizer()
    var offset = 0
    while offset < bytes.count {
      let token = tokenizer.token(at: offset, in: bytes.span, isLast: true)
      try hold(
        token.range.lowerBound == offset && !token.range.isEmpty && token.kind != .incomplete,
        "no token at byte \(offset)")
      offset = token.range.upperBound
    }
    try hold(
      tokenizer.steps <= 64 * bytes.count + 64, "\(tokenizer.steps) steps in \(bytes.count) bytes")
  }

  /// The runs of a document that comes in pieces, with their elements, and the findings.
  private static func elements(
    _ html: [UInt8], piece: Int
  ) throws -> (runs: [String], findings: [String]) {
    var builder = TreeBuilder(
      stream: StyleResolver(stylesheet: sheet, host: host(.html)), options: options(0, .html))
    builder.beginText(at: 0)
    var buffer: [UInt8] = []
    var rest = html[...]
    repeat {
      buffer += rest.prefix(piece)
      rest = rest.dropFirst(piece)
      var offset = 0
      while offset < buffer.count {
        let next = builder.step(at: offset, in: buffer.span, isLast: rest.isEmpty)
        if next == offset { break }
        offset = next
      }
      builder.text.showUnseen(in: buffer.span, &builder.line)
      builder.document.willDrop(first: offset)
      builder.log.base += offset
      buffer.removeFirst(offset)
    } while !rest.isEmpty
    try hold(buffer.isEmpty, "the last piece is not read to its end")
    builder.endText()
    var runs: [String] = []
    for index in builder.line.runs.indices {
      let run = builder.line.runs[index]
      let text = builder.line.bytes[run.start..<builder.line.end(ofRun: index)]
      let name = builder.styles[run.style].tag?.name ?? ""
      runs.append("\(name)(\(String(decoding: text, as: UTF8.self)))")
    }
    let findings = builder.log.take().map { "\($0.range.lowerBound): \($0.diagnostic.message)" }
    return (runs, findings.sorted())
  }

  /// Text that was written for a terminal.
  static func terminalText(_ bytes: [UInt8]) throws { try check(bytes, form: .ansi) }

  static func check(_ input: [UInt8], form: InputFormat, _ sheet: Stylesheet = sheet) throws {
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    let whole = try render(bytes, first, form, sheet, piece: .max)
    // With one byte at a time nearly all goes step by step; whole, nearly nothing does.
    for piece in [1, 2, 7] {
      let parts = try render(bytes, first, form, sheet, piece: piece)
      try hold(parts.output == whole.output, "pieces of \(piece) make another output")
      try hold(
        parts.findings.map(\.message).sorted() == whole.findings.map(\.message).sorted(),
        "pieces of \(piece) make other findings: \(parts.findings), not \(whole.findings)")
      try hold(
        places(parts.findings, form) == places(whole.findings, form),
        "pieces of \(piece) have findings elsewhere: \(parts.findings), not \(whole.findings)")
    }
    try hold(whole.output.count <= 64 * bytes.count + 4096, "the output is far too long")
    if first & 2 == 0 {
      var screen = ScreenModel(columns: 1 << 12)
      if bytes.count < 1 << 11, !whole.output.contains(0x09) { screen.feed(whole.output) }
      try hold(
        screen.complaints.isEmpty, "a terminal would complain: \(screen.complaints.first ?? "")")
    }
    try onlyOurs(whole.output)
    try runsPartition(bytes, options(first, form), sheet)
  }

  /// The places of findings in their order; of a document that is converted, those of the converter
  /// come before the others of each piece.
  private static func places(_ findings: [Diagnostic], _ form: InputFormat) -> [String] {
    let places = findings.map { finding in
      finding.location.map { "\($0.file):\($0.line):\($0.column)" } ?? ""
    }
    return form.isDocument && form != .html ? places.sorted() : places
  }

  /// The runs of a text that is read whole stand one behind the other and hold all of it.
  private static func runsPartition(
    _ bytes: [UInt8], _ options: MarkupOptions, _ sheet: Stylesheet
  ) throws {
    var builder = TreeBuilder(
      styles: StyleResolver(stylesheet: sheet, host: host(options.form)), options: options)
    builder.append(markup: SourceText(name: "x", bytes: bytes))
    let text = builder.finish().text
    var end = 0
    for run in text.runs {
      try hold(
        run.range.lowerBound == end && (!run.range.isEmpty || text.bytes.isEmpty),
        "no run begins at byte \(end) of the text")
      end = run.range.upperBound
    }
    try hold(end == text.bytes.count, "the text goes on behind its runs")
    for box in text.line.boxes {
      try hold(box.range.upperBound <= text.bytes.count, "a box outside of the text")
    }
    try hold(
      String(validating: text.bytes, as: UTF8.self) != nil, "the text of the runs is no UTF-8")
  }

  private static func host(_ form: InputFormat) -> HostObject {
    var host = HostObject()
    host.holdsBlocks = form.isDocument
    return host
  }

  private static func options(_ first: UInt8, _ form: InputFormat) -> MarkupOptions {
    var options = MarkupOptions(readsByLine: true)
    options.form = form
    options.findsPatterns = true
    options.controls = [.auto, .show, .drop, .auto][Int(first) & 3]
    return options
  }

  static func render(
    _ bytes: [UInt8], _ first: UInt8, _ form: InputFormat, _ sheet: Stylesheet = sheet, piece: Int
  ) throws -> (output: [UInt8], findings: [Diagnostic]) {
    let depths: [ColorDepth] = [.truecolor, .ansi256, .ansi16, .mono, .none]
    let environment = Environment(
      columns: 30, colorDepth: depths[Int(first >> 4) % depths.count], hasHyperlinks: true)
    let resolver = StyleResolver(
      stylesheet: sheet, environment: environment, host: host(form))
    var options = StreamRenderer.Options(
      markup: options(first, form), target: OutputTarget(environment, capabilities: .all),
      isHTML: first & 2 != 0, separatesLines: first & 4 != 0, fitsLines: first & 8 != 0)
    options.documents = AllDocumentFormats()
    let stream = MarkupStream(name: "x", resolver: resolver, options: options)
    var output = StreamBuffer()
    var rest = bytes[...]
    while !rest.isEmpty {
      stream.render(Array(rest.prefix(piece)), isLast: false, to: &output)
      rest = rest.dropFirst(piece)
    }
    stream.render([], isLast: true, to: &output)
    return (Array(output.bytes), stream.diagnostics)
  }

  /// ESC begins an SGR or an OSC 8 of ours; of other controls there are line feeds and tabs.
  private static func onlyOurs(_ output: [UInt8]) throws {
    let text = String(validating: output, as: UTF8.self)
    guard let text else { throw BrokenProperty(description: "the output is no UTF-8") }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x1B: break
      case 0x00..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFDD0...0xFDEF, 0x202A...0x202E, 0x2066...0x2069:
        throw BrokenProperty(description: "U+\(String(scalar.value, radix: 16)) gets through")
      default: try hold(scalar.value & 0xFFFE != 0xFFFE, "a noncharacter gets through")
      }
    }
    var place = 0
    while let escape = output[place...].firstIndex(of: 0x1B) {
      let rest = output[(escape + 1)...]
      if rest.first == UInt8(ascii: "[") {
        let end = rest.dropFirst().firstIndex { !(0x30...0x3B).contains($0) }
        try hold(
          end.map { output[$0] == UInt8(ascii: "m") } ?? false, "a control sequence that is no SGR")
        place = end ?? output.count
      } else {
        try hold(rest.starts(with: "]8;".utf8), "an escape sequence that is no link")
        let end = rest.dropFirst().firstIndex { !(0x20...0x7E).contains($0) } ?? output.count
        try hold(output[end...].starts(with: [0x1B, 0x5C]), "a link that does not end")
        place = end + 2
      }
    }
  }

  /// Escaped text renders back to itself, wherever reads end.
  static func escape(_ bytes: [UInt8]) throws {
    var whole: [UInt8] = []
    appendEscaped(bytes.span, to: &whole)
    for piece in [1, 3] {
      var parts: [UInt8] = []
      var pending: [UInt8] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        pending += rest.prefix(piece)
        rest = rest.dropFirst(piece)
        pending.removeFirst(appendEscaped(pending.span, isLast: false, to: &parts))
      }
      appendEscaped(pending.span, to: &parts)
      try hold(parts == whole, "pieces of \(piece) are escaped in another way")
    }
    let direct = try render(bytes, 0x42, .markup, piece: .max).output
    let back = try render(whole, 0x40, .markup, piece: .max).output
    _ = direct
    try hold(!back.contains(0x1B), "escaped text has styles")
  }
}
