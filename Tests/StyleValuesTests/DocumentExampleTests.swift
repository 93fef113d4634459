import CSSSyntax
import Diagnostics
import StyleValues
import Testing

/// The examples of the documents that the dialects come from, each in its dialect.
@Suite("Examples of the documents")
struct DocumentExampleTests {
  private func json(_ text: String) throws -> RawValue {
    let document = JSONDocument(SourceText(name: "<test>", text: text))
    return RawValue(try #require(document.root), of: document)
  }

  private func hex(_ text: String, _ dialect: Dialect) throws -> String? {
    try ColorValue.convert(text, in: ConversionContext(dialect: dialect)).srgb()?.hex8
  }

  // MARK: Pixelbits, Converters

  @Test("Pixelbits: dictionary keys, colours, fonts, images, alignments")
  func pixelbits() throws {
    let context = ConversionContext(dialect: .pixelbits)
    #expect(
      try DictionaryKey.convert("background-color", in: context).camelCase == "backgroundColor")
    #expect(try hex("#ff0000", .pixelbits) == "#ff0000ff")
    #expect(try hex("red", .pixelbits) == "#ff0000ff")
    #expect(try hex("#efefef", .pixelbits) == "#efefefff")
    #expect(try hex("#f00", .pixelbits) == "#ff0000ff")
    #expect(try hex("#80ff0000", .pixelbits) == "#ff000080")
    #expect(try ControlState.convert("normal", in: context) == .normal)
    let light = try Font.convert("HelveticaNeue-Light", in: context)
    #expect(light == Font(family: "HelveticaNeue", size: 15, weight: 300))
    let italic = try Font.convert("AvenirNext-Italic, 18", in: context)
    #expect(italic == Font(family: "AvenirNext", size: 18, style: .italic))
    let image = try ImageReference.convert("image(my-image-name.jpg)", in: context)
    #expect(image == ImageReference(name: "my-image-name.jpg"))
    for (text, value) in [
      ("left", TextAlignment.left), ("right", .right), ("center", .center),
      ("justified", .justify), ("natural", .natural),
    ] {
      #expect(try TextAlignment.convert(text, in: context) == value)
    }
    #expect(
      try ContentAlignment.convert("content-horizontal-right", in: context) == .horizontalRight)
  }

  @Test("Pixelbits: every row of its tables")
  func pixelbitsTables() throws {
    let context = ConversionContext(dialect: .pixelbits)
    for (text, state) in [
      ("normal", ControlState.normal), ("highlighted", .highlighted), ("disabled", .disabled),
      ("selected", .selected), ("focused", .focused), ("application", .application),
      ("reserved", .reserved),
    ] { #expect(try ControlState.convert(text, in: context) == state) }
    for (text, alignment) in [
      ("content-horizontal-left", ContentAlignment.horizontalLeft),
      ("content-horizontal-right", .horizontalRight),
      ("content-horizontal-center", .horizontalCenter),
      ("content-horizontal-fill", .horizontalFill),
    ] { #expect(try ContentAlignment.convert(text, in: context) == alignment) }
    // Names are those of the palette, spelled exactly; hex needs its #.
    for bad in ["Red", "redColor", "ff0000", "#ff00000"] {
      #expect(throws: UnexpectedValue.self, "\(bad)") {
        try ColorValue.convert(bad, in: context)
      }
    }
  }

  // MARK: StringCoding, README

  enum UIViewContentMode: StyleEnumeration {
    case scaleToFill, scaleAspectFit, scaleAspectFill
    static var aliases: [(name: String, value: Self)] { [("fit", .scaleAspectFit)] }
  }

  @Test("StringCoding: constants of the host's own types, and characters by their codes")
  func stringCodingConstants() throws {
    let context = ConversionContext(dialect: .stringcoding)
    for text in ["UIViewContentModeScaleAspectFit", "scaleaspectfit", "fit"] {
      #expect(try UIViewContentMode.convert(text, in: context) == .scaleAspectFit)
    }
    #expect(try ControlState.convert("none", in: context).isEmpty)
    #expect(try ControlState.convert("all", in: context).names.count == 7)
    for (text, code) in [
      ("10", 10), ("127", 127), ("-1", -1), ("-128", -128), ("0x0", 0), ("0x7f", 127),
      ("0x80", -128), ("true", 1), ("no", 0), ("A", 65), ("7", 55),
    ] { #expect(try CharacterCode.convert(text, in: context).value == code, "\(text)") }
    let offset = Offset(horizontal: 2, vertical: -3)
    #expect(try Offset.convert("2 -3", in: context) == offset)
    #expect(try Offset.convert("{2, -3}", in: context) == offset)
    let one = try ImageReference.convert("button.png 12", in: context)
    #expect(one == ImageReference(name: "button.png", caps: .init(left: 12, top: 0)))
    #expect(try Font.convert("italic", in: context) == Font(style: .italic))
    for method in URLRequestValue.methods {
      #expect(try URLRequestValue.convert("\(method) /index", in: context).method == method)
    }
    for text in ["left", "justified", "NSTextAlignmentRight", "NSTEXTALIGNMENTCENTER"] {
      #expect(throws: Never.self) { try TextAlignment.convert(text, in: context) }
    }
  }

  @Test("StringCoding: characters, URLs, geometry, colours, fonts, constants")
  func stringCoding() throws {
    let context = ConversionContext(dialect: .stringcoding, baseDirectory: "/app/resources")
    for (text, code) in [("a", 97), ("65", 65), ("-5", -5), ("0x41", 65), ("0xff", -1), ("yes", 1)]
    {
      #expect(try CharacterCode.convert(text, in: context).value == code)
    }
    #expect(try URLValue.convert("/a/b.html", in: context).text == "file:///a/b.html")
    #expect(
      try URLValue.convert("page.html", in: context).text == "file:///app/resources/page.html")
    #expect(throws: UnexpectedValue.self) { try URLValue.convert("", in: context) }
    let request = try URLRequestValue.convert("DELETE https://example.com/1", in: context)
    #expect(request == URLRequestValue(method: "DELETE", url: URLValue("https://example.com/1")))
    #expect(try URLRequestValue.convert("https://example.com/", in: context).method == "GET")
    #expect(try Point.convert("1.5 2", in: context) == Point(x: 1.5, y: 2))
    #expect(try Point.convert("{1.5,2}", in: context) == Point(x: 1.5, y: 2))
    #expect(try Size.convert("{3,4}", in: context) == Size(width: 3, height: 4))
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(try Rect.convert("1 2 3 4", in: context) == rect)
    #expect(try Rect.convert("{{1,2},{3,4}}", in: context) == rect)
    let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(try EdgeInsets.convert("{1,2,3,4}", in: context) == insets)
    #expect(try EdgeInsets.convert("1 2 3 4", in: context) == insets)
    for text in ["black", "blackColor", "BLACK", "BlackColor", "rgb(0,0,0)", "rgba(0,0,0,1)"] {
      #expect(try hex(text, .stringcoding) == "#000000ff", "\(text)")
    }
    for text in ["#ff0000", "ff0000", "FF0000", "ff0000ff", "0xff0000", "#F00"] {
      #expect(try hex(text, .stringcoding) == "#ff0000ff", "\(text)")
    }
    let image = try ImageReference.convert("name.png 4 5", in: context)
    #expect(image == ImageReference(name: "name.png", caps: .init(left: 4, top: 5)))
    #expect(try Font.convert("helvetica 17", in: context) == Font(family: "helvetica", size: 17))
    #expect(try Font.convert("bold 15", in: context) == Font(size: 15, weight: 700))
    #expect(try TextAlignment.convert("NSTextAlignmentLeft", in: context) == .left)
    #expect(try LineBreakMode.convert("NSLineBreakByWordWrapping", in: context) == .wordWrap)
    #expect(try ControlEvent.convert("UIControlEventTouchUpInside", in: context) == .touchUpInside)
    #expect(try ControlState.convert("selected disabled", in: context) == [.selected, .disabled])
  }

  // MARK: MRGArchitect, README

  @Test("MRGArchitect: every key of its example")
  func architect() throws {
    let values = KeyedValues(
      layers: [
        try json(
          """
          { "colorKey": "#FF0000", "colorWithAlphaKey": "#80FAFAFA",
            "edgeInsetsKey": { "top": 1.0, "left": 2.0, "bottom": 3.0, "right": 4.0 },
            "stringEdgeInsetsKey": "{4.0, 3.0, 2.0, 1.0}",
            "pointKey": { "x": 1.0, "y": 2.0 }, "stringPointKey": "{2.0, 1.0}",
            "sizeKey": { "width": 10.0, "height": 20.0 }, "stringSizeKey": "{20.0, 10.0}",
            "fontKey": { "name": "HelveticaNeue", "size": 15.0 },
            "rectKey": { "origin": { "x": 10.0, "y": 10.0 },
                         "size": { "width": 64.0, "height": 64.0 } },
            "stringRectKey": "{{10.0, 10.0}, {64.0, 64.0}}",
            "gradientKey": [ { "location": 0.0, "color": "#FFFFFF" },
              { "location": 0.3, "color": "#878787" }, { "location": 1.0, "color": "#000000" } ],
            "boolKey": true, "integerKey": -3, "unsignedIntegerKey": 3, "floatKey": 1.5 }
          """)
      ], context: ConversionContext(dialect: .architect))
    #expect(try values.value(ColorValue.self, forKey: "colorKey").srgb()?.hex8 == "#ff0000ff")
    #expect(
      try values.value(ColorValue.self, forKey: "colorWithAlphaKey").srgb()?.hex8 == "#fafafa80")
    #expect(
      try values.value(EdgeInsets.self, forKey: "edgeInsetsKey")
        == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(
      try values.value(EdgeInsets.self, forKey: "stringEdgeInsetsKey")
        == EdgeInsets(top: 4, left: 3, bottom: 2, right: 1))
    #expect(try values.value(Point.self, forKey: "pointKey") == Point(x: 1, y: 2))
    #expect(try values.value(Point.self, forKey: "stringPointKey") == Point(x: 2, y: 1))
    #expect(try values.value(Size.self, forKey: "sizeKey") == Size(width: 10, height: 20))
    #expect(try values.value(Size.self, forKey: "stringSizeKey") == Size(width: 20, height: 10))
    #expect(
      try values.value(Font.self, forKey: "fontKey") == Font(family: "HelveticaNeue", size: 15))
    let rect = Rect(x: 10, y: 10, width: 64, height: 64)
    #expect(try values.value(Rect.self, forKey: "rectKey") == rect)
    #expect(try values.value(Rect.self, forKey: "stringRectKey") == rect)
    #expect(
      try values.value(Gradient.self, forKey: "gradientKey").stops.map(\.location) == [0, 0.3, 1])
    #expect(try values.value(Bool.self, forKey: "boolKey"))
    #expect(try values.value(Int.self, forKey: "integerKey") == -3)
    #expect(try values.value(UInt.self, forKey: "unsignedIntegerKey") == 3)
    #expect(try values.value(Double.self, forKey: "floatKey") == 1.5)
    #expect(throws: KeyedValueError.self) { try values.value(UInt.self, forKey: "integerKey") }
    let large = KeyedValues(
      layers: [try json(#"{"max": 18446744073709551615, "text": "18446744073709551615"}"#)],
      context: ConversionContext())
    #expect(try large.value(UInt.self, forKey: "max") == UInt.max)
    #expect(try large.value(UInt.self, forKey: "text") == UInt.max)
    #expect(throws: KeyedValueError.self) { try large.value(Int.self, forKey: "max") }
  }

  @Test("MRGArchitect: later files win, and the getters follow the chain")
  func chain() throws {
    let base = try json(#"{"foo": "base", "bar": {"baz": 1}, "a.b": 2}"#)
    let variant = try json(#"{"foo": "variant"}"#)
    var values = KeyedValues(layers: [base, variant], context: ConversionContext())
    #expect(try values.value(String.self, forKey: "foo") == "variant")
    #expect(try values.value(Int.self, forKey: "bar.baz") == 1)
    #expect(try values.value(Int.self, forKey: "a.b") == 2)
    values.layers = [base]
    #expect(try values.value(String.self, forKey: "foo") == "base")
    #expect(values.keys == ["a.b", "bar", "foo"])
  }

  @Test("a path goes into objects whose keys have dots of their own")
  func pathsWithDots() throws {
    let sheet = try json(
      """
      { ".bold": {"color": "red", "a.b": 1}, "text.bold": {"color": "lime"},
        "text": {"bold": {"size": 2}, "bold.x": {"": 3}}, "": {"": 4}, "a": {"b.c": 5},
        "a.b": {"d": 6} }
      """)
    let values = KeyedValues(layers: [sheet], context: ConversionContext())
    #expect(try values.value(ColorValue.self, forKey: ".bold.color") == ColorValue(RGB8(0xFF0000)))
    #expect(try values.value(Int.self, forKey: ".bold.a.b") == 1)
    #expect(
      try values.value(ColorValue.self, forKey: "text.bold.color") == ColorValue(RGB8(0x00FF00)))
    // The longest key is tried first; where it leads nowhere, shorter ones are.
    #expect(try values.value(Int.self, forKey: "text.bold.size") == 2)
    #expect(try values.value(Int.self, forKey: "text.bold.x.") == 3)
    #expect(try values.value(Int.self, forKey: ".") == 4)
    #expect(try values.value(Int.self, forKey: "a.b.c") == 5)
    #expect(try values.value(Int.self, forKey: "a.b.d") == 6)
    for (path, suggestion) in [
      (".bol.color", ".bold.color"), (".bold.colour", ".bold.color"),
      ("text.bold.sizes", "text.bold.size"),
    ] {
      let error = #expect(throws: KeyedValueError.self) { try values.raw(forKey: path) }
      #expect(error?.reason == .missingKey)
      #expect(error?.suggestion == suggestion, "\(path)")
    }
    let long = String(repeating: "a.", count: 100_000)
    for path in [".bold.", "a.", "..", "a.b.xyz", ".bold.color.red", long] {
      #expect(throws: KeyedValueError.self) { try values.raw(forKey: path) }
    }
  }

  @Test("MRGArchitect: a missing key and a wrong type say where")
  func chainErrors() throws {
    let base = try json("{\n  \"title\": \"x\",\n  \"color\": \"nope\"}")
    let values = KeyedValues(layers: [base], context: ConversionContext())
    let missing = #expect(throws: KeyedValueError.self) {
      try values.value(String.self, forKey: "tittle")
    }
    #expect(missing?.reason == .missingKey)
    #expect(missing?.suggestion == "title")
    let wrong = #expect(throws: KeyedValueError.self) {
      try values.value(ColorValue.self, forKey: "color")
    }
    #expect(wrong?.description.hasPrefix("<test>:3:13: ") == true)
    #expect(wrong?.diagnostic.code == .invalidValue)
    #expect(throws: KeyedValueError.self) { try values.value(String.self, forKey: "title.x.y") }
  }
}
