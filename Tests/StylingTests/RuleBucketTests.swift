import CSSSyntax
import Diagnostics
import StyleValues
import TestSupport
import Testing

@testable import Styling

/// What answers for very many rules at once, beside what answers for each.
@Suite("Very many rules under one name")
struct RuleBucketTests {
  @Test("Many attribute selectors hold where each does", arguments: 0..<8 as Range<UInt64>)
  func attributes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let comparisons: [AttributeSelector.Comparison] = [
      .exists, .equals, .includes, .startsTag, .hasPrefix, .hasSuffix, .contains,
    ]
    func text(_ longest: Int) -> String {
      String(
        (0..<Int.random(in: 0...longest, using: &random)).map { _ in
          Array("abABé- \t").randomElement(using: &random) ?? "a"
        })
    }
    var tests: Set<AttributeSelector> = []
    while tests.count < 200 {
      tests.insert(
        AttributeSelector(
          name: ["class", "data-x"].randomElement(using: &random) ?? "class",
          comparison: try #require(comparisons.randomElement(using: &random)), value: text(4),
          ignoresCase: Bool.random(using: &random)))
    }
    let index = AttributeTests(tests)
    for _ in 0..<200 {
      let attributes = ["class", "data-x", "class"].prefix(Int.random(in: 0...3, using: &random))
        .map { ElementAttribute(name: $0, value: text(12)) }
      let expected = tests.filter { $0.matches(attributes) }.compactMap(index.number(of:)).sorted()
      #expect(index.answers(for: attributes) == expected, "\(attributes)")
    }
  }

  @Test("Many positions are those of each test", arguments: [5, 400])
  func positions(count: Int) throws {
    var random = SeededGenerator(seed: 1)
    var tests: Set<PositionTests.Test> = []
    while tests.count < count {
      tests.insert(
        PositionTests.Test(
          step: Int.random(in: -9...9, using: &random),
          offset: Int.random(in: -50...1500, using: &random),
          isFromEnd: Bool.random(using: &random)))
    }
    let index = PositionTests(tests, counted: CountedElements())
    var answers = PositionAnswers(index)
    let places = Array(1...1100) + [5000, 3, 1024, 2047, 2048, 1_000_000]
    for place in places {
      let position = SiblingPosition(index: place, count: place + place % 7)
      let expected = tests.filter { test in
        let own = test.isFromEnd ? place % 7 + 1 : place
        return AnPlusB.contains(own, step: test.step, offset: test.offset)
      }
      let found = answers.answers(for: position).flatMap { $0.map { $0 } }
      #expect(found == expected.compactMap(index.number(of:)).sorted(), "\(place)")
    }
  }

  @Test(
    "The style is the one that all candidates lead to", arguments: 0..<16 as Range<UInt64>)
  func styles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    func selector() -> String {
      let number = Int.random(in: 0...9, using: &random)
      let simple = [
        "*", "b", ".a", ":not(.a\(number))", "[data-x*='\(number)']", "[data-x^='\(number)']",
        ":nth-child(\(number)n+\(number % 4))", ".a:nth-child(n+\(number))", "b[data-x]",
        "b:nth-last-child(-n+\(number))", ":is(.a\(number), i)", "b:is(.a\(number), .b)",
        ":is(.a\(number), [data-x^='\(number)'], i:nth-child(\(number)))",
        "b:is(:is(.a\(number), .q), :not(b), .a > *)", "i:is(b *, span .a\(number))",
        ".a:is(b:is(.a\(number), .a3), :nth-last-child(\(number)), u)", ":where(b, i):is(*, .a)",
      ]
      return Bool.random(using: &random) ? one(simple) : one(simple) + " " + one(simple)
    }
    func declaration() -> String {
      let values = [
        "color: red", "color: #123", "color: var(--c)", "background-color: blue", "opacity: 0.5",
        "font-weight: 900", "color: inherit", "color: revert", "color: var(--layer)",
        "background-color: revert-layer", "font-size: 2em", "text-decoration: underline",
        "--c: lime", "x: y",
      ]
      return one(values) + (Int.random(in: 0..<8, using: &random) == 0 ? " !important" : "")
    }
    var text = ":root { --c: yellow; --layer: revert-layer }"
    for _ in 0..<400 {
      let rule = "\(selector()) { \(declaration()); \(declaration()) }\n"
      text +=
        seed % 2 == 0 ? rule : one([rule, "@layer one { \(rule) }", "@layer two { \(rule) }"])
    }
    let sheet = StylesheetLoader().load(SourceText(name: "s.css", text: text))
    let resolver = StyleResolver(stylesheet: sheet)
    #expect(resolver.index.hasBuckets)
    var parent = resolver.hostNode
    for place in 1...40 {
      let element = ElementDescription(
        tag: one(["b", "i", "span"]), classes: [one(["a", "b"]), "a\(place % 10)"],
        attributes: [ElementAttribute(name: "data-x", value: "\(place * 7)")],
        position: SiblingPosition(index: place, count: 40))
      let node = resolver.child(of: parent, element)
      var request = resolver.request(element, in: resolver[parent])
      var matcher = SelectorMatcher(request.element)
      let matching = sheet.selectors.indices.filter {
        matcher.matches(sheet.selectors[$0].selector)
      }
      let found = request.candidates.compactMap { candidate -> Int? in
        guard case .rule(_, let selector) = candidate.cause else { return nil }
        return Int(selector)
      }
      #expect(Set(found) == Set(matching), "\(element)")
      var met: Set<Int32> = []
      resolver[node].ancestorContext.parent.forEach { met.insert($0) }
      let contexts = sheet.pool.contexts.entries.indices.map(Int32.init)
      #expect(met == Set(request.metContexts(among: contexts)), "\(element)")
      let cascade = resolver.cascade(request, keepsTrace: true)
      #expect(resolver[node].style == cascade.style.text, "\(element)")
      if place % 8 == 0 { parent = node }
    }
  }

  @Test(
    "Rules with a list are asked where a part of it may be met",
    arguments: [
      ("b:is(.a#, .b#)", "a7", 1), ("b:is([data-x='#'], .b#)", "a7", 1),
      ("b:is(:is(.a#, .c#), .d#)", "a7", 1), ("b:is(:nth-child(#), .b#)", "a", 1),
      ("b:is(.q .a#, .r > .a#)", "a7", 1), ("b:is(.q *, .r > *):is(.a#, .b#)", "a7", 0),
      ("b:is(.a#, :not(.a))", "a7", 300),
    ])
  func lists(selector: String, name: String, most: Int) throws {
    var text = ""
    for number in 0..<300 {
      text +=
        selector.split(separator: "#", omittingEmptySubsequences: false)
        .joined(separator: "\(number)") + "{ color: red }"
    }
    let sheet = StylesheetLoader().load(SourceText(name: "s.css", text: text))
    let resolver = StyleResolver(stylesheet: sheet)
    let type = try #require(sheet.pool.names.find("b"))
    guard case .bucket(let bucket) = resolver.index.elements.list(ofType: type) else {
      Issue.record("no bucket")
      return
    }
    let element = ElementDescription(
      tag: "b", classes: [name], attributes: [ElementAttribute(name: "data-x", value: "7")],
      position: SiblingPosition(index: 7, count: 40))
    let request = resolver.request(element, in: resolver[resolver.hostNode])
    var asked = 0
    _ = bucket.visit(request.element.tests, keepsLosers: true) { _ in
      asked += 1
      return false
    }
    #expect(asked <= most)
  }

  @Test(
    "Where every rule has to be asked for every element, they are until it is too much",
    arguments: [
      "b:not([data-x], .c#)", ":not(b) .q:not([data-x], .c#)", "b:not([data-x=x]):selected",
    ])
  func tooMuch(selector: String) {
    var text = ".e { opacity: 0.5; color: lime }"
    for number in 0..<400 {
      text += selector.replacing("#", with: "\(number)") + "{ color: red }"
    }
    let sheet = StylesheetLoader().load(SourceText(name: "s.css", text: text))
    let resolver = StyleResolver(stylesheet: sheet)
    resolver.budget.questions = 100_000
    var node = resolver.hostNode
    for number in 0..<2000 {
      node = resolver.child(
        of: resolver.hostNode,
        ElementDescription(
          tag: "b", classes: ["e"], style: CSSText("--x: \(number)"),
          attributes: [ElementAttribute(name: "data-x", value: "x")]))
    }
    // What one element takes may be more than is left, once.
    #expect(resolver.budget.questions > -2000 * StyleBudget.freeQuestions)
    #expect(resolver.budget.questions < 0)
    #expect(resolver.diagnostics.filter { $0.code == .inputTooLarge }.count == 1)
    #expect(resolver[node].style.opacity == 0.5)
    #expect(resolver[node].style.color?.srgb()?.hex8 == "#00ff00ff")
    #expect(StyleResolver(after: resolver).budget.questions <= resolver.budget.questions)
  }

  @Test("What looks up in the order of the documents finds them, too")
  func documents() {
    let rules = (0..<200).map { "\"[data-x=a\($0)]\": {\"font-weight\": \($0 + 1)}" }
    let sheet = StylesheetLoader().load(
      SourceText(name: "s.json", text: "{\(rules.joined(separator: ","))}"))
    let resolver = StyleResolver(stylesheet: sheet)
    #expect(resolver.index.hasBuckets)
    for number in [0, 77, 199] {
      let element = ElementDescription(
        tag: "span", attributes: [ElementAttribute(name: "data-x", value: "a\(number)")])
      let node = resolver.child(of: resolver.hostNode, element)
      #expect(resolver[node].style.fontWeight == Double(number + 1))
    }
  }
}
