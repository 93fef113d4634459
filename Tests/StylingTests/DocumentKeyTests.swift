import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

/// The sheets of the documents: keys of views, plain values, images.
@Suite("Keys of the documents")
struct DocumentKeyTests {
  private func check(_ json: String, _ dialect: Dialect? = nil) -> [Diagnostic] {
    StylesheetLoader(dialect: dialect).load(SourceText(name: "a.json", text: json)).check()
  }

  @Test(
    "Keys that mean a property of the terminal set it",
    arguments: [
      (#""alpha": 0.5"#, "opacity: 0.5"), (#""cornerRadius": 3"#, "border-radius: 3px"),
      (#""numberOfLines": 2"#, "max-lines: 2"), (#""numberOfLines": 0"#, "max-lines: none"),
      (
        #""lineBreakMode": "NSLineBreakByTruncatingTail""#,
        "white-space: nowrap; text-overflow: ellipsis"
      ),
      (#""lineBreakMode": "clip""#, "white-space: nowrap"),
      (#""line-break-mode": "wordwrap""#, "white-space: pre-wrap"),
      (#""lineBreakMode": "truncatemiddle""#, "white-space: nowrap; text-overflow: ellipsis"),
      (#""contentHorizontalAlignment": "content-horizontal-right""#, "text-align: right"),
      (#""contentHorizontalAlignment": "content-horizontal-fill""#, "text-align: justify"),
      (#""contentHorizontalAlignment": "center""#, "text-align: center"),
      (#""contentEdgeInsets": "{1, 2, 3, 4}""#, "padding: 1px 4px 3px 2px"),
      (#""contentEdgeInsets": "1 2 3 4""#, "padding: 1px 4px 3px 2px"),
      (
        #""contentEdgeInsets": {"top": 1, "left": 2, "bottom": 3, "right": 4}"#,
        "padding: 1px 4px 3px 2px"
      ),
      (#""shadowOpacity": 0.5"#, "text-shadow-opacity: 0.5"),
      (#""backgroundImage": "panel.png 4 4""#, "background-image: image(panel.png 4 4)"),
    ])
  func sets(member: String, same: String) {
    let probe = StyleProbe(json: "{\"text\": {\(member)}}")
    #expect(probe.codes == [])
    #expect(
      probe.resolver.hostStyle == StyleProbe(css: "text { \(same) }").resolver.hostStyle)
  }

  @Test(
    "Keys of views and controls without a meaning for a terminal are known",
    arguments: [
      "title", "title:normal", "highlightedTitle", "selectedTitle", "image", "HTMLString",
      "baseURL", "contentMode", "touchUpInside", "UIControlEventValueChanged", "touchupinside",
      "contentVerticalAlignment", "finishedSelectedImage", "placeholder", "highlightedImage",
    ])
  func known(key: String) {
    let findings = check("{\".a\": {\"color\": \"red\", \"\(key)\": \"x\"}}")
    #expect(findings.map(\.code.rawValue) == ["no-effect"])
    #expect(findings.first?.severity == .note)
  }

  @Test("In a CSS file they are as unknown as in CSS")
  func unknownInCSS() {
    let sheet = StylesheetLoader().load(SourceText(name: "a.css", text: ".a { title: x }"))
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["unknown-property"])
  }

  @Test("A state in front of a key holds for a key of the documents as well")
  func states() {
    let sheet = #"{"text": {"selectedTitleColor": "red", "highlightedAlpha": 0.5}}"#
    let host = HostObject(states: [.selected, .highlighted])
    let style = StyleProbe(json: sheet, host: host).style
    #expect(style.color?.srgb()?.hex8 == "#ff0000ff")
    #expect(style.opacity == 0.5)
  }

  @Test("A property that the host program registers counts, whatever CSS calls by its name")
  func registered() {
    var extensions = StyleExtensions()
    extensions.register("fill", as: ColorValue.self)
    let sheet = StylesheetLoader(extensions: extensions).load(
      SourceText(name: "a.json", text: #"{"text": {"fill": "teal"}}"#))
    let resolver = StyleResolver(stylesheet: sheet)
    #expect(resolver.hostValues.value(of: "fill")?.raw.summary == "'teal'")
    #expect(sheet.check().isEmpty)
  }

  /// The examples of the MRGArchitect document, in one sheet.
  @Test("The typed values of an architect's sheet are no rules")
  func architect() {
    let sheet = """
      {
        "@imports": [],
        "colorKey": "#FF0000", "colorWithAlphaKey": "#80FAFAFA", "boolKey": true,
        "edgeInsetsKey": {"top": 1.0, "left": 2.0, "bottom": 3.0, "right": 4.0},
        "stringEdgeInsetsKey": "{4.0, 3.0, 2.0, 1.0}",
        "pointKey": {"x": 1.0, "y": 2.0}, "stringPointKey": "{2.0, 1.0}",
        "sizeKey": {"width": 10.0, "height": 20.0}, "stringSizeKey": "{20.0, 10.0}",
        "fontKey": {"name": "HelveticaNeue", "size": 15.0},
        "rectKey": {
          "origin": {"x": 10.0, "y": 10.0}, "size": {"width": 64.0, "height": 64.0}
        },
        "stringRectKey": "{{10.0, 10.0}, {64.0, 64.0}}",
        "gradientKey": [
          {"location": 0.0, "color": "#FFFFFF"}, {"location": 0.3, "color": "#878787"},
          {"location": 1.0, "color": "#000000"}
        ],
        "[* *]": {"title": "Any Any"}, "[+ *]": {"title": "Regular Any"},
        "[- +]": {"title": "Compact Regular", "pointKey": {"x": 1, "y": 1}}
      }
      """
    #expect(check(sheet, .architect).map(\.message) == [])
    #expect(!check(#"{"label": {"colr": "red"}}"#, .architect).isEmpty)
  }

  /// The examples of the Pixelbits document.
  @Test(
    "The examples of the documents are sheets without mistakes",
    arguments: [
      #"{"UIView": {"background-color": "red"}}"#,
      ##"{"UIView": {"background-color": "red", "text-color": "#efefef"}}"##,
      #"{"UIButton": {"title:normal": "An awesome title"}}"#,
      #"{"UILabel": {"font": "HelveticaNeue-Light"}, "b": {"font": "AvenirNext-Italic, 18"}}"#,
      #"{"UIView": {"background-image": "image(my-image-name.jpg)"}}"#,
      #"{"UILabel": {"text-alignment": "left"}}"#,
      #"{"UIButton": {"contentHorizontalAlignment": "content-horizontal-right"}}"#,
    ])
  func pixelbits(sheet: String) {
    #expect(!check(sheet, .pixelbits).contains { $0.severity == .error })
  }

  // MARK: Colours

  @Test(
    "A number is no colour where digits need no number sign",
    arguments: [Dialect.stringcoding, .jsonhelper])
  func numbers(dialect: Dialect) throws {
    let finding = try #require(check(#"{".a": {"color": 16711680}}"#, dialect).first)
    #expect(finding.severity == .error)
    #expect(finding.message == "'color': expected a colour, found the number 16711680")
    #expect(finding.suggestion == #""16711680""#)
    #expect(finding.location?.column == 18)
    let context = ConversionContext(dialect: dialect)
    #expect(throws: UnexpectedValue.self) { try ColorValue.convert(16_711_680, in: context) }
    #expect(try ColorValue.convert("112233", in: context).srgb()?.hex8 == "#112233ff")
  }

  @Test("An image in the place of StringCoding's background colour is the background's image")
  func pattern() {
    let probe = StyleProbe(
      json: #"{"text": {"backgroundColor": "linen.png", "color": "ink.png"}}"#,
      dialect: .stringcoding)
    #expect(probe.codes == [])
    #expect(probe.style.backgroundImage == .image(ImageReference(name: "linen.png")))
    #expect(probe.style.color == nil)
  }

  // MARK: Images

  @Test("An image that is not beside its sheet is found missing, with the name that was meant")
  func images() {
    let files = MemoryFiles(["/t/panel.png": "", "/t/deep/a.png": ""])
    let sheet = """
      .a { background-image: image(panel.png) } .b { background: url(deep/a.png) red }
      .c { background: url(pane.png) } .d { background: url(https://e.com/x.png) }
      .e { background: url(data:image/png;base64,AAAA) } .f { background: red }
      .g { background-image: linear-gradient(red, blue) }
      """
    let findings = StylesheetLoader(files: files).load(SourceText(name: "/t/a.css", text: sheet))
      .check(files: files)
    #expect(findings.map(\.code.rawValue) == ["missing-image"])
    #expect(findings.first?.message == "no image 'pane.png'")
    #expect(findings.first?.suggestion == "panel.png")
    #expect(findings.first?.location?.line == 2)
  }

  // MARK: Values by key

  @Test("A value by its key has the variables of its sheet in it")
  func variables() throws {
    let source = SourceText(
      name: "a.json",
      text: #"""
        {":root": {"--a": "red", "--b": "var(--a)", "--s": "18"},
         ".ok": {"color": "var(--b)", "font": {"name": "bold", "size": "var(--s)"},
                 "bad": "var(--none)", "fallback": "var(--none, lime)"}}
        """#)
    let values = KeyedSheet(source, loader: StylesheetLoader()).values
    #expect(try values.value(ColorValue.self, forKey: ".ok.color").cssText == "rgb(255, 0, 0)")
    #expect(try values.value(Font.self, forKey: ".ok.font").size == 18)
    #expect(try values.value(ColorValue.self, forKey: ".ok.fallback").cssText == "rgb(0, 255, 0)")
    #expect {
      try values.value(ColorValue.self, forKey: ".ok.bad")
    } throws: {
      "\($0)".contains("'--none' is not defined")
    }
    let dollars = SourceText(
      name: "a.json", text: ##"{"$ink": "#80ff0000", ".ok": {"color": "$ink"}}"##)
    let pixelbits = KeyedSheet(dollars, loader: StylesheetLoader(dialect: .pixelbits)).values
    #expect(try pixelbits.value(ColorValue.self, forKey: ".ok.color").srgb()?.hex8 == "#ff000080")
  }

  @Test(
    "A key that is missing names what is there",
    arguments: [
      ("label.weight", "no key 'label.weight'; 'label' has 'color' and 'font'"),
      ("label.color.red", "no key 'label.color.red'; 'label.color' is a value and has no keys"),
      ("zzz", "no key 'zzz'; the stylesheet has 'label' and 'title'"),
      ("label.colour", "no key 'label.colour'"),
    ])
  func missing(key: String, message: String) throws {
    let values = KeyedValues(
      layers: [["title": "x", "label": ["color": "red", "font": "bold 18"]]],
      context: ConversionContext())
    let error = #expect(throws: KeyedValueError.self) { try values.value(String.self, forKey: key) }
    #expect(error?.message == message)
  }
}
