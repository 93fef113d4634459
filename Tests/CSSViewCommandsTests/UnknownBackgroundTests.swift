import Diagnostics
import StyleValues
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Bundled stylesheets where nobody knows the background")
struct UnknownBackgroundTests {
  private static let log = """
    2024-05-01T10:00:00Z ERROR web-1[42] failed: "GET /a/b.c HTTP/1.1" 503 12 in 35 ms
    10:00:01 WARN retrying 10.0.0.1:80 user=bob true 0xff "quoted" https://a.b/c me@a.b
    DEBUG 6fa459ea-ee8a-3ca4-894e-db77e160355e deadbeefdeadbeef no errors, INFO OK done
    "POST /x HTTP/1.1" 404 9
    """
  private static let records =
    [10, 20, 30, 40, 50, 60].map {
      #"{"level": \#($0), "msg": "a", "k": 1}"#
    }.joined(separator: "\n") + "\n"
    + ["debug", "info", "warn", "error", "trace"].map {
      #"{"level": "\#($0)", "time": "10:00", "msg": "b", "k": null}"#
    }.joined(separator: "\n")
  private static let table = """
    name,count,good,level
    a,1,true,error
    b,2,false,warn
    c,,null,debug
    """
  private static let markdown = """
    # One
    ## Two
    ### Three
    #### Four
    A [link](https://a.b), `code`, <kbd>K</kbd>, <mark>m</mark> and *text*.

    > quote

    - [x] done
    - [ ] open
    1. first

    | a | b |
    |---|---|
    | 1 | 2 |

    ---

    ```swift
    // comment
    let x: Int = 42 + foo("s", true)
    ```
    ```diff
    @@ -1 +1 @@
    --- a
    +++ b
    -old
    +new
    ```
    ```sh
    $ ls -l "$HOME" # all
    ```
    ```json
    {"key": [1, true, "s"]} // c
    ```
    ```log
    10:00:01 ERROR a=1 WARN INFO 12ms "s"
    ```
    """

  /// Everything that a sheet has colours for.
  private static func texts(of sheet: String) throws -> [(form: String, text: String)] {
    let source = try #require(BundledThemes.paths.first { $0.hasSuffix("/\(sheet).css") })
    let loaded = StylesheetLoader(environment: Environment()).load(
      SourceText(name: source, bytes: try #require(BundledThemes.contents(of: source))))
    let classes = loaded.classNames.map { "<span class='\($0)'>x</span> " }.joined()
    let data = ["<span class=x data-key=k>k</span> <td class=null>n</td> <a href='b:'>a</a>"]
    let forms =
      switch sheet {
      case "log": [("text", log), ("jsonl", records)]
      case "table": [("csv", table), ("jsonl", records)]
      default: [("markdown", markdown)]
      }
    return forms + [("markup", classes + data.joined())]
  }

  /// The colours and attributes in what was written.
  private struct Written {
    var colors: Set<RGB8> = []
    var entries: Set<Int> = []
    var isFaint = false

    init(_ text: String) {
      for sequence in text.matches(of: #/\u{1B}\[([0-9;:]*)m/#) {
        var fields = sequence.1.split(separator: ";")[...]
        while let field = fields.popFirst() {
          switch Int(field) {
          case 2: isFaint = true
          case 38, 48:
            if fields.popFirst() == "5" {
              entries.insert(fields.popFirst().flatMap { Int($0) } ?? -1)
            } else {
              let channels = (0..<3).map { _ in fields.popFirst().flatMap { UInt8($0) } ?? 0 }
              colors.insert(RGB8(red: channels[0], green: channels[1], blue: channels[2]))
            }
          case let code? where (30...37).contains(code) || (40...47).contains(code):
            entries.insert(code % 10)
          case let code? where (90...97).contains(code) || (100...107).contains(code):
            entries.insert(code % 10 + 8)
          default:
            // 58:2::r:g:b, the colour of a line.
            let parts = field.split(separator: ":").compactMap { UInt8($0) }
            if parts.first == 58, parts.count == 5 {
              colors.insert(RGB8(red: parts[2], green: parts[3], blue: parts[4]))
            }
            if parts.first == 58, parts.count == 3 { entries.insert(Int(parts[2])) }
          }
        }
      }
    }
  }

  private static func leastContrast(_ color: RGB8) -> Double {
    min(contrastRatio(color, RGB8(0x000000)), contrastRatio(color, RGB8(0xffffff)))
  }

  @Test(
    "can be read on black and on white, at every depth", arguments: ["log", "table", "markdown"],
    ["truecolor", "256", "16", "8"])
  func contrast(sheet: String, depth: String) throws {
    var seen: Set<String> = []
    for (form, text) in try Self.texts(of: sheet) {
      let run = CommandRun(
        ["render", sheet, "--from", form, "--color", depth, "--quiet"], input: Array(text.utf8))
      #expect(run.status == .success, "\(run.errors)")
      let written = Written(run.output)
      seen.formUnion(written.colors.map(\.hex) + written.entries.map { String($0) })
      let what = "\(sheet), \(form): \(written)"
      switch depth {
      case "truecolor":
        #expect(written.entries.isEmpty, "\(what)")
        for color in written.colors { #expect(Self.leastContrast(color) >= 4.5, "\(what)") }
      case "256":
        #expect(written.colors.isEmpty, "\(what)")
        for entry in written.entries {
          try #require((16...255).contains(entry), "\(what)")
          #expect(Self.leastContrast(XtermPalette.color(UInt8(entry))) >= 4, "\(what)")
        }
      default:
        #expect(written.colors.isEmpty && written.entries.isSubset(of: 1...6), "\(what)")
      }
      if depth == "truecolor" || depth == "256" { #expect(!written.isFaint, "\(what)") }
    }
    // Otherwise nothing was measured.
    #expect(seen.count >= 6, "\(seen)")
  }

  @Test("have their dark and their light colours where it is known", arguments: ["log", "table"])
  func known(sheet: String) {
    func colors(_ arguments: String...) -> Set<RGB8> {
      Written(
        CommandRun(
          ["render", sheet, "--from", "markup", "--color", "truecolor"] + arguments,
          input: Array("<b class=error>x</b>".utf8)
        ).output
      ).colors
    }
    #expect(colors() == [RGB8(0xeb0322)])
    #expect(colors("--background", "light") == [RGB8(0x770008)])
    #expect(colors("--background", "dark").isEmpty)
  }

  @Test("'--readable AAA' is 4.5 there, with a note that leaves the status alone")
  func readable() {
    for command in [["render", "none"], ["preview", "none", "x"]] {
      let run = CommandRun(
        command
          + ["--color", "truecolor", "--style", "color: #333", "--readable", "AAA", "--strict"],
        input: Array("x\n".utf8))
      #expect(run.status == .success)
      let errors = run.errors.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      #expect(errors.contains("note: no text has a contrast of 7 on both black and white"))
      let colors = Written(run.output).colors
      #expect(colors.count == 1 && colors.allSatisfy { Self.leastContrast($0) >= 4.5 })
      let known = CommandRun(
        command
          + ["--color", "truecolor", "--style", "color: #333", "--readable", "AAA"]
          + ["--background", "dark"], input: Array("x\n".utf8))
      #expect(known.errors.isEmpty)
    }
  }
}
