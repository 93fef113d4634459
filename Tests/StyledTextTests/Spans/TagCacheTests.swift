import TestSupport
import Testing

@testable import StyledText

@Suite("Tag cache")
struct TagCacheTests {
  @Test("finds what was kept, by bytes and parent")
  func finding() {
    var cache = TagCache()
    let bytes = Array("<b class=x><b class=y><b class=xy>".utf8)
    // An expectation would copy the cache, which can not be copied.
    var found = cache.find(0..<11, in: bytes.span, parent: 1)
    #expect(found == -1)
    cache.insert(0..<11, of: bytes.span, parent: 1, value: 7)
    found = cache.find(0..<11, in: bytes.span, parent: 1)
    #expect(found == 7)
    found = cache.find(0..<11, in: bytes.span, parent: 2)
    #expect(found == -1)
    found = cache.find(11..<22, in: bytes.span, parent: 1)
    #expect(found == -1)
    found = cache.find(22..<34, in: bytes.span, parent: 1)
    #expect(found == -1)
    found = cache.find(0..<10, in: bytes.span, parent: 1)
    #expect(found == -1)
    cache.removeAll()
    found = cache.find(0..<11, in: bytes.span, parent: 1)
    #expect(found == -1)
    let count = cache.count
    #expect(count == 0)
  }

  @Test("agrees with a dictionary about many tags", arguments: 0..<4)
  func dictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var cache = TagCache()
    var known: [String: Int32] = [:]
    var pushedOut = 0
    for number in 0..<20_000 {
      let tag = "<b class=\"c\(Int.random(in: 0..<5000, using: &random))\">"
      let parent = Int32.random(in: 0..<4, using: &random)
      let bytes = Array(tag.utf8)
      let found = cache.find(0..<bytes.count, in: bytes.span, parent: parent)
      if let value = known["\(tag)\(parent)"] {
        // A tag that was pushed out is not found; a wrong one never is.
        #expect(found == value || found == -1)
        if found == -1 { pushedOut += 1 }
      } else {
        #expect(found == -1)
        cache.insert(0..<bytes.count, of: bytes.span, parent: parent, value: Int32(number))
        known["\(tag)\(parent)"] = Int32(number)
      }
    }
    #expect(pushedOut < 20)
  }

  @Test("stays within its bounds")
  func bounds() {
    var cache = TagCache()
    let long = [UInt8](repeating: 0x61, count: TagCache.longestTag + 1)
    cache.insert(0..<long.count, of: long.span, parent: 0, value: 0)
    var count = cache.count
    #expect(count == 0)
    for number in 0..<20_000 {
      let tag = Array("<b class=\"\(number)\(String(repeating: "x", count: 900))\">".utf8)
      cache.insert(0..<tag.count, of: tag.span, parent: 0, value: 1)
    }
    count = cache.count
    #expect(count * 900 <= TagCache.mostBytes)
    let isFull = cache.isFull(for: 1000)
    #expect(isFull)
  }
}
