import Diagnostics
import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("Text that was written for a terminal")
struct TerminalTextTests {
  private let styles = StyleResolver(stylesheet: Stylesheet())

  /// The runs as `{classes|text}`, and plain ones as they are.
  private func runs(_ input: String, _ controls: ControlTreatment = .show) -> String {
    var options = MarkupOptions()
    options.form = .ansi
    options.controls = controls
    var builder = TreeBuilder(styles: styles, options: options)
    builder.append(markup: SourceText(name: "text", text: input))
    return Self.listing(builder.finish().text)
  }

  static func listing(_ text: AttributedText) -> String {
    var listing = ""
    for run in text.runs {
      guard run.tag == .ansi else {
        listing += run.string
        continue
      }
      let link = run.link.map { " " + $0 } ?? ""
      listing += "{" + run.classes.joined(separator: " ") + link + "|" + run.string + "}"
    }
    return listing
  }

  static let cases: [(String, String)] = [
    ("plain", "plain"),
    ("a<b>&amp;{x}", "a<b>&amp;{x}"),
    ("\u{1B}[31mred\u{1B}[0m plain", "{fg-red|red} plain"),
    ("\u{1B}[31mred\nstill", "{fg-red|red\nstill}"),
    ("\u{1B}[1;31;44mx\u{1B}[22my", "{fg-red bg-blue bold|x}{fg-red bg-blue|y}"),
    (
      "\u{1B}[91mx\u{1B}[38;5;208my\u{1B}[38;2;1;2;3mz",
      "{fg-bright-red|x}{fg-208|y}{fg-rgb|z}"
    ),
    ("\u{1B}[4:3;58:5:1mx", "{ul-red underline underline-curly|x}"),
    ("\u{1B}[31m\u{1B}[39mx", "x"),
    ("\u{1B}]8;;https://e.org/\u{1B}\\x\u{1B}]8;;\u{07}y", "{ https://e.org/|x}y"),
    ("\u{1B}]8;id=1:a=b;http://e.org/a;b\u{07}x", "{ http://e.org/a;b|x}"),
    ("\u{1B}]8;;javascript:x\u{07}y", "y"),
    ("\u{1B}[2Jx", "␛[2Jx"),
    ("\u{1B}[?25l\u{1B}]0;t\u{07}\u{1B}(Bx", "␛[?25l␛]0;t␇␛(Bx"),
    ("\u{1B}[>4;1mx\u{1B}[?1mx", "␛[>4;1mx␛[?1mx"),
    ("\u{1B}[3\u{07}1mx", "␛[3␇1mx"),
    ("\u{1B}[31", "␛[31"),
    ("a\u{00}b\u{7F}c", "a␀b␡c"),
    ("a\u{9B}31mb", "a\u{FFFD}31mb"),
    ("a\r\nb\rc\r", "a\nb␍c␍"),
    ("a\tb", "a\tb"),
    ("_\u{08}u_\u{08}n x", "{underline|un} x"),
    ("b\u{08}bo\u{08}o", "{bold|bo}"),
    ("_\u{08}x\u{08}x", "{bold underline|x}"),
    ("x\u{08}_", "{underline|x}"),
    ("_\u{08}_", "{bold|_}"),
    ("é\u{08}é_\u{08}é", "{bold|é}{underline|é}"),
    ("+\u{08}o", "+␈o"),
    ("\u{08}a", "␈a"),
    ("a\u{08}", "a␈"),
    ("\u{1B}[31mb\u{08}br", "{fg-red bold|b}{fg-red|r}"),
  ]

  @Test("has style where it says so, and shows everything else", arguments: cases)
  func shown(input: String, expected: String) {
    #expect(runs(input) == expected)
  }

  static let droppedCases: [(String, String)] = [
    ("\u{1B}[31m\u{1B}[Kred\u{1B}[m\u{1B}[K", "{fg-red|red}"),
    ("\u{1B}[2J\u{1B}]0;title\u{07}x\u{1B}(B\u{00}\u{9B}", "x"),
    ("10%\r20%\r30%\ndone", "30%\ndone"),
    ("10%\r20%\r\nx", "20%\nx"),
    ("10%\r", "10%"),
    ("10%\r\r\r", "10%"),
    ("a\r\n\rb\n", "a\nb\n"),
    ("\u{1B}[31ma\rb", "{fg-red|b}"),
    ("\u{1B}[31", ""),
    ("\u{1B}]0;never\nx", "\nx"),
  ]

  @Test("loses controls as whole sequences where that is asked for", arguments: droppedCases)
  func dropped(input: String, expected: String) {
    #expect(runs(input, .drop) == expected)
  }

  static let usualCases: [(String, String)] = [
    ("\u{1B}[31m\u{1B}[Kred\u{1B}[m\u{1B}[K", "{fg-red|red}"),
    ("\u{1B}[2J\u{1B}]0;title\u{07}x\u{1B}(B\u{07}\u{0F}", "x"),
    ("x\u{00}y", "x␀y"),
    ("10%\r20%\r30%\ndone", "30%\ndone"),
    ("a\r\n10%\r20%\r\nx\r\n", "a\n20%\nx\n"),
    ("10%\r", "10%"),
    ("\u{1B}[31", "␛[31"),
    ("\u{1B}]0;never\nx", "␛]0;never\nx"),
  ]

  @Test("Whole sequences are dropped, broken ones shown", arguments: usualCases)
  func usual(input: String, expected: String) {
    #expect(runs(input, .auto) == expected)
  }

  static let redrawnCases: [(String, String)] = [
    ("ab\rX", "Xb"),
    ("THREEEEEE\rFOUR\rFIVE\nSIX", "FIVEEEEEE\nSIX"),
    ("\u{1B}[32m+world\r\u{1B}[m\n x", "{fg-green|+world\n} x"),
    ("a\tb\u{1B}[0m\r\r\nx", "a\tb\nx"),
    ("\u{1B}[2K a 10%\r\u{1B}[2K a 100%\r\u{1B}[0m\nx", " a 100%\nx"),
    ("abc\r\u{1B}[K\nx", "\nx"),
    ("abc\r\u{1B}[J.", "."),
    ("abc\u{1B}[2D\u{1B}[31mX", "a{fg-red|X}c"),
    ("\u{1B}[31mabc\u{1B}[m\u{1B}[2jX\u{1B}[aY", "{fg-red|a}X{fg-red|c}Y"),
    ("a\u{1B}[5Gb\u{1B}[7`c", "a   b c"),
    ("a\u{1B}[3Cb\u{1B}[Ic\u{1B}[Zd", "a   b   d"),
    ("ab\u{8}\u{8}x", "xb"),
    ("|\u{8}/\u{8}-\u{8} \u{8}done", "done"),
    ("a\tb\rX", "X       b"),
    ("abcdefghij\r\tX", "abcdefghXj"),
    ("abc\r\u{1B}[X", " bc"),
    ("abc\u{1B}[2D\u{1B}[1K", "  c"),
    ("abcd\u{1B}[3D\u{1B}[P", "acd"),
    ("abcd\u{1B}[3D\u{1B}[2@x", "ax bcd"),
    ("-\u{1B}[4b", "-----"),
    ("世界\rx", "x 界"),
    ("世界\u{1B}[2Gx", " x界"),
    ("ab\r世", "世"),
    ("e\u{301}o\ru", "uo"),
    ("ab\ra\u{301}", "a\u{301}b"),
    ("\u{1B}]8;;http://e.org/\u{7}ab\u{1B}]8;;\u{7}\rX", "X{ http://e.org/|b}"),
    ("x_\u{8}y\rz", "z{underline|y}"),
    ("ab\u{1B}[1A\rX", "Xb"),
    ("ab\r\u{1B}[31", "␛[31"),
    ("\u{1B}(0lqk\u{1B}(B q", "┌─┐ q"),
    ("\u{1B})0q\u{E}q\u{F}q\n\u{E}q\nq", "q─q\n─\n─"),
    ("\u{1B}_a;b\u{7}c\nd", "c\nd"),
    ("\u{1B}_a\u{7}b\u{1B}\\c", "c"),
    ("\u{1B}Pq\u{7}b\u{1B}[1mc", "b{bold|c}"),
    ("\u{1B}^a\u{7}b\r\nc\u{1B}\\", "b\nc"),
  ]

  @Test("that a program draws over is seen as it ended", arguments: redrawnCases)
  func redrawn(input: String, expected: String) {
    #expect(runs(input, .auto) == expected)
    #expect(runs(input.replacing("␛", with: ""), .drop) == expected || input.hasSuffix("[31"))
  }

  @Test("shows every function where controls are shown")
  func functionsAreShown() {
    #expect(
      runs("a\u{8}b\u{1B}[2D\u{1B}[K\u{E}\u{1B}(0q\r\u{1B}[3bx") == "a␈b␛[2D␛[K␎␛(0q␍␛[3bx")
  }

  @Test("A line has a bounded number of cells, however far its functions move")
  func bounds() {
    #expect(runs("\u{1B}[99999Gx", .auto).utf8.count <= 4096 + 8 * 9)
    #expect(runs("x\u{1B}[9999b\u{1B}[9999b", .auto).utf8.count <= 4096 + 8 * 15)
    let moves = String(repeating: "\u{1B}[9999C", count: 4000)
    #expect(runs(moves + "x", .auto).utf8.count == 10_000)
    let inserted = String(repeating: "\u{1B}[9999@", count: 2000)
    #expect(runs("x\r" + inserted, .auto).utf8.count <= 10_000)
  }

  @Test("A line of 64 KiB is held no longer, and CR begins another one")
  func longLines() {
    let text = String(repeating: "0123456789abcdef", count: 1 << 12)
    #expect(runs(text + "xy\rz", .auto) == text + "xy\nz")
    #expect(runs("z\r" + text + "xy\u{1B}[m\r\n\rz", .auto) == text + "xy\nz")
    // What is drawn over does not count.
    let bar = (0..<20_000).map { "\r\u{1B}[K\($0) of 20000 [====]" }.joined()
    #expect(runs(bar + "\n", .auto) == "19999 of 20000 [====]\n")
  }

  static let markupCases: [(String, SequenceTreatment, String)] = [
    ("<b>a\u{1B}[31mb</b>c\u{1B}[0md", .apply, "a{fg-red|b}{fg-red|c}d"),
    ("<b>a\u{1B}[31mb</b>c\u{1B}[0md", .strip, "abcd"),
    ("\u{1B}[31m5 < 6 &amp; 7", .apply, "{fg-red|5 < 6 & 7}"),
    (
      "\u{1B}]8;;http://e.org/?a&b<c\u{07}x\u{1B}[2Jy", .apply,
      "{ http://e.org/?a&b<c|x␛[2Jy}"
    ),
    ("\u{1B}]8;;http://e.org/?a&b\u{07}x\u{1B}[2Jy", .strip, "x␛[2Jy"),
    ("\u{1B}[31mx", .show, "␛[31mx"),
  ]

  @Test("may stand in markup", arguments: markupCases)
  func markup(input: String, treatment: SequenceTreatment, expected: String) {
    var options = MarkupOptions()
    options.sequences = treatment
    var builder = TreeBuilder(styles: styles, options: options)
    builder.append(markup: SourceText(name: "text", text: input))
    #expect(Self.listing(builder.finish().text) == expected)
  }

  @Test("is named in a finding where it is not obeyed")
  func findings() {
    var options = MarkupOptions()
    options.form = .ansi
    options.controls = .show
    var builder = TreeBuilder(styles: styles, options: options)
    builder.append(markup: SourceText(name: "text", text: "ab\n\u{1B}[2J"))
    let found = builder.finish().diagnostics
    #expect(found.count == 1)
    #expect(found.first?.code == MarkupProblem.untrustedControl.code)
    #expect(found.first?.location?.line == 2)
    #expect(found.first?.message.contains("'␛[2J' (ED, erase in page, ECMA-48 §8.3.39)") == true)
  }
}
