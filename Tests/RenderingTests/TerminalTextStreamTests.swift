import Bytes
import CellLayout
import Diagnostics
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import Rendering

private let sheet = """
  .fg-red { color: #ff6b6b; font-weight: bold } .bold { text-transform: uppercase }
  .bg-blue.bold { background-color: #223344 }
  """

private let specialSheet = """
  .fg-red::before { content: '» ' } .bold::after { content: '«' } .fg-208 { display: none }
  """

@Suite("A stream of text that was written for a terminal")
struct TerminalTextStreamTests {
  private static let styled = StylesheetLoader().load(
    SourceText(name: "sheet.css", text: sheet), form: .css)

  private static let special = StylesheetLoader().load(
    SourceText(name: "sheet.css", text: specialSheet), form: .css)

  /// Renders bytes in pieces of a size.
  private func render(
    _ input: [UInt8], piece: Int = .max, _ sheet: Stylesheet = Stylesheet(),
    form: InputFormat = .ansi, controls: ControlTreatment = .show, lines: Bool = false,
    html: Bool = false,
    fits: Bool = false
  ) -> [UInt8] {
    let stream = MarkupStream(
      name: "text", resolver: resolver(sheet),
      options: options(form: form, controls: controls, lines: lines, html: html, fits: fits))
    var output = StreamBuffer()
    var rest = input[...]
    while !rest.isEmpty {
      stream.render(Array(rest.prefix(piece)), isLast: false, to: &output)
      rest = rest.dropFirst(piece)
    }
    stream.render([], isLast: true, to: &output)
    return Array(output.bytes)
  }

  private func resolver(_ sheet: Stylesheet) -> StyleResolver {
    StyleResolver(
      stylesheet: sheet,
      environment: Environment(columns: 30, colorDepth: .truecolor, hasHyperlinks: true))
  }

  private func options(
    form: InputFormat = .ansi, controls: ControlTreatment = .show, lines: Bool = false,
    html: Bool = false,
    fits: Bool = false
  ) -> StreamRenderer.Options {
    let environment = Environment(columns: 30, colorDepth: .truecolor, hasHyperlinks: true)
    var markup = MarkupOptions(readsByLine: true)
    markup.form = form
    markup.controls = controls
    markup.erasedColumns = 30
    return StreamRenderer.Options(
      markup: markup, target: OutputTarget(environment, capabilities: .all), isHTML: html,
      separatesLines: lines, fitsLines: fits)
  }

  /// Coloured text in, plain text out.
  private func plainStream() -> MarkupStream {
    var markup = MarkupOptions(readsByLine: true)
    markup.form = .ansi
    let environment = Environment(colorDepth: .none)
    return MarkupStream(
      name: "text", resolver: StyleResolver(stylesheet: Stylesheet(), environment: environment),
      options: StreamRenderer.Options(markup: markup, target: OutputTarget(environment)))
  }

  @Test(
    "The last character of a prompt is written when nothing follows for a while",
    arguments: [
      ("Password: ", "Password: "), ("né", "né"), ("x", "x"), ("日", "日"), ("a\u{8}", "a"),
      ("\u{1B}[1", ""),
    ])
  func prompt(text: String, shown: String) {
    let stream = plainStream()
    var output = StreamBuffer()
    stream.render(Array(text.utf8), isLast: false, to: &output)
    let isWaiting = stream.isHolding
    #expect(isWaiting)
    #expect(output.count < text.utf8.count)
    stream.release(to: &output)
    let isStillWaiting = stream.isHolding
    #expect(!isStillWaiting)
    let released = String(decoding: output.bytes, as: UTF8.self)
    #expect(text == shown ? released == shown : released.count < text.count)
    // What comes then is text again.
    stream.render(Array("y\n".utf8), isLast: true, to: &output)
    #expect(String(decoding: output.bytes, as: UTF8.self).hasSuffix("y\n") || text != shown)
  }

  @Test("A character of which only a part has come waits for the rest")
  func partOfCharacter() {
    let stream = plainStream()
    var output = StreamBuffer()
    stream.render([0x61, 0xE6, 0x97], isLast: false, to: &output)
    stream.release(to: &output)
    stream.render([0xA5], isLast: true, to: &output)
    #expect(String(decoding: output.bytes, as: UTF8.self) == "a日")
  }

  @Test(
    "On a terminal, a line that is not complete is shown again when it changes",
    arguments: [
      (["10%", "\r20%", "\r100%", " done\n"], ["10%", "\r20%␛[K", "\r100%␛[K", " done\n"]),
      (["Password: ", "x\n"], ["Password: ", "x\n"]),
      (["abc", "\u{1B}[31m\u{8}d", "\n"], ["abc", "\rab␛[31md␛[0m␛[K", "\n"]),
      (["abc", "\r", "\n"], ["abc", "", "\n"]),
      (["|", "\u{8}/", "\r\u{1B}[K"], ["|", "\r/␛[K", "\r␛[K"]),
      (["a line that is too long", "\rno\n"], ["a line that is too long", "\nno\n"]),
      (["ab", "\r12345678901234567890x", "\n"], ["ab", "", "\r12345678901234567890x␛[K\n"]),
    ])
  func shownAgain(pieces: [String], shown: [String]) {
    var options = options(controls: .auto)
    options.redrawnColumns = 20
    let stream = MarkupStream(name: "text", resolver: resolver(Stylesheet()), options: options)
    var written: [String] = []
    for piece in pieces {
      var output = StreamBuffer()
      stream.render(Array(piece.utf8), isLast: false, to: &output)
      while stream.isHolding { stream.release(to: &output) }
      written.append(
        String(decoding: output.bytes, as: UTF8.self).replacing("\u{1B}", with: "␛"))
    }
    #expect(written == shown)
  }

  @Test("In a pipe, a line that is drawn over is written when it is complete")
  func pipe() {
    let stream = plainStream()
    var output = StreamBuffer()
    for piece in ["10%\r2", "0%", "\r\u{1B}[K100%"] {
      stream.render(Array(piece.utf8), isLast: false, to: &output)
      while stream.isHolding { stream.release(to: &output) }
      #expect(output.count == 0)
    }
    stream.render(Array("\n".utf8), isLast: false, to: &output)
    #expect(String(decoding: output.bytes, as: UTF8.self) == "100%\n")
  }

  @Test("In a pipe, CR begins another line behind text that was written already")
  func writtenLine() {
    let stream = plainStream()
    var output = StreamBuffer()
    for piece in ["10%", "\r\u{1B}[m", "20%", "\u{8}\u{1B}[3D\r", "\r\nx\n"] {
      stream.render(Array(piece.utf8), isLast: false, to: &output)
      while stream.isHolding { stream.release(to: &output) }
    }
    #expect(String(decoding: output.bytes, as: UTF8.self) == "10%\n20%\nx\n")
  }

  @Test("Erasing leaves a background up to a known width, and none in plain text")
  func background() {
    let text = Array("a\u{1B}[41m\u{1B}[K\u{1B}[m\nb\r\u{1B}[42m\u{1B}[3X\u{1B}[m\n".utf8)
    func shown(_ columns: Int?) -> String {
      var options = options(controls: .auto)
      options.markup.erasedColumns = columns
      let stream = MarkupStream(name: "text", resolver: resolver(Stylesheet()), options: options)
      var output = StreamBuffer()
      stream.render(text, isLast: true, to: &output)
      return String(decoding: output.bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
    }
    #expect(shown(4) == "a␛[41m   ␛[0m\n␛[42m   ␛[0m\n")
    #expect(shown(0) == "a\n␛[42m   ␛[0m\n")
    #expect(shown(nil) == "a\n\n")
  }

  /// The markup of such text.
  private func markup(_ input: [UInt8], _ controls: ControlTreatment) -> [UInt8] {
    var options = MarkupOptions()
    options.form = .ansi
    options.controls = controls
    options.erasedColumns = 30
    var converter = TerminalTextConverter(options)
    var output: [UInt8] = []
    _ = converter.convert(input.span, isLast: true, to: &output)
    return output
  }

  private func randomText(seed: UInt64, pieces count: Int = 200) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let pieces: [String] = [
      "\u{1B}[31m", "\u{1B}[1m", "\u{1B}[0m", "\u{1B}[m", "\u{1B}[44;1m", "\u{1B}[38;5;208m",
      "\u{1B}[38;2;1;2;3m", "\u{1B}[38;2;101;102;103m", "\u{1B}[1;4;38;2;101;102;103m",
      "\u{1B}[4:3m", "\u{1B}[58:2::1:2:3m", "\u{1B}[2J", "\u{1B}[K",
      "\u{1B}]0;title\u{07}", "\u{1B}]8;;http://e.org/\u{1B}\\", "\u{1B}]8;;\u{1B}\\", "\u{1B}[",
      "\u{1B}", "\u{1B}]8", "\u{1B}Pq", "text", "a line of words that is longer than two blocks ",
      " ", "\n", "\n", "\r\n", "\r", "\t", "ж", "e\u{301}", "世界", "😀", "<", "&", "<b>", "&amp;",
      "\u{1B}[3D", "\u{1B}[2C", "\u{1B}[12G", "\u{1B}[2P", "\u{1B}[@", "\u{1B}[3X", "\u{1B}[1K",
      "\u{1B}[2K", "-\u{1B}[2b", "\u{1B}(0", "\u{1B}(B", "\u{0E}", "\u{0F}", "\u{1B}_a\u{07}",
      "{x}", "_\u{08}x", "b\u{08}b", "\u{08}", "\u{07}", "\u{9B}", "\u{202E}", "\u{18}",
    ]
    var text: [UInt8] = []
    for _ in 0..<count {
      if random.next() % 30 == 0 { text += [0xE2, 0x82] }
      text += (pieces.randomElement(using: &random) ?? "").utf8
    }
    return text
  }

  @Test(
    "A line that is drawn over and hidden takes its line break with it, however it comes",
    arguments: [
      ("\u{1B}[38;5;208mtext\u{1B}[2D\r\n", ""),
      ("a\u{1B}[2b\u{1B}[38;5;208mtext\u{1B}[2D\n\n", "aaa\n\n"),
      ("\u{1B}[38;5;208mtext\ra\u{1B}[m\rb\n", "b\n"),
    ])
  func hiddenLine(text: String, shown: String) {
    for lines in [false, true] {
      for piece in [1, 2, 7, .max] {
        let output = render(
          Array(text.utf8), piece: piece, Self.special, controls: .auto, lines: lines)
        #expect(String(decoding: output, as: UTF8.self) == shown, "\(lines) \(piece)")
      }
    }
  }

  @Test("is the same in pieces of any size", arguments: 0..<26)
  func pieces(seed: UInt64) {
    let text = randomText(seed: seed)
    let styled = seed % 2 == 0 ? Self.styled : Self.special
    for controls in ControlTreatment.allCases {
      for lines in [false, true] {
        let whole = render(text, styled, controls: controls, lines: lines)
        for piece in [1, 2, 7, 64] {
          #expect(render(text, piece: piece, styled, controls: controls, lines: lines) == whole)
        }
      }
    }
    #expect(render(text, piece: 1, styled, html: true) == render(text, styled, html: true))
    #expect(render(text, piece: 1, styled, fits: true) == render(text, styled, fits: true))
  }

  @Test("Text gives the bytes, findings and lines of its single bytes", arguments: 0..<24)
  func singleBytes(seed: UInt64) {
    // Some are longer than what is looked through at once.
    let text = randomText(seed: seed, pieces: seed % 4 == 0 ? 2000 : 300)
    let sheet = [Stylesheet(), Self.styled, Self.special][Int(seed % 3)]
    for controls in ControlTreatment.allCases {
      for (lines, fits) in [(false, false), (true, false), (false, true)] {
        func run(piece: () -> Int) -> (bytes: [UInt8], findings: [String], lines: Int) {
          var renderer = StreamRenderer(
            resolver: resolver(sheet),
            options: options(controls: controls, lines: lines, fits: fits))
          let shown = renderer.render(text, piece: piece)
          let findings = renderer.log.entries.map { "\($0.diagnostic.code) \($0.range)" }
          return (shown.bytes, findings, shown.lines)
        }
        let expected = run { 1 }
        var random = SeededGenerator(seed: seed)
        for longest in [9, 9000] {
          let parts = run { Int.random(in: 1...longest, using: &random) }
          let isSame = parts.bytes == expected.bytes
          #expect(isSame, "\(seed) \(controls) \(lines) \(fits) \(longest)")
          #expect(parts.findings == expected.findings)
          #expect(parts.lines == expected.lines)
        }
        let whole = run { .max }
        let isSame = whole == expected
        #expect(isSame, "\(seed) \(controls) \(lines) \(fits)")
      }
    }
  }

  @Test("looks as its markup does", arguments: 0..<12)
  func asMarkup(seed: UInt64) {
    let text = randomText(seed: seed)
    for controls in ControlTreatment.allCases {
      let markup = markup(text, controls)
      for sheet in [Stylesheet(), Self.styled, Self.special] {
        let direct = render(text, sheet, controls: controls)
        let isSame = direct == render(markup, sheet, form: .markup)
        #expect(isSame, "\(controls) \(String(decoding: direct, as: UTF8.self))")
      }
    }
  }

  /// The first control in some bytes that is neither SGR nor OSC 8, line feed or tab.
  private func forbiddenControl(in bytes: [UInt8]) -> Int? {
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0xC2, offset + 1 < bytes.count, bytes[offset + 1] < 0xA0 { return offset }
      guard byte == 0x1B else {
        if byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F { return offset }
        offset += 1
        continue
      }
      if bytes[offset...].starts(with: Array("\u{1B}[".utf8)) {
        var end = offset + 2
        while end < bytes.count, bytes[end] >= 0x30, bytes[end] <= 0x3B { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "m") else { return offset }
        offset = end + 1
      } else if bytes[offset...].starts(with: Array("\u{1B}]8;".utf8)) {
        var end = offset + 4
        while end < bytes.count, bytes[end] > 0x20, bytes[end] < 0x7F { end += 1 }
        guard bytes[end...].starts(with: Array("\u{1B}\\".utf8)) else { return offset }
        offset = end + 2
      } else {
        return offset
      }
    }
    return nil
  }

  @Test("lets no control but SGR and OSC 8 out of a million random bytes", arguments: 0..<4)
  func randomBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Bytes that sequences are made of come more often than others.
    let likely = Array("\u{1B}\u{1B}\u{1B}[[[];:018mPX^_\\\n\r\u{08}\u{07}\u{18}<>?! $".utf8)
    let bytes = (0..<250_000).map { _ -> UInt8 in
      let number = random.next()
      return number % 3 == 0
        ? UInt8(truncatingIfNeeded: number >> 8) : likely[Int(number >> 8) % likely.count]
    }
    for controls in ControlTreatment.allCases {
      let output = render(bytes, piece: 4000, controls: controls)
      #expect(forbiddenControl(in: output) == nil)
      #expect(forbiddenControl(in: markup(bytes, controls)) == nil)
    }
  }

  @Test("lets none out of any two bytes behind ESC and behind CSI")
  func prefixes() {
    for introducer in ["\u{1B}", "\u{1B}[", "\u{1B}]"] {
      var bytes: [UInt8] = []
      for first in UInt8.min...UInt8.max {
        for second in UInt8.min...UInt8.max {
          bytes += introducer.utf8
          bytes += [first, second]
          bytes += "x".utf8
          if second % 8 == 0 { bytes.append(0x0A) }
        }
      }
      #expect(forbiddenControl(in: render(bytes, piece: 50_000)) == nil)
      #expect(forbiddenControl(in: render(bytes, piece: 50_000, controls: .drop)) == nil)
    }
  }

  @Test("keeps few styles, however many colours there are")
  func manyColors() {
    var text: [UInt8] = []
    for number in 0..<20_000 {
      text += "\u{1B}[38;2;\(number & 255);\(number >> 8 & 255);7mx\u{1B}[0;1my".utf8
    }
    let output = render(text, piece: 9000)
    #expect(forbiddenControl(in: output) == nil)
    #expect(output.count { $0 == UInt8(ascii: "x") } == 20_000)
    let last = "\u{1B}[38;2;\(19_999 & 255);\(19_999 >> 8 & 255);7"
    #expect(String(decoding: output, as: UTF8.self).contains(last))
  }

  @Test("restyles, and what no rule names looks as it came")
  func restyled() {
    let text = Array("\u{1B}[31mred\u{1B}[32mgreen\u{1B}[0m.".utf8)
    #expect(
      String(decoding: render(text, Self.styled), as: UTF8.self)
        == "\u{1B}[38;2;255;107;107;1mred\u{1B}[0;32mgreen\u{1B}[0m.")
  }

  @Test(
    "What a sheet does with elements it does with those of colours, line by line",
    arguments: [
      ("\u{1B}[31mone\ntwo\u{1B}[0m.\n", "» one\n» two.\n"),
      ("\u{1B}[1mone\u{1B}[0m\ntwo\n", "one«\ntwo\n"),
      ("a \u{1B}[38;5;208mgone\u{1B}[0m\nb\n", "a \nb\n"),
      ("\u{1B}[38;5;208mgone\u{1B}[2J\ntoo\u{1B}[0m.\n", ".\n"),
    ])
  func elements(text: String, shown: String) {
    let environment = Environment(colorDepth: .none)
    let resolver = StyleResolver(stylesheet: Self.special, environment: environment)
    var markup = MarkupOptions()
    markup.form = .ansi
    let stream = MarkupStream(
      name: "text", resolver: resolver,
      options: StreamRenderer.Options(markup: markup, target: OutputTarget(environment)))
    var output = StreamBuffer()
    stream.render(Array(text.utf8), isLast: true, to: &output)
    #expect(String(decoding: output.bytes, as: UTF8.self) == shown)
    var builder = TreeBuilder(styles: resolver, options: markup)
    builder.append(markup: SourceText(name: "text", text: text))
    let built = builder.finish().text
    var styles = ComputedStyleTable(elementsOf: built, resolver)
    var boxes = BoxTable(columns: 80, whiteSpace: .preWrap, target: OutputTarget(environment))
    let laidOut = boxes.layOut(built.line, &styles).line
    #expect(String(decoding: laidOut.bytes, as: UTF8.self) == shown)
  }
}
