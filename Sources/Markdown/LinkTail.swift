import Bytes

/// A scanner of a link's destination and title: `(/url "title")`, or in a definition `/url "title"`
/// up to the end of a line.
///
/// It continues where it stopped when there is more text.
struct LinkTail {
  private enum State { case start, angle, bare, destinationEnd, gap, title, titleEnd }

  private(set) var destination = 0..<0
  private(set) var title = 0..<0

  private let isDefinition: Bool
  private var offset: Int
  private var state = State.start
  private var depth = 0
  private var titleEnd: UInt8 = 0
  /// End of the line behind a destination, where a definition without a title ends.
  private var lineEnd: Int?

  init(start: Int, isDefinition: Bool) {
    offset = start
    self.isDefinition = isDefinition
  }

  mutating func advance(in text: Span<UInt8>, to limit: Int, isFinal: Bool) -> ScanResult {
    while offset < limit {
      let byte = text[offset]
      if byte == 0x5C, isEscaping {
        if offset + 1 == limit, !isFinal { return .incomplete }
        let isEscape = offset + 1 < limit && text[offset + 1].isASCIIPunctuation
        begin()
        offset += isEscape ? 2 : 1
        continue
      }
      switch step(byte) {
      case .incomplete: offset += 1
      case .end(let end): return .end(end)
      case .none: return withoutTitle
      }
    }
    guard isFinal else { return .incomplete }
    // The end of a paragraph ends a definition as the end of its line does.
    if isDefinition, case .end(let end) = step(0x0A) { return .end(end) }
    return withoutTitle
  }

  /// True if a backslash escapes the next byte.
  private var isEscaping: Bool {
    switch state {
    case .start, .angle, .bare, .title: true
    default: false
    }
  }

  private var withoutTitle: ScanResult {
    guard let lineEnd else { return .none }
    return .end(lineEnd)
  }

  private mutating func begin() {
    guard case .start = state else { return }
    state = .bare
    destination = offset..<offset
  }

  private mutating func step(_ byte: UInt8) -> ScanResult {
    let isSpace = byte.isBlank || byte == 0x0A
    switch state {
    case .start:
      if isSpace { return .incomplete }
      if byte == 0x3C {
        destination = offset + 1..<offset + 1
        state = .angle
        return .incomplete
      }
      begin()
      return bare(byte, isSpace)
    case .angle:
      if byte == 0x0A || byte == 0x3C { return .none }
      if byte == 0x3E {
        destination = destination.lowerBound..<offset
        state = .destinationEnd
      }
      return .incomplete
    case .bare: return bare(byte, isSpace)
    case .destinationEnd, .gap: return gap(byte, isSpace)
    case .title:
      if byte == titleEnd {
        title = title.lowerBound..<offset
        state = .titleEnd
        return .incomplete
      }
      return byte == 0x28 && titleEnd == 0x29 ? .none : .incomplete
    case .titleEnd:
      if isDefinition, byte == 0x0A { return .end(offset) }
      if !isDefinition, byte == 0x29 { return .end(offset + 1) }
      guard isSpace else {
        title = 0..<0
        return .none
      }
      return .incomplete
    }
  }

  private mutating func bare(_ byte: UInt8, _ isSpace: Bool) -> ScanResult {
    if isSpace || byte == 0x29 && depth == 0 && !isDefinition {
      guard depth == 0 else { return .none }
      destination = destination.lowerBound..<offset
      state = .destinationEnd
      return gap(byte, isSpace)
    }
    if byte < 0x20 || byte == 0x7F { return .none }
    if byte == 0x28 { depth += 1 }
    if byte == 0x29 { depth -= 1 }
    return (0...32).contains(depth) ? .incomplete : .none
  }

  /// Scans the space between a destination and a title, or behind a destination.
  private mutating func gap(_ byte: UInt8, _ isSpace: Bool) -> ScanResult {
    if isDefinition, byte == 0x0A, lineEnd == nil { lineEnd = offset }
    if !isDefinition, byte == 0x29 { return .end(offset + 1) }
    if isSpace {
      state = .gap
      return .incomplete
    }
    guard case .gap = state, byte == 0x22 || byte == 0x27 || byte == 0x28 else { return .none }
    titleEnd = byte == 0x28 ? 0x29 : byte
    title = offset + 1..<offset + 1
    state = .title
    return .incomplete
  }
}

extension Span<UInt8> {
  /// The longest label, in bytes: CommonMark allows 999 characters.
  static var longestLabel: Int { 999 }

  /// Finds the `]` of the label that starts with the `[` at an offset.
  func labelEnd(at start: Int, before limit: Int, isFinal: Bool) -> ScanResult {
    var offset = start + 1
    while offset < limit {
      switch self[offset] {
      case 0x5D: return .end(offset)
      case 0x5B: return .none
      case 0x5C: if offset + 1 < limit, self[offset + 1].isASCIIPunctuation { offset += 1 }
      default: break
      }
      offset += 1
      if offset - start - 1 > Self.longestLabel { return .none }
    }
    return isFinal ? .none : .incomplete
  }
}
