import CSSSyntax
import Diagnostics
import StyleValues
import TestSupport
import Testing

@testable import Styling

@Suite("Imports by name")
struct NamedSheetTests {
  /// A loader with bundled sheets, and those of a user in `/u`.
  private func loader(
    _ files: [String: String], bundled: [String: String] = bundled
  ) -> StylesheetLoader {
    var loader = StylesheetLoader(files: MemoryFiles(files))
    loader.named = NamedSheets(
      find: { name, files in
        var found: [NamedSheet] = []
        for path in ["/u/\(name).css", "/u/\(name)/\(name).css"]
        where files?.canonicalPath(of: path) != nil {
          found.append(.file(path))
        }
        if let text = bundled[name] {
          found.append(.embedded(SourceText(name: "b:/\(name).css", text: text)))
        }
        return found
      }, names: { bundled.keys.sorted() }, prefix: "b:/")
    return loader
  }

  private static let bundled = [
    "log": "@input text; @import \"part\"; .a { opacity: 0.25 } .log {}",
    "part": ".a { opacity: 0.125 } .part {}", "table": ".table {}",
    "selfish": "@import 'selfish'; .selfish {}", "odd": "@import './part'; @palette 'p'; .odd {}",
  ]

  private func load(_ files: [String: String], _ main: String = "/t/m.css") -> Stylesheet {
    loader(files).load(SourceText(name: main, text: files[main] ?? Self.bundled["log"] ?? ""))
  }

  @Test(
    "A name is a file beside the importing one, else the user's sheet, else a bundled one",
    arguments: [
      // The files, and what was read, the weakest first.
      (["/t/m.css": "@import 'log';"], ["b:/part.css", "b:/log.css", "/t/m.css"]),
      (["/t/m.css": "@import 'log';", "/t/log.css": ""], ["/t/log.css", "/t/m.css"]),
      (["/t/m.css": "@import 'log';", "/t/log.json": "{}"], ["/t/log.json", "/t/m.css"]),
      (
        ["/t/m.css": "@import 'log';", "/t/log.json": "{}", "/t/log.css": ""],
        ["/t/log.css", "/t/m.css"]
      ),
      (["/t/m.json": #"{"@imports": "log"}"#], ["b:/part.css", "b:/log.css", "/t/m.json"]),
      (["/t/m.css": "@import url(log);", "/u/log.css": ""], ["/u/log.css", "/t/m.css"]),
      (
        ["/t/m.css": "@import 'log';", "/u/log/log.css": "@import 'x';", "/u/log/x.css": ""],
        ["/u/log/x.css", "/u/log/log.css", "/t/m.css"]
      ),
      // A sheet may add to the one whose name it has taken.
      (["/t/log.css": "@import 'log';"], ["b:/part.css", "b:/log.css", "/t/log.css"]),
      (
        ["/t/log.css": "@import 'log';", "/u/log.css": "@import 'log';"],
        ["b:/part.css", "b:/log.css", "/u/log.css", "/t/log.css"]
      ),
      (["/u/log.css": "@import 'log';"], ["b:/part.css", "b:/log.css", "/u/log.css"]),
      (
        ["/t/log.css": "@import 'mid';", "/t/mid.css": "@import 'log';"],
        ["b:/part.css", "b:/log.css", "/t/mid.css", "/t/log.css"]
      ),
      // A part is a name like any other.
      (
        ["/t/m.css": "@import 'log';", "/u/part.css": ""],
        ["/u/part.css", "b:/log.css", "/t/m.css"]
      ),
      // What a bundled sheet names is not sought beside the sheet that imports it.
      (
        ["/t/m.css": "@import 'log';", "/t/part.css": ""],
        ["b:/part.css", "b:/log.css", "/t/m.css"]
      ),
    ] as [([String: String], [String])])
  func places(files: [String: String], read: [String]) throws {
    let sheet = load(files, try #require(read.last))
    #expect(sheet.sources.map(\.source.name) == read)
    #expect(sheet.diagnostics.isEmpty)
    #expect(sheet.sources.allSatisfy { $0.isEmbedded == $0.source.name.hasPrefix("b:/") })
  }

  @Test("A main sheet may be a bundled one, and has no files beside it")
  func bundledMain() {
    let sheet = load(["b:/part.css": ".file {}", "b:/log~dark.css": ".file {}"], "b:/log.css")
    #expect(sheet.sources.map(\.source.name) == ["b:/part.css", "b:/log.css"])
    #expect(sheet.input == [.text])
  }

  @Test(
    "What cannot be imported by name is a finding that says why",
    arguments: [
      ("@import 'lgo';", "cannot import 'lgo': no such file or theme", "log"),
      ("@import 'none';", "cannot import 'none': no such file or theme", nil),
      ("@import 'default';", "cannot import 'default': no such file or theme", nil),
      ("@import '';", "cannot import '': no such file or directory", nil),
      ("@import 'log.css';", "no such file or directory; the theme is 'log'", nil),
      ("@import '../log';", "cannot import '../log': no such file or directory", nil),
      ("@import './log';", "cannot import './log': no such file or directory", nil),
      ("@import '/u/log';", "cannot import '/u/log': no such file or directory", nil),
      ("@import '//log';", "cssview fetches nothing from the network", nil),
      ("@import '\u{0}';", "cannot import '\u{FFFD}': no such file or theme", nil),
      ("@import '.';", "cannot import '.': no such file or theme", nil),
      ("@import 'odd';", "cannot import './part': a stylesheet without a file cannot import", nil),
      ("@import 'odd';", "cannot import 'p': a stylesheet without a file cannot import", nil),
      ("@import 'selfish';", "cannot import 'selfish': the file imports itself (imported", nil),
      ("@import 'm';", "cannot import 'm': the file imports itself; remove the import", nil),
      (
        "@import 'c';",
        "cannot import 'm': cycle m.css → c.css → m.css (imported from /t/m.css:1:9); remove", nil
      ),
    ] as [(String, String, String?)])
  func failures(text: String, message: String, suggestion: String?) throws {
    let sheet = load(["/t/m.css": text + " .m {}", "/t/c.css": "@import 'm'; .c {}"])
    let finding = try #require(
      sheet.diagnostics.first { $0.message.contains(message) }, "\(sheet.diagnostics)")
    #expect(finding.code == .importFailed)
    #expect(finding.suggestion == suggestion)
    #expect(sheet.classNames.contains("m"))
  }

  @Test("A NUL in a name of a dictionary, and very long names, are findings")
  func hostileNames() {
    for name in ["a\\u0000b", "\\u0000", String(repeating: "a", count: 1 << 20), "\\u202e", "☃"] {
      let sheet = load(["/t/m.json": #"{"@imports": ["\#(name)"]}"#], "/t/m.json")
      #expect(sheet.diagnostics.count == 1)
      #expect(sheet.diagnostics[0].code == .importFailed)
    }
  }

  @Test("A sheet of a name imports from its own directory, whoever names it")
  func directories() {
    let secret = ["/t/secret.css": ".secret {}", "/u/own.css": ".own {}"]
    let files = secret.merging([
      "/t/m.css": "@import 'mine'; .m {}",
      "/u/mine.css": "@import 'own'; @import '/t/secret.css'; .mine {}",
    ]) { $1 }
    let sheet = load(files)
    #expect(Set(sheet.classNames) == ["own", "mine", "m"])
    #expect(sheet.diagnostics.count == 1)
    #expect(sheet.diagnostics[0].message.contains("add '--allow-imports-from /t'"))
    // The way back is that of the importing sheet again.
    let back = load([
      "/t/m.css": "@import 'x.css'; @import 'mine'; @import '/u/own.css';",
      "/t/x.css": ".x {}", "/u/mine.css": ".mine {}", "/u/own.css": ".own {}",
    ])
    #expect(Set(back.classNames) == ["x", "mine"])
    #expect(back.diagnostics.count == 1)
  }

  @Test("Layers and conditions hold for sheets that are imported by name")
  func conditions() {
    func opacity(_ text: String) -> Double {
      let sheet = load(["/t/m.css": text])
      let resolver = StyleResolver(stylesheet: sheet, environment: Environment())
      let id = resolver.child(
        of: resolver.hostNode, ElementDescription(tag: "span", classes: ["a"]))
      return resolver[id].style.opacity
    }
    #expect(opacity("@import 'log'; .a { opacity: 0.5 }") == 0.5)
    #expect(opacity("@import 'log';") == 0.25)
    #expect(opacity("@import 'part'; @import 'log';") == 0.25)
    #expect(opacity("@import 'log'; @import 'part' (color-depth: truecolor);") == 0.125)
    #expect(opacity("@import 'log'; @import 'part' (color-depth: 16);") == 0.25)
    #expect(opacity("@import 'log'; @import 'part' layer(base);") == 0.25)
    #expect(
      opacity("@layer one, two; @import 'log' layer(two); @import 'part' layer(one);") == 0.25)
  }

  @Test("A thousand imports of a name are read and parsed once")
  func repeated() {
    let long = "/*" + String(repeating: "x", count: 1 << 20) + "*/ .a {}"
    func load(_ imports: String) -> Stylesheet {
      loader(["/t/m.css": imports], bundled: ["log": long, "part": ""])
        .load(SourceText(name: "/t/m.css", text: imports))
    }
    let one = ContinuousClock().measure { #expect(load("@import 'log';").sources.count == 2) }
    let many = ContinuousClock().measure {
      let imports = String(repeating: "@import 'log';", count: 1000)
      #expect(load(imports).sources.count == 2)
    }
    #expect(many < one * 20 + .seconds(1))
    let conditions = (0..<1000).map { "@import 'log' (width > \($0));" }.joined()
    #expect(load(conditions).diagnostics.contains { $0.message.contains("more than 4 MiB") })
  }

  @Test("Without sheets of names, a name is a file or nothing")
  func withoutNames() {
    let alone = StylesheetLoader().load(SourceText(name: "<t>", text: "@import 'log'; .a {}"))
    #expect(
      alone.diagnostics.map(\.message) == [
        "cannot import 'log': a stylesheet without a file cannot import"
      ])
    let file = StylesheetLoader(files: MemoryFiles([:])).load(
      SourceText(name: "/t/m.css", text: "@import 'log';"))
    #expect(
      file.diagnostics.map(\.message) == [
        "cannot import 'log': no such file or directory"
      ])
    #expect(file.missingFiles == ["/t/log.css"])
  }

  @Test("Findings that only say that a sheet is not used whole leave bundled sheets out")
  func checks() {
    let bundled = ["log": ":root { --x: 1; --y: 2 } .a { opacity: var(--x) } .b { color: red }"]
    let text = "@import 'log'; .b { color: blue }"
    let sheet = loader(["/t/m.css": text], bundled: bundled)
      .load(SourceText(name: "/t/m.css", text: text))
    #expect(sheet.check().isEmpty)
    let file = StylesheetLoader(files: MemoryFiles(["/t/log.css": bundled["log"] ?? ""]))
      .load(SourceText(name: "/t/m.css", text: text))
    #expect(file.check().map(\.code) == [.unusedVariable])
    let main = loader([:], bundled: bundled)
      .load(SourceText(name: "b:/log.css", text: bundled["log"] ?? ""))
    #expect(main.check().map(\.code) == [.unusedVariable])
  }

  // MARK: Several sheets

  private func style(_ sheet: Stylesheet, _ classes: String...) -> TextStyle {
    let resolver = StyleResolver(stylesheet: sheet, environment: Environment())
    return resolver[
      resolver.child(of: resolver.hostNode, ElementDescription(tag: "span", classes: classes))
    ].style
  }

  private func load(_ main: String, _ text: String, adding added: (String, String)...) -> Stylesheet
  {
    var loader = loader(["/t/x.css": ".a { opacity: 0.75 }"])
    loader.added = added.map { SheetSource(SourceText(name: $0, text: $1)) }
    return loader.load(SourceText(name: main, text: text))
  }

  @Test("Of several sheets later ones win, whatever they import")
  func several() {
    let low = ("/t/low.css", ".a { opacity: 0.5 }"), high = ("/t/high.css", "@import 'x';")
    #expect(style(load("/t/m.css", ".a { opacity: 0.125 }", adding: low), "a").opacity == 0.5)
    #expect(style(load("/t/m.css", ".a {}", adding: low, high), "a").opacity == 0.75)
    #expect(style(load("/t/m.css", ".a {}", adding: high, low), "a").opacity == 0.5)
    let sheet = load("/t/m.css", "", adding: low, high)
    let names = sheet.sources.map(\.source.name)
    #expect(names == ["/t/m.css", "/t/low.css", "/t/x.css", "/t/high.css"])
    let added = sheet.sources.count { $0.reason == .added }
    #expect(added == 2)
    // A sheet may be added to itself, and be the main one and imported.
    let again = load("/t/x.css", ".a {}", adding: high).sources.count
    #expect(again == 3)
  }

  @Test("The main sheet says its formats, and its dialect decides the order of classes")
  func mainDecides() {
    let rules = ".a { opacity: 0.5 } .b { opacity: 0.25 }"
    let added = ("/t/add.json", #"{"@input": "csv", ".a": {"opacity": 0.75}}"#)
    let css = load("/t/m.css", "@input text;" + rules, adding: added)
    #expect(css.input == [.text] && css.dialect == .css)
    #expect(style(css, "a", "b").opacity == 0.75)
    let viewcss = load(
      "/t/m.css", "@dialect viewcss;" + rules, adding: ("/t/add.css", ".b { opacity: 0.75 }"))
    #expect(viewcss.dialect == .viewcss && viewcss.input.isEmpty)
    // The first class wins in this dialect, though the other is declared later.
    #expect(style(viewcss, "a", "b").opacity == 0.5)
    #expect(style(viewcss, "b", "a").opacity == 0.75)
  }

  @Test(
    "A dictionary may import selectors that only CSS has, and keeps its own order",
    arguments: [
      (".a:first-child { opacity: 0.5 }", 0.5), (":is(.a, .b) { opacity: 0.5 }", 0.5),
      ("text .a { opacity: 0.5 }", 0.5), ("text > .a { opacity: 0.5 } .a { opacity: 0.25 }", 0.5),
      ("b .a { opacity: 0.5 }", 1), (".a:not(.b) { opacity: 0.5 }", 1),
      (".a:not(.c) { opacity: 0.5 }", 0.5), (".a.b { opacity: 0.5 }", 0.5),
      (".a.c { opacity: 0.5 }", 1), (":root { opacity: 0.5 }", 1),
      // It is one for the second class, which the first one goes before.
      (".a { opacity: 0.5; &.b { opacity: 0.25 } }", 0.5),
      (".b { opacity: 0.25 } .a { opacity: 0.5 }", 0.5),
      (".a { opacity: 0.5 } .b { opacity: 0.25 }", 0.5),
    ] as [(String, Double)])
  func mixedForms(css: String, opacity: Double) {
    let main = #"{"@imports": "css", ".c": {"opacity": 0.125}}"#
    let sheet = StylesheetLoader(files: MemoryFiles(["/t/css.css": css]))
      .load(SourceText(name: "/t/m.json", text: main))
    #expect(sheet.dialect == .viewcss && sheet.diagnostics.isEmpty)
    let resolver = StyleResolver(stylesheet: sheet, environment: Environment())
    let element = ElementDescription(
      tag: "span", classes: ["a", "b"], position: SiblingPosition(index: 1, count: 1))
    for _ in 0..<2 {
      #expect(resolver[resolver.child(of: resolver.hostNode, element)].style.opacity == opacity)
    }
  }

  @Test("Variables, patterns and conditions work across sheets")
  func across() {
    let sheet = load(
      "/t/m.css", ":root { --x: 0.5 } .a { opacity: var(--x) } @highlight a \"x\";",
      adding: ("/t/1.css", ":root { --x: 0.25 }"),
      ("/t/2.css", "@highlight b \"y\"; @media (width < 1) { :root { --x: 1 } }"))
    #expect(style(sheet, "a").opacity == 0.25)
    #expect(sheet.highlightRules.count == 2)
  }
}
