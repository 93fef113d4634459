import Bytes
import Diagnostics
import PatternMatching
import Styling

/// An element in a line of plain text: a match of a pattern, or a group of one.
struct MatchedSpan: Hashable {
  /// Offsets in the line.
  var range: Range<Int>

  /// The match or group before it was cut, which is the target of a link.
  let whole: Range<Int>

  let element: Int

  init(_ range: Range<Int>, _ element: Int) {
    (self.range, whole, self.element) = (range, range, element)
  }
}

struct MatchedElement {
  /// The tag of matches without attributes of their own.
  let tag: StartTag

  /// True if it is a link to its text.
  let isLink: Bool

  /// True if the stylesheet tests its text, the attribute `data-value`.
  var hasValue = false

  /// True if it is a level of records, or marks a line that continues one.
  let isLevel: Bool
  let isContinuation: Bool

  init(tag: StartTag, isLink: Bool, attributes: [String]) {
    (self.tag, self.isLink, self.attributes) = (tag, isLink, attributes)
    isLevel = tag.classes.first.map(OpenRecord.levels.contains) ?? false
    isContinuation = tag.classes == ["continued"]
  }

  /// The names of groups that are attributes, in lower case; only for whole lines.
  let attributes: [String]
}

/// Splits plain text into lines, and finds the matches of patterns in them.
///
/// A line is read when it is complete. One of 64 KiB or more has no matches, to limit the memory.
package struct PlainTextTokenizer: ~Copyable {
  /// In bytes; a longer line has no matches.
  static let longestLine = 1 << 16

  /// The elements of patterns for parts of lines, each followed by those of its groups, and then
  /// those for whole lines.
  private(set) var elements: [MatchedElement] = []
  private var partElements: [Int] = []
  private var lineElements: [Int] = []

  private var markElements: [Int] = []

  private var parts: PatternMatcher?
  private var lines: PatternMatcher?

  /// Patterns that also match inside other matches.
  private var marks: PatternMatcher?

  /// The element of lines that continue a record; nil if there is no pattern for them.
  private var continuation: Int?
  private var record = OpenRecord()

  /// True if every line is a record.
  var separatesLines = false

  /// True if the line continues the record of the line before.
  private(set) var continuesRecord = false

  /// The current line, without its line break; nil between lines.
  private(set) var line: Range<Int>?

  /// The elements of the line, outer ones first.
  private(set) var spans: [MatchedSpan] = []
  private var nextSpan = 0

  /// True if the line is complete, and nothing of it was cut off.
  var isUncut: Bool { nextSpan == 0 && ends.isEmpty && state.isWhole && !state.isLong && !isCostly }

  /// True, until it is reported, if the line takes too many steps to match.
  private var isCostly = false

  /// The groups of the match of the whole line.
  private(set) var lineGroups: [GroupMatch] = []

  /// The ends of the open elements, the outermost first.
  private var ends: [Int] = []

  private var state = LineState()

  private struct LineState {
    /// True in the rest of a line of which a part was released early.
    var isContinued = false
    /// True if the line break was read.
    var isWhole = false
    /// True if the rest of the line has no matches.
    var isLong = false
    var isReported = false
  }

  /// There is no line feed between the line's start and this offset.
  private var searched = 0

  /// True if text waits for the end of its line.
  private(set) var holdsText = false
  private var isReleased = false

  /// The bytes of memory for the automata of one language.
  private static let languageCapacity = 1 << 20

  /// A tokenizer for the patterns of a stylesheet, for code of a language or plain text; marks also
  /// match inside other matches.
  init(_ resolver: StyleResolver?, language: String? = nil, marks marked: [MarkedPattern] = []) {
    if let resolver { addPatterns(of: resolver, language) }
    guard !marked.isEmpty,
      let set = try? PatternSet(marked.map(\.pattern), matching: .parts)
    else { return }
    for mark in marked {
      markElements.append(elements.count)
      let place = SourceLocation(file: "<mark>", line: 1, column: 1)
      func add(_ element: MarkupElement, _ name: String) {
        elements.append(
          MatchedElement(
            tag: StartTag(
              element,
              StartTag.Match(
                name: name, rule: mark.option, pattern: place,
                declarations: element == .mark ? mark.declarations : nil)),
            isLink: false, attributes: []))
      }
      add(.mark, mark.name)
      for group in mark.pattern.groups { add(.span, group) }
    }
    marks = PatternMatcher(set)
  }

  private mutating func addPatterns(of resolver: StyleResolver, _ language: String?) {
    func add(_ kind: HighlightRule.Kind, _ element: MarkupElement) -> PatternMatcher? {
      guard let highlights = resolver.highlights(kind, language: language) else { return nil }
      for pattern in highlights.patterns {
        let groups = pattern.source.pattern.groups
        func tag(_ element: MarkupElement, _ name: String) -> StartTag {
          let rule = "\(kind.rawValue) \(pattern.name)"
          return StartTag(
            element, StartTag.Match(name: name, rule: rule, pattern: pattern.source.range.location))
        }
        if element == .mark { partElements.append(elements.count) }
        if element == .line { lineElements.append(elements.count) }
        elements.append(
          MatchedElement(
            tag: tag(element, pattern.name), isLink: pattern.name == "url",
            attributes: element == .line ? groups.map(\.lowercasedASCII) : []))
        for group in groups {
          elements.append(
            MatchedElement(tag: tag(.span, group), isLink: group == "url", attributes: []))
        }
      }
      let capacity = language == nil ? PatternMatcher.capacity : Self.languageCapacity
      return PatternMatcher(highlights.set, capacity: capacity)
    }
    parts = add(.highlight, .mark)
    lines = add(.line, .line)
    if language == nil { continuation = partElements.first { elements[$0].isContinuation } }
    guard resolver.attributeFilter.sees("data-value") else { return }
    let names = resolver.classesWithValues()
    for index in elements.indices where elements[index].attributes.isEmpty {
      elements[index].hasValue = names?.isDisjoint(with: elements[index].tag.classes) != true
    }
  }

  package mutating func willDrop(first count: Int) {
    searched = max(0, searched - count)
    if let known = line { line = known.lowerBound - count..<known.upperBound - count }
  }

  /// Starts a text with offsets from 0.
  mutating func beginText() { (line, searched, state, holdsText) = (nil, 0, LineState(), false) }

  /// Releases the waiting text.
  mutating func release() { isReleased = holdsText }

  // MARK: Lines

  /// Finds the line at an offset, with its elements; returns false if more input is needed.
  mutating func readLine(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Bool {
    if line != nil { return true }
    // The carriage return of the last time is no part of a line without its end.
    let start = min(max(offset, searched), bytes.count)
    searched = bytes.firstOffset(of: 0x0A, from: start, to: bytes.count)
    state.isWhole = searched < bytes.count
    var end = searched
    if state.isWhole {
      if end > offset, bytes[end - 1] == 0x0D { end -= 1 }
    } else if !isLast {
      end = bytes.endOfWholeText(from: offset)
    }
    state.isLong = state.isLong || end - offset >= Self.longestLine
    holdsText = !state.isWhole && !isLast && !state.isLong && !isReleased
    guard !holdsText, state.isWhole || isLast || end > offset else { return false }
    isReleased = false
    nextSpan = 0
    spans.removeAll(keepingCapacity: true)
    let isText = !state.isLong && (parts != nil || lines != nil)
    let isLine = !state.isContinued && (state.isWhole || isLast)
    if isText { findSpans(in: bytes.extracting(offset..<end), isLine: isLine) }
    state.isContinued = !state.isWhole && !isLast
    line = offset..<end
    return true
  }

  /// Ends the line, with a line break if `isWhole`, or its available part.
  package mutating func endLine(isWhole: Bool) {
    line = nil
    guard isWhole else { return }
    state = LineState()
  }

  /// True once for each line that is too long for matches.
  mutating func takesLongLine() -> Bool {
    defer { state.isReported = state.isLong }
    return state.isLong && !state.isReported && !elements.isEmpty
  }

  /// True once for each line that takes too many steps.
  mutating func takesCostlyLine() -> Bool {
    defer { isCostly = false }
    return isCostly
  }

  // MARK: Elements

  /// The next element, if it begins at an offset of the input.
  mutating func nextSpan(at offset: Int) -> MatchedSpan? {
    guard let line, nextSpan < spans.count,
      spans[nextSpan].range.lowerBound == offset - line.lowerBound
    else { return nil }
    nextSpan += 1
    ends.append(spans[nextSpan - 1].range.upperBound)
    return spans[nextSpan - 1]
  }

  /// The end of the text without a border of an element.
  mutating func textEnd() -> Int {
    guard let line else { return 0 }
    var end = ends.last ?? line.count
    if nextSpan < spans.count { end = min(end, spans[nextSpan].range.lowerBound) }
    return line.lowerBound + end
  }

  /// Closes the innermost open element if it ends at an offset.
  mutating func endsSpan(at offset: Int) -> Bool {
    guard let line, ends.last == offset - line.lowerBound else { return false }
    ends.removeLast()
    return true
  }

  /// Ends the record, so that the next line cannot continue it.
  mutating func endRecord() {
    record = OpenRecord()
    continuesRecord = false
  }

  /// The elements of a line, or of a part of one, outer ones first.
  mutating func elements(in text: Span<UInt8>, isLine: Bool) -> [MatchedSpan] {
    spans.removeAll(keepingCapacity: true)
    findSpans(in: text, isLine: isLine)
    return spans
  }

  private mutating func findSpans(in line: Span<UInt8>, isLine: Bool) {
    if isLine, let match = lines?.wholeLineMatch(line) {
      lineGroups = lines?.groups ?? []
      add(match.range, lineElements[match.pattern], lineGroups)
    }
    isCostly = isLine && lines?.isTooCostly == true
    var count = spans.count
    parts?.read(line)
    while let match = parts?.nextMatch(in: line) {
      add(match.range, partElements[match.pattern], parts?.groups ?? [])
    }
    if parts?.isTooCostly == true {
      spans.removeSubrange(count...)
      isCostly = true
    }
    if isLine { count += continueRecord(from: count, in: line) }
    if count > 0 { nest(from: count) }
    if marks != nil { findMarks(in: line) }
  }

  /// Adds marks, which are innermost.
  private mutating func findMarks(in line: Span<UInt8>) {
    let count = spans.count
    marks?.read(line)
    while let match = marks?.nextMatch(in: line) {
      add(match.range, markElements[match.pattern], marks?.groups ?? [])
    }
    if marks?.isTooCostly == true {
      spans.removeSubrange(count...)
      isCostly = true
    }
    if count > 0, spans.count > count { nest(from: count) }
  }

  /// Adds the level of the record around a line that continues it, or starts a record; returns the
  /// number of added elements.
  private mutating func continueRecord(from first: Int, in line: Span<UInt8>) -> Int {
    guard let continuation, !separatesLines else { return 0 }
    continuesRecord = record.continuesTrace(line)
    if first < spans.count, elements[spans[first].element].isContinuation,
      spans[first].range.lowerBound == 0
    {
      continuesRecord = !record.level.isEmpty
      let end = spans[first].range.upperBound
      let rest = spans[first...].firstIndex { $0.range.lowerBound >= end } ?? spans.count
      spans.removeSubrange(first..<rest)
    }
    guard continuesRecord else {
      record.begin(line, level: levelElements(from: first))
      return 0
    }
    guard !line.isEmpty else { return 0 }
    let around = (record.level + [continuation]).map { MatchedSpan(0..<line.count, $0) }
    spans.insert(contentsOf: around, at: first)
    return around.count
  }

  /// The elements of the first level among the matches, and of levels inside it.
  private mutating func levelElements(from first: Int) -> [Int] {
    guard let index = spans[first...].firstIndex(where: { elements[$0.element].isLevel }) else {
      return []
    }
    let end = spans[index].range.upperBound
    return spans[index...].prefix { $0.range.lowerBound < end }
      .filter { elements[$0.element].isLevel }.map(\.element)
  }

  private mutating func add(_ range: Range<Int>, _ element: Int, _ groups: [GroupMatch]) {
    spans.append(MatchedSpan(range, element))
    let first = spans.count
    for group in groups where !group.range.isEmpty {
      spans.append(MatchedSpan(group.range, element + 1 + group.group))
    }
    // A group of an earlier iteration may come later among them.
    if spans.count > first + 1 { Self.sort(&spans[first...]) }
  }

  /// Sorts outer elements first.
  private static func sort(_ spans: inout ArraySlice<MatchedSpan>) {
    let sorted = spans.enumerated().sorted {
      let (left, right) = ($0.element.range, $1.element.range)
      return (left.lowerBound, -left.upperBound, $0.offset)
        < (right.lowerBound, -right.upperBound, $1.offset)
    }
    spans = ArraySlice(sorted.map(\.element))
  }

  /// Cuts the elements from an index on at the edges of the earlier ones, and nests them inside.
  private mutating func nest(from first: Int) {
    let edges = Set(spans[..<first].flatMap { [$0.range.lowerBound, $0.range.upperBound] }).sorted()
    var nested = Array(spans[..<first])
    for span in spans[first...] {
      var part = span
      var start = span.range.lowerBound
      let end = span.range.upperBound
      for edge in edges[edges.partitioningIndex { $0 > start }...] where start < end {
        part.range = start..<min(edge, end)
        nested.append(part)
        start = edge
      }
    }
    spans = nested
    Self.sort(&spans[...])
  }
}

extension Span<UInt8> {
  /// The end without an incomplete character, and without a carriage return that a line feed may
  /// follow.
  fileprivate func endOfWholeText(from start: Int) -> Int {
    guard count > start else { return count }
    if self[count - 1] == 0x0D { return count - 1 }
    for length in 1...Swift.min(3, count - start) {
      let scalar = scalar(at: count - length, before: count)
      if scalar.form == .incomplete { return count - length }
    }
    return count
  }
}
