import CSSView
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
      (ThemeValue(any: Int64.max), "\"9223372036854775807\""),
      (ThemeValue(.rgb(red: 255, green: 0, blue: 0)), #""rgb(255, 0, 0)""#),
      (ThemeValue(.standard), #""transparent""#),
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
    let error = #expect(throws: ConversionFailure.self) { try ThemeValue(json: "{") }
    #expect(error?.expected == "JSON")
    #expect(throws: ConversionFailure.self) { try ThemeValue(json: "") }
  }

  @Test("become numbers, exactly")
  func numbers() throws {
    #expect(try ThemeValue("300").converted(to: UInt16.self) == 300)
    #expect(try ThemeValue(any: Int64.max).converted(to: Int64.self) == .max)
    #expect(try ThemeValue(0.25).converted(to: Float.self) == 0.25)
    #expect(failure(300, as: UInt8.self)?.expected == "a whole number from 0 to 255")
    #expect(failure("-1", as: UInt.self)?.expected.hasPrefix("a whole number from 0 to ") == true)
    #expect(failure(1.5, as: Int.self)?.expected == "a whole number")
    #expect(failure("red", as: Double.self)?.finding.severity == .warning)
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
