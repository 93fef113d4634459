import Bytes

/// The elements of HTML, as the tree builder needs them.
extension MarkupElement {
  /// The elements of markup; other tags are text there.
  package static let ofMarkup = Array(allCases[..<Int(MarkupElement.line.rawValue)])

  /// The element of a name in HTML; `custom` for an unknown one.
  init(htmlName name: Range<Int>, in bytes: Span<UInt8>) {
    guard let word = Self.packed(name.count, { bytes[name.lowerBound + $0] }) else {
      self = .custom
      return
    }
    let element = Self.htmlElements[Self.slot(of: word)]
    self = Self.packedNames[Int(element.rawValue)] == word ? element : .custom
  }

  /// True for the name of an element whose tags may be in Markdown.
  package static func isInMarkdown(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let element = MarkupElement(htmlName: name, in: bytes)
    // A picture has sources beside the image that is shown.
    return element.showsContent || element == .source
  }

  /// True if the `<` at an offset begins a tag or comment that may be in Markdown.
  package static func isTagInMarkdown(at start: Int, in bytes: Span<UInt8>) -> Bool {
    if start + 3 < bytes.count, bytes[start + 1] == 0x21, bytes[start + 2] == 0x2D,
      bytes[start + 3] == 0x2D
    {
      return true
    }
    let name = nameOfTag(at: start, in: bytes)
    return !name.isEmpty && isInMarkdown(name, in: bytes)
  }

  /// The name in the start tag or end tag at an offset.
  package static func nameOfTag(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let isEnd = start + 1 < bytes.count && bytes[start + 1] == 0x2F
    let first = start + (isEnd ? 2 : 1)
    var end = first
    while end < bytes.count, bytes[end].isASCIILetter || bytes[end].isASCIIDigit { end += 1 }
    return first..<max(first, end)
  }

  /// True for elements that only show their content.
  var showsContent: Bool {
    switch self {
    case .custom, .ansi, .html, .body, .title, .textarea, .form: false
    default: !isLeftOut && (!isVoid || showsText)
    }
  }

  /// Up to ten letters and digits as one number; nil for any other name.
  private static func packed(_ count: Int, _ byteAt: (Int) -> UInt8) -> UInt64? {
    guard count <= 10 else { return nil }
    var word: UInt64 = 0
    for index in 0..<count {
      let byte = byteAt(index)
      let digit: UInt8
      if byte.isASCIILetter {
        digit = byte & 0x1F
      } else if byte.isASCIIDigit {
        digit = 0x20 | byte & 0x0F
      } else {
        return nil
      }
      word = word << 6 | UInt64(digit)
    }
    return word
  }

  /// A perfect hash: the factor was found by trying.
  private static func slot(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0xAFBD_67F9_6196_99CF) >> 54)
  }

  private static let packedNames = allCases.map { element in
    let name = Array(element.name.utf8)
    return packed(name.count) { name[$0] } ?? 0
  }

  private static let htmlElements: [MarkupElement] = {
    var slots = [MarkupElement](repeating: .custom, count: 1 << 10)
    for element in allCases where element.isOfHTML {
      slots[slot(of: packedNames[Int(element.rawValue)])] = element
    }
    return slots
  }()

  private var isOfHTML: Bool {
    switch self {
    // Highlighted code of Markdown has `ansi`.
    case .line, .custom: false
    default: true
    }
  }

  /// True for elements without content that are visible.
  private var showsText: Bool {
    switch self {
    case .br, .hr, .img, .input, .wbr, .col: true
    default: false
    }
  }

  /// True for elements whose content is not shown.
  var isLeftOut: Bool { Self.head.rawValue <= rawValue && rawValue <= Self.math.rawValue }

  /// True for elements whose content is text up to the end tag, without markup.
  var holdsRawText: Bool {
    switch self {
    case .script, .style, .title, .textarea: true
    default: false
    }
  }

  /// True for elements whose content is in another language than HTML.
  var hasOtherSyntax: Bool { self == .svg || self == .math }

  /// True if the end tag may be missing: other elements, or the end of the text, end it.
  var mayOmitEndTag: Bool {
    switch self {
    case .p, .li, .dt, .dd, .option, .caption, .colgroup, .thead, .tbody, .tfoot, .tr, .th, .td,
      .html, .body, .head:
      true
    default: false
    }
  }

  /// True for elements that end an open paragraph.
  var endsParagraph: Bool {
    switch self {
    case .p, .ul, .ol, .menu, .li, .dl, .dt, .dd, .blockquote, .pre, .table, .hr, .div, .section,
      .article, .header, .footer, .main, .nav, .aside, .address, .figure, .figcaption, .details,
      .summary, .fieldset, .form, .hgroup, .center, .dialog:
      true
    default: isHeading
    }
  }

  /// True for elements that are blocks, or parts of tables, without a stylesheet.
  package var isBlock: Bool {
    endsParagraph || Self.table.rawValue <= rawValue && rawValue <= Self.td.rawValue
  }

  /// True for elements that also end other elements than paragraphs.
  fileprivate var endsMore: Bool {
    switch self {
    case .li, .dt, .dd, .option, .a, .td, .th, .tr, .col, .caption, .colgroup, .thead, .tbody,
      .tfoot, .table:
      true
    default: isHeading
    }
  }

  var isHeading: Bool { Self.h1.rawValue <= rawValue && rawValue <= Self.h6.rawValue }

  /// True for lists whose items are `li`.
  var isList: Bool { self == .ul || self == .ol || self == .menu }

  static let headings: [MarkupElement] = [.h1, .h2, .h3, .h4, .h5, .h6]
  static let lists: [MarkupElement] = [.ul, .ol, .menu]
  static let cells: [MarkupElement] = [.td, .th, .caption]

  /// True for elements that may be in a head, and do not end it.
  var belongsToHead: Bool {
    switch self {
    case .base, .link, .meta, .title, .style, .script, .noscript, .template, .head: true
    default: false
    }
  }
}

/// The open elements of a document that tags affect; each query takes constant time.
extension OpenElements {
  /// The depth of the innermost open element of these; -1 if none is open.
  func depth(ofAny elements: [MarkupElement]) -> Int {
    elements.reduce(-1) { max($0, depth(of: $1)) }
  }

  /// The depth of the innermost cell or table, beyond which most tags have no effect.
  private var boundary: Int { max(depth(of: .table), depth(ofAny: MarkupElement.cells)) }

  /// The depth of the element that an end tag ends; nil if there is none.
  func depth(endedBy element: MarkupElement, name: String?) -> Int? {
    if name == nil, last == element { return depth - 1 }
    var found = if let name { depth(ofNamed: name) } else { depth(of: element) }
    var limit = boundary
    switch element {
    case .table: limit = -1
    case .caption, .colgroup, .thead, .tbody, .tfoot, .tr, .th, .td: limit = depth(of: .table)
    case .li: limit = max(limit, depth(ofAny: MarkupElement.lists))
    case _ where element.isHeading && found <= limit: found = depth(ofAny: MarkupElement.headings)
    default: break
    }
    return found > limit ? found : nil
  }

  /// The depth of the outermost element that a start tag ends; nil if there is none.
  func depth(impliedBy element: MarkupElement) -> Int? {
    // Nothing is ended by most elements of a line, nor by a block where no paragraph is open.
    let paragraph = element.endsParagraph ? depth(of: .p) : -1
    guard paragraph >= 0 || element.endsMore else { return nil }
    // Cells follow each other in a row, and rows in a table.
    if paragraph < 0,
      last == .tr && (element == .td || element == .th) || last == .table && element == .tr
    {
      return nil
    }
    let table = depth(of: .table)
    let boundary = boundary
    var first = Int.max
    func end(_ depth: Int, inside limit: Int) { if depth > limit { first = min(first, depth) } }
    func end(_ kinds: [MarkupElement]) { for kind in kinds { end(depth(of: kind), inside: table) } }
    switch element {
    case .li: end(depth(of: .li), inside: max(boundary, depth(ofAny: MarkupElement.lists)))
    case .dt, .dd: end(depth(ofAny: [.dt, .dd]), inside: max(boundary, depth(of: .dl)))
    case .option where last == .option: end(depth(of: .option), inside: boundary)
    case .a: end(depth(of: .a), inside: max(boundary, depth(ofAny: Self.blocks)))
    case .td, .th: end(depth(ofAny: [.td, .th]), inside: max(table, depth(of: .tr)))
    case .tr: end([.tr, .td, .th, .caption, .colgroup])
    case .col: end([.tr, .td, .th, .caption, .thead, .tbody, .tfoot])
    case .caption, .colgroup, .thead, .tbody, .tfoot:
      end([.tr, .td, .th, .caption, .thead, .tbody, .tfoot, .colgroup])
    case .table where table >= boundary: end(table, inside: -1)
    case _ where element.isHeading && last?.isHeading == true: end(depth - 1, inside: boundary)
    default: break
    }
    end(paragraph, inside: boundary)
    return first == .max ? nil : first
  }

  private static let blocks = MarkupElement.allCases.filter(\.endsParagraph)
}
