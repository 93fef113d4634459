import CSSSyntax
import Diagnostics
import Testing

private func document(_ json: String) -> JSONDocument {
  JSONDocument(SourceText(name: "a.json", text: json))
}

@Test(
  "Strings are decoded",
  arguments: [
    (#""""#, ""),
    (#""a""#, "a"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\uD834\uDD1E""#, "\u{1D11E}"),
    (#""\u0000""#, "\0"),
    (#""a\uD800b""#, "a\u{FFFD}b"),
    (#""\uDD1E\uD834""#, "\u{FFFD}\u{FFFD}"),
    (#""\uD834\uD834\uDD1E""#, "\u{FFFD}\u{1D11E}"),
    (#""\uD834\n""#, "\u{FFFD}\n"),
    (#""\x""#, "x"),
    (#""\u12""#, "\u{FFFD}"),
    (#""\🌀""#, "🌀"),
  ])
func decodedStrings(json: String, expected: String) throws {
  let document = document(json)
  guard case .string(let string) = document.root?.value else {
    Issue.record("no string")
    return
  }
  #expect(document.string(string) == expected)
  #expect(document.text(string).string == expected)
  #expect(string.range == 0..<json.utf8.count)
  #expect(string.contents == 1..<json.utf8.count - 1)
}

@Test(
  "Numbers are correctly rounded",
  arguments: [
    ("0", 0), ("-0", -0.0), ("1", 1), ("-17", -17), ("0.1", 0.1), ("123.456", 123.456),
    ("1e3", 1000), ("1E-3", 0.001), ("9007199254740993", 9007199254740992),
    ("9007199254740992", 9007199254740992),
    ("123456789012345678901234567890", 1.2345678901234568e29),
    ("0.30000000000000004", 0.30000000000000004), ("1e22", 1e22), ("1e23", 1e23),
    ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0), ("1e400", Double.greatestFiniteMagnitude),
    ("-1e999999999999999999999", -Double.greatestFiniteMagnitude),
    (
      "2.2250738585072011e-308", Double(bitPattern: 0x000F_FFFF_FFFF_FFFF)
    ), ("0.000000000000000000000000000000000000000000000000001", 1e-51),
  ] as [(String, Double)])
func numbers(json: String, expected: Double) {
  guard case .number(let number) = document(json).root?.value else {
    Issue.record("no number")
    return
  }
  #expect(number == expected)
  #expect(number.sign == expected.sign)
}

@Test("Order and duplicates are kept")
func orderAndDuplicates() {
  let json = #"{"b":1,"a":2,"b":{"z":null,"z":true},"c":[1,[],{}]}"#
  #expect(outline(document(json)) == #"{"b":1.0,"a":2.0,"b":{"z":null,"z":true},"c":[1.0,[],{}]}"#)
}

@Test("Every node knows where it stands")
func positions() throws {
  let document = document("{\n  \"a\": [1, \"é\\u0020\", {}],\n  \"b\" : true\n}")
  guard case .object(let members) = document.root?.value,
    case .array(let elements) = members.first?.value.value
  else {
    Issue.record("no object")
    return
  }
  func location(_ range: Range<Int>) -> String { document.location(of: range).location.description }
  #expect(members.map { location($0.key.range) } == ["a.json:2:3", "a.json:3:3"])
  #expect(members.map { location($0.value.range) } == ["a.json:2:8", "a.json:3:9"])
  #expect(
    elements.map { location($0.range) } == ["a.json:2:9", "a.json:2:12", "a.json:2:23"])
  #expect(elements.map { document.text($0).string } == ["1", "é ", "{}"])
  #expect(document.text(elements[1]).sourceRange != document.text(elements[1]).range)
  #expect(document.text(elements[1]).location.location.description == "a.json:2:13")
}

/// Dictionaries with something to find, what is read from them, and what is found.
private let sheets: [(json: String, read: String, findings: [String])] = [
  // Accepted, and noted.
  ("// a\n{} // b", "{}", ["1:1 json-comment", "2:4 json-comment"]),
  (
    "/* a */{/* b */\"c\"/* d */:/* e */1/* f */}", "{\"c\":1.0}",
    [
      "1:1 json-comment", "1:9 json-comment", "1:19 json-comment", "1:27 json-comment",
      "1:35 json-comment",
    ]
  ),
  ("[1,2,]", "[1.0,2.0]", ["1:5 json-trailing-comma"]),
  (
    "{\"a\":{\"b\":1,},}", "{\"a\":{\"b\":1.0}}",
    [
      "1:12 json-trailing-comma", "1:14 json-trailing-comma",
    ]
  ),
  ("[1,// a\n]", "[1.0]", ["1:3 json-trailing-comma", "1:4 json-comment"]),
  ("[1/* a */,2]", "[1.0,2.0]", ["1:3 json-comment"]),
  // Commas and colons.
  ("{\"a\":1 \"b\":2}", "{\"a\":1.0,\"b\":2.0}", ["1:8 json-missing-comma"]),
  ("{\"a\":{}\n\"b\":2}", "{\"a\":{},\"b\":2.0}", ["2:1 json-missing-comma"]),
  ("{\"a\":1; \"b\":2}", "{\"a\":1.0,\"b\":2.0}", ["1:7 json-missing-comma"]),
  ("[1 2 [3]]", "[1.0,2.0,[3.0]]", ["1:4 json-missing-comma", "1:6 json-missing-comma"]),
  ("[1,,2]", "[1.0,2.0]", ["1:4 json-missing-value"]),
  ("{,\"a\":1}", "{\"a\":1.0}", ["1:2 json-missing-value"]),
  ("{\"a\" 1, \"b\":2}", "{\"a\":1.0,\"b\":2.0}", ["1:6 json-missing-colon"]),
  ("{\"a\" = 1, \"b\":2}", "{\"a\":1.0,\"b\":2.0}", ["1:6 json-missing-colon"]),
  ("{\"a\" {\"b\":2}}", "{\"a\":{\"b\":2.0}}", ["1:6 json-missing-colon"]),
  ("{\"a\":, \"b\":2}", "{\"b\":2.0}", ["1:6 json-missing-value"]),
  ("{\"a\", \"b\":2}", "{\"b\":2.0}", ["1:5 json-missing-value"]),
  ("{\"a\":}", "{}", ["1:6 json-missing-value"]),
  // Quotes.
  (
    "{a: 1, .b: 2, my-c:3}", "{\"a\":1.0,\".b\":2.0,\"my-c\":3.0}",
    [
      "1:2 json-unquoted-key", "1:8 json-unquoted-key", "1:15 json-unquoted-key",
    ]
  ),
  (
    "{'a':'b', \"c\":1}", "{\"a\":\"b\",\"c\":1.0}",
    [
      "1:2 json-single-quotes", "1:6 json-single-quotes",
    ]
  ),
  (
    "{\"a\": red, \"b\": #fff}", "{\"a\":\"red\",\"b\":\"#fff\"}",
    [
      "1:7 json-unquoted-value", "1:17 json-unquoted-value",
    ]
  ),
  ("{\"a\": red // b\n}", "{\"a\":\"red\"}", ["1:7 json-unquoted-value", "1:11 json-comment"]),
  ("{\"a\": rgb(1, 2, 3)\n}", "{\"a\":\"rgb(1, 2, 3)\"}", ["1:7 json-unquoted-value"]),
  (
    "[12px, True, .5, 007]", "[\"12px\",true,0.5,7.0]",
    [
      "1:2 json-unquoted-value", "1:8 json-unquoted-value", "1:14 json-invalid-number",
      "1:18 json-invalid-number",
    ]
  ),
  ("{\"a\": \"red,\n \"b\": 1}", "{\"a\":\"red\",\"b\":1.0}", ["1:7 unclosed-string"]),
  (
    "{\"a\": \"red\n \"b\": 1}", "{\"a\":\"red\",\"b\":1.0}",
    [
      "1:7 unclosed-string", "2:2 json-missing-comma",
    ]
  ),
  ("{\"a: 1,\n \"b\": 2}", "{\"b\":2.0}", ["1:2 unclosed-string", "1:7 json-missing-value"]),
  // Brackets.
  ("{\"a\":{\"b\":1}, \"c\":2", "{\"a\":{\"b\":1.0},\"c\":2.0}", ["1:1 unclosed-block"]),
  (
    "{\"a\":{\"b\":[1,2", "{\"a\":{\"b\":[1.0,2.0]}}",
    [
      "1:1 unclosed-block", "1:6 unclosed-block", "1:11 unclosed-block",
    ]
  ),
  ("{\"a\":[1,2}", "{\"a\":[1.0,2.0]}", ["1:6 unclosed-block"]),
  ("[{\"a\":1]", "[{\"a\":1.0}]", ["1:2 unclosed-block"]),
  ("{\"a\":1]}", "{\"a\":1.0}", ["1:7 json-unexpected-character"]),
  ("{\"a\":{\"b\":1}}, \"c\":2}", "{\"a\":{\"b\":1.0},\"c\":2.0}", ["1:14 json-trailing-content"]),
  ("{\"a\":{\"b\":1}} \"c\":2}", "{\"a\":{\"b\":1.0},\"c\":2.0}", ["1:15 json-trailing-content"]),
  ("{\"a\":1}}", "{\"a\":1.0}", ["1:8 json-trailing-content"]),
  (
    "{{\"a\":1}, \"b\":2}", "{\"a\":1.0,\"b\":2.0}",
    ["1:2 json-missing-key", "1:9 json-trailing-content"]
  ),
  ("{\"a\":1, {\"c\":1}, \"b\":2}", "{\"a\":1.0,\"b\":2.0}", ["1:9 json-missing-key"]),
  ("{\"a\":{}}}, \"b\":1}", "{\"a\":{},\"b\":1.0}", ["1:9 json-trailing-content"]),
  (
    "{\"a\":{}}]}: \"b\":1}", "{\"a\":{},\"b\":1.0}",
    [
      "1:9 json-trailing-content", "1:11 json-unexpected-character",
    ]
  ),
  ("\"a\":1, \"b\":2}", "{\"a\":1.0,\"b\":2.0}", ["1:1 json-missing-brace"]),
  ("\"a\":{\"b\":2}", "{\"a\":{\"b\":2.0}}", ["1:1 json-missing-brace"]),
  (
    ",;{\"a\":1}", "{\"a\":1.0}",
    [
      "1:1 json-unexpected-character", "1:2 json-unexpected-character",
    ]
  ),
  // Brackets that only the indentation tells of.
  (
    "{\n  \"a\": {\n    \"b\": 1,\n  \"c\": {\n    \"d\": 2\n  }\n}",
    "{\"a\":{\"b\":1.0},\"c\":{\"d\":2.0}}", ["2:8 unclosed-block"]
  ),
  (
    "{\n  \"a\": {\n    \"b\": [1, 2\n  },\n  \"c\": 3\n}",
    "{\"a\":{\"b\":[1.0,2.0]},\"c\":3.0}", ["3:10 unclosed-block"]
  ),
  (
    "{\n  \"a\": {\n    \"b\": 1\n  ,\n  \"c\": {}\n}",
    "{\"a\":{\"b\":1.0},\"c\":{}}", ["2:8 unclosed-block"]
  ),
  (
    "{\n  \"a\":\n  {\n    \"b\": 1,\n  \"c\": {}\n}",
    "{\"a\":{\"b\":1.0},\"c\":{}}", ["3:3 unclosed-block"]
  ),
  (
    "{\n  \"a\": {\n    \"b\": {\n      \"c\": 1\n}",
    "{\"a\":{\"b\":{\"c\":1.0}}}", ["2:8 unclosed-block", "3:10 unclosed-block"]
  ),
  // Without indentation, or where it says something else, brackets decide.
  (
    "{\"a\": {\n\"b\": 1,\n\"c\": {\n\"d\": 2}}",
    "{\"a\":{\"b\":1.0,\"c\":{\"d\":2.0}}}", ["1:1 unclosed-block"]
  ),
  // Characters.
  (
    "{\"a\":\"b\u{1}\tc\"}", "{\"a\":\"b\\u0001\\tc\"}",
    [
      "1:8 json-control-character", "1:9 json-control-character",
    ]
  ),
  ("[\"\\q\\u12\"]", "[\"q\u{FFFD}\"]", ["1:3 json-invalid-escape", "1:5 json-invalid-escape"]),
  ("[\"\\ud800\"]", "[\"\u{FFFD}\"]", ["1:3 json-lone-surrogate"]),
  ("[1~]", "[\"1~\"]", ["1:2 json-unquoted-value"]),
  ("[1 ~, 2]", "[1.0,2.0]", ["1:4 json-unexpected-character"]),
  ("", "", ["1:1 json-missing-value"]),
  ("[1/* a", "[1.0]", ["1:1 unclosed-block", "1:3 unclosed-comment", "1:3 json-comment"]),
]

@Test("A dictionary with an error still yields the rest", arguments: sheets)
func recovery(json: String, read: String, findings: [String]) {
  let document = document(json)
  #expect(outline(document) == read)
  #expect(outline(document.diagnostics) == findings)
}

@Test(
  "Findings suggest what to write",
  arguments: [
    ("{a:1}", "\"a\""), ("['b\"c']", "\"b\\\"c\""), ("[red]", "\"red\""), ("[NULL]", "null"),
    ("{\"a\"=1}", ":"), ("[1;2]", ","),
  ])
func suggestions(json: String, suggestion: String) {
  #expect(document(json).diagnostics.first?.suggestion == suggestion)
}

@Test("Comments are kept with their contents")
func jsonComments() {
  let comments = document("// one\r\n{ /* two */ }//").comments
  #expect(comments.map(\.contents.string) == [" one", " two ", ""])
  #expect(comments.map(\.style) == [.line, .block, .line])
  #expect(comments.map(\.range.bytes) == [0..<6, 10..<19, 21..<23])
}

@Test("A character less costs one rule at most")
func oneCharacterLess() {
  func rules(_ json: String) -> Set<String> {
    let document = document(json)
    guard case .object(let members) = document.root?.value else { return [] }
    return Set(
      members.map {
        "\(document.string($0.key)) \(document.text($0.value).string.filter { $0 != " " })"
      })
  }
  let written = (0..<6).map { index in
    """
      ".c\(index)": {
        "color": "#1a2b0\(index)",
        "font": {"name": "X", "size": \(index)}
      }
    """
  }
  let json = "{\n" + written.joined(separator: ",\n") + "\n}\n"
  let whole = rules(json)
  #expect(whole.count == 6)
  for index in json.indices where !json[index].isWhitespace {
    var shorter = json
    shorter.remove(at: index)
    let offset = json.utf8.distance(from: json.startIndex, to: index)
    #expect(whole.subtracting(rules(shorter)).count <= 1, "without byte \(offset)")
  }
}
