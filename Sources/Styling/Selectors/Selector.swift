import Bytes
import StyleValues

/// One selector of a rule.
///
/// Selectors 4, reduced to what a tree of spans has. Most selectors of a theme are one class or one
/// element, which need no storage of their own.
struct Selector: Sendable {
  /// The last compound, which the element itself has to meet.
  var subject: CompoundSelector

  /// The compounds to the left of the subject; nil if there are none.
  var context: ContextTable.Reference?

  /// nil for the element itself.
  var pseudoElement: PseudoElement?

  /// Includes nested selectors.
  var specificity: Specificity
}

/// A pseudo-element, whose content a stylesheet adds to an element's text (CSS Pseudo 4 §4).
package enum PseudoElement: String, Sendable {
  case before, after
  /// The marker of an item of a list (CSS Lists 3 §3).
  case marker
}

/// The relation between two compounds (Selectors 4 §14).
enum Combinator: Hashable, Sendable {
  /// White space: the left one is an ancestor.
  case descendant
  /// `>`: the left one is the parent.
  case child
}

/// Simple selectors, all of which one element has to meet.
struct CompoundSelector: Sendable {
  /// nil for any.
  var type: NameID?

  /// Stored directly, because nearly every selector has one class or none.
  var firstClass: NameID?

  var states: ControlState = []

  var more: RareConditions?

  var classes: [NameID] { (firstClass.map { [$0] } ?? []) + (more?.otherClasses ?? []) }

  /// The number of conditions besides its type and its first class.
  var conditionCount: Int {
    guard let more else { return states.count }
    return states.count + more.attributes.count + more.otherClasses.count + more.pseudoClasses.count
  }

  /// True if no element in a terminal can meet it.
  var matchesNothing: Bool {
    more?.pseudoClasses.contains { if case .never = $0 { true } else { false } } ?? false
  }

  var matchingNothing: CompoundSelector {
    guard !matchesNothing else { return self }
    var result = self
    result.more = RareConditions(
      otherClasses: more?.otherClasses ?? [], attributes: more?.attributes ?? [],
      pseudoClasses: (more?.pseudoClasses ?? []) + [.never])
    return result
  }

  final class RareConditions: Sendable {
    let otherClasses: [NameID]
    let attributes: [AttributeSelector]
    let pseudoClasses: [PseudoClass]

    init(
      otherClasses: [NameID] = [], attributes: [AttributeSelector] = [],
      pseudoClasses: [PseudoClass] = []
    ) {
      self.otherClasses = otherClasses
      self.attributes = attributes
      self.pseudoClasses = pseudoClasses
    }
  }
}

/// A pseudo-class that needs more than the element's name and classes.
enum PseudoClass: Sendable {
  case root
  /// `:nth-child(An+B)`; `:first-child` is `0n+1`.
  case nthChild(step: Int, offset: Int)
  /// `:nth-last-child(An+B)`; `:last-child` is `0n+1`.
  case nthLastChild(step: Int, offset: Int)
  /// `:is()`, `:where()` and the `&` of nesting.
  case anyOf(SelectorList)
  /// `:not()`
  case noneOf(SelectorList)
  /// A test that never holds in a terminal: `:hover`, `::marker`, `[type]`.
  case never
}

/// Several selectors, of which an element has to match one.
final class SelectorList: Sendable {
  let selectors: [Selector]

  /// Identifies the list in the matcher's cache.
  let number: Int

  /// True if one answer is for several selectors, or is expensive.
  let isRemembered: Bool

  /// The number of its parts, with those of inner lists.
  let size: Int

  /// The highest specificity in the list (Selectors 4 §17).
  let specificity: Specificity

  /// Makes a list; a shared one is part of several selectors.
  init(_ selectors: [Selector], number: Int, isShared: Bool = false) {
    self.selectors = selectors
    self.number = number
    isRemembered = isShared || selectors.count > 8
    size = selectors.reduce(0) { sum, selector in
      (selector.subject.more?.pseudoClasses ?? []).reduce(sum + 1) { sum, pseudoClass in
        switch pseudoClass {
        case .anyOf(let list), .noneOf(let list): min(sum + list.size, 1 << 20)
        case .root, .nthChild, .nthLastChild, .never: sum
        }
      }
    }
    specificity = selectors.map(\.specificity).max() ?? Specificity()
  }
}

/// `.class`, `element` or `element.class` in plain ASCII: nearly all selectors of a theme, parsed
/// without the tokenizer.
struct SimpleSelector {
  private let type: Range<Int>?
  private let className: Range<Int>?

  /// Parses a part of some bytes; nil only says that it is not such a selector.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    let end = range.upperBound
    let typeEnd = Self.nameEnd(bytes, range.lowerBound, end)
    guard let typeEnd else { return nil }
    type = range.lowerBound < typeEnd ? range.lowerBound..<typeEnd : nil
    if typeEnd < end, bytes[typeEnd] == UInt8(ascii: ".") {
      guard let classEnd = Self.nameEnd(bytes, typeEnd + 1, end), classEnd == end,
        classEnd > typeEnd + 1
      else { return nil }
      className = typeEnd + 1..<classEnd
    } else {
      guard typeEnd == end, type != nil else { return nil }
      className = nil
    }
  }

  /// The end of the name at an offset: the offset itself if there is none; nil for a name that is
  /// not plain.
  private static func nameEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var position = start
    while position < end, isNameByte(bytes[position]) { position += 1 }
    if position == start { return start }
    return startsName(bytes, start, position) ? position : nil
  }

  /// The selector, with its names added to the table; `bytes` are those it was parsed from.
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
    if let className {
      subject.firstClass = names.intern(class: bytes, className)
      specificity.classes = 1
    }
    return Selector(subject: subject, context: nil, specificity: specificity)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// True if a name starts with a letter or `_`, or with `-` and then a letter, `_` or `-` (CSS
  /// Syntax 3 §4.3.9).
  private static func startsName(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    func isStart(_ byte: UInt8) -> Bool {
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && byte != UInt8(ascii: "-")
    }
    if bytes[start] != UInt8(ascii: "-") { return isStart(bytes[start]) }
    guard start + 1 < end else { return false }
    return bytes[start + 1] == UInt8(ascii: "-") || isStart(bytes[start + 1])
  }
}

/// `[name]`, `[name=value]` and the like (Selectors 4 §6).
struct AttributeSelector: Hashable, Sendable {
  enum Comparison: Hashable, Sendable {
    /// `[name]`: any value.
    case exists
    /// `=`
    case equals
    /// `~=`: a word between white space.
    case includes
    /// `|=`: the value, or its start before a hyphen.
    case startsTag
    /// `^=`
    case hasPrefix
    /// `$=`
    case hasSuffix
    /// `*=`
    case contains
  }

  /// In lower case.
  var name: String

  var comparison: Comparison

  var value: String

  /// True if the case of ASCII letters is ignored.
  var ignoresCase: Bool

  /// True if elements keep an attribute of this name: `id`, `class`, `href`, `lang`, `data-*`, and
  /// those with a meaning in documents.
  static func isKept(_ name: String) -> Bool { kept.contains(name) || name.hasPrefix("data-") }

  private static let kept: Set<String> = [
    "id", "class", "href", "lang", "align", "alt", "checked", "colspan", "dir", "reversed",
    "rowspan", "src", "start", "title", "type", "value",
  ]

  func matches(_ attributes: [ElementAttribute]) -> Bool {
    guard let attribute = attributes.first(where: { $0.name == name }) else { return false }
    return matches(attribute.value)
  }

  private func matches(_ written: String) -> Bool {
    if comparison == .exists { return true }
    // Most values are too short or too long: nothing has to be copied for them.
    let (count, least) = (written.utf8.count, value.utf8.count)
    guard comparison == .equals ? count == least : count >= least else { return false }
    if count == least, !ignoresCase, comparison != .includes, least > 0 {
      return written.utf8.elementsEqual(value.utf8)
    }
    let own = bytes(written)
    let wanted = bytes(value)
    // Nothing starts with, ends with or contains the empty text (Selectors 4 §6.2).
    switch comparison {
    case .exists: return true
    case .equals: return own == wanted
    case .includes: return own.split(whereSeparator: \.isASCIIWhitespace).contains(wanted[...])
    case .startsTag: return own == wanted || own.starts(with: wanted + [UInt8(ascii: "-")])
    case .hasPrefix: return !wanted.isEmpty && own.starts(with: wanted)
    case .hasSuffix: return !wanted.isEmpty && own.reversed().starts(with: wanted.reversed())
    case .contains: return !wanted.isEmpty && Self.contains(wanted, in: own)
    }
  }

  /// The search of Knuth, Morris and Pratt, which reads each byte once.
  private static func contains(_ wanted: [UInt8], in own: [UInt8]) -> Bool {
    var fallback = [0]
    var matched = 0
    for byte in wanted.dropFirst() {
      while matched > 0, wanted[matched] != byte { matched = fallback[matched - 1] }
      if wanted[matched] == byte { matched += 1 }
      fallback.append(matched)
    }
    matched = 0
    for byte in own {
      while matched > 0, wanted[matched] != byte { matched = fallback[matched - 1] }
      if wanted[matched] == byte { matched += 1 }
      if matched == wanted.count { return true }
    }
    return false
  }

  /// The bytes that are compared.
  func bytes(_ text: String) -> [UInt8] {
    ignoresCase ? text.utf8.map(\.lowercasedASCII) : Array(text.utf8)
  }
}

/// The positions of `:nth-child()`: `step` × n + `offset` for n ≥ 0.
enum AnPlusB {
  /// Reads `odd`, `even`, `3`, `2n+1`, `-n + 3` (CSS Syntax 3 §6); nil for other texts.
  static func parse(_ text: String) -> (step: Int, offset: Int)? {
    let characters = Array(text.lowercased().utf8)
    switch text.lowercased() {
    case "odd": return (2, 1)
    case "even": return (2, 0)
    default: break
    }
    guard let n = characters.firstIndex(of: UInt8(ascii: "n")) else {
      return integer(characters[...], isSigned: true).map { (0, $0) }
    }
    let step: Int
    switch characters[..<n] {
    case let sign where sign.isEmpty || sign.elementsEqual("+".utf8): step = 1
    case let sign where sign.elementsEqual("-".utf8): step = -1
    case let digits:
      guard let value = integer(digits, isSigned: true) else { return nil }
      step = value
    }
    let rest = characters[(n + 1)...].drop(while: \.isASCIIWhitespace)
    guard let sign = rest.first else { return (step, 0) }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let offset = integer(rest.dropFirst().drop(while: \.isASCIIWhitespace), isSigned: false)
    else { return nil }
    return (step, sign == UInt8(ascii: "-") ? -offset : offset)
  }

  /// True if it contains the position, which is from 1; 0 is none.
  static func contains(_ position: Int, step: Int, offset: Int) -> Bool {
    guard position > 0 else { return false }
    let distance = position - offset
    if step == 0 { return distance == 0 }
    return distance % step == 0 && distance / step >= 0
  }

  private static func integer(_ bytes: ArraySlice<UInt8>, isSigned: Bool) -> Int? {
    guard let first = bytes.first, isSigned || (0x30...0x39).contains(first) else { return nil }
    // A million is beyond any position and keeps the sum from overflowing.
    return Int(String(decoding: bytes, as: UTF8.self)).map { min(max($0, -1_000_000), 1_000_000) }
  }
}

/// The specificity of a selector: the numbers of classes and types, compared in that order.
///
/// Selectors 4 §17; ids are not matched, so their number is always 0.
package struct Specificity: Hashable, Comparable, Sendable {
  /// Classes, states and pseudo-classes.
  package var classes: Int32

  package var types: Int32

  package init(classes: Int32 = 0, types: Int32 = 0) {
    self.classes = classes
    self.types = types
  }

  package static func < (left: Specificity, right: Specificity) -> Bool {
    (left.classes, left.types) < (right.classes, right.types)
  }

  /// Limited to `highest`, because nested rules can double it with each level.
  package static func + (left: Specificity, right: Specificity) -> Specificity {
    Specificity(
      classes: min(left.classes + right.classes, highest),
      types: min(left.types + right.types, highest))
  }

  /// The limit of each count.
  private static let highest: Int32 = 1_000_000
}

extension Specificity: CustomStringConvertible {
  package var description: String { "(0,\(classes),\(types))" }
}
