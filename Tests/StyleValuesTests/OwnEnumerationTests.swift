import StyleValues
import Testing

@Suite("Enums and option sets of a program")
struct OwnEnumerationTests {
  enum UIViewContentMode: StyleEnumeration {
    case scaleToFill, scaleAspectFit, scaleAspectFill, top_left

    static var aliases: [(name: String, value: UIViewContentMode)] { [("fit", .scaleAspectFit)] }
  }

  enum BorderKind: Int, StyleEnumeration { case none, line, bezel }

  struct Detectors: StyleOptionSet {
    let rawValue: Int
    static let members: [(name: String, value: Detectors)] = [
      ("phoneNumber", Detectors(rawValue: 1)), ("link", Detectors(rawValue: 2)),
      ("address", Detectors(rawValue: 4)),
    ]
  }

  @Test("cases are found short, qualified, by alias, in any case")
  func cases() throws {
    for text in [
      "scaleAspectFit", "scaleaspectfit", "UIViewContentModeScaleAspectFit", "fit", "FIT",
      "scale-aspect-fit", "UIViewContentMode.scaleAspectFit", " scaleAspectFit ",
    ] { #expect(try UIViewContentMode.convert(text) == .scaleAspectFit, "\(text)") }
    #expect(try UIViewContentMode.convert("topLeft") == .top_left)
    #expect(try BorderKind.convert("BorderKindBezel") == .bezel)
    let error = #expect(throws: UnexpectedValue.self) { try BorderKind.convert("bezle") }
    #expect(error?.suggestion == "bezel")
    #expect(error?.expected == "none, line or bezel")
    #expect(throws: UnexpectedValue.self) { try BorderKind.convert("BorderKind") }
    #expect(throws: UnexpectedValue.self) { try BorderKind.convert("line bezel") }
  }

  @Test("option sets take several names, none and all")
  func sets() throws {
    #expect(try Detectors.convert("link address").rawValue == 6)
    #expect(try Detectors.convert("DetectorLink").rawValue == 2)
    #expect(try Detectors.convert("Detectors.link, phone-number").rawValue == 3)
    #expect(try Detectors.convert("none").rawValue == 0)
    #expect(try Detectors.convert("all").rawValue == 7)
    #expect(try Detectors.convert(["link", "phoneNumber"] as RawValue, in: .init()).rawValue == 3)
    #expect(try Detectors.convert("all").names == ["phoneNumber", "link", "address"])
    let error = #expect(throws: UnexpectedValue.self) { try Detectors.convert("link adress") }
    #expect(error?.suggestion == "address")
  }
}
