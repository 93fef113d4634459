import CSSSyntax
import CSSViewCommands
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

  @Test("prints CSS for a stylesheet of CSS: what a person would write")
  func rulesOfCSS() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "mine.css", "text { color: #ABC; background-color: #123 } b { color: rgb(0 0 0 / 50%) }")
    let markup = "<span class='server md:up'>a</span><b class='server hot'>b</b>"
    let rules = """
      .server {
        color: #aabbcc;
      }
      .md\\:up {
        color: #aabbcc;
      }
      .hot {
        color: #00000080;
      }

      """
    #expect(CommandRun("snoop", sheet, "--quiet", input: markup).output == rules)
    let json = CommandRun("snoop", sheet, "--quiet", "--json", input: markup).output
    #expect(json.hasPrefix("{\n  \".server\": {\n"))
    let file = try directory.file("new.css", "")
    #expect(CommandRun("snoop", "none", "-o", file, input: markup).status == .success)
    let written = try readFile(file)
    #expect(written.hasPrefix(".server {\n  color: inherit;\n}\n"))
    for sheet in [rules, written] {
      let check = CommandRun("check", "-", "--strict", input: sheet)
      #expect(check.status == .success && check.output == "no findings in 1 file\n")
    }
  }

  @Test("prints an empty dictionary if JSON is asked for and nothing is missing")
  func nothingMissing() {
    #expect(CommandRun("snoop", "none", "--json", input: "a").output == "{}\n")
    #expect(CommandRun("snoop", "none", input: "a").output.isEmpty)
  }
}
