import Bytes
package import Diagnostics
import StyleValues
package import TerminalOutput

/// The graphic rendition and link that SGR and OSC 8 have set.
package struct TerminalGraphics: Hashable, Sendable {
  package var state = GraphicRendition()

  /// Printable ASCII with an allowed scheme.
  package var link: String?

  package init() {}

  /// The element for the style; nil for plain text.
  package var tag: StartTag? { StartTag(state, link: link) }
}

package struct TerminalTextToken: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// Text, without line breaks.
    case text
    /// A control character or sequence that is shown in its visible form.
    case shown
    case lineFeed
    /// A sequence or control that is not shown.
    case dropped
    /// More input is needed.
    case incomplete
    case endOfInput
  }

  package let kind: Kind

  /// The bytes that are shown.
  package let text: Range<Int>

  /// The start of the next token.
  package let end: Int

  /// The number of the state of its text.
  package var state: Int32

  /// True if it is preceded by a line break, which has no bytes.
  package var breaksLine = false

  /// Its function in the line.
  var function: CursorFunction?

  init(_ kind: Kind, _ text: Range<Int>, end: Int? = nil, state: Int32) {
    self.kind = kind
    self.text = text
    self.end = end ?? text.upperBound
    self.state = state
  }
}

/// Tokenizes text for a terminal, whole or in parts.
///
/// Like `MarkupTokenizer`, it stores no input. SGR and OSC 8, the overstriking of old manual pages
/// (`_`, BS, `x` and `x`, BS, `x`), the character sets of boxes, and the functions that move in a
/// line and erase its cells have a meaning; other controls are shown or dropped. States have
/// numbers, and a known sequence in a state leads to the next one without being read again.
///
/// A line is scanned before it is read. Most lines have no function with an effect, and are read as
/// text. Others are held as cells until their end.
///
/// The time is linear in the input, whatever it contains.
package struct TerminalTextTokenizer: ~Copyable {
  let controls: ControlTreatment
  private let schemes: Set<String>

  var scanner = ControlSequenceScanner()

  /// The states by number, and the transitions between them.
  private var states: [TerminalGraphics] = [TerminalGraphics()]
  private var numbers: [TerminalGraphics: Int32] = [TerminalGraphics(): 0]
  private var transitions: SequenceCache?

  /// The number of the state after the last token; 0 is plain.
  package internal(set) var state: Int32 = 0

  /// The character sets after the last token.
  var sets = CharacterSets()

  /// The number of columns in which erasing leaves a background; nil if it leaves none.
  let erasedColumns: Int?

  /// The form of the current line after the last token.
  var form = LineForm.unknown

  var line = CursorLine()

  /// True if a released line is still held, because it can be shown again.
  package var showsOpenLines = false

  /// True if the held cells have to be shown first, because the line ends or is too long.
  package internal(set) var endsHeldLine = false

  var lines = KnownLines()

  /// True if the last character waits, because it may be struck over.
  package internal(set) var holdsCharacter = false
  /// True if it waits no longer.
  var isReleased = false

  /// In bytes: the part of a line that is scanned for its first function.
  static let longestLine = 1 << 16

  /// With more states they have to be dropped.
  private static let mostStates = 1 << 12

  package init(_ options: MarkupOptions) {
    controls = options.controls
    schemes = options.allowedSchemes
    erasedColumns = options.erasedColumns
  }

  package mutating func willDrop(first count: Int) {
    scanner.willDrop(first: count)
    lines.wholeEnd = max(0, lines.wholeEnd - count)
    lines.searched = max(0, lines.searched - count)
    guard var ahead = lines.ahead else { return }
    ahead.start -= count
    ahead.offset -= count
    lines.ahead = ahead.start < 0 ? nil : ahead
  }

  /// Ends the waiting of the last character.
  package mutating func release() { isReleased = holdsCharacter }

  // MARK: States

  package func graphics(_ number: Int32) -> TerminalGraphics { states[Int(number)] }

  /// True if states have to be dropped.
  package var hasManyStates: Bool { states.count >= Self.mostStates }

  var stateCount: Int { states.count }

  /// Drops all states but the current one; numbers change.
  package mutating func forgetStates() {
    let known = states
    let last = state
    states = [TerminalGraphics()]
    numbers = [TerminalGraphics(): 0]
    transitions = nil
    lines.ahead = nil
    state = number(of: known[Int(last)])
    guard form == .held else { return }
    var kept: [Int32: Int32] = [:]
    for old in line.states.sorted() { kept[old] = number(of: known[Int(old)]) }
    line.renumber(kept)
    if states.count > Self.mostStates / 2 { endHeldLine() }
  }

  /// Sets the plain state at the start of a line.
  package mutating func reset() {
    state = 0
    sets = CharacterSets()
    beginLine()
  }

  /// Starts a text with offsets from 0, in the current state.
  mutating func beginText() {
    scanner = ControlSequenceScanner()
    lines.wholeEnd = 0
    lines.searched = 0
    beginLine()
  }

  mutating func beginLine() {
    form = .unknown
    lines.ahead = nil
    lines.startsOver = false
  }

  mutating func number(of graphics: TerminalGraphics) -> Int32 {
    if let known = numbers[graphics] { return known }
    let number = Int32(states.count)
    states.append(graphics)
    numbers[graphics] = number
    return number
  }

  private mutating func state(adding struck: Overstrike) -> Int32 {
    guard struck.isBold || struck.isUnderlined else { return state }
    var graphics = graphics(state)
    if struck.isBold { graphics.state.attributes.insert(.bold) }
    if struck.isUnderlined, graphics.state.underline == .none { graphics.state.underline = .single }
    return number(of: graphics)
  }

  // MARK: Tokens

  /// The token at an offset, the end of the last one.
  package mutating func token(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, log: inout DiagnosticLog
  ) -> TerminalTextToken {
    guard offset < bytes.count else { return token(.endOfInput, offset..<offset) }
    holdsCharacter = false
    guard controls != .show else {
      return anyToken(at: offset, in: bytes, isLast: isLast, log: &log)
    }
    if lines.startsOver {
      var unheard = DiagnosticLog(limit: 0)
      let wasReleased = isReleased
      let next = anyToken(at: offset, in: bytes, isLast: isLast, log: &unheard)
      isReleased = wasReleased
      guard next.kind == .text || next.kind == .shown else {
        if next.kind == .lineFeed { beginLine() }
        return next
      }
      scanner = ControlSequenceScanner()
      beginLine()
      lines.owesBreak = true
    }
    if form == .unknown {
      guard look(from: offset, in: bytes, isLast: isLast) else {
        holdsCharacter = true
        return token(.incomplete, offset..<offset)
      }
    }
    if form == .held, line.byteCount == 0 { line.start = offset + log.base }
    var found = anyToken(at: offset, in: bytes, isLast: isLast, log: &log)
    if found.kind != .incomplete {
      found = inLine(found, in: bytes, isLast: isLast)
      found.breaksLine = lines.owesBreak
      lines.owesBreak = false
    }
    return found
  }

  func token(
    _ kind: TerminalTextToken.Kind, _ text: Range<Int>, end: Int? = nil
  ) -> TerminalTextToken {
    TerminalTextToken(kind, text, end: end, state: state)
  }

  /// A token of a function that only has an effect in a held line.
  private func token(
    _ kind: TerminalTextToken.Kind, _ text: Range<Int>, _ function: CursorFunction
  ) -> TerminalTextToken {
    var token = token(kind, text)
    token.function = function
    return token
  }

  /// The token at an offset, as in a line that is not held.
  mutating func anyToken(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, log: inout DiagnosticLog
  ) -> TerminalTextToken {
    if scanner.isInside { return sequence(at: offset, in: bytes, isLast: isLast, log: &log) }
    switch bytes[offset] {
    case 0x1B: return sequence(at: offset, in: bytes, isLast: isLast, log: &log)
    case 0x0A: return token(.lineFeed, offset..<offset + 1)
    case 0x0D: return carriageReturn(at: offset, in: bytes, isLast: isLast, log: &log)
    case 0x08 where controls != .show: return token(.dropped, offset..<offset + 1, .back(1))
    case 0x0E, 0x0F:
      guard controls != .show else { break }
      sets.choose(bytes[offset] == 0x0E ? 1 : 0)
      return token(.dropped, offset..<offset + 1)
    case 0xC2 where controls == .drop && Self.isC1(at: offset, in: bytes):
      // It is no introducer in UTF-8 for most terminals, so what follows is looked at by itself.
      return token(.dropped, offset..<offset + 2)
    case 0x09, 0x20..<0x7F, 0x80...: return text(at: offset, in: bytes, isLast: isLast)
    default: break
    }
    return control(offset..<offset + 1, in: bytes, log: &log)
  }

  /// The token of a control or a sequence without a meaning here.
  private mutating func control(
    _ range: Range<Int>, in bytes: Span<UInt8>, _ sequence: ControlSequence? = nil,
    log: inout DiagnosticLog
  ) -> TerminalTextToken {
    if controls == .auto, let text = sequence?.sizedText(in: bytes) {
      return token(.text, text, end: range.upperBound)
    }
    switch controls {
    case .drop: return token(.dropped, range)
    case .auto where sequence?.isWhole ?? Self.hasNoText(bytes[range.lowerBound]):
      log.record(.droppedSequence, at: range, about: Self.shown(range, of: bytes, sequence))
      return token(.dropped, range)
    case .auto, .show: break
    }
    log.record(.untrustedSequence, at: range, about: Self.shown(range, of: bytes, sequence))
    return token(.shown, range)
  }

  /// True for BEL, whose loss does not change a text.
  private static func hasNoText(_ control: UInt8) -> Bool { control == 0x07 }

  /// The text for a control in a finding.
  private static func shown(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ sequence: ControlSequence?
  ) -> String {
    let start = range.lowerBound..<min(range.upperBound, range.lowerBound + 24)
    let text = String(start, of: bytes)
    guard let sequence else { return "control character '\(text)'" }
    let function = ControlFunction(sequence, in: bytes).map { " (\($0.text))" } ?? ""
    return "control sequence '\(text)'\(function)"
  }

  // MARK: Text

  private mutating func text(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> TerminalTextToken {
    let stop = endOfText(from: offset, in: bytes)
    let isStruck = stop < bytes.count && bytes[stop] == 0x08
    guard isStruck || (stop == bytes.count && !isLast) else { return token(.text, offset..<stop) }
    // The last character may be struck over.
    var last = stop - 1
    while last > offset, stop - last < 4, bytes[last] & 0xC0 == 0x80 { last -= 1 }
    if bytes[last] < 0xC0 { last = stop - 1 }
    guard last == offset else { return token(.text, offset..<last) }
    guard let struck = Overstrike(at: offset, in: bytes, isLast: isLast) else {
      // Part of a character waits for the rest of it in any case.
      guard !isStruck, stop - offset == bytes.lengthOfScalar(at: offset) else {
        return token(.incomplete, offset..<offset)
      }
      holdsCharacter = !isReleased
      isReleased = false
      return holdsCharacter ? token(.incomplete, offset..<offset) : token(.text, offset..<stop)
    }
    isReleased = false
    return TerminalTextToken(.text, struck.character, end: struck.end, state: state(adding: struck))
  }

  /// The offset of the first control from `start` on; those of C1 count as text, for the sanitizer,
  /// unless they are dropped.
  private func endOfText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let tab = SIMD16<UInt8>(repeating: 0x09)
    let space = SIMD16<UInt8>(repeating: 0x20)
    let delete = SIMD16<UInt8>(repeating: 0x7F)
    let lead = SIMD16<UInt8>(repeating: controls == .drop ? 0xC2 : 0x7F)
    var offset = start
    while true {
      offset = bytes.firstOffset(from: offset, to: bytes.count) { block in
        ((block .< space) .& (block .!= tab)) .| (block .== delete) .| (block .== lead)
      }
      guard offset < bytes.count, bytes[offset] == 0xC2 else { return offset }
      if Self.isC1(at: offset, in: bytes) { return offset }
      offset += 1
    }
  }

  private static func isC1(at offset: Int, in bytes: Span<UInt8>) -> Bool {
    offset + 1 < bytes.count && (0x80..<0xA0).contains(bytes[offset + 1])
  }

  // MARK: Lines

  private mutating func carriageReturn(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, log: inout DiagnosticLog
  ) -> TerminalTextToken {
    let next = offset + 1
    guard next < bytes.count || isLast else { return token(.incomplete, offset..<offset) }
    // In CRLF, the line feed is the line break.
    if next < bytes.count, bytes[next] == 0x0A { return token(.dropped, offset..<next) }
    if controls != .show { return token(.dropped, offset..<next, .lineStart) }
    return control(offset..<next, in: bytes, log: &log)
  }

  // MARK: Sequences

  private mutating func sequence(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, log: inout DiagnosticLog
  ) -> TerminalTextToken {
    if let end = knownSequence(at: offset, in: bytes) { return token(.dropped, offset..<end) }
    let sequence: ControlSequence
    switch scanner.scan(from: offset, in: bytes, isLast: isLast) {
    case .incomplete: return token(.incomplete, offset..<offset)
    case .sequence(let found): sequence = found
    }
    // A sequence that is shown is text from there on.
    if sequence.goesOn, controls != .drop { scanner.isInside = false }
    if controls != .show {
      if let function = CursorFunction(sequence, in: bytes) {
        return token(.dropped, sequence.range, function)
      }
      if sets.apply(sequence, in: bytes) { return token(.dropped, sequence.range) }
    }
    guard apply(sequence, in: bytes, log: &log) else {
      return control(sequence.range, in: bytes, sequence, log: &log)
    }
    return token(.dropped, sequence.range)
  }

  /// Sets the state after a sequence; returns false if it has no meaning here.
  private mutating func apply(
    _ sequence: ControlSequence, in bytes: Span<UInt8>, log: inout DiagnosticLog
  ) -> Bool {
    if let next = transitions?.find(sequence.range, in: bytes, from: state) {
      state = next
      return true
    }
    guard let graphics = applying(sequence, in: bytes, log: &log) else { return false }
    let next = number(of: graphics)
    if transitions == nil { transitions = SequenceCache() }
    transitions?.insert(sequence.range, of: bytes, from: state, to: next)
    state = next
    return true
  }

  /// Sets the state after a known SGR sequence, and returns its end; nil if it has to be read.
  private mutating func knownSequence(at offset: Int, in bytes: Span<UInt8>) -> Int? {
    guard let (next, end) = knownSequence(at: offset, in: bytes, from: state) else { return nil }
    state = next
    return end
  }

  /// The state after a known SGR sequence, and its end; nil if it has to be read.
  package mutating func knownSequence(
    at offset: Int, in bytes: Span<UInt8>, from state: Int32
  ) -> (next: Int32, end: Int)? {
    guard let transitions, offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "["),
      !scanner.isInside
    else { return nil }
    var end = offset + 2
    let limit = min(bytes.count, offset + 64)
    while end < limit, bytes[end] < 0x40 { end += 1 }
    guard end < limit, bytes[end] == UInt8(ascii: "m"),
      let next = transitions.find(offset..<end + 1, in: bytes, from: state)
    else { return nil }
    return (next, end + 1)
  }

  /// The state after a sequence; nil if it has no meaning here.
  private func applying(
    _ sequence: ControlSequence, in bytes: Span<UInt8>, log: inout DiagnosticLog
  ) -> TerminalGraphics? {
    var result = graphics(state)
    if sequence.isSelectGraphicRendition(in: bytes) {
      result.state.apply(bytes.extracting(sequence.content))
      return result
    }
    guard let target = sequence.linkTarget(in: bytes) else { return nil }
    result.link = nil
    var address: [UInt8] = []
    address.append(target, of: bytes)
    do throws(LinkTarget.Refusal) {
      result.link = try LinkTarget.sanitized(address, schemes: schemes)
    } catch {
      switch error {
      case .scheme(let scheme): log.record(.linkScheme, at: sequence.range, about: scheme)
      case .tooLong: log.record(.linkTooLong, at: sequence.range)
      case .empty, .relative: break
      }
    }
    return result
  }

  /// Reads a sequence inside markup, and applies SGR or OSC 8; returns its end, nil for any other,
  /// `offset` if more input is needed.
  package mutating func appliedSequence(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, log: inout DiagnosticLog
  ) -> Int? {
    if let end = knownSequence(at: offset, in: bytes) { return end }
    switch scanner.scan(from: offset, in: bytes, isLast: isLast) {
    case .incomplete: return offset
    case .sequence(let found):
      scanner.isInside = false
      return apply(found, in: bytes, log: &log) ? found.range.upperBound : nil
    }
  }
}

/// A cache of transitions between states, by the bytes of the sequence.
private final class SequenceCache {
  private var tags = TagCache()

  func find(_ sequence: Range<Int>, in bytes: Span<UInt8>, from state: Int32) -> Int32? {
    let found = tags.find(sequence, in: bytes, kind: state)
    return found < 0 ? nil : found
  }

  func insert(_ sequence: Range<Int>, of bytes: Span<UInt8>, from state: Int32, to next: Int32) {
    tags.insert(sequence, of: bytes, kind: state, value: next)
  }
}

extension Span<UInt8> {
  /// The length of the scalar at an offset, according to its first byte.
  fileprivate func lengthOfScalar(at offset: Int) -> Int {
    switch self[offset] {
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 1
    }
  }
}
