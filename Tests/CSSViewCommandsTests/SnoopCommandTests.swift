import CSSSyntax
import Diagnostics
import StyledText
import Styling
import TestSupport
import Testing

@Suite("The command 'snoop'")
struct SnoopCommandTests {
  private static let names = [
    "x,.ok", "md:flex", "1a", "-", "--", "-1", "--1", "é", "\"q", "'q", "a\\b", "a\\", "\\\\",
    "a|b", "a.b", "A",
    "a{b", "}", "a/*b", "@import", "$a", "#a", "a[b]", "a>b", "*", "&", "a!b", "\u{1B}[2J", "日本",
    "\u{A0}", "🙂", "\u{7F}", "\u{85}", "url(x)", "a:hover", "::before", "__proto__", "0", "-é",
  ]

  @Test("prints entries that read without findings and are for just their class")
  func names() throws {
    var generator = SeededGenerator(seed: 4)
    var all = Self.names
    for _ in 0..<300 {
      var name = ""
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let limit: UInt32 = Bool.random(using: &generator) ? 0x7F : 0x3000
        let scalar = Unicode.Scalar(UInt32.random(in: 0x21..<limit, using: &generator))
        name.unicodeScalars.append(scalar ?? "x")
      }
      all.append(name)
    }
    let directory = try ScratchDirectory()
    for tag in ["span", "b"] {
      for name in all {
        let markup = "<\(tag) class=\"\(escape(name))\">x</\(tag)>"
        let run = CommandRun("snoop", "none", "-", "--quiet", input: markup)
        // Of white space and of what is not shown there is nothing left.
        guard !run.output.isEmpty else { continue }
        let sheet = try directory.file("s.json", run.output)
        let check = CommandRun("check", sheet)
        #expect(check.errors + check.output == "no findings in 1 file\n", "\(name) \(run.output)")
        #expect(CommandRun("snoop", sheet, "-", "--quiet", input: markup).output == "", "\(name)")
        let css = CommandRun("convert", sheet, "--to", "css")
        #expect(css.errors == "", "\(name): \(css.output)")
        let loaded = StylesheetLoader().load(
          SourceText(name: "s.json", text: run.output), form: .json)
        // A name with white space is several.
        let asked = name.split { $0.isASCII && $0.isWhitespace }.map {
          SafeText.label($0).string
        }
        #expect(Set(loaded.classNames).isSubset(of: asked), "\(name.debugDescription)")
      }
    }
  }
}
