import CSSViewCommands
import TestSupport
import Testing
import ThemeBrowser

@Suite("The man pages")
struct ManPageTests {
  private static let names = [
    "show", "preview", "render", "browse", "explain", "check", "snoop", "themes", "schema",
    "convert",
    "value", "measure", "doctor",
  ]

  @Test("every command of the program has a page, and no other")
  func commands() throws {
    let help = CommandRun("--help").output
    let rows = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    let words: [String] = rows.compactMap { $0.split(separator: " ").first.map { String($0) } }
    let listed = words.filter { !$0.hasPrefix("-") && $0 != "See" && $0 != "cssview" }
    #expect(listed == Self.names)
    let found = try runProgram(["find", "\(packageDirectory)/man", "-name", "cssview-*.1"]).output
    #expect(found.count { $0 == 0x0A } == Self.names.count)
    let list = try readManPage("cssview.1")
    for name in Self.names { #expect(list.contains(".It Xr cssview-\(name) 1\n")) }
  }

  @Test("the options of a command are those of its help", arguments: names)
  func options(command: String) throws {
    let help = CommandRun(command, "--help-hidden").output
    var options: Set<String> = []
    for row in help.split(separator: "\n") where row.hasPrefix("  -") {
      // What follows the first two spaces after the option is its description.
      for words in row.dropFirst(2).split(separator: " ").prefix(while: { $0.hasPrefix("-") }) {
        for word in words.split(separator: "/") where word.hasPrefix("--") {
          options.insert(String(word.filter { $0 != "," }))
        }
      }
    }
    options.subtract(["--help", "--version"])
    #expect(options == Set(Self.flags(in: try lines(of: command))))
  }

  @Test("arguments have the same names as in the help", arguments: names)
  func argumentNames(command: String) throws {
    let help = CommandRun(command, "--help-hidden").output
    let own = try readManPage("cssview-\(command).1")
    let pages = try Self.manual()
    for row in help.matches(of: #/(--[a-z-]+) <([^>]+)>/#) {
      #expect(pages.contains("Fl \(row.1.dropFirst()) Ar \(row.2)"), "\(row.0)")
    }
    let synopsis = own.prefix(upTo: try #require(own.firstRange(of: ".Sh DESC")).lowerBound)
    for row in help.matches(of: #/\n  <([^>]+)>/#) {
      let macro = row.1 == "file" ? ".Op Ar\n" : "Ar \(row.1)"
      #expect(synopsis.contains(macro), "\(row.1)")
    }
  }

  @Test("every shared option is described once")
  func sharedOptions() throws {
    let lines = try Self.manual().split(separator: "\n").filter { $0.hasPrefix(".It Fl ") }
    let described = Self.flags(in: lines.map(String.init))
    for command in Self.names {
      for option in Self.flags(in: try self.lines(of: command)) {
        #expect(described.contains(option), "\(option) of \(command)")
      }
    }
  }

  @Test("every key of the browser is named")
  func keys() throws {
    let words = try lines(of: "browse").joined(separator: " ")
      .split { " ,;.()".contains($0) }.map { String($0).replacing("\\&", with: "") }
    let settings = ChromeSettings(ChromeSheet.bundled)
    // Others that do the same, and those that mean themselves.
    let others: Set = ["=", "F1", "Home", "End", "Left", "Right", "Up", "Down", "2", "."]
    for action in BrowserAction.allCases {
      for key in settings.keys(for: action) where !others.contains(key) {
        let name = key == "Escape" ? "Esc" : key
        #expect(words.contains(name), "\(key): \(action.name)")
      }
    }
  }

  @Test("every part of the browser's window, and every action, is named")
  func chromeNames() throws {
    let words = Set(
      try lines(of: "browse").joined(separator: " ").split(separator: " ").map {
        String($0.hasSuffix(",") || $0.hasSuffix(".") ? $0.dropLast() : $0)
      })
    for name in ChromeClass.allCases { #expect(words.contains(name.rawValue)) }
    for action in BrowserAction.allCases { #expect(words.contains(action.name)) }
  }

  /// The lines that describe a command.
  private func lines(of command: String) throws -> [String] {
    let page = try readManPage("cssview-\(command).1")
    let start = try #require(page.firstRange(of: ".Sh DESCRIPTION\n")).upperBound
    let rest = page[start...]
    return rest.prefix(upTo: rest.firstRange(of: "\n.Sh ")?.lowerBound ?? rest.endIndex)
      .split(separator: "\n").map(String.init)
  }

  /// The pages of the program and its commands.
  private static func manual() throws -> String {
    try (names.map { "cssview-\($0).1" } + ["cssview.1"]).map(readManPage).joined()
  }

  /// The long options that mdoc lines name: `Fl -color`.
  private static func flags(in lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix(".It ") || $0.hasPrefix(".Fl ") }.flatMap { line in
      let words = line.split(separator: " ")
      return zip(words, words.dropFirst()).compactMap { macro, name in
        macro.hasSuffix("Fl") && name.hasPrefix("-") ? "-\(name)" : nil
      }
    }
  }
}
