extension AttributedText {
  /// Moves the starts of runs to the starts of characters.
  ///
  /// A style that changes in the middle of a character applies from the next one on, so that a
  /// mark in a span of its own keeps the style of its letter.
  mutating func moveRunsToCharacters() {
    var moved: [RunRecord] = []
    moved.reserveCapacity(records.count)
    for (index, record) in records.enumerated() {
      var record = record
      // Between two ASCII characters there is always a border.
      if record.start > 0, bytes[record.start] >= 0x80 || bytes[record.start - 1] >= 0x80 {
        record.start = characterBorder(from: record.start)
      }
      let end = index + 1 < records.count ? records[index + 1].start : bytes.count
      guard record.start < end else { continue }
      if let last = moved.last, last.span == record.span {
        moved[moved.count - 1].source = last.source.lowerBound..<record.source.upperBound
      } else {
        moved.append(record)
      }
    }
    records = moved
  }

  /// How far, in bytes, the text around an offset is looked at to find a border.
  private static let reach = 128

  /// The first border between characters at an offset or behind it.
  private func characterBorder(from offset: Int) -> Int {
    var start = max(0, offset - Self.reach)
    while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    // A line feed is a border; nothing before it matters.
    if let line = bytes[start..<offset].lastIndex(of: 0x0A) { start = line }
    var end = min(bytes.count, offset + Self.reach)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let window = String(decoding: bytes[start..<end], as: UTF8.self)
    var border = start
    for character in window {
      if border >= offset { return border }
      border += character.utf8.count
    }
    return border
  }
}
