import Testing

@testable import StyledText

@Suite("Link targets")
struct LinkTargetTests {
  static let allowed: [(String, String)] = [
    ("http://example.org/", "http://example.org/"),
    ("HTTPS://example.org/?a=1&b=2#c", "HTTPS://example.org/?a=1&b=2#c"),
    ("mailto:bob@example.org", "mailto:bob@example.org"),
    ("ftp://example.org", "ftp://example.org"),
    ("file:///etc/motd", "file:///etc/motd"),
    ("docs/page.html", "docs/page.html"),
    ("../up", "../up"),
    ("#part", "#part"),
    ("?q=a:b", "?q=a:b"),
    ("/path:with:colons", "/path:with:colons"),
    ("//example.org/x", "//example.org/x"),
    ("1:2", "1:2"),
    (":x", ":x"),
    ("  http://example.org \n", "http://example.org"),
    ("http://example.org/a b", "http://example.org/a%20b"),
    ("http://example.org/ä", "http://example.org/%C3%A4"),
    ("http://example.org/%C3%A4", "http://example.org/%C3%A4"),
    ("http://example.org/\u{1B}\\", "http://example.org/%1B\\"),
    ("http://example.org/\u{7}\u{7F}", "http://example.org/%07%7F"),
    ("http://example.org/\u{9C}", "http://example.org/%C2%9C"),
    ("http://exa\nmple.org/\t", "http://example.org/"),
    ("ht\rtp://e.org", "http://e.org"),
    ("!a!b!", "!a!b!"),
    ("~a~", "~a~"),
    ("a/" + String(repeating: "b", count: 2081), "a/" + String(repeating: "b", count: 2081)),
  ]

  @Test("with an allowed scheme or none become printable ASCII", arguments: allowed)
  func allowedTargets(target: String, expected: String) throws {
    #expect(try LinkTarget.sanitized(Array(target.utf8)) == expected)
  }

  static let refused: [(String, LinkTarget.Refusal)] = [
    ("javascript:alert(1)", .scheme("javascript")),
    ("JavaScript:alert(1)", .scheme("javascript")),
    ("java\nscript:alert(1)", .scheme("javascript")),
    ("\u{1}javascript:alert(1)", .scheme("javascript")),
    ("  data:text/html,x", .scheme("data")),
    ("vbscript:x", .scheme("vbscript")),
    ("x-man-page://ls", .scheme("x-man-page")),
    ("ssh+git://x", .scheme("ssh+git")),
    ("c:\\windows", .scheme("c")),
    ("web.a+b-1:x", .scheme("web.a+b-1")),
    ("java\rscript:x", .scheme("javascript")),
    ("z:x", .scheme("z")), ("Z9:x", .scheme("z9")),
    ("", .empty),
    ("a/" + String(repeating: "b", count: 2082), .tooLong),
    (" \n\t", .empty),
    ("http://" + String(repeating: "a", count: 2083), .tooLong),
    ("ä" + String(repeating: "ä", count: 400), .tooLong),
  ]

  @Test("that are not allowed are refused", arguments: refused)
  func refusedTargets(target: String, expected: LinkTarget.Refusal) {
    #expect(throws: expected) { try LinkTarget.sanitized(Array(target.utf8)) }
  }

  @Test("other schemes can be allowed")
  func otherSchemes() throws {
    #expect(try LinkTarget.sanitized(Array("gemini://x".utf8), schemes: ["gemini"]) == "gemini://x")
    #expect(throws: LinkTarget.Refusal.scheme("http")) {
      try LinkTarget.sanitized(Array("http://x".utf8), schemes: ["gemini"])
    }
  }

  @Test("keep every byte of printable ASCII, and no other")
  func everyByte() throws {
    for byte in UInt8.min...UInt8.max {
      let digits = String(byte, radix: 16, uppercase: true)
      let encoded = "%" + (byte < 16 ? "0" : "") + digits
      let expected =
        switch byte {
        case 0x09, 0x0A, 0x0D: ""
        case 0x21...0x7E: String(UnicodeScalar(byte))
        default: encoded
        }
      #expect(try LinkTarget.sanitized([0x2F, byte, 0x2F]) == "/" + expected + "/", "\(byte)")
    }
  }

  @Test("of any bytes give printable ASCII or nothing")
  func anyByte() {
    for byte in UInt8.min...UInt8.max {
      let target = [0x78, byte, 0x79]
      guard let safe = try? LinkTarget.sanitized(target) else { continue }
      #expect(safe.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(byte)")
    }
  }
}
