import Bytes

/// The labels and numbers of a document's footnotes.
struct Footnotes: Sendable {
  private struct Footnote {
    /// Its number; 0 before it has one.
    var number = 0
    /// Number of marks that refer to it.
    var marks = 0
    var isDefined = false
    /// The original label of its first mark, and its offset in the document.
    var label: [UInt8] = []
    var source = 0
  }

  /// Footnotes by their normalized label.
  private var all: [[UInt8]: Footnote] = [:]

  /// The last assigned number.
  private var last = 0

  /// True if all labels are known, so that others are text.
  private let isComplete: Bool

  /// The most labels that a stream keeps.
  private static let most = 10_000

  /// Creates those of a stream, whose definitions may all come later.
  init() { isComplete = false }

  /// Creates those of a document that was read once for its definitions.
  init(definedIn first: Footnotes) {
    isComplete = true
    all = first.all.mapValues { _ in Footnote() }
  }

  /// True if a label has no definition and may get one.
  func mayDefine(_ label: [UInt8]) -> Bool {
    all[label]?.isDefined != true && (isComplete || all.count < Self.most)
  }

  /// Records a definition, and returns its number; 0 if it is not known yet.
  mutating func define(_ label: [UInt8]) -> Int {
    var footnote = all[label] ?? Footnote()
    footnote.isDefined = true
    if footnote.number == 0, !isComplete { footnote.number = nextNumber() }
    all[label] = footnote
    return footnote.number
  }

  /// Records a mark, and returns the number of the footnote, and that of the mark; nil if it is
  /// text.
  mutating func refer(
    to range: Range<Int>, of text: Span<UInt8>, from source: Int
  ) -> (number: Int, mark: Int)? {
    let label = text.normalizedLabel(range)
    guard var footnote = all[label] ?? (isComplete || all.count >= Self.most ? nil : Footnote())
    else { return nil }
    if footnote.number == 0 { footnote.number = nextNumber() }
    if footnote.marks == 0 {
      footnote.label.append(range, of: text)
      footnote.source = source
    }
    footnote.marks += 1
    all[label] = footnote
    return (footnote.number, footnote.marks)
  }

  /// The numbers of a footnote and of its marks; nil if it should be used and is not.
  mutating func number(of label: [UInt8], isUsed: Bool) -> (number: Int, marks: Int)? {
    let label = label.span.normalizedLabel(label.indices)
    var footnote = all[label] ?? Footnote()
    if isUsed, footnote.marks == 0 { return nil }
    if footnote.number == 0 { footnote.number = nextNumber() }
    all[label] = footnote
    return (footnote.number, footnote.marks)
  }

  /// The footnotes with marks and without a definition.
  var missing: [(number: Int, label: [UInt8], source: Int)] {
    all.values.filter { !$0.isDefined }.map { ($0.number, $0.label, $0.source) }
      .sorted { $0.0 < $1.0 }
  }

  private mutating func nextNumber() -> Int {
    last += 1
    return last
  }
}

extension BlockParser {
  /// The alert of a line behind the marker of a block quote that is in no other block.
  func alert(_ line: Span<UInt8>, _ cursor: LineCursor) -> MarkdownAlert? {
    guard options.hasExtensions, containers.count == 1, !cursor.isIndented,
      line.hasBytes("[!", at: cursor.contentStart, before: cursor.end)
    else { return nil }
    let start = cursor.contentStart + 2
    let end = line.trimmedEnd(from: start, to: cursor.end)
    guard end > start, line[end - 1] == 0x5D else { return nil }
    return MarkdownAlert.allCases.first { alert in
      let name = "\(alert)".utf8
      return name.count == end - 1 - start
        && zip(name, start...).allSatisfy { $0 == line[$1].lowercasedASCII }
    }
  }

  /// Starts a footnote; false if its label has a definition.
  mutating func startFootnote(_ label: Range<Int>, _ line: Span<UInt8>, matched: Int) -> Bool {
    guard options.hasExtensions else { return false }
    let name = line.normalizedLabel(label)
    guard references.footnotes.mayDefine(name) else { return false }
    // The marks of a paragraph that ends here have the lower numbers.
    close(to: matched)
    let number = references.footnotes.define(name)
    addBlock()
    open(Container(kind: .footnote), number: number) { $0.append(label, of: line) }
    return true
  }

  /// True if the label of a footnote, and no link reference definition, is at an offset of the open
  /// paragraph: the footnote is defined already.
  func startsFootnote(at offset: Int) -> Bool {
    options.hasExtensions
      && inlines.text.span.footnoteEnd(at: offset, before: inlines.text.count) != nil
  }

  /// Adds a footnote for each mark without a definition, so that its label is not lost.
  mutating func addMissingFootnotes() {
    for (number, label, source) in references.footnotes.missing {
      events.source = source
      events.start(.footnote, number: number) { $0 += label }
      events.start(.tightParagraph)
      events.append(.text) { $0 += "[^".utf8 + label + "]".utf8 }
      events.end(.tightParagraph)
      events.end(.footnote)
    }
  }
}

extension Span<UInt8> {
  /// The end of the label in `[^label]:`; nil if there is none at an offset.
  func footnoteEnd(at start: Int, before end: Int) -> Int? {
    guard hasBytes("[^", at: start, before: end) else { return nil }
    let labelEnd = footnoteLabelEnd(from: start + 2, before: end)
    return labelEnd > start + 2 && hasBytes("]:", at: labelEnd, before: end) ? labelEnd : nil
  }

  /// The offset of the first byte that is not allowed in the label of a footnote.
  func footnoteLabelEnd(from start: Int, before end: Int) -> Int {
    let end = Swift.min(end, start + Self.longestLabel)
    var offset = start
    while offset < end, !self[offset].isASCIIWhitespace, self[offset] != 0x5B,
      self[offset] != 0x5D
    {
      offset += 1
    }
    return offset
  }
}

extension InlineParser {
  /// Scans the mark of a footnote at a `[`.
  mutating func scanFootnoteMark(
    _ limit: Int, _ isFinal: Bool, _ references: inout LinkReferences
  ) -> ScanResult {
    let missing = isFinal ? ScanResult.none : .incomplete
    guard position + 1 < limit else { return missing }
    guard text[position + 1] == 0x5E else { return .none }
    let start = position + 2
    let end = text.span.footnoteLabelEnd(from: searched(from: start), before: limit)
    guard end - start < Span<UInt8>.longestLabel else { return .none }
    // What follows may make it a link.
    guard end + 1 < limit || end < limit && isFinal else {
      if !isFinal { pending = .search(end) }
      return missing
    }
    let source = sources.source(of: position)
    guard end > start, text[end] == 0x5D, !text.span.has(0x28, at: end + 1, before: limit),
      let (number, mark) = references.footnotes.refer(to: start..<end, of: text.span, from: source)
    else { return .none }
    let node = append(.footnoteMark, to: end + 1)
    nodes[node].target = nodes.targets.count
    nodes.targets.append(.footnote(number: number, mark: mark))
    return .end(end + 1)
  }
}
