import Testing

@testable import OperatingSystem

@Suite("Terminal descriptions")
struct TerminfoFactsTests {
  @Test(
    "are read by name",
    arguments: [("xterm-256color", 256, true), ("xterm", 8, true), ("linux", 8, true)])
  func facts(term: String, colors: Int, movesCursor: Bool) throws {
    let facts = try TerminfoFacts(term: term)
    #expect(facts.colors == colors)
    #expect(facts.movesCursor == movesCursor)
    #expect(!facts.hasDirectColor)
  }

  @Test("may lack colour and cursor motion")
  func dumb() throws {
    let facts = try TerminfoFacts(term: "dumb")
    #expect(facts.colors == nil)
    #expect(!facts.movesCursor)
  }

  @Test("are missing for a name that nobody has", arguments: ["", "no-such-terminal", "a/../b"])
  func unknown(term: String) {
    #expect(throws: TerminfoError.unknownTerminal(term)) { try TerminfoFacts(term: term) }
  }

  @Test(
    "say what is wrong with a name",
    arguments: [
      (TerminfoError.unknownTerminal("no"), "no terminfo description of TERM=no"),
      (.notAScreen("lpr"), "TERM=lpr is a printing terminal, not a screen"),
      (.noDatabase, "the terminfo database was not found"),
    ])
  func descriptions(error: TerminfoError, text: String) {
    #expect(error.description == text)
  }
}
