import Bytes

extension Span<UInt8> {
  /// The prefix of the destination of an autolink `<…>`; nil if it is none.
  func autolinkPrefix(_ range: Range<Int>) -> AutolinkPrefix? {
    isAbsoluteURI(range) ? AutolinkPrefix.none : isMailAddress(range) ? .mail : nil
  }

  private func isAbsoluteURI(_ range: Range<Int>) -> Bool {
    guard let first = range.first, self[first].isASCIILetter else { return false }
    var offset = first
    while offset < range.upperBound, self[offset] != 0x3A {
      guard self[offset].isSchemeByte else { return false }
      offset += 1
    }
    return offset < range.upperBound && (2...32).contains(offset - first)
  }

  private func isMailAddress(_ range: Range<Int>) -> Bool {
    let at = firstOffset(of: 0x40, from: range.lowerBound, to: range.upperBound)
    guard at < range.upperBound, at > range.lowerBound,
      (range.lowerBound..<at).allSatisfy({ self[$0].isMailLocalByte })
    else { return false }
    var start = at + 1
    while true {
      let end = firstOffset(of: 0x2E, from: start, to: range.upperBound)
      guard isDomainLabel(start..<end) else { return false }
      if end == range.upperBound { return true }
      start = end + 1
    }
  }

  private func isDomainLabel(_ range: Range<Int>) -> Bool {
    guard (1...63).contains(range.count), self[range.lowerBound] != 0x2D,
      self[range.upperBound - 1] != 0x2D
    else { return false }
    return range.allSatisfy { self[$0].isAlphanumeric || self[$0] == 0x2D }
  }
}

extension InlineParser {
  /// Scans an extended autolink (GFM, section 6.9) at its first `:`, `.` or `@`.
  mutating func scanExtendedAutolink(_ byte: UInt8, _ limit: Int, _ isFinal: Bool) -> Bool {
    if byte == 0x40 { return scanMail(limit, isFinal) }
    let isWWW = byte == 0x2E
    // In brackets, an address could go past the end of a link.
    guard brackets.isEmpty, let start = isWWW ? wwwStart() : schemeStart() else {
      return skipByte()
    }
    // Without this, thousands of wrong addresses in a row would take quadratic time.
    if position >= addressEnd {
      guard let end = addressEnd(limit, isFinal, where: { !$0.isURLEnd }) else { return false }
      addressEnd = end
    }
    return appendAutolink(
      start, end: urlEnd(from: start, to: addressEnd, isWWW: isWWW), isWWW ? .http : .none)
  }

  /// Scans the address around the at sign at `position`, and `mailto:` or `xmpp:` before it.
  private mutating func scanMail(_ limit: Int, _ isFinal: Bool) -> Bool {
    var start = position
    while start > textStart, text[start - 1].isExtendedMailByte { start -= 1 }
    guard start < position else { return skipByte() }
    let first = max(textStart, start - 7)
    let isMail = text[first..<start].elementsEqual("mailto:".utf8)
    let isChat = text[first..<start].suffix(5).elementsEqual("xmpp:".utf8)
    guard
      let end = addressEnd(
        limit, isFinal, where: { $0.isMailDomainByte || isChat && ($0 == 0x2F || $0 == 0x40) })
    else { return false }
    return appendAutolink(
      start - (isMail ? 7 : isChat ? 5 : 0), end: mailEnd(end), isMail || isChat ? .none : .mail)
  }

  /// Appends an autolink, or leaves the byte at `position` as text if `end` is nil.
  private mutating func appendAutolink(_ start: Int, end: Int?, _ prefix: AutolinkPrefix) -> Bool {
    guard let end else { return skipByte() }
    endText(at: start)
    position = start
    append(.extendedAutolink, to: end, target: prefix.rawValue)
    return true
  }

  /// End of the bytes behind `position` that an address may have; nil if more text is needed.
  private mutating func addressEnd(
    _ limit: Int, _ isFinal: Bool, where isPart: (UInt8) -> Bool
  ) -> Int? {
    var end = searched(from: position + 1)
    while end < limit, isPart(text[end]) { end += 1 }
    guard end == limit, !isFinal else { return end }
    pending = .search(end)
    return nil
  }

  /// Start of the scheme before `://`.
  private func schemeStart() -> Int? {
    let span = text.span
    for (scheme, length) in [("https:", 5), ("http:", 4), ("ftp:", 3)] {
      let start = position - length
      guard start >= textStart, span.hasBytes(scheme, at: start, before: position + 1),
        start == 0 || !text[start - 1].isASCIILetter
      else { continue }
      return start
    }
    return nil
  }

  /// Start of the `www` before a full stop.
  private func wwwStart() -> Int? {
    let start = position - 3
    guard start >= textStart, text.span.hasBytes("www", at: start, before: position)
    else { return nil }
    guard start > 0 else { return start }
    switch text[start - 1] {
    case 0x20, 0x09, 0x0A, 0x2A, 0x5F, 0x7E, 0x28: return start
    default: return nil
    }
  }

  /// End of a mail address; nil if its domain is invalid.
  private func mailEnd(_ limit: Int) -> Int? {
    // The address of a chat may have one more part behind its domain.
    let parts = text[position + 1..<limit].split(
      separator: 0x2F, maxSplits: 2, omittingEmptySubsequences: false)
    guard var domain = parts.first else { return nil }
    while domain.last == 0x2E { domain = domain.dropLast() }
    guard let last = domain.last, last != 0x2D, last != 0x5F, domain.first != 0x2E,
      domain.contains(0x2E), !domain.contains(0x40)
    else { return nil }
    return parts.count > 1 && !parts[1].isEmpty ? parts[1].endIndex : domain.endIndex
  }

  /// End of a web address without the punctuation behind it; nil if it has no domain.
  private func urlEnd(from start: Int, to end: Int, isWWW: Bool) -> Int? {
    let span = text.span
    guard isWWW || span.hasBytes("//", at: position + 1, before: end) else { return nil }
    let domainStart = isWWW ? start : position + 3
    guard hasDomain(from: domainStart, to: end, needsPoint: isWWW) else { return nil }
    return span.withoutTrailingPunctuation(from: domainStart, to: end)
  }

  /// True if a domain has no underscore in its last two parts.
  private func hasDomain(from start: Int, to end: Int, needsPoint: Bool) -> Bool {
    var end = end
    if end - start < 254 { while end > start, text[end - 1].isURLPunctuation { end -= 1 } }
    var offset = start
    var points = 0
    var isMarked = (before: false, last: false)
    while offset < end, offset - start < 254 {
      let byte = text[offset]
      if byte == 0x5F {
        isMarked.last = true
      } else if byte == 0x2E {
        points += 1
        isMarked = (isMarked.last, false)
      } else if !byte.isAlphanumeric, byte != 0x2D, byte < 0x80 {
        break
      }
      offset += 1
    }
    // A domain has at most 253 bytes.
    guard offset - start < 254 else { return false }
    let isValid = offset > start && text[start] != 0x2E && text[start] != 0x2D
    return isValid && !isMarked.before && !isMarked.last && (points > 0 || !needsPoint)
  }
}

extension Span<UInt8> {
  /// End of an address without punctuation, unmatched parentheses and references behind it.
  fileprivate func withoutTrailingPunctuation(from start: Int, to end: Int) -> Int? {
    var end = end
    var surplus = 0
    for offset in start..<end {
      if self[offset] == 0x28 { surplus -= 1 }
      if self[offset] == 0x29 { surplus += 1 }
    }
    while end > start {
      switch self[end - 1] {
      case let byte where byte.isURLPunctuation: end -= 1
      case 0x29:
        guard surplus > 0 else { return end }
        surplus -= 1
        end -= 1
      case 0x3B:
        var name = end - 1
        while name > start, self[name - 1].isAlphanumeric { name -= 1 }
        let isReference = name < end - 1 && name > start && self[name - 1] == 0x26
        end = isReference ? name - 1 : end - 1
      default: return end
      }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  fileprivate var isSchemeByte: Bool {
    isAlphanumeric || self == 0x2B || self == 0x2E || self == 0x2D
  }

  /// True for the bytes of the name in a mail address, as in HTML.
  fileprivate var isMailLocalByte: Bool {
    switch self {
    case 0x22, 0x28, 0x29, 0x2C, 0x3A, 0x3B, 0x3C, 0x3E, 0x40, 0x5B, 0x5C, 0x5D: false
    default: isPrintableASCII && self != 0x20
    }
  }

  fileprivate var isExtendedMailByte: Bool {
    isAlphanumeric || self == 0x2E || self == 0x2D || self == 0x5F || self == 0x2B
  }

  fileprivate var isMailDomainByte: Bool {
    isAlphanumeric || self == 0x2E || self == 0x2D || self == 0x5F
  }

  /// True for punctuation that cannot be the last byte of a web address.
  fileprivate var isURLPunctuation: Bool {
    switch self {
    case 0x3F, 0x21, 0x2E, 0x2C, 0x3A, 0x2A, 0x5F, 0x7E, 0x27, 0x22: true
    default: false
    }
  }

  fileprivate var isURLEnd: Bool { self <= 0x20 || self == 0x3C }
}
