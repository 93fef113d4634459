import Diagnostics
import TestSupport
import Testing

@testable import CSSViewCommands

/// Code in many languages, under the bundled stylesheet `markdown`.
@Suite("Languages of code") struct LanguageTests {
  /// Lines with the number 42, a string `s` and a comment `c`, in the syntax of their languages.
  private static let lines: [(names: String, line: String)] = [
    ("go golang", #"x := "s" + 42 // c"#), ("rust rs", #"let x: u32 = 42; let s = "s"; // c"#),
    ("c h objc arduino", #"int x = 42; char *s = "s"; // c"#),
    ("cpp c++ hpp", #"auto x = 42; auto s = "s"; /* c */"#),
    ("java scala groovy gradle", #"int x = 42; String s = "s"; // c"#),
    ("kotlin kt", #"val x = 42; val s = "s" // c"#), ("csharp cs c#", #"var s = "s" + 42; // c"#),
    ("dart zig vala d", #"const x = 42; const s = "s"; // c"#),
    ("swift", #"let x = 42; let s = "s" // c"#),
    ("typescript ts tsx js jsx", #"const x = 42, s = "s"; // c"#),
    ("php", #"$x = 42; $s = "s"; // c"#), ("sql postgresql mysql", "SELECT 42, 's'; -- c"),
    ("yaml yml", "a: [\"s\", 42] # c"), ("toml", "a = [\"s\", 42] # c"),
    ("ini conf", "a = \"s\" 42 ; c"), ("html vue svelte", #"<a href="s" x=42>y</a> <!-- c -->"#),
    ("xml svg", #"<a b="s"/>42<!-- c -->"#),
    ("css scss less", #"a { width: 42px; content: "s" } /* c */"#),
    ("ruby rb crystal elixir", #"x = 42; s = "s" # c"#), ("python py", #"x = 42; s = "s" # c"#),
    ("perl pl", #"my $x = 42; my $s = "s"; # c"#), ("r julia nim nix", #"f(42, "s") # c"#),
    ("lua luau", #"local x = 42; s = "s" -- c"#), ("haskell elm ada vhdl", #"f 42 "s" -- c"#),
    ("dockerfile docker", #"RUN x 42 "s" # c"#), ("makefile cmake", #"X = 42 "s" # c"#),
    ("bash sh zsh fish", #"x=42; s="s" # c"#), ("powershell ps1", #"$x = 42; $s = "s" # c"#),
    ("hcl terraform", #"x = [42, "s"] # c"#), ("graphql", #"query { a(x: 42, s: "s") } # c"#),
    ("proto protobuf solidity", #"string s = 42 "s"; // c"#),
    ("clojure lisp scheme", #"(def x 42) (def s "s") ; c"#),
    ("ocaml", #"let x = 42 let s = "s" (* c *)"#), ("fsharp", #"let x = 42 "s" // c"#),
    ("erlang latex matlab", #"f(42, "s"). % c"#), ("vb", #"Dim x = 42 : Dim s = "s" ' c"#),
    ("vim", #"let x = [42, "s"] ' c"#), ("fortran", #"x = 42; s = "s" ! c"#),
    ("json5 jsonc", #"{"s": "s", "x": 42} // c"#), ("nginx", #"listen 42; log "s"; # c"#),
    // Nobody's languages.
    ("foolang", #"x = 42; s = "s" // c"#), ("x.1", "x = 42; s = \"s\" # c"),
    ("b-2", "x = 42; s = 's' -- c"),
  ]

  /// The text of each element of a pattern, by its class.
  private func matches(_ language: String, _ code: String) -> [String: String] {
    let run = CommandRun(
      "render", "--from", "markdown", "markdown", "--to", "html", "--fragment",
      input: "```\(language)\n\(code)\n```\n")
    #expect(run.errors == "")
    return run.output.matches(of: #/class="(\w+)"[^>]*>([^<]*)</#).reduce(into: [:]) {
      $0[String($1.1), default: ""] += "\($1.2) "
    }
  }

  @Test("strings, comments and numbers are found in code of any language", arguments: lines)
  func all(names: String, line: String) {
    for name in names.split(separator: " ") {
      let found = matches(String(name), line)
      #expect(found["number"]?.contains("42") == true, "\(name)")
      #expect(found["string"]?.contains("s") == true, "\(name)")
      #expect(found["comment"]?.contains("c") == true, "\(name)")
      #expect(found["string"]?.contains("42") != true, "\(name)")
    }
  }

  @Test("more than forty languages are listed above")
  func count() {
    #expect(Self.lines.flatMap { $0.names.split(separator: " ") }.count > 40)
  }

  @Test(
    "a name ends where what is for other programs begins, and text is no code",
    arguments: [
      ("rust,ignore", "keyword"), ("{.python .x}", nil), ("js:app.js", "keyword"),
      ("text", nil), ("plain", nil), ("", nil), ("fo", "keyword"),
    ])
  func names(info: String, found: String?) {
    let matches = matches(info, "if x { let a = 1 }")
    #expect(matches.keys.contains("keyword") == (found != nil))
  }

  @Test("words in text and addresses are no comments or strings of unknown languages")
  func cautions() {
    let found = matches("foo", "don't see http://a.b/#c or a--b, isn't it")
    #expect(found["comment"] == nil)
    #expect(found["string"] == nil)
  }

  /// Patterns of bundled stylesheets are parsed when code comes: here all are, as in a user's file.
  @Test("every pattern of the bundled languages is right")
  func patterns() throws {
    let text = try #require(BundledThemes.source(named: "shared-code"))
    let directory = try ScratchDirectory()
    let path = try directory.file("code.css", String(decoding: text.bytes, as: UTF8.self))
    let run = CommandRun("check", path)
    #expect(run.output + run.errors == "no findings in 1 file\n")
    #expect(run.status == .success)
  }

  @Test("a stylesheet that imports the languages can replace and remove their patterns")
  func replaced() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file(
      "own.css",
      """
      @import "shared-code";
      @language go { @highlight keyword "\\bx\\b"; @highlight number ""; }
      @language own { @highlight mine "x"; }
      """)
    func classes(_ language: String) -> [String] {
      let run = CommandRun(
        "render", "--from", "markdown", path, "--to", "html", "--fragment",
        input: "```\(language)\nfunc x 42 \"s\"\n```\n")
      return run.output.matches(of: #/class="(\w+)"/#).map { String($0.1) }
    }
    #expect(classes("go") == ["keyword", "string"])
    #expect(classes("own") == ["mine"])
    #expect(classes("rust") == ["number", "string"])
  }
}
