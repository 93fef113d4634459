import Bytes

/// The opening fence of code, of backticks or tildes.
struct Fence: Equatable {
  let byte: UInt8
  let length: Int
  let indent: Int
}

struct ListMarker {
  /// The bullet, or the delimiter behind the number.
  let byte: UInt8

  /// Nil for a bullet.
  let number: Int?

  /// Offset behind the marker.
  let end: Int

  /// True if the list of an item may continue with this marker.
  func continues(_ list: Container) -> Bool {
    list.marker == byte && list.kind == (number == nil ? .bulletList : .orderedList)
  }
}

extension Span<UInt8> {
  /// True if there is such a byte at an offset.
  func has(_ byte: UInt8, at offset: Int, before end: Int) -> Bool {
    offset < end && self[offset] == byte
  }

  /// The offset behind consecutive equal bytes.
  func runEnd(of byte: UInt8, from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end, self[offset] == byte { offset += 1 }
    return offset
  }

  /// The offset behind spaces and tabs.
  func skipBlanks(from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end, self[offset].isBlank { offset += 1 }
    return offset
  }

  /// The end of a range without spaces and tabs before it.
  func trimmedEnd(from start: Int, to end: Int) -> Int {
    var offset = end
    while offset > start, self[offset - 1].isBlank { offset -= 1 }
    return offset
  }

  /// True if there is a space, a tab or the end of the line.
  func isBlankOrEnd(at offset: Int, before end: Int) -> Bool {
    offset >= end || self[offset].isBlank
  }

  /// Level of the ATX heading at an offset; nil for none.
  func headingLevel(at start: Int, before end: Int) -> Int? {
    let level = runEnd(of: 0x23, from: start, to: Swift.min(end, start + 7)) - start
    return (1...6).contains(level) && isBlankOrEnd(at: start + level, before: end) ? level : nil
  }

  /// The end of the text of an ATX heading, without closing number signs.
  func headingTextEnd(from start: Int, to end: Int) -> Int {
    let trimmed = trimmedEnd(from: start, to: end)
    var offset = trimmed
    while offset > start, self[offset - 1] == 0x23 { offset -= 1 }
    if offset == start { return start }
    return self[offset - 1].isBlank ? trimmedEnd(from: start, to: offset) : trimmed
  }

  /// Level of the setext heading that this line underlines; nil for none.
  func underlineLevel(at start: Int, before end: Int) -> Int? {
    guard self[start] == 0x3D || self[start] == 0x2D else { return nil }
    let after = runEnd(of: self[start], from: start, to: end)
    return skipBlanks(from: after, to: end) == end ? (self[start] == 0x3D ? 1 : 2) : nil
  }

  /// The offset of the byte because of which a line is no thematic break; nil if it is one.
  func thematicBreakObstacle(at start: Int, before end: Int) -> Int? {
    guard self[start] == 0x2A || self[start] == 0x2D || self[start] == 0x5F else { return start }
    var count = 0
    var offset = start
    while offset < end {
      if self[offset] == self[start] { count += 1 } else if !self[offset].isBlank { return offset }
      offset += 1
    }
    return count >= 3 ? nil : end
  }

  func openingFence(at start: Int, before end: Int, indent: Int) -> Fence? {
    let byte = self[start]
    let after = runEnd(of: byte, from: start, to: end)
    guard after - start >= 3 else { return nil }
    if byte == 0x60, firstOffset(of: byte, from: after, to: end) < end { return nil }
    return Fence(byte: byte, length: after - start, indent: indent)
  }

  func closes(_ fence: Fence, at start: Int, before end: Int) -> Bool {
    let after = runEnd(of: fence.byte, from: start, to: end)
    return after - start >= fence.length && skipBlanks(from: after, to: end) == end
  }

  /// The list marker at an offset, if it may interrupt a paragraph where `interrupts`; nil for
  /// none.
  func listMarker(at start: Int, before end: Int, interrupts: Bool) -> ListMarker? {
    var offset = start
    var number = 0
    while offset < end, self[offset].isASCIIDigit, offset - start < 9 {
      number = number * 10 + Int(self[offset] - 0x30)
      offset += 1
    }
    guard offset < end else { return nil }
    let byte = self[offset]
    let isNumbered = offset > start
    let isMarker =
      isNumbered ? byte == 0x2E || byte == 0x29 : byte == 0x2A || byte == 0x2D || byte == 0x2B
    offset += 1
    guard isMarker, isBlankOrEnd(at: offset, before: end) else { return nil }
    if interrupts {
      guard !isNumbered || number == 1, skipBlanks(from: offset, to: end) < end else { return nil }
    }
    return ListMarker(byte: byte, number: isNumbered ? number : nil, end: offset)
  }
}

extension UInt8 {
  var isASCIIPunctuation: Bool {
    isPrintableASCII && self != 0x20 && !isASCIILetter && !isASCIIDigit
  }
}
