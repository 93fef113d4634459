import Testing

@testable import StyledText

@Suite("Named character references")
struct NamedReferenceTests {
  @Test("there are 2,231 names, sorted, 2,125 of them with a semicolon")
  func count() {
    let names = NamedReferences.all.map(\.name)
    #expect(names.count == 2231)
    #expect(names.count { $0.hasSuffix(";") } == 2125)
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
    #expect(hash.hexadecimal.hasPrefix(NamedReferenceTable.digest))
  }

  @Test("every name is found, alone and with text behind it")
  func everyName() {
    for (name, text) in NamedReferences.all {
      for suffix in ["", " ", "<", "="] {
        let markup = Array(("&" + name + suffix).utf8)
        let match = CharacterReference.read(
          at: 0, before: markup.count, in: markup.span, context: .text, isLast: true)
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
      #expect(Array(TextSanitizer.text(text).utf8) == Array(text.utf8), "\(name)")
    }
    let markup = NamedReferences.all.map { "&\($0.name)|" }.joined()
    let expected = NamedReferences.all.map { $0.text + "|" }.joined()
    #expect(Built(markup).text.bytes == Array(expected.utf8))
  }

  @Test("in an attribute a name without semicolon is no reference before a letter, digit or =")
  func attributeRule() {
    for (name, _) in NamedReferences.all where !name.hasSuffix(";") {
      for (suffix, isReference) in [
        ("", true), (" ", true), ("=", false), ("9", false), ("&", true),
      ] {
        let markup = Array(("&" + name + suffix).utf8)
        let match = CharacterReference.read(
          at: 0, before: markup.count, in: markup.span, context: .attribute, isLast: true)
        if case .reference = match {
          #expect(isReference, "\(name)\(suffix)")
        } else {
          #expect(!isReference, "\(name)\(suffix)")
        }
      }
    }
  }

  @Test("a name that may go on asks for more input")
  func incomplete() {
    for (name, _) in NamedReferences.all {
      let markup = Array(("&" + name.dropLast()).utf8)
      let match = CharacterReference.read(
        at: 0, before: markup.count, in: markup.span, context: .text, isLast: false)
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
        at: 0, before: markup.count, in: markup.span, context: .text, isLast: true)
      guard case .reference(let reference) = match else {
        Issue.record("\(written) is no reference")
        continue
      }
      #expect(reference.first == expected)
      #expect(reference.problem == nil)
    }
  }
}
