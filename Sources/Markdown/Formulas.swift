import Bytes

/// A kind of formula, by its delimiters.
enum Formula: Int {
  /// `$…$` in a line.
  case dollar
  /// `$$…$$`, possibly over several lines.
  case dollars
  /// `\(…\)` in a line.
  case parentheses
  /// `\[…\]`, possibly over several lines.
  case brackets

  var isInLine: Bool { self == .dollar || self == .parentheses }

  /// The byte of its closing delimiter behind a dollar or backslash.
  fileprivate var end: UInt8 {
    switch self {
    case .dollar, .dollars: 0x24
    case .parentheses: 0x29
    case .brackets: 0x5D
    }
  }
}

extension InlineParser {
  /// Scans a run of dollars, and the formula that it begins.
  mutating func scanDollar(_ limit: Int, _ isFinal: Bool) -> Bool {
    var start = text.span.runEnd(of: 0x24, from: position, to: min(limit, position + 3))
    if start - position > 2 {
      start = text.span.runEnd(of: 0x24, from: searched(from: start), to: limit)
    }
    if start == limit, !isFinal {
      pending = .search(start)
      return false
    }
    let isPrice = position > 0 && text[position - 1].isWordByte
    if start < limit, start - position == 2 || !isPrice && !text[start].isASCIIWhitespace,
      start - position <= 2
    {
      switch scanFormula(start - position == 2 ? .dollars : .dollar, limit, isFinal) {
      case .end: return true
      case .incomplete: return false
      case .none: break
      }
    }
    position = start
    return true
  }

  /// Scans the formula whose delimiter begins at `position`.
  mutating func scanFormula(_ formula: Formula, _ limit: Int, _ isFinal: Bool) -> ScanResult {
    let start = position + (formula == .dollar ? 1 : 2)
    // Without this, thousands of signs without an end would take quadratic time.
    if total(start) <= absence.formulas[formula.rawValue] { return .none }
    var offset = searched(from: start)
    while offset < limit {
      switch end(of: formula, at: offset, limit, isFinal) {
      case .end(let end):
        let content = start..<end - (formula == .dollar ? 1 : 2)
        guard !content.allSatisfy({ text[$0].isASCIIWhitespace }) else { return .none }
        append(.formula, to: end, target: formula.isInLine ? 0 : 1)
        return .end(end)
      case .incomplete:
        pending = .search(offset)
        return .incomplete
      case .none: break
      }
      let byte = text[offset]
      if byte == 0x0A && formula.isInLine || byte == 0x60 && formula == .dollar { break }
      let isEscape = byte == 0x5C && offset + 1 < limit && text[offset + 1] != 0x0A
      offset += isEscape ? 2 : 1
    }
    if offset >= limit, !isFinal {
      pending = .search(limit)
      return .incomplete
    }
    absence.formulas[formula.rawValue] = total(offset)
    return .none
  }

  /// The end of a formula whose closing delimiter begins at an offset.
  private func end(
    of formula: Formula, at offset: Int, _ limit: Int, _ isFinal: Bool
  ) -> ScanResult {
    let isEscape = formula == .parentheses || formula == .brackets
    guard text[offset] == (isEscape ? 0x5C : 0x24) else {
      return text[offset] == 0x5C && offset + 1 == limit && !isFinal ? .incomplete : .none
    }
    guard offset + 1 < limit else {
      return !isFinal ? .incomplete : formula == .dollar && endsInWord(offset) ? .end(limit) : .none
    }
    let next = text[offset + 1]
    if formula != .dollar { return next == formula.end ? .end(offset + 2) : .none }
    return endsInWord(offset) && next != 0x24 && !next.isWordByte ? .end(offset + 1) : .none
  }

  /// True if a dollar is behind a character other than a blank or a dollar.
  private func endsInWord(_ dollar: Int) -> Bool {
    !text[dollar - 1].isASCIIWhitespace && text[dollar - 1] != 0x24
  }
}

extension UInt8 { fileprivate var isWordByte: Bool { isASCIILetter || isASCIIDigit } }
