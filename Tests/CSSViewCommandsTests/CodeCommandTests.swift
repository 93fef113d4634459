import Testing

@testable import CSSViewCommands

/// Code in documents, and the patterns of the bundled stylesheet `markdown`.
@Suite("Code") struct CodeCommandTests {
  @Test(
    "the stylesheet markdown finds the parts of lines of code",
    arguments: [
      (
        "swift", #"@main let x: Int = 0x1F // "let" 1"#,
        #"keyword=@main keyword=let type=Int number=0x1F comment=// "let" 1"#
      ),
      (
        "typescript", "const a = `x`, b = null /* 1 */",
        "keyword=const string=`x` constant=null comment=/* 1 */"
      ),
      ("js", #"f("a // b", 1.5e3)"#, #"string="a // b" number=1.5e3"#),
      (
        "py", "return f'{x}' if None else 10_000 # 1",
        "keyword=return string=f'{x}' keyword=if constant=None keyword=else number=10_000 "
          + "comment=# 1"
      ),
      (
        "console", "$ for f in a-1 -x --long $f ${a} 'b'  # c",
        "prompt=$  keyword=for keyword=in number=1 option=-x option=--long variable=$f "
          + "variable=${a} string='b' comment= # c"
      ),
      (
        "json", #"{"a": [-1.5, "b\"", true]}"#,
        #"key="a": number=-1.5 string="b\"" constant=true"#
      ),
      ("diff", "--- a <b>", "file=--- a <b>"), ("diff", "-a & b", "removed=-a & b"),
      ("diff", "+a", "added=+a"), ("patch", "@@ -1 +1 @@ f", "hunk=@@ -1 +1 @@ f"),
      (
        "log", #"2026-11-26T14:00:01Z ERROR a=12ms "x""#,
        #"time=2026-11-26T14:00:01Z error=ERROR key=a= number=12ms string="x""#
      ),
      ("rust", "let x = 1;", "keyword=let number=1"), ("", "let x = 1;", ""),
    ])
  func languages(name: String, line: String, expected: String) {
    let run = CommandRun(
      "render", "--from", "markdown", "markdown", "--to", "html", "--fragment",
      input: "```\(name)\n\(line)\n```\n")
    let shown = run.output.matches(of: #/<span class="(\w+)"[^>]*>([^<]*)</#).map { match in
      let text = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        .reduce(String(match.2)) { $0.replacing($1.0, with: $1.1) }
      return "\(match.1)=\(text)"
    }
    #expect(shown.joined(separator: " ") == expected)
    #expect(run.errors == "")
    let plain = CommandRun(
      "render", "--from", "markdown", "markdown", "--to", "plain", "--flat",
      input: "```\(name)\n\(line)\n```\n")
    #expect(plain.output.contains(line))
  }

  @Test("any cut of Markdown with code gives the same bytes")
  func cuts() {
    let code = "```swift\nlet a = \"b\" // c < d & é\n\n  var x\n```\n\n> ~~~sh\n> $ ls -l # x\n"
    let arguments = ["render", "--from", "markdown", "markdown", "--color", "truecolor"]
    let text = Array(code.utf8)
    let whole = CommandRun(arguments, input: text)
    #expect(whole.output.contains("let"))
    for piece in [1, 2, 7] {
      #expect(CommandRun(arguments, input: text, piece: piece).bytes == whole.bytes)
    }
  }
}
