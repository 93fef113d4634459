import Bytes
package import Diagnostics

/// Makes text from anywhere safe to show on a terminal.
///
/// No other code decides which text is safe: text, attribute values, class names, link targets,
/// file names and diagnostics all go through it, after character references are decoded. The result
/// is valid UTF-8 without controls other than line feed and tab:
///
/// - C0 controls and DEL become their pictures (`␛`, `␇`, `␡`); CRLF becomes a line feed, a CR
///   alone `␍`.
/// - C1 controls, noncharacters and invalid UTF-8 (each maximal subpart) become U+FFFD.
/// - Bidirectional overrides, embeddings and isolates become visible (`<U+202E>`), unless they
///   are allowed and balanced within a line of a run.
/// - U+2028 and U+2029 become line feeds.
/// - Tag characters outside emoji flags, further variation selectors on one base, interlinear
///   annotation characters and U+FEFF are dropped.
/// - Of combining marks in a row, those after the thirtieth are cut.
///
/// Everything else is unchanged. The sanitizer keeps its state, so a text may come in parts.
///
/// ```swift
/// SafeText.label("evil\u{1B}[2J")   // "evil␛[2J"
/// ```
package struct TextSanitizer: Sendable {
  package enum Form: Sendable {
    /// With lines and tabs.
    case text
    /// A name or message on one line: line breaks and tabs become visible, too.
    case label
  }

  /// The most combining marks in a row (UAX #15, stream-safe text format).
  package static let mostMarks = 30

  package let form: Form

  /// True if bidirectional controls are kept that are balanced within a line of a run.
  package let allowsBidirectional: Bool

  /// The state of the last grapheme cluster; 0 for an ordinary one.
  var cluster: UInt32 = 0

  private static let marksMask: UInt32 = 0xFF
  private static let hasSelector: UInt32 = 0x100
  private static let isBlackFlag: UInt32 = 0x200

  /// Tag characters after a black flag, until the sequence is complete.
  var pendingTags: [UInt8] = []

  /// The most tags of a flag; the longest in use has six.
  private static let mostTags = 32

  /// The range of the first pending tag in the whole input, kept until its finding is made.
  var pendingTagRange: Range<Int>?

  /// The bidirectional controls of the run that were kept.
  var bidirectional = BidirectionalBalance()

  private var valueRange: Range<Int>?

  package init(form: Form = .text, allowsBidirectional: Bool = false) {
    self.form = form
    self.allowsBidirectional = allowsBidirectional
  }

  /// True while the output is not final, because bidirectional controls in it may be unbalanced
  /// until `finishRun(in:log:)`.
  package var holdsBidirectional: Bool { bidirectional.start != nil }

  /// True while the end of the run decides about its text.
  package var hasUnfinishedRun: Bool { bidirectional.start != nil || pendingTagRange != nil }

  /// Ranges of the whole input that findings may still refer to.
  package var heldRanges: [Range<Int>] {
    bidirectional.open.map(\.range) + (pendingTagRange.map { [$0] } ?? [])
  }

  // MARK: Whole pieces

  /// Appends a part of a text to the output.
  ///
  /// - Returns: The offset after the bytes used: the end of the part, or a little less if it ends
  ///   inside a character or after a CR and `isLast` is false.
  @discardableResult
  package mutating func append(
    _ range: Range<Int>, of bytes: Span<UInt8>, isLast: Bool = true, to output: inout [UInt8],
    log: inout DiagnosticLog
  ) -> Int {
    var offset = range.lowerBound
    while true {
      let end = verbatimEnd(from: offset, to: range.upperBound, in: bytes)
      output.append(offset..<end, of: bytes)
      offset = end
      guard offset < range.upperBound else { break }
      let used = replace(
        at: offset, before: range.upperBound, in: bytes, isLast: isLast, to: &output, log: &log)
      if used == 0 { break }
      offset += used
    }
    return offset
  }

  /// Appends the value of a placeholder; findings refer to `range`.
  package mutating func append(
    value: [UInt8], at range: Range<Int>, to output: inout [UInt8], log: inout DiagnosticLog
  ) {
    valueRange = range
    append(0..<value.count, of: value.span, to: &output, log: &log)
    valueRange = nil
  }

  package mutating func append(
    _ reference: CharacterReference, at range: Range<Int>, to output: inout [UInt8],
    log: inout DiagnosticLog
  ) {
    append(reference.first, at: range, to: &output, log: &log)
    if let second = reference.second { append(second, at: range, to: &output, log: &log) }
  }

  package mutating func append(
    _ scalar: Unicode.Scalar, at range: Range<Int>, to output: inout [UInt8],
    log: inout DiagnosticLog
  ) {
    var bytes: [UInt8] = []
    bytes.append(scalar)
    let end = verbatimEnd(from: 0, to: bytes.count, in: bytes.span)
    if end == bytes.count {
      output.append(contentsOf: bytes)
    } else {
      replace(scalar.value, at: range, to: &output, log: &log)
    }
  }

  static func sanitized(_ text: String, form: Form) -> String {
    String(decoding: sanitized(Array(text.utf8), form: form), as: UTF8.self)
  }

  package static func sanitized(_ bytes: [UInt8], form: Form) -> [UInt8] {
    var sanitizer = TextSanitizer(form: form)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var log = DiagnosticLog(limit: 0)
    sanitizer.append(0..<bytes.count, of: bytes.span, to: &output, log: &log)
    return output
  }

  // MARK: For callers that copy text themselves

  /// The state after the text so far, for callers that have to undo an append.
  package var state: UInt32 {
    get { cluster }
    set { cluster = newValue }
  }

  /// Records a base that the caller has passed on itself.
  @inline(__always)
  package mutating func passBase() {
    if cluster != 0 { startCluster() }
  }

  /// The offset up to which text can be copied; the byte there needs
  /// `replace(at:before:in:isLast:to:log:)`.
  package mutating func verbatimEnd(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
    var offset = start
    while offset < end {
      if bytes[offset] < 0x80 {
        let stop = endOfPrintableASCII(from: offset, to: end, in: bytes)
        if stop == offset { return offset }
        passBase()
        offset = stop
      } else {
        let stop = verbatimEndOfNonASCII(from: offset, to: end, in: bytes)
        if stop == offset { return offset }
        offset = stop
      }
    }
    return offset
  }

  private func endOfPrintableASCII(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
    let lineFeed = SIMD16<UInt8>(repeating: form == .text ? 0x0A : 0x20)
    let tab = SIMD16<UInt8>(repeating: form == .text ? 0x09 : 0x20)
    return bytes.firstOffset(from: start, to: end) { block in
      .!(block.isPrintableASCII .| (block .== lineFeed) .| (block .== tab))
    }
  }

  /// The offset, at most that of the next ASCII byte, up to which other characters can be copied.
  package mutating func verbatimEndOfNonASCII(
    from start: Int, to end: Int, in bytes: Span<UInt8>
  ) -> Int {
    var offset = start
    while true {
      let letters = offset
      offset = endOfLetters(from: letters, to: end, in: bytes)
      if offset > letters { passBase() }
      guard offset < end else { break }
      let decoded = bytes.scalar(at: offset, before: end)
      let scalar = decoded.value
      guard decoded.form == .wellFormed, scalar >= 0xA0 else { return offset }
      if Self.isNeverControl(scalar) {
        passBase()
      } else if CharacterTable.isMark(scalar) {
        if cluster & Self.marksMask >= UInt32(Self.mostMarks) { return offset }
        if cluster & Self.isBlackFlag != 0 { startCluster() }
        cluster += 1
      } else if Self.isVariationSelector(scalar) {
        if cluster & Self.hasSelector != 0 { return offset }
        if cluster & Self.isBlackFlag != 0 { startCluster() }
        cluster |= Self.hasSelector
      } else if Self.needsReplacement(scalar) {
        return offset
      } else if scalar == 0x1F3F4 {
        passBase()
        cluster = Self.isBlackFlag
      } else if !Self.isJoiner(scalar) || cluster & Self.isBlackFlag != 0 {
        // A joiner makes no new base: else thirty marks could follow each of a thousand joiners.
        passBase()
      }
      offset += decoded.length
    }
    return offset
  }

  /// The end of a series of letters of two bytes without marks, U+00C0...U+02FF and
  /// U+0380...U+047F, of CJK ideographs, U+4000...U+9FFF, of Hangul, U+B000...U+CFFF, and of
  /// pictographs, U+1F400...U+1FAFF: most characters outside of ASCII.
  @inline(__always)
  private func endOfLetters(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
    var offset = start
    while offset &+ 3 <= end {
      let lead = bytes[offset]
      if lead &- 0xC3 < 9 || lead &- 0xCE < 4 {
        guard bytes[offset &+ 1] & 0xC0 == 0x80 else { break }
        offset &+= 2
      } else {
        let second = bytes[offset &+ 1]
        guard bytes[offset &+ 2] & 0xC0 == 0x80 else { break }
        if lead &- 0xE4 < 6 || lead &- 0xEB < 2 {
          guard second & 0xC0 == 0x80 else { break }
          offset &+= 3
        } else {
          guard lead == 0xF0, second == 0x9F, bytes[offset &+ 2] &- 0x90 < 0x1C,
            offset &+ 4 <= end, bytes[offset &+ 3] & 0xC0 == 0x80
          else { break }
          offset &+= 4
        }
      }
    }
    return offset
  }

  /// A fast test that most text passes.
  @inline(__always)
  private static func isNeverControl(_ scalar: UInt32) -> Bool {
    // Latin without marks; dashes and quotation marks; arrows and symbols; CJK and what is around
    // it up to Yi; pictures up to the flags.
    scalar < 0x300 || scalar &- 0x2010 < 0x18 || scalar &- 0x2190 < 0xA70
      || scalar &- 0x3400 < 0x7200 || scalar &- 0xAC00 < 0x2BA4 || scalar &- 0x1F300 < 0xF4
      || scalar &- 0x1F400 < 0x700
  }

  /// Unicode's Variation_Selector.
  @inline(__always)
  private static func isVariationSelector(_ scalar: UInt32) -> Bool {
    scalar &- 0xFE00 < 16 || scalar &- 0xE0100 < 0xF0 || scalar &- 0x180B < 3 || scalar == 0x180F
  }

  /// U+200C and U+200D, which continue a cluster.
  @inline(__always)
  private static func isJoiner(_ scalar: UInt32) -> Bool { scalar & ~1 == 0x200C }

  /// U+202A...U+202E, U+2066...U+2069.
  @inline(__always)
  private static func isBidirectionalControl(_ scalar: UInt32) -> Bool {
    scalar &- 0x202A < 5 || scalar &- 0x2066 < 4
  }

  /// True for scalars above U+009F that are never copied.
  private static func needsReplacement(_ scalar: UInt32) -> Bool {
    scalar &- 0x2028 < 7 || scalar &- 0x2066 < 4 || scalar &- 0xFFF9 < 3 || scalar == 0xFEFF
      || scalar &- 0xE0000 < 0x80 || scalar & 0xFFFE == 0xFFFE || scalar &- 0xFDD0 < 0x20
  }

  /// Starts a cluster with a new base; incomplete tag sequences are dropped.
  mutating func startCluster() {
    cluster = 0
    if !pendingTags.isEmpty { pendingTags.removeAll(keepingCapacity: true) }
  }

  // MARK: Replacing

  /// Appends the safe form of the character at which `verbatimEnd` stopped, and returns the number
  /// of bytes used; 0 if more input is needed and `isLast` is false.
  package mutating func replace(
    at offset: Int, before end: Int, in bytes: Span<UInt8>, isLast: Bool,
    to output: inout [UInt8], log: inout DiagnosticLog
  ) -> Int {
    let scalar = bytes.scalar(at: offset, before: end)
    let range = valueRange ?? offset..<offset + scalar.length
    guard scalar.form == .wellFormed else {
      if scalar.form == .incomplete, !isLast { return 0 }
      startCluster()
      log.record(.invalidUTF8, at: range)
      output.append("\u{FFFD}")
      return scalar.length
    }
    if scalar.value == 0x0D, form == .text {
      if offset + 1 == end, !isLast { return 0 }
      // In CRLF, the line feed is the line break.
      if offset + 1 < end, bytes[offset + 1] == 0x0A { return 1 }
    }
    if scalar.value == 0x1B, form == .text, valueRange == nil {
      let problem = MarkupProblem.terminalColors
      let isKnown = log.count(of: problem.code, kind: problem.kind) > 0
      guard
        let setsColors = Self.isSGR(
          at: offset, before: end, in: bytes, isLast: isLast, orErases: isKnown)
      else { return 0 }
      if setsColors {
        startCluster()
        if !isKnown { log.record(problem, at: range) }
        output.append("\u{241B}")
        return scalar.length
      }
    }
    replace(scalar.value, at: range, to: &output, log: &log)
    return scalar.length
  }

  /// In bytes; a longer sequence does not count as SGR.
  package static let longestSGR = 32

  /// True if the escape at an offset begins an SGR sequence; nil if more input is needed.
  ///
  /// With `orErases`, one that erases a line counts, too: grep and GCC write it beside each colour.
  private static func isSGR(
    at start: Int, before end: Int, in bytes: Span<UInt8>, isLast: Bool, orErases: Bool
  ) -> Bool? {
    let limit = start + longestSGR
    for offset in start + 1..<max(start + 1, min(end, limit)) {
      switch bytes[offset] {
      case 0x5B where offset == start + 1: continue
      case 0x30...0x3B where offset > start + 1: continue
      case let byte: return (byte == 0x6D || byte == 0x4B && orErases) && offset > start + 1
      }
    }
    return end < limit && !isLast ? nil : false
  }

  /// Replaces, drops or, depending on the text before it, copies a scalar.
  private mutating func replace(
    _ scalar: UInt32, at range: Range<Int>, to output: inout [UInt8], log: inout DiagnosticLog
  ) {
    switch scalar {
    case 0..<0x20, 0x7F:
      startCluster()
      if scalar != 0x0A, scalar != 0x09 {
        log.record(.untrustedControl, at: range, about: Self.fate(of: scalar))
      }
      output.append(Unicode.Scalar(orReplacement: scalar == 0x7F ? 0x2421 : 0x2400 + scalar))
    case 0x2028, 0x2029:
      startCluster()
      if form == .text {
        output.append(0x0A)
      } else {
        output.append(contentsOf: Self.escape(scalar).utf8)
      }
    case _ where Self.isBidirectionalControl(scalar):
      startCluster()
      if allowsBidirectional {
        let alone = bidirectional.append(scalar, at: range.moved(by: log.base), to: output)
        for control in alone { report(control.scalar, at: control.range, to: &log) }
        output.append(Unicode.Scalar(orReplacement: scalar))
      } else {
        log.record(.untrustedControl, at: range, about: Self.fate(of: scalar))
        output.append(contentsOf: Self.escape(scalar).utf8)
      }
    case 0xE0000...0xE007F: replaceTag(scalar, at: range, to: &output, log: &log)
    case _ where Self.isVariationSelector(scalar), 0xFFF9...0xFFFB, 0xFEFF:
      log.record(.untrustedControl, at: range, about: Self.fate(of: scalar))
    case _ where CharacterTable.isMark(scalar):
      // Reported once for each row of marks.
      if cluster & Self.marksMask == UInt32(Self.mostMarks) {
        log.record(.tooManyMarks, at: range)
        cluster += 1
      }
    default:
      startCluster()
      log.record(.untrustedControl, at: range, about: Self.fate(of: scalar))
      output.append("\u{FFFD}")
    }
  }

  /// Copies tag characters only in `U+1F3F4 tags U+E007F` (UTS #51, ED-14a).
  private mutating func replaceTag(
    _ scalar: UInt32, at range: Range<Int>, to output: inout [UInt8], log: inout DiagnosticLog
  ) {
    reportLostTags(to: &log)
    guard cluster & Self.isBlackFlag != 0, scalar >= 0xE0020,
      scalar != 0xE007F || !pendingTags.isEmpty, pendingTags.count < 4 * Self.mostTags
    else {
      startCluster()
      log.record(.untrustedControl, at: range, about: Self.fate(of: scalar))
      return
    }
    if pendingTags.isEmpty { pendingTagRange = range.moved(by: log.base) }
    pendingTags.append(Unicode.Scalar(orReplacement: scalar))
    if scalar == 0xE007F {
      output.append(contentsOf: pendingTags)
      pendingTagRange = nil
      startCluster()
    }
  }

  /// Reports tags that are not part of a flag.
  private mutating func reportLostTags(to log: inout DiagnosticLog) {
    guard let range = pendingTagRange, pendingTags.isEmpty else { return }
    log.record(
      .untrustedControl, at: range.moved(by: -log.base),
      about: "tag characters without a flag are dropped")
    pendingTagRange = nil
  }

  /// Reports a control at a range of the whole input.
  private func report(_ scalar: UInt32, at range: Range<Int>, to log: inout DiagnosticLog) {
    log.record(.untrustedControl, at: range.moved(by: -log.base), about: Self.fate(of: scalar))
  }

  /// A visible form of a scalar: `<U+202E>`.
  static func escape(_ scalar: UInt32) -> String { "<\(codePoint(scalar))>" }

  private static func codePoint(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// A phrase for a finding: `control character U+001B (ESC) is shown as ␛`.
  private static func fate(of scalar: UInt32) -> String {
    guard scalar < 0x20 || scalar == 0x7F else {
      return "character \(codePoint(scalar)) is not sent to the terminal"
    }
    let name = scalar == 0x7F ? "DEL" : controlNames[Int(scalar)]
    let picture = Unicode.Scalar(orReplacement: scalar == 0x7F ? 0x2421 : 0x2400 + scalar)
    return "control character \(codePoint(scalar)) (\(name)) is shown as \(picture)"
      + (scalar == 0x0D ? "; to overwrite a line, print '\\r' without cssview" : "")
  }

  /// Abbreviations of U+0000 to U+001F (ECMA-48 §5.2).
  private static let controlNames = """
    NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI
    DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US
    """.split { $0 == " " || $0 == "\n" }

  // MARK: Ends of runs

  /// Ends a run: completes its findings, and makes bidirectional controls visible that are not
  /// balanced within their line, so that the output from the first such control must not be written
  /// before.
  package mutating func finishRun(in output: inout [UInt8], log: inout DiagnosticLog) {
    if !pendingTags.isEmpty { startCluster() }
    reportLostTags(to: &log)
    guard let start = bidirectional.start else { return }
    let (open, visible) = bidirectional.finish()
    for control in open { report(control.scalar, at: control.range, to: &log) }
    guard !visible.isEmpty else { return }
    var tail: [UInt8] = []
    var offset = start
    for control in visible {
      tail.append(contentsOf: output[offset..<control])
      let scalar =
        0x2000 | UInt32(output[control + 1] & 0x3F) << 6 | UInt32(output[control + 2] & 0x3F)
      tail.append(contentsOf: Self.escape(scalar).utf8)
      offset = control + 3
    }
    tail.append(contentsOf: output[offset...])
    output.replaceSubrange(start..., with: tail)
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}

/// Finds the bidirectional controls of a run that are not balanced within their line.
///
/// LRE, RLE, LRO and RLO are closed by PDF; LRI, RLI and FSI by PDI, which also ends what is open
/// inside the isolate and leaves that unbalanced. Only the open controls are kept.
struct BidirectionalBalance: Sendable {
  struct Control: Sendable {
    let scalar: UInt32

    let offset: Int

    /// Offsets in the whole input.
    let range: Range<Int>

    fileprivate var isIsolate: Bool { scalar >= 0x2066 }
  }

  /// The greatest depth (UAX #9, BD2).
  private static let deepestNesting = 125

  /// The offset of the first control in the output.
  private(set) var start: Int?

  /// The controls that are not closed yet, the innermost last.
  private(set) var open: [Control] = []

  private var isolates = 0

  /// The offsets of unbalanced controls.
  private var alone: [Int] = []

  /// The end of the output that was searched for line feeds.
  private var passed = 0

  init() {}

  /// Adds the next control, U+202A to U+202E or U+2066 to U+2069, at the end of the output.
  ///
  /// - Returns: The controls that are found to be unbalanced, perhaps this one, too.
  mutating func append(_ scalar: UInt32, at range: Range<Int>, to output: [UInt8]) -> [Control] {
    let control = Control(scalar: scalar, offset: output.count, range: range)
    var found: [Control] = []
    if start == nil {
      start = output.count
    } else if output[passed...].contains(0x0A) {
      found = endLine()
    }
    passed = output.count
    switch scalar {
    case 0x202C where open.last?.isIsolate == false: open.removeLast()
    case 0x2069 where isolates > 0:
      while let last = open.popLast(), !last.isIsolate { found.append(last) }
      isolates -= 1
    case 0x202C, 0x2069: found.append(control)
    case _ where open.count < Self.deepestNesting:
      open.append(control)
      if control.isIsolate { isolates += 1 }
    default: found.append(control)
    }
    alone += found.map(\.offset)
    return found
  }

  /// Ends the run, and returns the unclosed controls, and the sorted offsets of all unbalanced
  /// ones.
  mutating func finish() -> (open: [Control], alone: [Int]) {
    defer { self = BidirectionalBalance() }
    return (open, (alone + open.map(\.offset)).sorted())
  }

  private mutating func endLine() -> [Control] {
    defer {
      open = []
      isolates = 0
    }
    return open
  }
}
