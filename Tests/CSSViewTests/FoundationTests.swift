import CSSView
import Foundation
import Testing

/// What the library makes of the objects that Foundation has for JSON.
@Suite("Values from Foundation")
struct FoundationTests {
  private static func object(_ json: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return try #require(object as? [String: Any])
  }

  @Test("what JSONSerialization reads is what was written")
  func serialization() throws {
    let json = """
      {"array": [0, 1, true, null], "big": 18446744073709551615, "flag": false, "half": 0.5, \
      "large": -9007199254740993, "nothing": null, "object": {"a": 1}, "text": "yes"}
      """
    #expect(ThemeValue(any: try Self.object(json)).description == json)
    #expect(ThemeValue(any: NSNumber(value: 1)).number == 1)
    #expect(ThemeValue(any: NSNumber(value: true)).flag == true)
    #expect(ThemeValue(any: NSNull()).isNull)
  }

  @Test("a theme may be what JSONSerialization reads")
  func theme() throws {
    let theme = Theme(
      dictionary: try Self.object(#"{".a": {"opacity": 1, "font-weight": 700, "color": "red"}}"#))
    #expect(theme.findings.isEmpty)
    let style = theme.renderer(for: .plain, as: StyledObject(classes: ["a"])).objectStyle
    #expect(style.opacity == 1 && style.isBold && style.color == .rgb(red: 255, green: 0, blue: 0))
  }
}
