import StyleValues
import Styling
import Testing

@Suite("Attribute selectors")
struct AttributeSelectorTests {
  private let attributes: KeyValuePairs = [
    "id": "Main", "class": "a b-c", "data-level": "error", "lang": "en-GB",
    "data-words": "one two\tthree", "data-empty": "",
  ]

  /// Selectors 4 §6.1 to §6.3; the facts are those of Web Platform Tests,
  /// `css/selectors/attribute-selectors`.
  @Test(
    "The value is compared as the sign says",
    arguments: [
      ("[data-level]", true), ("[data-none]", false), ("[DATA-LEVEL]", true),
      ("[data-level=error]", true), ("[data-level='error']", true), ("[data-level=err]", false),
      ("[data-level=Error]", false), ("[data-level=Error i]", true),
      ("[data-level=Error s]", false),
      ("[data-level='ERROR'I]", true), ("[ data-level = \"error\" ]", true),
      ("[data-words~=two]", true), ("[data-words~=three]", true),
      ("[data-words~='one two']", false),
      ("[data-words~='']", false), ("[data-words~=tw]", false),
      ("[lang|=en]", true), ("[lang|=EN]", true), ("[lang|=EN s]", false), ("[lang|=e]", false),
      ("[data-level|=error]", true), ("[data-empty|='']", true),
      ("[data-level^=err]", true), ("[data-level^=rr]", false), ("[data-level^='']", false),
      ("[data-level$=or]", true), ("[data-level$=ro]", false), ("[data-level$='']", false),
      ("[data-level*=rro]", true), ("[data-level*=rre]", false), ("[data-level*='']", false),
      ("[data-empty='']", true), ("[data-empty]", true), ("[data-empty^='']", false),
      ("[id=Main]", true), ("[id=main]", false), ("[class~=b-c]", true), ("[class='a b-c']", true),
      ("[class|=a]", false), ("span[data-level]", true), ("b[data-level]", false),
      (".a[data-level=error][id]", true), (".a[data-level=error][id=x]", false),
      (":not([data-none])", true), (":not([data-level])", false), (":is([id], [title])", true),
      ("[title]", false), (":not([rel])", false), ("[data-level=]", nil), ("[=x]", nil),
      ("[data-level==error]", nil), ("[data-level=error x]", nil),
      ("[data-level=1]", nil), ("[data-level='1']", false), ("[]", nil),
    ] as [(String, Bool?)])
  func comparison(selector: String, expected: Bool?) {
    let probe = StyleProbe(css: "\(selector) { opacity: 0.25 }")
    guard !probe.codes.contains("invalid-selector") else {
      #expect(expected == nil)
      return
    }
    let element = probe.inside("span", "a b-c", attributes: attributes)
    #expect((element.style.opacity == 0.25) == expected)
  }

  @Test("A part of a text is found without going back")
  func repeatedPrefixes() {
    let probe = StyleProbe(css: "[data-x*=aabaaab] { opacity: 0.25 }")
    for (value, expected) in [
      ("aabaabaaab", true), ("aabaabaabaaa", false), ("aaaabaaab", true), ("aabaaab", true),
      ("aabaaa", false),
    ] {
      let element = probe.inside("span", attributes: ["data-x": value])
      #expect((element.style.opacity == 0.25) == expected, "\(value)")
    }
  }

  @Test("In CSS an attribute is as specific as a class")
  func specificity() {
    let probe = StyleProbe(css: ".a[data-x] { color: red } .a { color: lime } [id] { color: blue }")
    #expect(probe.inside("span", "a", attributes: ["data-x": ""]).color == "#ff0000ff")
    #expect(probe.inside("span", "a", attributes: ["id": ""]).color == "#0000ffff")
  }

  @Test(
    "In a dictionary an attribute comes before the same without it, and alone before the element",
    arguments: [
      ("span", "c", ["data-x": ""], "#00ff00ff"), ("span", "c", [:], "#ff0000ff"),
      ("span", "c", ["data-level": "error"], "#ff0000ff"),
      ("span", "", ["data-level": "error"], "#0000ffff"),
      ("b", "", ["data-level": "error"], "#0000ffff"), ("b", "", [:], "#ffff00ff"),
      ("b", "", ["id": "1"], "#ffffffff"),
      ("b", "", ["id": "1", "data-level": "error"], "#ffffffff"),
      ("span", "c", ["data-x": "", "id": "2"], "#00ffffff"),
    ] as [(String, String, KeyValuePairs<String, String>, String)])
  func lookup(
    tag: String, classes: String, attributes: KeyValuePairs<String, String>, expected: String
  ) {
    let probe = StyleProbe(
      json: """
        {".c[id][data-x]": {"color": "aqua"}, ".c": {"color": "red"}, ".c[data-x]": {"color": "lime"},
         "[data-level=error]": {"color": "blue"}, "b": {"color": "yellow"},
         "b[id]": {"color": "white"}}
        """)
    #expect(probe.codes.isEmpty)
    #expect(probe.inside(tag, classes, attributes: attributes).color == expected)
  }

  @Test("Elements whose attributes differ in what nobody asks for share their style")
  func sharedStyles() {
    let probe = StyleProbe(css: "[data-level=error] { color: red }")
    let first = probe.inside("span", attributes: ["data-level": "error", "id": "1"])
    let second = probe.inside("span", attributes: ["data-level": "error", "id": "2"])
    let third = probe.inside("span", attributes: ["data-level": "info", "id": "1"])
    #expect(first.nodes == second.nodes)
    #expect(first.nodes != third.nodes)
  }

  @Test("Size classes are told from attribute selectors")
  func sizeClasses() {
    let probe = StyleProbe(
      json: #"{"[* *]": {".c": {"color": "red"}}, "[data-x]": {"color": "lime"}, "[+]": {}}"#)
    #expect(probe.codes == ["unknown-at-rule"])
    #expect(probe.inside("span", "c").color == "#ff0000ff")
    #expect(probe.inside("span", attributes: ["data-x": "1"]).color == "#00ff00ff")
  }
}
