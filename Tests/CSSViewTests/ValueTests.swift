import CSSView
import CSSViewObjects
import TestSupport
import Testing

/// What the library makes of values, and what it says where they are none.
@Suite("Values of the library")
struct ValueTests {
  enum Side: String, CaseIterable, Convertible { case left, right }
  enum Level: Int, Convertible { case low = 1, high }

  private func failure<Value: Convertible>(
    _ value: ThemeValue, as type: Value.Type
  ) -> ConversionFailure? {
    do throws(ConversionFailure) {
      _ = try value.converted(to: type)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "are written in JSON, and equal where they are written the same",
    arguments: [
      (true, "true"), (1.5, "1.5"), (7, "7"), (.null, "null"), ("a", #""a""#),
      (["a": [1, "b", false]], #"{"a": [1, "b", false]}"#),
      (
        ThemeValue(any: ["b": nil, "a": [Side.left, Level.high]] as [String: Any?]),
        #"{"a": ["left", 2], "b": null}"#
      ),
      (
        ThemeValue(
          any: ["a": Side?.none as Any, "b": Side?.some(.right) as Any, "c": true] as [String: Any]),
        #"{"a": null, "b": "right", "c": true}"#
      ), (ThemeValue(any: (1, "b")), #"[1, "b"]"#), (ThemeValue(any: Float(0.5)), "0.5"),
      (ThemeValue(any: "abc".dropFirst()), #""bc""#), (ThemeValue(any: Int?.none), "null"),
      (ThemeValue(any: Int64.max), "9223372036854775807"),
      (ThemeValue(any: UInt64.max), "18446744073709551615"),
      (ThemeValue(any: -9_007_199_254_740_993), "-9007199254740993"),
      (ThemeValue(any: Float(0.1)), "0.1"),
      (ThemeValue(any: [1, Int?.none] as [Any?]), "[1, null]"),
      (ThemeValue(.rgb(red: 255, green: 0, blue: 0)), #""rgb(255, 0, 0)""#),
      (ThemeValue(.standard), #""initial""#),
    ] as [(ThemeValue, String)])
  func json(value: ThemeValue, text: String) throws {
    #expect(value.description == text)
    let again = try ThemeValue(json: text)
    #expect(again == value && Set([again, value]).count == 1)
  }

  @Test("know what they are")
  func kinds() throws {
    #expect(ThemeValue(true).flag == true && ThemeValue("true").flag == nil)
    #expect(ThemeValue(2.5).number == 2.5 && ThemeValue("2.5").number == nil)
    #expect(ThemeValue.null.isNull && ThemeValue.null.text == nil)
    let object: ThemeValue = ["b": 1, "a": ["x", "y"]]
    #expect(object.names == ["b", "a"] && object["a"]?.elements?.map(\.text) == ["x", "y"])
    #expect(object["c"] == nil && object.elements == nil && ThemeValue("b").names == nil)
  }

  @Test(
    "of a text that is no JSON it is told where and why",
    arguments: [
      ("{", "a mistake in line 1, column 1: '{' is not closed", 1), ("", "nothing", nil),
      (" \n", "nothing", nil),
      (#"{"a" 1}"#, "a mistake in line 1, column 6: missing ':' after the key", 6),
      ("é [1]", "a mistake in line 1, column 1: value 'é' has no double quotes", 1),
      ("[1,\n \"é\" x]", "a mistake in line 2, column 6: missing ',' between two values", 6),
    ] as [(String, String, Int?)])
  func noJSON(text: String, found: String, column: Int?) throws {
    let error = #expect(throws: ConversionFailure.self) { try ThemeValue(json: text) }
    #expect(error?.expected == "JSON")
    #expect(error?.description.hasPrefix("expected JSON, found \(found)") == true, "\(error!)")
    #expect(error?.finding.column == column)
  }

  @Test("values that the standard library's types nest very deep are cut and not followed")
  func depth() {
    var list: Any = 1
    var members: Any = "red"
    for _ in 0..<5000 {
      list = [list]
      members = ["a": members]
    }
    #expect(ThemeValue(any: list).description.hasPrefix("[[["))
    let theme = Theme(dictionary: ["b": members])
    #expect(theme.findings.contains { $0.code == "nesting-too-deep" })
  }

  @Test("become numbers, exactly")
  func numbers() throws {
    #expect(try ThemeValue("300").converted(to: UInt16.self) == 300)
    #expect(try ThemeValue(any: Int64.max).converted(to: Int64.self) == .max)
    #expect(try ThemeValue(0.25).converted(to: Float.self) == 0.25)
    #expect(failure(300, as: UInt8.self)?.expected == "a whole number from 0 to 255")
    #expect(failure("-1", as: UInt.self)?.expected.hasPrefix("a whole number from 0 to ") == true)
    #expect(failure(1.5, as: Int.self)?.expected == "a whole number")
    let range = "a whole number from \(Int.min) to \(Int.max)"
    for value in ["99999999999999999999", 1e300, ThemeValue(any: UInt64.max)] as [ThemeValue] {
      #expect(failure(value, as: Int.self)?.expected == range)
    }
    #expect(try ThemeValue(any: UInt64.max).converted(to: UInt64.self) == .max)
    #expect(failure("red", as: Double.self)?.finding.severity == .warning)
  }

  @Test(
    "are no numbers where they are not finite, or too large for the type",
    arguments: [
      (.init(floatLiteral: .nan), "NaN"), (.init(floatLiteral: .infinity), "inf"),
      (.init(floatLiteral: -.infinity), "-inf"),
    ] as [(ThemeValue, String)])
  func infinite(value: ThemeValue, name: String) {
    let message = "expected a finite number, found \(name)"
    #expect(failure(value, as: Double.self)?.description == message)
    #expect(failure(value, as: Float.self)?.description == message)
    #expect(failure(value, as: Int.self)?.description == "expected a whole number, found \(name)")
    let large = failure("1e300", as: Float.self)?.description
    #expect(large == "expected a number from -3.4028235e+38 to 3.4028235e+38, found '1e300'")
  }

  @Test(
    "whole numbers in JSON keep all of their digits",
    arguments: ["9007199254740993", "-9223372036854775808", "9223372036854775807"])
  func digits(text: String) throws {
    let value = try ThemeValue(json: text)
    #expect(value.description == text)
    #expect(try value.converted(to: Int.self) == Int(text))
  }

  @Test("become cases by their raw values, or the nearest is suggested")
  func cases() throws {
    #expect(try ThemeValue("right").converted(to: Side.self) == .right)
    #expect(try ThemeValue(2).converted(to: Level.self) == .high)
    let typo = try #require(failure("rihgt", as: Side.self))
    #expect(typo.suggestion == "right" && "\(typo)".contains("did you mean 'right'?"))
    #expect(failure(3, as: Level.self)?.expected == "a raw value of Level")
    #expect(failure("x", as: Level.self)?.suggestion == nil)
  }

  enum Shape: Convertible, CaseIterable { case plain, roundedRect }
  enum Weight: Int, Convertible, CaseIterable { case light = 300, bold = 700 }

  struct Detectors: NamedOptions {
    let rawValue: Int
    static let members: [(name: String, value: Detectors)] = [
      ("phoneNumber", Detectors(rawValue: 1)), ("link", Detectors(rawValue: 2)),
      ("address", Detectors(rawValue: 8)),
    ]
  }

  @Test("become constants by their names, in any case, with dashes or the name of the type")
  func constants() throws {
    for name in ["roundedRect", "rounded-rect", "ROUNDED_RECT", "ShapeRoundedRect", "Shape.plain"] {
      let expected = name.hasSuffix("plain") ? Shape.plain : .roundedRect
      #expect(try ThemeValue(name).converted(to: Shape.self) == expected)
    }
    #expect(failure("plian", as: Shape.self)?.description.hasSuffix("mean 'plain'?") == true)
    for value in [700, "700", "bold", "WeightBold"] as [ThemeValue] {
      #expect(try value.converted(to: Weight.self) == .bold)
    }
    #expect(failure(5, as: Weight.self)?.expected == "light or bold")
    #expect(try ThemeValue("LEFT").converted(to: Side.self) == .left)
    for (value, raw) in [
      ("link", 2), ("phone-number | LINK", 3), (["link", "address"], 10), ("none", 0), ("all", 11),
      (9, 9), ("9", 9),
    ] as [(ThemeValue, Int)] {
      #expect(try value.converted(to: Detectors.self).rawValue == raw)
    }
    let typo = failure("link adress", as: Detectors.self)
    #expect(typo?.expected == "phoneNumber, link or address" && typo?.suggestion == "address")
    #expect(failure(" ", as: Detectors.self) != nil)
  }

  @Test(
    "become characters by themselves or by their codes, for a key too",
    arguments: [
      ("A", "A"), ("65", "A"), ("0x41", "A"), ("0XFF", "ÿ"), ("é", "é"), (65, "A"), (5, "5"),
      ("0", "0"), ("yes", "\u{1}"), ("-5", "û"),
    ] as [(ThemeValue, Character)])
  func characters(value: ThemeValue, character: Character) throws {
    struct Key: KeySettable {
      var mark: Character = "-"
      static let settableKeys: [SettableKey<Key>] = [.value("mark", \.mark)]
    }
    var key = Key()
    try key.set(value, forKey: "mark")
    #expect(key.mark == character)
    for wrong in ["", "ab", "0x", "0x100", "128", "-129"] as [ThemeValue] {
      #expect(failure(wrong, as: Character.self)?.expected.hasPrefix("a character or") == true)
    }
  }

  @Test("what errors quote is safe for a terminal")
  func hostile() {
    let escape = "\u{1B}[2J"
    struct Label: KeySettable {
      var lines = 1
      static let settableKeys: [SettableKey<Label>] = [.value("lines", \.lines)]
    }
    var label = Label()
    let errors: [(any Error)?] = [
      failure(.init(escape), as: Int.self), failure(.init(escape), as: Side.self),
      #expect(throws: ThemeError.self) { try Theme(contentsOf: "/\(escape)") },
      #expect(throws: KeyError.self) { try label.set(1, forKey: escape) },
      #expect(throws: KeyError.self) { try label.set(.init(escape), forKey: "lines") },
      #expect(throws: KeyError.self) { try Architect("{}").integer(forKey: escape) },
    ]
    for error in errors {
      let text = error.map { "\($0)" } ?? ""
      #expect(!text.isEmpty && !text.contains("\u{1B}"), "\(text.debugDescription)")
    }
  }

  @Test("the terminal's own colour is one that can be seen")
  func standardColor() throws {
    let theme: Theme = [".a": ["color": .init(.standard), "background-color": .init(.standard)]]
    let renderer = theme.renderer(for: Terminal(), as: StyledObject(classes: ["a"]))
    #expect(theme.findings.isEmpty && renderer.objectStyle.color == .standard)
    #expect(renderer.objectStyle.backgroundColor == .standard && renderer.render("x") == "x")
    #expect(try ThemeValue(.standard).converted(to: StyleColor.self) == .standard)
  }

  @Test("gradients are put together with what CSS makes of their stops")
  func gradients() {
    let stops = [(0.5, 1), (0.25, 2), (1, 3)].map { location, entry in
      StyleGradient.Stop(location: location, color: .palette(entry))
    }
    let gradient = StyleGradient(stops: stops, angle: 90)
    #expect(gradient.stops.map(\.location) == [0.5, 0.5, 1] && gradient.angle == 90)
    #expect(StyleGradient(stops: []).stops == [.init(location: 0, color: .standard)])
    #expect(StateValues("a") == StateValues("a") && StateValues("a") != StateValues("b"))
  }

  @Test("become collections, from JSON too; elements of another type are left out")
  func collections() throws {
    let numbers: ThemeValue = [1, "2", "x"]
    #expect(try numbers.converted(to: [Int].self) == [1, 2])
    #expect(try ThemeValue("[1, 1]").converted(to: Set<Int>.self) == [1])
    let object: ThemeValue = ["a": 1, "b": "x"]
    #expect(try object.converted(to: [String: Int].self) == ["a": 1])
    #expect(failure("x", as: [Int].self)?.expected == "an array")
    #expect(failure(1, as: [String: Int].self)?.expected == "an object")
  }

  @Test("become colours and lengths")
  func styles() throws {
    #expect(try ThemeValue.null.converted(to: StyleColor.self) == .standard)
    #expect(try ThemeValue("ansi(3)").converted(to: StyleColor.self) == .palette(3))
    #expect(
      try ThemeValue("transparent").converted(to: StyleColor.self)
        == .rgb(red: 0, green: 0, blue: 0, alpha: 0))
    #expect(try ThemeValue("1em").converted(to: StyleLength.self).pixels == 15)
    #expect(failure("50%", as: StyleLength.self)?.expected == "a length without a percentage")
    #expect(failure("gren", as: StyleColor.self)?.suggestion == "green")
  }

  @Test("a key may have a meaning of its own, and a part may be missing")
  func keys() throws {
    struct Badge: KeySettable {
      var count = 0
      static let settableKeys: [SettableKey<Badge>] = [.value("count", \.count)]
    }
    struct View: KeySettable {
      var columns = 0
      var badge: Badge?
      static let settableKeys: [SettableKey<View>] = [
        .custom("size") { view, value throws(ConversionFailure) in
          guard let columns = value["columns"] else {
            throw value.failure(expected: "an object with columns")
          }
          view.columns = try columns.converted()
        }, .object("badge", \.badge),
      ]
    }
    var view = View()
    try view.set(["columns": 3], forKey: "size")
    #expect(view.columns == 3)
    #expect(throws: KeyError.self) { try view.set("wide", forKey: "size") }
    #expect(throws: KeyError.self) { try view.set(1, forKeyPath: "badge.count") }
    view.badge = Badge()
    try view.set(1, forKeyPath: "badge.count")
    #expect(view.badge?.count == 1 && view.columns == 3)
  }

  @Test("every line of a text is in its cells and can be changed")
  func lines() throws {
    let theme = Theme(
      """
      .wavy { text-decoration: underline wavy red } .dots { text-decoration: underline dotted }
      .dash { text-decoration: underline dashed } .two { text-decoration: underline double }
      .over { text-decoration: overline } .gone { text-decoration: line-through }
      """)
    let renderer = theme.renderer(for: Terminal())
    func cell(_ name: String) -> CellBlock.Cell {
      renderer.block("<span class=\(name)>x</span>")[0, 0]
    }
    #expect(cell("wavy").underline == .wavy && cell("dots").underline == .dotted)
    #expect(cell("dash").underline == .dashed && cell("two").underline == .double)
    #expect(cell("wavy").underlineColor == .rgb(red: 255, green: 0, blue: 0))
    #expect(cell("over").hasOverline && cell("gone").isStruckThrough && !cell("gone").blinks)

    var style = try #require(renderer.styled("<span class=over>x</span>").runs.first?.style)
    #expect(style.hasOverline && !style.isStruckThrough && !style.blinks && style.opacity == 1)
    style.hasOverline = false
    style.isStruckThrough = true
    style.blinks = true
    style.lineColor = .palette(2)
    style.fontFamilies = ["Mono"]
    style.fontSize = -1
    #expect(!style.hasOverline && style.isStruckThrough && style.blinks)
    #expect(style.lineColor == .palette(2) && style.fontFamilies == ["Mono"] && style.fontSize == 0)
  }

  @Test("a file that is too large or is not there is told")
  func files() throws {
    let directory = try ScratchDirectory()
    try directory.shell("truncate -s 1G big.css")
    let large = #expect(throws: ThemeError.self) {
      try Theme(contentsOf: "\(directory.path)/big.css")
    }
    #expect(large?.reason.hasPrefix("larger than ") == true)
    let missing = #expect(throws: ThemeError.self) { try Theme(contentsOf: "\(directory.path)/x") }
    #expect(missing?.reason == "no such file or directory")
    #expect("\(try #require(missing))".hasSuffix("/x: no such file or directory"))
  }
}
