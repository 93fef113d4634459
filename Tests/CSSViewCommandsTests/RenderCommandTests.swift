import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview render")
struct RenderCommandTests {
  private let sheet = "\(packageDirectory)/demo/night.json"

  @Test("the result does not depend on the pieces in which the input comes")
  func pieces() throws {
    var generator = SeededGenerator(seed: 42)
    let input = Array(try readFile("\(packageDirectory)/demo/build.txt").utf8)
    let whole = CommandRun(["render", sheet, "--color", "truecolor"], input: input)
    #expect(whole.output.contains("\u{1B}["))
    for _ in 0..<20 {
      let size = Int.random(in: 1...200, using: &generator)
      let parts = CommandRun(["render", sheet, "--color", "truecolor"], input: input, piece: size)
      #expect(parts.output == whole.output, "in pieces of \(size)")
    }
  }

  @Test("places of findings are those in the whole input, whatever the pieces", arguments: 1...40)
  func places(size: Int) {
    let input = Array("grüße\nzwei 5 < 6\n\n<span class=ok>vier &nope; x".utf8)
    let run = CommandRun(["render", sheet], input: input, piece: size)
    #expect(run.errors.contains("<stdin>:2:8: warning: "))
    #expect(run.errors.contains("<stdin>:4:21: warning: "))
  }

  @Test("a file that is missing is told, and the others are shown")
  func missingFile() {
    let run = CommandRun("render", sheet, "/nowhere/x", "\(packageDirectory)/demo/status.txt")
    #expect(run.status == .noInput)
    #expect(run.errors == "cssview: /nowhere/x: No such file or directory\n")
    #expect(run.output.hasPrefix("On feature/tax"))
  }

  @Test("the line structure stays as it is")
  func lines() {
    let run = CommandRun(["render", sheet], input: Array("a\n\n<b>b\nc</b>\n".utf8))
    #expect(run.output == "a\n\nb\nc\n")
  }

  @Test("with --lines what is open ends with its line")
  func separateLines() {
    let run = CommandRun(
      ["render", sheet, "--lines", "--color", "mono"], input: Array("<b>x\ny\n".utf8))
    #expect(run.visible == "␛[1mx␛[0m\ny\n")
  }

  @Test("an invalid byte is shown as U+FFFD and does no harm")
  func invalidUTF8() {
    let run = CommandRun(["render", sheet], input: [0x61, 0xFF, 0xC2, 0x62, 0x0A])
    #expect(run.output == "a\u{FFFD}\u{FFFD}b\n")
  }
}
