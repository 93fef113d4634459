import Diagnostics
import Testing

@testable import Bytes
@testable import StyledText

@Suite("Named character references")
struct NamedReferenceTests {
  @Test("there are 2,125 names, sorted, each with its semicolon")
  func count() {
    let names = NamedReferences.all.map(\.name)
    #expect(names.count == 2125)
    #expect(names.allSatisfy { $0.hasSuffix(";") })
    #expect(
      zip(names, names.dropFirst()).allSatisfy { Array($0.utf8).lexicographicallyPrecedes($1.utf8) }
    )
    #expect(names.map(\.utf8.count).max() == NamedReferences.longestName)
  }

  @Test("the table is the one its digest says")
  func digest() {
    // The digest is over lines "name TAB text LF" in the order of the names' bytes.
    var hash = SHA256()
    for (name, text) in NamedReferences.all { hash.update(Array("\(name)\t\(text)\n".utf8)) }
    let comments = String(decoding: NamedReferences.table, as: UTF8.self).split(separator: "\n")
    #expect(comments.contains { $0.first == "#" && $0.hasSuffix(hash.hexadecimal) })
  }

  @Test("every name is found, alone and with text behind it")
  func everyName() {
    for (name, text) in NamedReferences.all {
      for suffix in ["", " ", "<", "="] {
        let markup = Array(("&" + name + suffix).utf8)
        let match = CharacterReference.read(
          at: 0, before: markup.count, in: markup.span, isLast: true)
        guard case .reference(let reference) = match else {
          Issue.record("\(name) is not found")
          continue
        }
        var found = String(reference.first)
        if let second = reference.second { found.unicodeScalars.append(second) }
        #expect(found.unicodeScalars.elementsEqual(text.unicodeScalars), "\(name)")
        #expect(reference.length == name.utf8.count + 1, "\(name)")
      }
    }
  }

  @Test("what a name stands for passes the sanitizer unchanged")
  func passesSanitizer() {
    for (name, text) in NamedReferences.all {
      #expect(Array(SafeText.text(text).utf8) == Array(text.utf8), "\(name)")
    }
    let markup = NamedReferences.all.map { "&\($0.name)|" }.joined()
    let expected = NamedReferences.all.map { $0.text + "|" }.joined()
    #expect(Built(markup).text.bytes == Array(expected.utf8))
  }

  @Test("a name without its semicolon is text, in text and in attributes")
  func semicolon() {
    for (name, _) in NamedReferences.all {
      for suffix in ["", " ", "=", "9", "&", "<"] {
        let written = "&" + name.dropLast() + suffix
        let markup = Array(written.utf8)
        let match = CharacterReference.read(
          at: 0, before: markup.count, in: markup.span, isLast: true)
        if case .reference = match { Issue.record("\(written) is a reference") }
      }
      let built = Built("&\(name.dropLast())|<a href='?a=1&\(name.dropLast())=2'>x</a>")
      #expect(built.text.bytes == Array("&\(name.dropLast())|x".utf8), "\(name)")
      #expect(built.text.runs.last?.link == "?a=1&\(name.dropLast())=2", "\(name)")
      #expect(built.diagnostics.allSatisfy { $0.severity == .note }, "\(name)")
    }
  }

  @Test(
    "a forgotten semicolon is told, the field of an address is not taken for one",
    arguments: [
      ("&copy 2024", "&copy;"), ("&#39 x", "&#39;"), ("x&lt", "&lt;"), ("?a=1&copy=2", "&amp;"),
      ("?a=1&times=3&lang", "&amp;"), ("?a=1&b=2", "&amp;"), ("a & b", "&amp;"), ("&#", "&amp;"),
    ])
  func forgotten(markup: String, suggestion: String) {
    let found = Built(markup).diagnostics
    #expect(found.first?.suggestion == suggestion)
    #expect(found.allSatisfy { $0.severity == .note })
  }

  @Test("a name that may go on asks for more input")
  func incomplete() {
    for (name, _) in NamedReferences.all {
      let markup = Array(("&" + name.dropLast()).utf8)
      let match = CharacterReference.read(
        at: 0, before: markup.count, in: markup.span, isLast: false)
      #expect(match == .incomplete, "\(name)")
    }
  }

  @Test(
    "the numbers 128 to 159 are read as Windows-1252",
    arguments: [
      (128, "€"), (129, "\u{81}"), (130, "‚"), (131, "ƒ"), (132, "„"), (133, "…"), (134, "†"),
      (135, "‡"), (136, "ˆ"), (137, "‰"), (138, "Š"), (139, "‹"), (140, "Œ"), (141, "\u{8D}"),
      (142, "Ž"), (143, "\u{8F}"), (144, "\u{90}"), (145, "‘"), (146, "’"), (147, "“"),
      (148, "”"), (149, "•"), (150, "–"), (151, "—"), (152, "˜"), (153, "™"), (154, "š"),
      (155, "›"), (156, "œ"), (157, "\u{9D}"), (158, "ž"), (159, "Ÿ"),
    ])
  func windows1252(number: Int, expected: Unicode.Scalar) {
    for written in ["&#\(number);", "&#x\(String(number, radix: 16));"] {
      let markup = Array(written.utf8)
      let match = CharacterReference.read(
        at: 0, before: markup.count, in: markup.span, isLast: true)
      guard case .reference(let reference) = match else {
        Issue.record("\(written) is no reference")
        continue
      }
      #expect(reference.first == expected)
      #expect(reference.problem == nil)
    }
  }
}
