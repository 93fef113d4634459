/// `.class`, `element` or `element.class` in plain ASCII: nearly all selectors of a theme, read
/// without the tokenizer.
struct SimpleSelector {
  private let type: Range<Int>?
  private let klass: Range<Int>?

  /// Takes a part of some bytes if it is such a selector; nil says nothing about others.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    let end = range.upperBound
    let typeEnd = Self.nameEnd(bytes, range.lowerBound, end)
    guard let typeEnd else { return nil }
    type = range.lowerBound < typeEnd ? range.lowerBound..<typeEnd : nil
    if typeEnd < end, bytes[typeEnd] == UInt8(ascii: ".") {
      guard let classEnd = Self.nameEnd(bytes, typeEnd + 1, end), classEnd == end,
        classEnd > typeEnd + 1
      else { return nil }
      klass = typeEnd + 1..<classEnd
    } else {
      guard typeEnd == end, type != nil else { return nil }
      klass = nil
    }
  }

  /// Returns the end offset of the name that starts here: the start, if there is none; nil if it is
  /// no plain name.
  private static func nameEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var position = start
    while position < end, isNamePart(bytes[position]) { position += 1 }
    if position == start { return start }
    return startsName(bytes, start, position) ? position : nil
  }

  /// The selector, with its names entered into the table; `bytes` are those it was read from.
  func selector(_ bytes: [UInt8], _ names: inout NameTable) -> Selector {
    var subject = CompoundSelector()
    var specificity = Specificity()
    if let type {
      if bytes[type].contains(where: { (0x41...0x5A).contains($0) }) {
        let written = String(decoding: bytes[type], as: UTF8.self)
        subject.type = names.intern(ElementName.snakeCase(written))
      } else {
        subject.type = names.intern(bytes, type)
      }
      specificity.types = 1
    }
    if let klass {
      subject.firstClass = names.intern(class: bytes, klass)
      specificity.classes = 1
    }
    return Selector(subject: subject, context: nil, specificity: specificity)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default:
      false
    }
  }

  /// A name starts with a letter or `_`, or with `-` and then a letter, `_` or `-`
  /// (CSS Syntax 3 §4.3.9).
  private static func startsName(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    func isStart(_ byte: UInt8) -> Bool {
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && byte != UInt8(ascii: "-")
    }
    if bytes[start] != UInt8(ascii: "-") { return isStart(bytes[start]) }
    guard start + 1 < end else { return false }
    return bytes[start + 1] == UInt8(ascii: "-") || isStart(bytes[start + 1])
  }
}
