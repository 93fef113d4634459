import CSSSyntax
import Diagnostics
import StyleValues
import TerminalPalettes
import TestSupport
import Testing

@testable import Styling

@Suite("Several files")
struct LoadingTests {
  private func load(
    _ files: MemoryFiles, _ main: String = "/t/main.json",
    environment: Environment = Environment(), allowed: [String] = []
  ) -> Stylesheet {
    var loader = StylesheetLoader(
      environment: environment, files: files, allowedDirectories: allowed)
    loader.palettes = PaletteFile.read
    return loader.load(SourceText(name: main, text: files.files[main] ?? ""))
  }

  /// What decides the opacity of `.a`, as the file that has it.
  private func opacity(_ sheet: Stylesheet, environment: Environment = Environment()) -> Double {
    let resolver = StyleResolver(stylesheet: sheet, environment: environment)
    let id = resolver.child(
      of: resolver.hostNode, ElementDescription(tag: "span", classes: ["a"]))
    return resolver[id].style.opacity
  }

  private func rule(_ opacity: Double) -> String { #"".a": {"opacity": \#(opacity)}"# }

  @Test("The importing file wins over what it imports, wherever the import stands")
  func importerWins() {
    let files = MemoryFiles([
      "/t/main.json": #"{\#(rule(0.5)), "@imports": ["Base"]}"#, "/t/Base.json": "{\(rule(0.25))}",
    ])
    #expect(opacity(load(files)) == 0.5)
  }

  @Test("The first import wins over later ones in dictionaries, the last one in CSS")
  func importOrder() {
    let both = ["/t/one.json": "{\(rule(0.25))}", "/t/two.json": "{\(rule(0.75))}"]
    let json = MemoryFiles(
      both.merging(["/t/main.json": #"{"@imports": ["one", "two"]}"#]) { $1 })
    #expect(opacity(load(json)) == 0.25)
    let css = MemoryFiles([
      "/t/one.css": ".a { opacity: 0.25 }", "/t/two.css": ".a { opacity: 0.75 }",
      "/t/main.css": "@import 'one'; @import 'two';",
    ])
    #expect(opacity(load(css, "/t/main.css")) == 0.75)
  }

  @Test("Imports of imports are counted, and so is what they repeat")
  func importBombs() {
    let missing = (0..<5000).map { "@import 'x\($0).css';" }.joined()
    let again = (0..<300).map { "@import 'm.css' (min-width: \($0)px);" }.joined()
    let nowhere = load(
      MemoryFiles(["/t/main.css": again, "/t/m.css": missing]), "/t/main.css")
    #expect(nowhere.diagnostics.contains { $0.message.contains("more than 4096 imports") })
    #expect(nowhere.diagnostics.count < 400)

    let rules = ".a { opacity: 0.5 } /*" + String(repeating: "x", count: 1 << 20) + "*/"
    let big = (0..<4000).map { "@import 'big.css' (max-width: \($0 + 10_000)px);" }.joined()
    let large = load(
      MemoryFiles(["/t/main.css": big, "/t/big.css": rules]), "/t/main.css")
    #expect(large.diagnostics.contains { $0.message.contains("add up to more than 4 MiB") })
    #expect(large.rules.count < 10)
    #expect(opacity(large) == 0.5)
  }

  @Test("A graph of twelve files with a shared base, a cycle, a missing and an outer file")
  func graph() throws {
    var files = MemoryFiles([
      "/t/main.json": #"{"@imports": ["a", "sub/b", "c"]}"#,
      "/t/a.json": #"{"@imports": ["base", "missing"]}"#,
      "/t/sub/b.json": #"{"@imports": ["../base", "d", "../../outside/o"]}"#,
      "/t/c.json": #"{"@imports": ["e", "f", "g"]}"#,
      "/t/sub/d.json": #"{"@imports": ["b"], ".d": {"opacity": 0.5}}"#,
      "/t/e.json": #"{"@imports": ["e"]}"#,
      "/t/f.css": "@import 'h'; .f { opacity: 0.5 }",
      "/t/g.json": #"{"@imports": ["link"]}"#,
      "/t/h.css": ".h { opacity: 0.5 } @import 'late';",
      "/t/base.json": "{\(rule(0.25))}",
      "/outside/o.json": #"{".o": {"opacity": 0.5}}"#,
      "/outside/secret.json": #"{".s": {"opacity": 0.5}}"#,
    ])
    files.links["/t/link.json"] = "/outside/secret.json"
    let sheet = load(files)
    #expect(opacity(sheet) == 0.25)
    #expect(Set(sheet.classNames) == ["a", "d", "f", "h"])
    let messages = sheet.diagnostics.filter { $0.code == .importFailed }.map(\.message)
    #expect(messages.count == 6)
    func message(_ part: String) throws -> String {
      try #require(messages.first { $0.contains(part) }, "\(messages)")
    }
    #expect(
      try message("'missing'").contains(
        "no such file or directory (imported from /t/main.json:1:15"))
    let cycle = try message("'b'")
    #expect(cycle.contains(": cycle b.json → d.json → b.json (imported from "))
    #expect(cycle.hasSuffix("; remove one of these imports"))
    #expect(try message("'e'").contains(": the file imports itself ("))
    #expect(try message("'e'").hasSuffix("; remove the import"))
    #expect(try message("'../../outside/o'").contains("--allow-imports-from"))
    #expect(try message("'link'").contains("outside"))
    #expect(try message("before all rules").contains("@import"))
    // Allowed, both outer files are read.
    let allowed = load(files, allowed: ["/outside"])
    #expect(Set(allowed.classNames) == ["a", "d", "f", "h", "o", "s"])
  }

  @Test("Paths are bytes: a letter written otherwise is another folder, a mark begins a name")
  func bytesOfPaths() {
    let composed = "/t/\u{E9}", decomposed = "/t/e\u{301}"
    let outside = load(
      MemoryFiles([
        composed + "/main.css": "@import '../e\u{301}/o';",
        decomposed + "/o.css": ".o { opacity: 0.5 }",
      ]), composed + "/main.css")
    #expect(outside.classNames.isEmpty)
    #expect(outside.diagnostics.contains { $0.message.contains("--allow-imports-from") })
    let beside = load(
      MemoryFiles(["/t/\u{301}.css": "@import 'x';", "/t/x.css": ".x { opacity: 0.5 }"]),
      "/t/\u{301}.css")
    #expect(beside.classNames == ["x"])
    #expect(beside.diagnostics.isEmpty)
  }

  @Test("A file that is reached by two ways counts at its stronger place")
  func diamond() {
    let files = MemoryFiles([
      "/t/main.json": #"{"@imports": ["one", "two"]}"#,
      "/t/one.json": #"{"@imports": ["base"]}"#,
      "/t/two.json": "{\(rule(0.75)), \"@imports\": [\"base\"]}", "/t/base.json": "{\(rule(0.25))}",
    ])
    #expect(opacity(load(files)) == 0.25)
  }

  // MARK: Palettes

  private static let kitty = "background #282828\ncolor1 #cc241d\n"

  @Test(
    "A sheet names a terminal's theme file in CSS and in JSON",
    arguments: [
      ("/t/main.css", "@palette 'p.conf';"), ("/t/main.css", "@palette url(p.conf); .a { }"),
      ("/t/main.json", #"{"@palette": "p.conf"}"#),
      ("/t/main.css", "@import 'sub/b';"), ("/t/main.json", #"{"@imports": "sub/b"}"#),
      ("/t/main.css", "@import 'sub/b' (width >= 80);"),
    ])
  func palette(main: String, text: String) throws {
    let files = MemoryFiles([
      main: text, "/t/p.conf": Self.kitty, "/t/sub/b.css": "@palette '../p.conf';",
    ])
    let sheet = load(files, main)
    #expect(sheet.diagnostics.allSatisfy { $0.code == .incompletePalette })
    let palette = try #require(sheet.palette)
    #expect(palette[1] == RGB8(0xcc241d) && palette.background == RGB8(0x282828))
    #expect(sheet.fileNames.contains { $0.hasSuffix("p.conf") })
  }

  @Test("A program without a reader for palettes has a warning about one, and all other rules")
  func paletteWithoutReader() throws {
    let files = MemoryFiles([
      "/t/main.css": "@palette 'p.conf'; .a { opacity: 0.5 }", "/t/p.conf": Self.kitty,
    ])
    let sheet = StylesheetLoader(files: files).load(
      SourceText(name: "/t/main.css", text: files.files["/t/main.css"] ?? ""))
    #expect(sheet.palette == nil && opacity(sheet) == 0.5)
    let finding = try #require(sheet.diagnostics.first)
    #expect(finding.severity == .warning && sheet.diagnostics.count == 1)
    #expect(finding.message == "cannot import 'p.conf': this program reads no palette files")
  }

  @Test("The palette of the strongest file counts, and none of a file that is not for the terminal")
  func strongestPalette() {
    var files = MemoryFiles([
      "/t/main.css": "@import 'b'; @palette 'p.conf';", "/t/p.conf": Self.kitty,
      "/t/b.css": "@palette 'q.conf';", "/t/q.conf": "color1 #ff0000",
    ])
    #expect(load(files, "/t/main.css").palette?[1] == RGB8(0xcc241d))
    files.files["/t/main.css"] = "@import 'b' (width < 20);"
    #expect(load(files, "/t/main.css").palette == nil)
  }

  @Test(
    "A palette follows the rules of imports, and says where it is broken",
    arguments: [
      ("@palette 'no.conf';", "cannot import 'no.conf': no such file", 10),
      ("@palette '../o.conf';", "--allow-imports-from", 10),
      ("@palette 'link.conf';", "outside the stylesheet's directory", 10),
      ("@palette 'locked.conf';", "permission denied", 10),
      ("@palette 'https://x.org/p.conf';", "cssview fetches nothing from the network", 10),
      ("@palette;", "'@palette' needs the name of a palette file", 1),
      ("@palette 'broken.conf';", "'#12' is not a colour", 8),
    ])
  func badPalette(text: String, message: String, column: Int) throws {
    var files = MemoryFiles([
      "/t/main.css": text, "/o.conf": Self.kitty, "/t/locked.conf": Self.kitty,
      "/t/broken.conf": "color1 #12\n",
    ])
    files.links["/t/link.conf"] = "/o.conf"
    files.locked = ["/t/locked.conf"]
    let sheet = load(files, "/t/main.css")
    #expect(sheet.palette == nil)
    let found = try #require(sheet.diagnostics.first { $0.message.contains(message) })
    #expect(found.location?.column == column)
    #expect(found.location?.line == 1)
    let allowed = load(files, "/t/main.css", allowed: ["/"])
    #expect((allowed.palette != nil) == ["../o", "link"].contains { text.contains($0) })
  }

  @Test("What a sheet was made for counts where nobody knows or has chosen better")
  func adoptedPalette() {
    let palette = TerminalPalette(
      entries: [1: RGB8(0xcc241d)], foreground: RGB8(0xebdbb2), background: RGB8(0x282828),
      origin: .file("p.conf"))
    let dark = Environment().adopting(palette)
    #expect(dark.palette == palette && dark.background == RGB8(0x282828))
    let light = Environment(colorScheme: .light).adopting(palette)
    #expect(light.palette[1] == RGB8(0xcc241d) && light.palette.foreground == nil)
    #expect(light.background == nil)
    let own = TerminalPalette(entries: [1: RGB8(0xff0000)])
    #expect(Environment(palette: own).adopting(palette).palette == own)
    var kept = Environment()
    kept.keepsPalette = true
    #expect(kept.adopting(palette) == kept)
  }

  @Test("Imports of 32 levels are read, the 33rd is an error")
  func depth() {
    var files = MemoryFiles([:])
    for level in 0..<40 {
      files.files["/t/f\(level).json"] =
        #"{"@imports": ["f\#(level + 1)"], ".c\#(level)": {"opacity": 1}}"#
    }
    let sheet = load(files, "/t/f0.json")
    #expect(sheet.classNames.count == 33)
    #expect(sheet.diagnostics.contains { $0.message.contains("more than 32 nested imports") })
  }

  @Test("A file that cannot be read is an error with the reason")
  func locked() {
    var files = MemoryFiles(["/t/main.json": #"{"@imports": ["x"]}"#, "/t/x.json": "{}"])
    files.locked = ["/t/x.json"]
    #expect(load(files).diagnostics.first?.message.contains("permission denied") == true)
  }

  @Test("A directory that cannot be listed is told: there may be variants in it")
  func lockedDirectory() {
    var files = MemoryFiles(["/t/main.json": "{}", "/t/main~dark.json": "{}"])
    #expect(load(files).diagnostics.isEmpty)
    files.locked = ["/t"]
    #expect(
      load(files).diagnostics.map(\.message) == [
        "cannot search '/t' for variants: permission denied"
      ])
  }

  @Test("A directory is listed once, however many files are imported from it")
  func listedOnce() {
    let text = "@import 'a.css'; @import 'b.css';"
    let files = CountedFiles([
      "/t/main.css": text, "/t/a.css": "", "/t/b.css": "",
      "/t/b~dark.css": ".a { opacity: 0.5 }", "/t/b~light-80w.css": "", "/t/a-120w.css": "",
    ])
    let main = SourceText(name: "/t/main.css", text: text)
    let sheet = StylesheetLoader(files: files).load(main)
    #expect(opacity(sheet) == 0.5)
    #expect(files.listings == 1)
    let environments = StylesheetLoader(files: files).environments(ofVariantsOf: sheet)
    #expect(environments.map(\.columns) == [80, 120])
    #expect(files.listings == 2)
    let listed = ListedFiles(files)
    for _ in 0..<3 {
      let loader = StylesheetLoader(files: listed)
      #expect(loader.environments(ofVariantsOf: loader.load(main)).count == 2)
    }
    #expect(files.listings == 3)
    listed.forgetNames()
    _ = StylesheetLoader(files: listed).load(main)
    #expect(files.listings == 4)
  }

  @Test(
    "Of the names in a directory those count that begin as a file's name",
    arguments: ["a.css", "b.css", "bé.json", "c", "~.css", "", "zz.css"])
  func namesBesides(file: String) throws {
    let names = [
      "b.css", "b~dark.css", "b-80w.css", "a", "bé.json", "bé~light.json", "be.css", "ab.css",
      "c", "c~x", "~.css", "z", "B.css",
    ]
    let files = ListedFiles(
      MemoryFiles(Dictionary(uniqueKeysWithValues: names.map { ("/t/" + $0, "") })))
    let stem = file.split(separator: ".", omittingEmptySubsequences: false)[0].utf8
    #expect(
      Set(try files.names(besides: file, in: "/t"))
        == Set(names.filter { $0.utf8.starts(with: stem) }))
    #expect(try files.names(besides: file, in: "/other").isEmpty)
  }

  @Test("Time grows with the number of imports in a folder", .timeLimit(.minutes(5)))
  func manyImports() {
    let ratio = growth(from: 500) { count in
      let text = (0..<count).map { "@import 'i\($0).css';" }.joined()
      let files = ImportedFiles(count: count)
      let loader = StylesheetLoader(files: files)
      let sheet = loader.load(SourceText(name: "/t/main.css", text: text))
      #expect(sheet.sources.count == count + 1)
      #expect(loader.environments(ofVariantsOf: sheet).count == 1)
    }
    #expect(ratio < 10)
  }

  @Test(
    "A name is that of a sheet in any case",
    arguments: [
      ("a.css", StylesheetForm.css), ("/t/x.CSS", .css), ("a.Json", .json), ("A.JSON", .json),
      (".css", .css), ("a.css.txt", nil), ("css", nil), ("acss", nil), ("a.css/b", nil), ("", nil),
    ])
  func sheetNames(name: String, form: StylesheetForm?) {
    #expect(StylesheetForm(ofFile: name) == form)
  }

  @Test(
    "A sheet that is not there, but its variants are, says nothing",
    arguments: ["/t/p.css", "/t/p.CSS", "/t/p.json", "/t/p.JSON"])
  func standIn(path: String) {
    let rule = path.lowercased().hasSuffix("css") ? ".a { opacity: 0.5 }" : "{\(rule(0.5))}"
    let dark = path.replacing("p.", with: "p~dark.")
    let loader = StylesheetLoader(files: MemoryFiles([dark: rule]))
    let sheet = loader.load(SourceText(standingInFor: path))
    #expect(sheet.diagnostics.isEmpty, "\(sheet.diagnostics)")
    #expect(opacity(sheet) == 0.5)
  }

  @Test("On the other background colours that were named count for nothing")
  func namedColors() throws {
    let files = MemoryFiles(["/t/main.json": "{}", "/t/main~light.json": "{}"])
    var palette = TerminalPalette(
      entries: [1: RGB8(0xff0000)], foreground: RGB8(0xeeeeee), background: RGB8(0x111111))
    for background in [RGB8(0x111111), nil] {
      palette = palette.on(background)
      let dark = Environment(
        colorScheme: .dark, background: palette.background, palette: palette)
      let loader = StylesheetLoader(environment: dark, files: files)
      let all = loader.environments(ofVariantsOf: load(files, environment: dark))
      #expect(all.first == dark)
      let light = try #require(all.last)
      #expect(light.colorScheme == .light && light.background == nil)
      #expect(light.palette.foreground == nil && light.palette.background == nil)
      #expect(light.palette[1] == RGB8(0xff0000))
    }
  }

  @Test(
    "A size class inside of another, or of a query, counts where both hold",
    arguments: [(90, 30, 0.25), (90, 20, 0.5), (70, 30, 1), (70, 20, 1), (100, 20, 0.75)])
  func nestedSizeClasses(columns: Int, rows: Int, expected: Double) {
    let text =
      #"{"[+ *]": {"[* +]": {\#(rule(0.25))}, \#(rule(0.5))}, "@media (width >= 100)": {"[* -]": {\#(rule(0.75))}}}"#
    let environment = Environment(columns: columns, rows: rows)
    let sheet = StylesheetLoader(environment: environment).load(
      SourceText(name: "a.json", text: text))
    #expect(opacity(sheet, environment: environment) == expected)
  }

  @Test("Variants win in the order of the document, and only those that fit are read")
  func variants() {
    let names = [
      "main.json", "main~dark.json", "main~light.json", "main~truecolor.json", "main~16.json",
      "main-60w.json", "main-80w.json", "main-80w~dark.json", "main-100w.json", "main-traits.json",
    ]
    var files = MemoryFiles([:])
    for (index, name) in names.enumerated() {
      let rule = #"{".a": {"tab-size": \#(index), "font-family": "\"\#(name)\""}}"#
      files.files["/t/" + name] = name.contains("traits") ? #"{"[+ *]": \#(rule)}"# : rule
    }
    func chain(_ environment: Environment, without removed: Set<String> = []) -> [String] {
      var files = files
      for name in removed { files.files["/t/" + name] = nil }
      return load(files, environment: environment).sources.map {
        String($0.source.name.dropFirst(3))
      }
    }
    let wide = Environment(columns: 90, rows: 24)
    #expect(
      chain(wide) == [
        "main.json", "main~dark.json", "main~truecolor.json", "main-60w.json", "main-80w.json",
        "main-80w~dark.json", "main-traits.json",
      ])
    let narrow = Environment(columns: 59, colorDepth: .ansi16, colorScheme: .light)
    #expect(
      chain(narrow) == ["main.json", "main~light.json", "main~16.json", "main-traits.json"])
    func family(_ environment: Environment, without removed: Set<String> = []) -> [String] {
      var files = files
      for name in removed { files.files["/t/" + name] = nil }
      let resolver = StyleResolver(
        stylesheet: load(files, environment: environment), environment: environment)
      let id = resolver.child(
        of: resolver.hostNode, ElementDescription(tag: "span", classes: ["a"]))
      return resolver[id].style.fontFamily
    }
    #expect(family(wide) == ["main-traits.json"])
    var removed: Set<String> = []
    for name in [
      "main-traits.json", "main-80w~dark.json", "main-80w.json", "main-60w.json",
      "main~truecolor.json", "main~dark.json", "main.json",
    ] {
      #expect(family(wide, without: removed) == [name])
      removed.insert(name)
    }
  }

  @Test("Imported files and CSS files have variants, too")
  func variantsOfImports() {
    let files = MemoryFiles([
      "/t/main.css": "@import 'base';", "/t/base.css": ".a { opacity: 0.25 }",
      "/t/base~dark.css": ".a { opacity: 0.5 }",
    ])
    #expect(opacity(load(files, "/t/main.css")) == 0.5)
    let light = Environment(colorScheme: .light)
    #expect(
      opacity(load(files, "/t/main.css", environment: light), environment: light) == 0.25)
  }

  @Test("An import with a media query or a layer")
  func conditionalImports() {
    let base = ["/t/b.css": ".a { opacity: 0.25 }"]
    func opacity(_ main: String) -> Double {
      let files = MemoryFiles(base.merging(["/t/main.css": main]) { $1 })
      return self.opacity(load(files, "/t/main.css"))
    }
    #expect(opacity("@import 'b' (width >= 80);") == 0.25)
    #expect(opacity("@import 'b' (width > 80);") == 1)
    #expect(opacity("@import url(b.css) print;") == 1)
    #expect(opacity("@import url('b.css') layer(x); @layer y { .a { opacity: 0.5 } }") == 0.5)
    #expect(
      opacity("@import 'b' layer(x) (width > 3); @layer x { .a { opacity: 0.5 } }") == 0.5)
    #expect(opacity("@import 'b' layer; .a { opacity: 0.5 }") == 0.5)
  }

  @Test("Layers that are named before imports keep their place")
  func layersBeforeImports() {
    let files = MemoryFiles([
      "/t/one.css": ".a { opacity: 0.25 }", "/t/two.css": ".a { opacity: 0.75 }",
      "/t/main.css": "@layer late, early; @import 'one' layer(early); @import 'two' layer(late);",
      "/t/mixed.css": "@import 'one' layer(early); @layer last; @import 'two' layer(late);"
        + "@layer last { .a { opacity: 0.5 } }",
    ])
    #expect(opacity(load(files, "/t/main.css")) == 0.25)
    #expect(opacity(load(files, "/t/mixed.css")) == 0.75)
  }

  @Test("The sheet decides on the dialect, a file of its form follows, another has its own")
  func dialects() {
    let files = MemoryFiles([
      "/t/main.json": #"{"@dialect": "architect", "@imports": ["same", "other.css"]}"#,
      "/t/same.json": ##"{".a": {"color": "#80ff0000"}}"##,
      "/t/other.css": ".b { color: #ff000080 }",
    ])
    let resolver = StyleResolver(stylesheet: load(files))
    for name in ["a", "b"] {
      let id = resolver.child(
        of: resolver.hostNode, ElementDescription(tag: "span", classes: [name]))
      #expect(resolver[id].style.color?.srgb()?.hex8 == "#ff000080")
    }
  }

  @Test("An imported file larger than 64 MiB is an error and nothing else")
  func tooLarge() {
    struct HugeFile: StylesheetFiles {
      func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
        [UInt8](repeating: 0x20, count: StylesheetLoader.largestFile + 1)
      }
      func names(in directory: String) -> [String] { [] }
      func canonicalPath(of path: String) -> String? { path }
    }
    let main = SourceText(name: "/t/main.json", text: #"{"@imports": ["huge.json"]}"#)
    let sheet = StylesheetLoader(files: HugeFile()).load(main)
    #expect(
      sheet.diagnostics.map(\.message) == [
        "cannot import 'huge.json': larger than 64 MiB"
      ])
  }
}

@Suite("Typed getters over the file chain")
struct KeyedSheetTests {
  private func sheet(
    _ files: [String: String], environment: Environment = Environment()
  ) -> KeyedSheet {
    KeyedSheet(
      SourceText(name: "/t/main.json", text: files["/t/main.json"] ?? ""),
      loader: StylesheetLoader(
        environment: environment, dialect: .architect, files: MemoryFiles(files)))
  }

  /// The values that the MRGArchitect document shows.
  @Test("The document's examples have the values that it says")
  func documentExamples() throws {
    let values = sheet([
      "/t/main.json": ##"""
      {
        "colorKey": "#FF0000", "colorWithAlphaKey": "#80FAFAFA",
        "edgeInsetsKey": {"top": 1.0, "left": 2.0, "bottom": 3.0, "right": 4.0},
        "stringEdgeInsetsKey": "{4.0, 3.0, 2.0, 1.0}",
        "pointKey": {"x": 1.0, "y": 2.0}, "stringPointKey": "{2.0, 1.0}",
        "sizeKey": {"width": 10.0, "height": 20.0}, "stringSizeKey": "{20.0, 10.0}",
        "fontKey": {"name": "HelveticaNeue", "size": 15.0},
        "rectKey": {"origin": {"x": 10.0, "y": 10.0}, "size": {"width": 64.0, "height": 64.0}},
        "stringRectKey": "{{10.0, 10.0}, {64.0, 64.0}}",
        "gradientKey": [
          {"location": 0.0, "color": "#FFFFFF"}, {"location": 0.3, "color": "#878787"},
          {"location": 1.0, "color": "#000000"}
        ],
        "boolKey": true, "stringKey": "text", "integerKey": -3, "unsignedIntegerKey": 3,
        "floatKey": 1.5
      }
      """##
    ]).values
    #expect(try values.value(ColorValue.self, forKey: "colorKey").srgb()?.hex8 == "#ff0000ff")
    #expect(
      try values.value(ColorValue.self, forKey: "colorWithAlphaKey").srgb()?.hex8 == "#fafafa80")
    let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(try values.value(EdgeInsets.self, forKey: "edgeInsetsKey") == insets)
    #expect(
      try values.value(EdgeInsets.self, forKey: "stringEdgeInsetsKey")
        == EdgeInsets(top: 4, left: 3, bottom: 2, right: 1))
    #expect(try values.value(Point.self, forKey: "pointKey") == Point(x: 1, y: 2))
    #expect(try values.value(Point.self, forKey: "stringPointKey") == Point(x: 2, y: 1))
    #expect(try values.value(Size.self, forKey: "sizeKey") == Size(width: 10, height: 20))
    #expect(try values.value(Size.self, forKey: "stringSizeKey") == Size(width: 20, height: 10))
    #expect(try values.value(Font.self, forKey: "fontKey").family == "HelveticaNeue")
    let rect = Rect(x: 10, y: 10, width: 64, height: 64)
    #expect(try values.value(Rect.self, forKey: "rectKey") == rect)
    #expect(try values.value(Rect.self, forKey: "stringRectKey") == rect)
    #expect(
      try values.value(Gradient.self, forKey: "gradientKey").stops.map(\.location) == [0, 0.3, 1])
    #expect(try values.value(Bool.self, forKey: "boolKey"))
    #expect(try values.value(String.self, forKey: "stringKey") == "text")
    #expect(try values.value(Int.self, forKey: "integerKey") == -3)
    #expect(try values.value(UInt.self, forKey: "unsignedIntegerKey") == 3)
    #expect(try values.value(Double.self, forKey: "floatKey") == 1.5)
    #expect(try values.value(Double.self, forKey: "rectKey.origin.x") == 10)
  }

  @Test("Getters follow the size classes of the document when the terminal changes")
  func sizeClasses() throws {
    var sheet = sheet([
      "/t/main.json": #"{"title": "Base"}"#,
      "/t/main-traits.json": """
      {
        "[* *]": {"title": "Any Any"}, "[+ *]": {"title": "Regular Any"},
        "[* -]": {"title": "Any Compact"}, "[- *]": {"title": "Compact Any"},
        "[- +]": {"title": "Compact Regular"}, "[+ +]": {"title": "Regular Regular"}
      }
      """,
    ])
    for (columns, rows, title) in [
      (100, 30, "Regular Regular"), (100, 10, "Any Compact"), (50, 30, "Compact Regular"),
      (50, 10, "Any Compact"), (80, 24, "Regular Regular"),
    ] {
      sheet.environment = Environment(columns: columns, rows: rows)
      #expect(try sheet.values.value(String.self, forKey: "title") == title)
    }
  }

  @Test("Getters follow variants, imports and media queries")
  func chain() throws {
    var sheet = sheet([
      "/t/main.json": """
      {"@imports": ["base"], "b": 2, "@media (width < 60)": {"c": "narrow"}, "c": "wide"}
      """,
      "/t/main~light.json": #"{"b": 3}"#, "/t/base.json": #"{"a": 1, "b": 1, "c": "base"}"#,
    ])
    #expect(try sheet.values.value(Int.self, forKey: "a") == 1)
    #expect(try sheet.values.value(Int.self, forKey: "b") == 2)
    #expect(try sheet.values.value(String.self, forKey: "c") == "wide")
    sheet.environment.colorScheme = .light
    #expect(try sheet.values.value(Int.self, forKey: "b") == 3)
    #expect(
      sheet.sources.map(\.source.name) == ["/t/base.json", "/t/main.json", "/t/main~light.json"])
  }

  @Test("A missing key and a wrong type say where")
  func errors() {
    let values = sheet(["/t/main.json": "{\n  \"colorKey\": \"grene\"\n}"]).values
    do {
      _ = try values.value(ColorValue.self, forKey: "colorKey")
      Issue.record("no error")
    } catch {
      #expect("\(error)".hasPrefix("/t/main.json:2:"))
    }
    do {
      _ = try values.value(ColorValue.self, forKey: "colorKye")
      Issue.record("no error")
    } catch {
      #expect(error.reason == .missingKey)
      #expect(error.suggestion == "colorKey")
      #expect("\(error)".hasPrefix("/t/main.json:1:1"))
    }
  }
}

/// A folder of imports, told without looking through all of them.
private struct ImportedFiles: StylesheetFiles {
  let count: Int

  func contents(of path: String) -> [UInt8]? { [] }

  func names(in directory: String) -> [String] { (0..<count).map { "i\($0).css" } }

  func canonicalPath(of path: String) -> String? { path }
}
