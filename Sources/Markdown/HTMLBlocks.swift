import Bytes

/// The end of a block of raw HTML (CommonMark, section 4.6).
enum HTMLBlockEnd: Equatable {
  /// An end tag of `pre`, `script`, `style` or `textarea`.
  case endTag
  /// The end of HTML that is no tag.
  case markup(HTMLMarkup)
  case blankLine
}

private let rawTextNames = ["pre", "script", "style", "textarea"].map { Array($0.utf8) }

private let blockNames = Set(
  """
  address article aside base basefont blockquote body caption center col colgroup dd details \
  dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 \
  head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p \
  param search section summary table tbody td tfoot th thead title tr track ul
  """.utf8.split(separator: 0x20).map(Array.init))

extension Span<UInt8> {
  /// The end condition of the HTML block that starts at `<`; nil if none does.
  func htmlBlockEnd(at start: Int, before end: Int, interrupts: Bool) -> HTMLBlockEnd? {
    guard start + 1 < end, self[start] == 0x3C else { return nil }
    if let markup = markup(at: start, before: end) { return .markup(markup) }
    let isEndTag = self[start + 1] == 0x2F
    let name = lowercasedName(at: start + (isEndTag ? 2 : 1), before: end)
    let after = start + (isEndTag ? 2 : 1) + name.count
    if name.isEmpty { return nil }
    let isComplete = isBlankOrEnd(at: after, before: end) || self[after] == 0x3E
    if isComplete, !isEndTag, rawTextNames.contains(name) { return .endTag }
    if isComplete || self[after] == 0x2F && has(0x3E, at: after + 1, before: end),
      blockNames.contains(name)
    {
      return .blankLine
    }
    return !interrupts && isTagAlone(at: start, before: end) ? .blankLine : nil
  }

  private func lowercasedName(at start: Int, before end: Int) -> [UInt8] {
    var name: [UInt8] = []
    var offset = start
    while offset < end, self[offset].isASCIILetter || !name.isEmpty && self[offset].isASCIIDigit,
      name.count < 12
    {
      name.append(self[offset].lowercasedASCII)
      offset += 1
    }
    return name
  }

  /// True if the line is one complete tag and no more.
  private func isTagAlone(at start: Int, before end: Int) -> Bool {
    var scanner = RawHTMLScanner(start: start)
    guard case .end(let after) = scanner.advance(in: self, to: end, isFinal: true) else {
      return false
    }
    return skipBlanks(from: after, to: end) == end
  }

  /// True if a line contains the end of the block.
  func contains(_ blockEnd: HTMLBlockEnd, from start: Int, to end: Int) -> Bool {
    let text: String
    switch blockEnd {
    case .blankLine: return false
    case .endTag: text = "</"
    case .markup(let markup): text = markup.end
    }
    guard let first = text.utf8.first else { return false }
    var offset = firstOffset(of: first, from: start, to: end)
    while offset < end {
      if hasBytes(text, at: offset, before: end),
        blockEnd != .endTag || hasRawTextEnd(at: offset + 2, before: end)
      {
        return true
      }
      offset = firstOffset(of: first, from: offset + 1, to: end)
    }
    return false
  }

  private func hasRawTextEnd(at start: Int, before end: Int) -> Bool {
    let name = lowercasedName(at: start, before: end)
    return rawTextNames.contains(name) && has(0x3E, at: start + name.count, before: end)
  }
}
