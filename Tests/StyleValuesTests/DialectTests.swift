import StyleValues
import Testing

/// The table of dialects, column by column.
@Suite("Dialects")
struct DialectTests {
  private func hex(_ text: String, _ dialect: Dialect) -> String? {
    try? ColorValue.convert(text, in: ConversionContext(dialect: dialect)).srgb()?.hex8
  }

  @Test("eight digits are RGBA or ARGB", arguments: Dialect.allCases)
  func eightDigits(dialect: Dialect) {
    let isARGB = dialect == .architect || dialect == .pixelbits
    #expect(hex("#11223344", dialect) == (isARGB ? "#22334411" : "#11223344"))
    #expect(hex("#F00A", dialect) == (isARGB ? "#0000aaff" : "#ff0000aa"))
    #expect(hex("#F00", dialect) == "#ff0000ff")
  }

  @Test("hex without # is for two dialects", arguments: Dialect.allCases)
  func bareHex(dialect: Dialect) {
    let isAllowed = dialect == .stringcoding || dialect == .jsonhelper
    for (text, expected) in [
      ("FF0000", "#ff0000ff"), ("00ff00", "#00ff00ff"), ("112233", "#112233ff"),
      ("1e3", "#11ee33ff"), ("f00a", "#ff0000aa"), ("00FF0080", "#00ff0080"),
    ] {
      #expect(hex(text, dialect) == (isAllowed ? expected : nil), "\(text)")
    }
    #expect(hex("0xFF0000", dialect) == (isAllowed ? "#ff0000ff" : nil))
    for text in ["ff00", "12345", "1234567", "123456789", "ggg", "0x", "ff0000.5", "ff 00 00"] {
      #expect(hex(text, dialect) == (isAllowed && text == "ff00" ? "#ffff0000" : nil), "\(text)")
    }
  }

  @Test("names are CSS's or the system palette's", arguments: Dialect.allCases)
  func names(dialect: Dialect) {
    let isSystem = dialect == .stringcoding || dialect == .pixelbits
    for (name, system, css) in [
      ("green", "#00ff00ff", "#008000ff"), ("gray", "#808080ff", "#808080ff"),
      ("brown", "#996633ff", "#a52a2aff"), ("orange", "#ff8000ff", "#ffa500ff"),
      ("purple", "#800080ff", "#800080ff"), ("red", "#ff0000ff", "#ff0000ff"),
      ("teal", "#008080ff", "#008080ff"), ("rebeccapurple", "#663399ff", "#663399ff"),
    ] {
      #expect(hex(name, dialect) == (isSystem ? system : css), "\(name)")
    }
    #expect(hex("darkGray", dialect) == (isSystem ? "#555555ff" : "#a9a9a9ff"))
    #expect(hex("lightGray", dialect) == (isSystem ? "#aaaaaaff" : "#d3d3d3ff"))
    #expect(hex("clear", dialect) == (isSystem ? "#00000000" : nil))
    #expect(hex("lightText", dialect) == (isSystem ? "#ffffff99" : nil))
    #expect(hex("groupTableViewBackground", dialect) == (isSystem ? "#efeff4ff" : nil))
    #expect(hex("redColor", dialect) == (dialect == .stringcoding ? "#ff0000ff" : nil))
    #expect(hex("GREENCOLOR", dialect) == (dialect == .stringcoding ? "#00ff00ff" : nil))
    #expect(
      hex("Green", dialect) == (dialect == .pixelbits ? nil : isSystem ? "#00ff00ff" : "#008000ff"))
  }

  @Test("the fourth number of rgb() counts bytes above 1", arguments: Dialect.allCases)
  func fourthNumber(dialect: Dialect) {
    let countsBytes = dialect != .css && dialect != .stringcoding
    for text in ["rgba(255, 0, 0, 51)", "rgb(255 0 0 / 51)", "rgb(255, 0, 0, 51)"] {
      #expect(hex(text, dialect) == (countsBytes ? "#ff000033" : "#ff0000ff"), "\(text)")
    }
    #expect(hex("rgba(255, 0, 0, 0.2)", dialect) == "#ff000033")
    #expect(hex("rgba(255, 0, 0, 20%)", dialect) == "#ff000033")
    #expect(hex("rgba(255, 0, 0, 1)", dialect) == "#ff0000ff")
    #expect(hex("rgba(255, 0, 0, 300)", dialect) == "#ff0000ff")
    // In the document of ViewCSS, it goes from 0 to 255; rgba() is no function there.
    #expect(hex("rgb(255, 0, 0, 1)", dialect) == (dialect == .viewcss ? "#ff000001" : "#ff0000ff"))
    #expect(hex("rgb(255 0 0 / 1)", dialect) == "#ff0000ff")
    #expect(hex("rgba(255, 0, 0, -1)", dialect) == "#ff000000")
    // Only rgb() has the rule, and what a relative colour calculates is no byte.
    #expect(hex("rgb(from rgb(255 0 0 / 50%) r g b / calc(alpha * 4))", dialect) == "#ff0000ff")
    #expect(hex("hsl(0 100% 50% / 51)", dialect) == "#ff0000ff")
  }

  @Test("a length without a unit counts pixels, but not in CSS", arguments: Dialect.allCases)
  func unitlessLength(dialect: Dialect) {
    let context = ConversionContext(dialect: dialect)
    #expect((try? Length.convert("18", in: context)) == (dialect == .css ? nil : Length(18)))
    #expect((try? Length.convert("0", in: context)) == Length(0))
  }

  @Test("a wrongly spelled palette name is corrected")
  func exactNames() {
    let error = #expect(throws: UnexpectedValue.self) {
      try ColorValue.convert("DarkGray", in: ConversionContext(dialect: .pixelbits))
    }
    #expect(error?.suggestion == "darkGray")
  }
}
