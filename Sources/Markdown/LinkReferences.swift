import Bytes

/// Destination and title of a link, without references and escapes.
struct LinkDestination: Sendable, Equatable {
  var destination: [UInt8] = []
  var title: [UInt8] = []
}

/// The known link reference definitions.
struct LinkReferences: Sendable {
  /// Targets by their normalized label.
  private var targets: [[UInt8]: LinkDestination] = [:]

  /// Labels that had no definition when they were used, for notes on late definitions.
  private var missing: Set<[UInt8]> = []

  /// Number of bytes that references have added to the output: a definition of 50 kB that is used
  /// 10,000 times is an attack, as real documents stay below the size of their own input.
  private var spent = 0

  /// The number of bytes of input before the current block.
  var inputCount = 0

  var footnotes = Footnotes()

  /// Most labels that are kept as missing.
  private static let mostMissing = 1000

  /// Number of bytes that references may add to any document.
  private static let freeExpansion = 100_000

  /// Adds a definition unless its label has one; true if the label was used before.
  mutating func define(_ label: [UInt8], _ target: LinkDestination) -> Bool {
    guard targets[label] == nil else { return false }
    targets[label] = target
    return missing.remove(label) != nil
  }

  mutating func target(of label: [UInt8]) -> LinkDestination? {
    guard !label.isEmpty else { return nil }
    guard let target = targets[label] else {
      if missing.count < Self.mostMissing { missing.insert(label) }
      return nil
    }
    let size = target.destination.count + target.title.count
    guard spent + size <= max(Self.freeExpansion, inputCount) else { return nil }
    spent += size
    return target
  }
}

extension Span<UInt8> {
  /// A label in the form for comparison: case folded, with white space collapsed.
  func normalizedLabel(_ range: Range<Int>) -> [UInt8] {
    var label: [UInt8] = []
    var isASCII = true
    var hasSpace = false
    for offset in range {
      let byte = self[offset]
      if byte.isASCIIWhitespace {
        hasSpace = true
        continue
      }
      if hasSpace, !label.isEmpty { label.append(0x20) }
      hasSpace = false
      label.append(byte.lowercasedASCII)
      if byte >= 0x80 { isASCII = false }
    }
    return isASCII ? label : Self.caseFolded(label)
  }

  private static func caseFolded(_ label: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    // The standard library has no full folding of Unicode. This has the same classes.
    for scalar in String(decoding: label, as: UTF8.self).unicodeScalars {
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          folded += Array(upper.properties.lowercaseMapping.utf8)
        }
      }
    }
    return folded
  }
}

/// A link reference definition at the start of a paragraph.
struct LinkDefinition {
  let label: [UInt8]
  let target: LinkDestination

  /// Offset behind it, and behind its line feed.
  let end: Int

  init?(in text: Span<UInt8>, at start: Int) {
    guard text.has(0x5B, at: start, before: text.count),
      case .end(let labelEnd) = text.labelEnd(at: start, before: text.count, isFinal: true),
      text.has(0x3A, at: labelEnd + 1, before: text.count)
    else { return nil }
    label = text.normalizedLabel(start + 1..<labelEnd)
    var tail = LinkTail(start: labelEnd + 2, isDefinition: true)
    guard !label.isEmpty, case .end(let end) = tail.advance(in: text, to: text.count, isFinal: true)
    else { return nil }
    var target = LinkDestination()
    target.destination.appendUnescaped(tail.destination, of: text)
    target.title.appendUnescaped(tail.title, of: text)
    self.target = target
    self.end = min(end + 1, text.count)
  }
}

extension Span<UInt8> {
  /// True if a paragraph may start with a link reference definition, by its text so far.
  var mayBeDefinition: Bool {
    guard has(0x5B, at: 0, before: count) else { return false }
    switch labelEnd(at: 0, before: count, isFinal: false) {
    case .none: return false
    case .incomplete: return true
    case .end(let end): return end + 1 == count || self[end + 1] == 0x3A
    }
  }
}
