import TestSupport
import Testing

@testable import StyledText

@Suite("Tag cache")
struct TagCacheTests {
  @Test("finds what was kept, by bytes and kind")
  func finding() {
    var cache = TagCache()
    let bytes = Array("<b class=x><b class=y><b class=xy>".utf8)
    // An expectation would copy the cache, which can not be copied.
    var found = cache.find(0..<11, in: bytes.span, kind: 1)
    #expect(found == -1)
    cache.insert(0..<11, of: bytes.span, kind: 1, value: 7)
    found = cache.find(0..<11, in: bytes.span, kind: 1)
    #expect(found == 7)
    found = cache.find(0..<11, in: bytes.span, kind: 2)
    #expect(found == -1)
    found = cache.find(11..<22, in: bytes.span, kind: 1)
    #expect(found == -1)
    found = cache.find(22..<34, in: bytes.span, kind: 1)
    #expect(found == -1)
    found = cache.find(0..<10, in: bytes.span, kind: 1)
    #expect(found == -1)
    cache.removeAll()
    found = cache.find(0..<11, in: bytes.span, kind: 1)
    #expect(found == -1)
    let count = cache.count
    #expect(count == 0)
  }

  @Test(
    "agrees with a dictionary about many tags, short and long",
    arguments: [
      "<b %>", "<b class=\"c%\">", "<span class=\"c% one two\">",
      "<span class=\"one\" style=\"margin: %px; color: red\">",
    ], 0..<2)
  func dictionary(form: String, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var cache = TagCache()
    var known: [String: Int32] = [:]
    var pushedOut = 0
    for value in 0..<20_000 {
      let number = String(Int.random(in: 0..<5000, using: &random))
      let tag = form.split(separator: "%").joined(separator: number)
      let kind = Int32.random(in: 0..<4, using: &random)
      let bytes = Array(tag.utf8)
      let found = cache.find(0..<bytes.count, in: bytes.span, kind: kind)
      if let before = known["\(tag)\(kind)"] {
        // A tag that was pushed out is not found; a wrong one never is.
        #expect(found == before || found == -1)
        if found == -1 { pushedOut += 1 }
      } else {
        #expect(found == -1)
        cache.insert(0..<bytes.count, of: bytes.span, kind: kind, value: Int32(value))
        known["\(tag)\(kind)"] = Int32(value)
      }
    }
    #expect(pushedOut < 20)
  }

  @Test("finds a tag whatever stands behind it")
  func neighbours() {
    for count in 1...40 {
      var cache = TagCache()
      let tag = Array("<\(String(repeating: "b", count: count))>".utf8)
      let before = Array("<i>".utf8) + tag + Array(String(repeating: "x", count: 40).utf8)
      cache.insert(3..<3 + tag.count, of: before.span, kind: 0, value: 5)
      let alone = cache.find(0..<tag.count, in: tag.span, kind: 0)
      #expect(alone == 5)
      let longer = cache.find(3..<4 + tag.count, in: before.span, kind: 0)
      #expect(longer == -1)
    }
  }

  @Test("stays within its bounds")
  func bounds() {
    var cache = TagCache()
    let long = [UInt8](repeating: 0x61, count: TagCache.longestTag + 1)
    cache.insert(0..<long.count, of: long.span, kind: 0, value: 0)
    var count = cache.count
    #expect(count == 0)
    for number in 0..<20_000 {
      let tag = Array("<b class=\"\(number)\(String(repeating: "x", count: 900))\">".utf8)
      cache.insert(0..<tag.count, of: tag.span, kind: 0, value: 1)
    }
    count = cache.count
    #expect(count * 900 <= TagCache.mostBytes)
    #expect(count > 0)
  }
}
