import CSSViewCommands
import StyleValues
import TestSupport
import Testing

@Suite("cssview check on palettes")
struct PaletteCheckTests {
  private let folder = "\(packageDirectory)/Tests/Data/Palettes"

  @Test("tells on which share of the palettes each class can be read, and where it is worst")
  func shares() throws {
    let directory = try ScratchDirectory()
    try directory.file("dark.conf", palette(background: "#000000", red: "#ff6060"))
    try directory.shell("mkdir -p inside && printf 'no theme' > README.md")
    try directory.file("inside/light.conf", palette(background: "#ffffff", red: "#ff6060"))
    let sheet = try directory.file(
      "a.css",
      ".red { color: ansi(1) } .mid { color: white; background: black } .plain { font-weight: bold }"
    )
    let run = CommandRun("check", sheet, "--palettes", directory.path)
    #expect(
      run.output.contains(
        """
        \(sheet) on 2 palettes
          .red   50.0 %  worst 2.96 on inside/light.conf
        """), "\(run.output)")
    #expect(!run.output.contains("\n  .plain"))
    let json = CommandRun("check", sheet, "--palettes", directory.path, "--format", "json")
    #expect(
      json.output.contains(
        #""class": "red", "share": 0.5, "worst": "inside/light.conf", "ratio": 2.96}"#))
    let dark = CommandRun(
      "check", sheet, "--palettes", directory.path, "--background", "dark", "--color", "16")
    #expect(dark.output.contains("on 1 palette\n"))
    #expect(dark.output.contains(".red  100.0 %"))
  }

  @Test("tells with --distinct on which share of the palettes a pair can be told apart")
  func distinct() throws {
    let directory = try ScratchDirectory()
    try directory.file("far.conf", palette(background: "#000000", red: "#ff6060"))
    try directory.file("near.conf", palette(background: "#000000", red: "#858080"))
    let sheet = try directory.file(
      "a.css", ".red { color: ansi(1) } .grey { color: ansi(2) } .bold { font-weight: bold }")
    let arguments = ["check", sheet, "--palettes", directory.path, "--distinct", "--color", "16"]
    let run = CommandRun(arguments + ["--background", "dark"])
    #expect(
      run.output.contains(
        """
        \(sheet): pairs that differ by colour alone, and palettes that separate them
           50.0 %  .grey and .red, worst ΔE00 0.
        """), "\(run.output)")
    #expect(run.output.contains(" on near.conf\n"))
    let json = CommandRun(arguments + ["--format", "json"])
    #expect(
      json.output.contains(#""classes": ["grey", "red"], "share": 0.5, "worst": "near.conf""#))
    let schema = try JSONSchema(CommandRun("schema", "check").output)
    #expect(schema.problems(of: try TestJSON(json.output)) == [])
    let apart = try directory.file("b.css", ".red { color: ansi(1) } .bold { font-weight: bold }")
    let fine = CommandRun("check", apart, "--palettes", directory.path, "--distinct")
    #expect(fine.output.contains("\(apart): every pair of classes is distinct\n"))
  }

  @Test("reads themes of every format, and passes over what is none or broken")
  func formats() throws {
    let directory = try ScratchDirectory()
    try directory.shell("cp '\(folder)'/* . && printf 'color1 #12' > broken.conf")
    let sheet = try directory.file("a.css", ".x { color: ansi(2); background: black }")
    let run = CommandRun("check", sheet, "--palettes", directory.path)
    #expect(run.output.contains("on 13 palettes"))
    #expect(
      run.output.contains("broken.conf:1:8: warning: '#12' is not a colour [invalid-palette]"))
    #expect(run.status == .success)
  }

  @Test("exits 1 only for what is below 3:1 on the usual palette")
  func status() throws {
    let directory = try ScratchDirectory()
    let poor = try directory.file("poor.css", ".x { color: #dd5152 }")
    let run = CommandRun("check", poor, "--palettes", folder, "--background", "dark")
    #expect(
      run.output.contains("warning: contrast of '.x' is 4."), "\(run.output)")
    #expect(run.status == .success)
    #expect(
      CommandRun("check", poor, "--contrast", "AA", "--background", "dark").status == .findings)
    let lost = try directory.file("lost.css", ".x { color: ansi(0) }")
    #expect(
      CommandRun("check", lost, "--palettes", folder, "--background", "dark").status == .findings)
    let nowhere = CommandRun("check", poor, "--palettes", directory.path)
    #expect(
      nowhere.status == .noInput && nowhere.errors.contains("no palette files in this directory"))
    #expect(CommandRun("check", poor, "--palettes", "/nowhere").status == .noInput)
  }

  @Test("prints what its schema says")
  func schema() throws {
    let schema = try JSONSchema(CommandRun("schema", "check").output)
    let run = CommandRun("check", "console", "--palettes", folder, "--format", "json")
    #expect(schema.problems(of: try TestJSON(run.output)) == [])
    #expect(run.output.contains(#""palettes": [{"sheet": "#))
  }

  @Test(
    "what contrast suggests passes when it is applied, or none is suggested",
    arguments: ["dark", "light"])
  func suggestions(scheme: String) throws {
    var random = SeededGenerator(seed: 4)
    func hex() -> String { RGB8(UInt32.random(in: 0...0xffffff, using: &random)).hex }
    let directory = try ScratchDirectory()
    var applied = 0
    for _ in 0..<25 {
      let opacity = ["1", "0.8", "0.5"].randomElement(using: &random) ?? ""
      let alpha = ["", "80", "cc"].randomElement(using: &random) ?? ""
      let behind = Bool.random(using: &random) ? "background: \(hex())\(alpha);" : ""
      let depth = ["truecolor", "256", "16"].randomElement(using: &random) ?? ""
      let level = ["AA", "AAA"].randomElement(using: &random) ?? ""
      let rest = "\(behind) opacity: \(opacity)"
      let options = ["--contrast", level, "--background", scheme, "--color", depth]
      let before = try directory.file("a.css", ".x { color: \(hex())\(alpha); \(rest) }")
      let found = CommandRun(
        ["check", before, "--format", "json", "--only", "low-contrast"] + options)
      guard let finding = try TestJSON(found.output)["diagnostics"]?.array.first else { continue }
      let message = finding["message"]?.string ?? ""
      guard let suggestion = finding["suggestion"]?.string else {
        #expect(message.contains(", but no text colour reaches it "))
        continue
      }
      applied += 1
      let after = try directory.file("b.css", ".x { \(suggestion); \(rest) }")
      let again = CommandRun(["check", after, "--only", "low-contrast"] + options)
      #expect(again.output == "no findings in 1 file\n", "\(rest), \(suggestion): \(again.output)")
    }
    #expect(applied > 5)
  }

  private func palette(background: String, red: String) -> String {
    let others = ["#000000", red] + Array(repeating: "#808080", count: 13) + ["#ffffff"]
    return "background \(background)\n"
      + others.enumerated().map { "color\($0.offset) \($0.element)\n" }.joined()
  }
}
