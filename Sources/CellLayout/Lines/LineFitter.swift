import Bytes

/// Breaks a text into lines, each as full as the width allows.
///
/// Lines end at the breaks of UAX #14; a word wider than a whole line is broken between clusters if
/// `LineFitting.breaksWords` is true. Text of a line that is not shown still belongs to it: it is
/// after its `range` and before its `end`. The time is linear in the text, and only the current
/// state is kept.
package struct LineFitter: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private let firstByte: Int
  private let end: Int
  private let fitting: LineFitting
  private let atoms: [Range<Int>]
  /// The index of the first atom that ends behind the current segment's start.
  private var nextAtom = 0
  /// Nil after plain text has advanced past its position.
  private var breaks: LineBreaks?
  private var segment: Segment
  private var isFinished: Bool

  /// Text between two breaks: a word, the spaces after it, and the line ending after them.
  private struct Segment {
    var start: Int
    var wordEnd: Int
    var spacesEnd: Int
    var end: Int
    var isMandatory: Bool
    var endsInSoftHyphen: Bool
    /// True if a plain line has advanced past it, so that only its start counts.
    var isPassed = false
  }

  /// State to restore when a soft hyphen turns out to have no room.
  ///
  /// It is a class because it is rare: a line without soft hyphens carries one word.
  private final class Fallback {
    let line: TextLine
    let breaks: LineBreaks?
    let segment: Segment

    init(_ line: TextLine, _ breaks: LineBreaks?, _ segment: Segment) {
      self.line = line
      self.breaks = breaks
      self.segment = segment
    }
  }

  /// Fits the text of `range`; in `atoms`, in order, no line breaks if it can break elsewhere.
  package init(
    _ bytes: [UInt8], in range: Range<Int>, _ fitting: LineFitting, atoms: [Range<Int>] = []
  ) {
    self.bytes = bytes
    self.fitting = fitting
    self.atoms = atoms
    firstByte = range.lowerBound
    end = range.upperBound
    isFinished = range.isEmpty
    segment = Segment(
      start: range.lowerBound, wordEnd: range.lowerBound, spacesEnd: range.lowerBound,
      end: range.lowerBound, isMandatory: false, endsInSoftHyphen: false, isPassed: true)
  }

  /// The next line; nil when every byte is in a line; empty text has none.
  package mutating func next() -> TextLine? {
    guard !isFinished else { return nil }
    let limit = fitting.wraps ? fitting.width ?? Int.max : Int.max
    // No character takes more cells than two for each of its bytes.
    let width = Swift.min(limit, 2 * (end - segment.start))
    let start = segment.start
    var line = TextLine(range: start..<start, end: start, width: 0, endsParagraph: false)
    var column = ColumnMeter(fitting)
    if atoms.isEmpty,
      let plain = SimpleLineBreaker.line(bytes, from: start, before: end, width: width, fitting)
    {
      segment.start = plain.line.end
      segment.isPassed = true
      breaks = nil
      if plain.isWhole {
        isFinished = plain.line.end == end
        return plain.line
      }
      line = plain.line
      column.pass(line.width)
      _ = column.take(bytes, from: line.range.upperBound, to: line.end, limit: Int.max)
    }
    if segment.isPassed {
      segment.end = segment.start
      fetch()
    }
    var fallback: Fallback?
    while true {
      var trial = column
      let fits = trial.take(bytes, from: segment.start, to: segment.wordEnd, limit: limit)
      if !fits || trial.column > limit {
        if line.end > start { return finish(line, fallback, limit) }
        if fitting.breaksWords { return breakWord(limit) }
        trial = column
        _ = trial.take(bytes, from: segment.start, to: segment.wordEnd, limit: Int.max)
      }
      column = trial
      if segment.endsInSoftHyphen, column.column >= limit, line.end > start {
        fallback = Fallback(line, breaks, segment)
      } else if fallback != nil {
        fallback = nil
      }
      line.showsHyphen = segment.endsInSoftHyphen
      if segment.wordEnd > segment.start {
        line.range = start..<segment.wordEnd
        line.width = column.column
      }
      switch fitting.trailingSpaces {
      case .kept: if let full = takeSpaces(&line, &column, limit) { return full }
      case .hanging where segment.isMandatory || segment.end == end:
        showSpaces(&line, &column, limit)
      case .hanging, .removed:
        _ = column.take(bytes, from: segment.wordEnd, to: segment.spacesEnd, limit: Int.max)
      }
      line.end = segment.end
      let isMandatory = segment.isMandatory
      isFinished = segment.end == end
      if !isFinished { fetch() }
      if isMandatory || isFinished {
        line.endsParagraph = true
        line.showsHyphen = false
        return line
      }
    }
  }

  /// Ends a full line before the segment that did not fit.
  private mutating func finish(_ line: TextLine, _ fallback: Fallback?, _ limit: Int) -> TextLine {
    guard line.showsHyphen, line.width >= limit else { return line }
    var line = line
    if let fallback {
      breaks = fallback.breaks
      segment = fallback.segment
      line = fallback.line
    }
    line.showsHyphen = line.showsHyphen && line.width < limit
    return line
  }

  /// A line of as many clusters of the word as fit, at least one.
  private mutating func breakWord(_ limit: Int) -> TextLine {
    let start = segment.start
    var column = ColumnMeter(fitting)
    // Clusters of Hangul letters or of prepended signs are as wide as they are long: one that is
    // wider than the line breaks between its scalars. Nothing behind the first that does not
    // fit is looked at, since such a cluster may be all of the text.
    let fit = column.fitScalars(bytes, from: start, to: segment.wordEnd, limit: limit)
    var first = start
    column.takeCluster(bytes, at: &first, before: fit.end > start ? fit.next : segment.wordEnd)
    if first > fit.end, fit.end > start {
      segment.start = fit.end
      return TextLine(range: start..<fit.end, end: fit.end, width: fit.column, endsParagraph: false)
    }
    var (position, width) = column.takeClusters(
      bytes, from: first, to: segment.wordEnd, limit: limit)
    if fitting.breaksBehindSigns, position < segment.wordEnd,
      let sign = bytes[start..<position].lastIndex(where: Self.endsPart),
      !isDecimalPoint(sign, inWordFrom: start)
    {
      var part = ColumnMeter(fitting)
      (position, width) = part.takeClusters(bytes, from: start, to: sign + 1, limit: limit)
    }
    var line = TextLine(range: start..<position, end: position, width: width, endsParagraph: false)
    if position < segment.wordEnd {
      segment.start = position
      return line
    }
    // A single cluster wider than the line ends the word: its spaces hang here.
    line.end = segment.end
    line.endsParagraph = segment.isMandatory || segment.end == end
    isFinished = segment.end == end
    if !isFinished { fetch() }
    return line
  }

  /// True for the first point or comma of a number, whose digits stay together if possible.
  private func isDecimalPoint(_ sign: Int, inWordFrom start: Int) -> Bool {
    (bytes[sign] == 0x2E || bytes[sign] == 0x2C) && sign > start
      && bytes[start..<sign].allSatisfy(\.isASCIIDigit)
      && sign + 1 < segment.wordEnd && bytes[sign + 1].isASCIIDigit
  }

  /// True for `_ - / . : , ; @ &`.
  package static func endsPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x5F, 0x2D, 0x2F, 0x2E, 0x3A, 0x2C, 0x3B, 0x40, 0x26: true
    default: false
    }
  }

  /// Adds spaces to the line as text; returns the line when they do not all fit.
  private mutating func takeSpaces(
    _ line: inout TextLine, _ column: inout ColumnMeter, _ limit: Int
  ) -> TextLine? {
    var position = segment.wordEnd
    while position < segment.spacesEnd {
      let before = position
      column.takeCluster(bytes, at: &position, before: segment.spacesEnd)
      if column.column > limit, before > line.range.lowerBound {
        line.end = before
        segment.start = before
        segment.wordEnd = before
        line.showsHyphen = false
        return line
      }
      line.range = line.range.lowerBound..<position
      line.width = column.column
    }
    return nil
  }

  /// Shows the spaces before a line ending as far as they fit.
  private func showSpaces(_ line: inout TextLine, _ column: inout ColumnMeter, _ limit: Int) {
    let (position, width) = column.takeClusters(
      bytes, from: segment.wordEnd, to: segment.spacesEnd, limit: limit)
    guard position > segment.wordEnd else { return }
    line.range = line.range.lowerBound..<position
    line.width = width
  }

  /// Advances to the segment up to the next break.
  private mutating func fetch() {
    let start = segment.end
    // After plain text and after a space the rules find the same as at the start of a text.
    if atoms.isEmpty, breaks == nil || start == firstByte || bytes[start - 1] == 0x20,
      let (wordEnd, next) = SimpleLineBreaker.word(bytes, from: start, before: end)
    {
      segment = Segment(
        start: start, wordEnd: wordEnd, spacesEnd: next, end: next, isMandatory: false,
        endsInSoftHyphen: false)
      breaks = nil
      return
    }
    var breaks = self.breaks.take() ?? LineBreaks(bytes, in: start..<end, atoms: atoms)
    defer { self.breaks = breaks }
    var next = breaks.next()
    while let boundary = next, boundary.offset < end,
      ClusterBoundary.mayBeMissing(bytes, boundary.offset),
      !ClusterBoundary.isAt(bytes, boundary.offset, before: end)
    {
      next = breaks.next()
    }
    let stop = next?.offset ?? end
    var spacesEnd = stop
    let isMandatory = next?.isMandatory ?? false
    if isMandatory { spacesEnd -= Self.lineEndingLength(bytes, from: start, to: stop) }
    var wordEnd = spacesEnd
    let floor = endOfAtoms(from: start, to: stop)
    while wordEnd > floor, bytes[wordEnd - 1].isBlank { wordEnd -= 1 }
    let endsInSoftHyphen =
      wordEnd == stop && wordEnd - 2 >= floor && bytes[wordEnd - 1] == 0xAD
      && bytes[wordEnd - 2] == 0xC2
    segment = Segment(
      start: start, wordEnd: wordEnd, spacesEnd: spacesEnd, end: stop, isMandatory: isMandatory,
      endsInSoftHyphen: endsInSoftHyphen)
  }

  /// The end of the last atom before an offset, or else `start`.
  private mutating func endOfAtoms(from start: Int, to stop: Int) -> Int {
    var end = start
    while nextAtom < atoms.count, atoms[nextAtom].upperBound <= stop {
      end = Swift.max(end, atoms[nextAtom].upperBound)
      nextAtom += 1
    }
    return end
  }

  /// Number of bytes of the line ending before `end`.
  private static func lineEndingLength(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    guard end > start else { return 0 }
    switch bytes[end - 1] {
    case 0x0A: return end - start > 1 && bytes[end - 2] == 0x0D ? 2 : 1
    case 0x0B, 0x0C, 0x0D: return 1
    case 0x85: return 2  // U+0085
    default: return 3  // U+2028, U+2029
    }
  }
}
