import CSSView
import CSSViewFoundation
import Foundation
import TestSupport
import Testing

@Suite("Themes from URLs and bundles")
struct ThemeFileTests {
  @Test("A file URL is a path, whatever characters it has, and no other URL is")
  func urls() throws {
    let directory = try ScratchDirectory()
    try directory.file("a b%.css", ".ok { color: red } .b { colr: red }")
    let url = URL(fileURLWithPath: directory.path + "/a b%.css")
    #expect(try Theme(contentsOf: url, for: .plain).classNames == ["ok", "b"])
    #expect(throws: ThemeError.self) { try Theme(contentsOf: url, for: .plain, strict: true) }
    let page = try #require(URL(string: "https://example.org/a.css"))
    let error = #expect(throws: ThemeError.self) { try Theme(contentsOf: page) }
    #expect(error?.localizedDescription == "https://example.org/a.css: not a file on this machine")
  }

  @Test("A bundle has a theme by its name, with and without its ending")
  func bundles() throws {
    let directory = try ScratchDirectory()
    try directory.file("log.css", ".ok { color: red }")
    try directory.file("list.json", #"{".item": {"color": "red"}}"#)
    let bundle = try #require(Bundle(path: directory.path))
    #expect(try Theme(named: "log", in: bundle, for: .plain).classNames == ["ok"])
    #expect(try Theme(named: "list", in: bundle, for: .plain).classNames == ["item"])
    #expect(try Theme(named: "list.json", in: bundle, for: .plain).classNames == ["item"])
    let error = #expect(throws: ThemeError.self) { try Theme(named: "none", in: bundle) }
    #expect(error?.errorDescription?.hasPrefix("none: no such stylesheet in ") == true)
  }

  @Test("Errors of keys and values say to Foundation what they say themselves")
  func errors() {
    #expect(throws: ConversionFailure.self) { try ThemeValue("x").converted(to: Double.self) }
    do {
      _ = try ThemeValue("x").converted(to: Double.self)
    } catch {
      #expect((error as any Error).localizedDescription == error.description)
    }
  }
}
