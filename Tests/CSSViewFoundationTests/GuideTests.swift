import CSSView
import CSSViewFoundation
import CSSViewObjects
import Foundation
import Testing

/// Sentences of the guide that no other test holds.
@Suite("Guide: Foundation")
struct FoundationGuideTests {
  struct Label: KeySettable {
    var lines = 1
    static let settableKeys: [SettableKey<Label>] = [.value("lines", \.lines)]
  }

  private func error(of body: () throws -> Void) throws -> any LocalizedError {
    let error = #expect(throws: (any Error).self) { try body() }
    return try #require(error as? any LocalizedError)
  }

  @Test("The errors of the library are LocalizedError")
  func errors() throws {
    var label = Label()
    let errors = [
      try error { _ = try Theme(contentsOf: "/no/such.css") },
      try error { _ = try ThemeValue("x").converted(to: Double.self) },
      try error { try label.set("x", forKey: "lines") },
      try error { _ = try Architect("{}").string(forKey: "title") },
    ]
    for error in errors {
      #expect(error.errorDescription == "\(error)")
      #expect((error as any Error).localizedDescription == "\(error)")
    }
  }
}
