import CSSView
import CSSViewConversions
import CSSViewFoundation
import CSSViewObjects
import Foundation
import Testing

@Suite("Conversions to types of Foundation")
struct FoundationConversionTests {
  @Test(
    "A date is ISO 8601, seconds, or a text with its format",
    arguments: [
      ("2026-12-24T18:00:00Z", 1_798_135_200.0), ("2026-12-24T18:00:00.500Z", 1_798_135_200.5),
      ("2026-12-24", 1_798_070_400), ("2026-12-24T18:00:00+01:00", 1_798_131_600),
    ])
  func dates(text: String, seconds: Double) {
    var date: Date?
    date <-- text
    #expect(date?.timeIntervalSince1970 == seconds)
  }

  @Test("A date may come with its format, or as a number")
  func formats() {
    var date: Date?
    date <-- ("24.12.2026", "dd.MM.yyyy")
    #expect(date?.timeIntervalSince1970 == 1_798_070_400)
    date <-- 12.5
    #expect(date?.timeIntervalSince1970 == 12.5)
  }

  @Test("Each type is what its text says")
  func types() {
    var url: URL?
    url <-- "/tmp/a b.png"
    #expect(url?.absoluteString == "file:///tmp/a%20b.png")
    var data = Data()
    data <-- "é"
    #expect(data == Data([0xC3, 0xA9]))
    data <-- "data:text/plain;base64,aGk="
    #expect(data == Data("hi".utf8))
    data <-- [1, 255]
    #expect(data == Data([1, 255]))
    var decimal: Decimal?
    decimal <-- "0.1234567890123456789"
    #expect(decimal?.description == "0.1234567890123456789")
    decimal <-- 18_446_744_073_709_551_615 as UInt64
    #expect(decimal?.description == "18446744073709551615")
    var width = CGFloat(0)
    width <-- "1.5"
    #expect(width == 1.5)
    var id: UUID?
    id <-- "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
    #expect(id?.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  }

  @Test(
    "What is wrong is told with what was expected",
    arguments: [
      (Date.self, "tomorrow", "a date such as 2026-12-24T18:00:00Z"), (UUID.self, "x", "a UUID"),
      (Decimal.self, "x", "a number"), (Data.self, "data:;base64,*", "base64"),
    ] as [(any CSSView.Convertible.Type, String, String)])
  func failures(type: any CSSView.Convertible.Type, text: String, expected: String) {
    let error = #expect(throws: ConversionFailure.self) { _ = try type.convert(ThemeValue(text)) }
    #expect(error?.expected == expected)
  }

  struct Page: KeySettable {
    var url: URL?
    var date = Date.distantPast
    static let settableKeys: [SettableKey<Page>] = [.value("url", \.url), .value("date", \.date)]
  }

  @Test("Keys have these types, too")
  func keys() throws {
    var page = Page()
    try page.set("https://a.b/", forKey: "url")
    try page.set("1970-01-02", forKey: "date")
    #expect(page.url?.host() == "a.b" && page.date.timeIntervalSince1970 == 86_400)
    try page.set("", forKey: "url")
    #expect(page.url == nil)
    #expect(throws: KeyError.self) { try page.set("", forKey: "date") }
  }
}
