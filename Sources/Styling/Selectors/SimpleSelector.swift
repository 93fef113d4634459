import CSSSyntax

/// `.class`, `element` or `element.class` in plain ASCII: nearly all selectors of a theme, read
/// without the tokenizer.
struct SimpleSelector {
  private let type: Range<Int>?
  private let klass: Range<Int>?
  private let bytes: [UInt8]

  /// Takes the text if it is such a selector; nil says nothing about others.
  init?(_ text: CSSText) {
    bytes = text.bytes
    var position = text.range.lowerBound
    func name() -> Range<Int>? {
      let start = position
      while position < text.range.upperBound, Self.isNamePart(text.bytes[position]) {
        position += 1
      }
      guard position > start, Self.startsName(text.bytes, start, position) else { return nil }
      return start..<position
    }
    type = name()
    if position < text.range.upperBound, text.bytes[position] == UInt8(ascii: ".") {
      position += 1
      klass = name()
      guard klass != nil else { return nil }
    } else {
      klass = nil
    }
    guard position == text.range.upperBound, type != nil || klass != nil else { return nil }
  }

  /// The selector, with its names entered into the table.
  func selector(_ names: inout NameTable, _ form: SelectorParser.Form) -> Selector {
    var subject = CompoundSelector()
    var specificity = Specificity()
    if let type {
      if bytes[type].contains(where: { (0x41...0x5A).contains($0) }) {
        let written = String(decoding: bytes[type], as: UTF8.self)
        let name = form == .full ? written.lowercased() : ElementName.snakeCase(written)
        subject.type = names.intern(name)
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
