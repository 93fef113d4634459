import CSSSyntax
import Diagnostics
import StyleValues
import TestSupport
import Testing

/// A spelling of a value and what it should become.
struct ValueCase: CustomTestStringConvertible {
  let dialect: Dialect
  let type: ValueType
  let spelling: String
  /// JSON, or nil for an error.
  let expected: String?

  var testDescription: String { "\(type.rawValue) \(spelling) (\(dialect.rawValue))" }

  /// The raw value of the spelling: text, or what follows `json:`.
  var raw: RawValue? {
    guard spelling.hasPrefix("json:") else { return RawValue(spelling) }
    let document = JSONDocument(SourceText(name: "<test>", text: String(spelling.dropFirst(5))))
    return document.root.map { RawValue($0, of: document) }
  }

  static let all: [ValueCase] = {
    var cases: [ValueCase] = []
    var dialect = Dialect.viewcss
    for line in dataRows("Values/types") {
      if line.hasPrefix("@") {
        dialect = Dialect(rawValue: String(line.dropFirst())) ?? .viewcss
        continue
      }
      guard let arrow = line.firstRange(of: " <= "), let space = line.firstIndex(of: " "),
        let type = ValueType(rawValue: String(line[..<space]))
      else {
        Issue.record("unreadable line \(line)")
        continue
      }
      let expected = String(line[line.index(after: space)..<arrow.lowerBound])
      for spelling in line[arrow.upperBound...].split(separator: " ¦ ") {
        cases.append(
          ValueCase(
            dialect: dialect, type: type, spelling: String(spelling),
            expected: expected == "error" ? nil : expected))
      }
    }
    return cases
  }()
}

@Suite("Every row of the table of types")
struct ValueTableTests {
  @Test("a spelling becomes the value it should, or an error with its place")
  func spellings() throws {
    #expect(ValueCase.all.count >= 600)
    for one in ValueCase.all {
      let raw = try #require(one.raw, "\(one.testDescription)")
      let context = ConversionContext(dialect: one.dialect, baseDirectory: "/base/dir")
      do {
        let value = try one.type.describe(raw, in: context)
        #expect(value.json.text == one.expected ?? "error", "\(one.testDescription)")
      } catch {
        #expect(one.expected == nil, "\(one.testDescription): \(error)")
        #expect(!error.expected.isEmpty && !error.found.isEmpty, "\(one.testDescription)")
        #expect(error.range != nil || raw.range == nil, "\(one.testDescription)")
      }
    }
  }

  @Test("the canonical text of a value reads back as the same value")
  func canonicalTexts() throws {
    for one in ValueCase.all where one.expected != nil {
      let raw = try #require(one.raw)
      let context = ConversionContext(dialect: one.dialect, baseDirectory: "/base/dir")
      let value = try one.type.describe(raw, in: context)
      // A code is a number, and the text of a number of one digit would be a character.
      guard one.type.rawValue != "char" else { continue }
      let again = try one.type.describe(RawValue(value.text), in: context)
      #expect(again.text == value.text, "\(one.testDescription) gives \(value.text)")
      // The text has six digits, the JSON all.
      guard one.type.rawValue != "angle" else { continue }
      #expect(again.json.text == value.json.text, "\(one.testDescription) gives \(value.text)")
    }
  }

  @Test("every type of the command line has rows")
  func coverage() {
    let rows = Set(ValueCase.all.map(\.type))
    for type in ValueType.allCases where type.rawValue != "color" { #expect(rows.contains(type)) }
  }
}
