import CSSViewCommands
import Styling
import TestSupport
import Testing

@Suite("What the man pages list")
struct ManPageValueTests {
  /// The lines of a section.
  private func section(_ name: String, of page: String) throws -> [Substring] {
    let text = try readManPage(page)
    let start = try #require(text.firstRange(of: ".Sh \(name)\n"))
    let rest = text[start.upperBound...]
    return rest.prefix(upTo: rest.firstRange(of: "\n.Sh ")?.lowerBound ?? rest.endIndex)
      .split(separator: "\n")
  }

  /// The head of an entry: `.It Li a , b : Cm none | Ar length` names two properties, a keyword and
  /// a type.
  private struct Entry {
    var names: [String] = []
    var keywords: [String] = []
    var types: [String] = []

    init?(_ line: Substring) {
      let words = line.split(separator: " ").map(String.init)
      guard words.starts(with: [".It", "Li"]), let colon = words.firstIndex(of: ":") else {
        return nil
      }
      names = words[2..<colon].filter { $0 != "," }
      var areKeywords = true
      for word in words[(colon + 1)...] where word != "|" {
        if word == "Cm" || word == "Ar" {
          areKeywords = word == "Cm"
        } else if areKeywords {
          keywords.append(word)
        } else {
          types.append(word)
        }
      }
    }
  }

  /// A value of each type.
  private static let examples = [
    "color": "#abc", "gradient": "linear-gradient(red, blue)", "number": "1", "integer": "2",
    "percentage": "50%", "length": "4px", "family": "serif", "font": "bold 18px serif",
    "shadow": "1px 1px 2px red", "string": "'x'", "ratio": "4.5", "border": "1px solid gray",
    "decoration": "underline wavy red",
  ]

  @Test("every property with its values, and each value is read")
  func properties() throws {
    let entries = try section("PROPERTIES", of: "cssview-stylesheet.5").compactMap { Entry($0) }
    let names = entries.flatMap(\.names)
    #expect(Set(PropertyID.allCases.map(\.name)).subtracting(names) == [])
    #expect(Set(names).count == names.count)
    var sheet = ""
    for entry in entries {
      let values = try entry.keywords + entry.types.map { try #require(Self.examples[$0], "\($0)") }
      #expect(!values.isEmpty, "\(entry.names)")
      for name in entry.names {
        for value in values { sheet += ".x { \(name): \(value) }\n" }
      }
    }
    let run = CommandRun(
      "check", "-", "--only", "invalid-value,unknown-property", "--format", "json", input: sheet)
    #expect(run.output == "{\"diagnostics\": []}\n")
  }

  @Test("the first keyword of a property is what it is at first")
  func initialValues() throws {
    let entries = try section("PROPERTIES", of: "cssview-stylesheet.5").compactMap { Entry($0) }
    let longhands = Set(PropertyID.allCases.map(\.name))
    for entry in entries {
      guard let keyword = entry.keywords.first, entry.types.isEmpty else { continue }
      for name in entry.names where longhands.contains(name) {
        let style = "font-size: 20px; \(name): "
        let runs = try [keyword, "initial"].map { value in
          let run = CommandRun(
            "explain", "--json", "--style", style + value, "none",
            "<b style='\(name):\(value)'>x</b>")
          return try TestJSON(run.output)["runs"]?.array.first?["style"]
        }
        #expect(runs[0] == runs[1] && runs[0] != nil, "\(name): \(keyword)")
      }
    }
  }

  @Test("every name in the JSON that commands print, and no other")
  func json() throws {
    var names: Set<String> = ["runs", "text"]
    for schema in ["explain", "check", "doctor", "themes", "value-batch", "measure-batch"] {
      let text = CommandRun("schema", schema).output
      Self.collectNames(try TestJSON(text), into: &names)
    }
    let own = try section("DESCRIPTION", of: "cssview-json.5")
    let words = Self.literals(in: own)
    #expect(Set(words).subtracting(names) == [])
    // Requests and their answers are told elsewhere.
    let others = Self.literals(in: try section("BATCHES", of: "cssview-json.5"))
    #expect(names.subtracting(words).subtracting(others) == [])
  }

  /// The names of members that a schema declares; those of a style are properties.
  private static func collectNames(_ schema: TestJSON, into names: inout Set<String>) {
    switch schema {
    case .object(let members):
      for (name, value) in members {
        if name == "properties", case .object(let declared) = value {
          let isStyle = declared["text-shadow-opacity"] != nil
          names.formUnion(isStyle ? ["scaled-font-size"] : Set(declared.keys))
        }
        if name != "request" { collectNames(value, into: &names) }
      }
    case .array(let values): for value in values { collectNames(value, into: &names) }
    default: break
    }
  }

  /// What stands behind the macros for literal text.
  private static func literals(in lines: [Substring]) -> [String] {
    lines.filter { $0.hasPrefix(".") }.flatMap { line in
      var isLiteral = false
      return line.dropFirst().split(separator: " ").compactMap { word -> String? in
        if ["Li", "Ql", "Pq", "Po", "No", "Cm", "Fl", "Sy", "Pc", "Nm"].contains(word) {
          isLiteral = word == "Li" || word == "Ql"
          return nil
        }
        let name = word.filter { !",.;:\"{}".contains($0) }
        return isLiteral && !name.isEmpty && !name.hasPrefix("#") ? name : nil
      }
    }
  }

  @Test("every exit status")
  func exitStatus() throws {
    let listed = try section("EXIT STATUS", of: "cssview.1").filter { $0.hasPrefix(".It ") }
      .flatMap { $0.split { " ,".contains($0) }.compactMap { Int32($0) } }
    // SIGHUP, SIGQUIT and SIGTERM are noted as SIGINT is.
    #expect(Set(listed) == Set(ExitStatus.allCases.map(\.rawValue) + [129, 131, 143]))
  }

  @Test("every environment variable that the sources ask for")
  func environment() throws {
    let found = try runProgram(["find", "\(packageDirectory)/Sources", "-name", "*.swift"]).output
    var asked: Set<String> = []
    for name in String(decoding: found, as: UTF8.self).split(separator: "\n") {
      for match in try readFile(String(name)).matches(
        of: #/(?:variable|value|path)\("([A-Z][A-Z_]+)"\)/#)
      {
        asked.insert(String(match.1))
      }
    }
    #expect(asked.count > 20)
    let told = try section("ENVIRONMENT", of: "cssview.1").filter { $0.contains("Ev ") }
      .flatMap { $0.split { " ,.()".contains($0) }.map(String.init) }
    #expect(asked.subtracting(told) == [])
  }
}
