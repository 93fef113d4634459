import Bytes
import Diagnostics

/// The values of `{name}` in markup; they are text, and not parsed.
///
/// Only names with a value are replaced, in text and in attribute values. Other braces are text,
/// but if there are any placeholders, `{{` is one brace.
///
/// ```swift
/// var options = MarkupOptions()
/// options.placeholders = ["name": "<b>Bob</b>"]
/// // "Hi {name}" shows: Hi <b>Bob</b>
/// ```
package struct Placeholders: Hashable, Sendable {
  package enum Match: Hashable, Sendable {
    /// `{{`: one brace.
    case brace
    /// A placeholder with its length in bytes.
    case value([UInt8], length: Int)
    /// A brace that is text.
    case text
    /// More input is needed.
    case incomplete
  }

  private var values: [[UInt8]: [UInt8]] = [:]

  /// True if each name is a character without braces, as in Markdown.
  package private(set) var areMarks = false
  private var longestName = 0

  /// For suggestions.
  private var names = NameIndex([String]())

  package init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// In bytes.
  package var longestValue: Int { values.values.lazy.map(\.count).max() ?? 0 }

  /// The value of a name, as UTF-8; any bytes are allowed.
  ///
  /// A name that `isName(_:)` rejects gets none.
  package subscript(name: String) -> [UInt8]? {
    get { values[Array(name.utf8)] }
    set {
      guard Self.isName(name) else { return }
      set(newValue, for: Array(name.utf8))
    }
  }

  /// True if a string can be the name of a placeholder: it is not empty and has no white space, no
  /// control, no quotation mark and none of `< > & = { }`.
  ///
  /// Those would end the text or the attribute around the placeholder.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && !name.utf8.contains { byte in
        byte <= 0x20 || byte == 0x7F || "<>&={}\"'`".utf8.contains(byte)
      }
  }

  package mutating func set(_ value: [UInt8]?, for name: [UInt8]) {
    if values.updateValue(value ?? [], forKey: name) == nil {
      names.append(String(decoding: name, as: UTF8.self))
    }
    if value == nil {
      values[name] = nil
      names.remove(String(decoding: name, as: UTF8.self))
    }
    // After a name was removed this may be too long, which does no harm.
    longestName = max(longestName, name.count)
  }

  /// True for the private characters of planes 15 and 16, which are letters in Markdown, so that
  /// each may replace a value.
  package static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0xF_0000 }

  /// The mark with a number, from 0; nil if there are no more.
  package static func mark(_ number: Int) -> Unicode.Scalar? {
    // The last two of a plane are no characters.
    let size = 0xFFFE
    guard number < 2 * size else { return nil }
    return Unicode.Scalar(UInt32(0xF_0000 + number / size << 16 + number % size))
  }

  package mutating func set(_ value: [UInt8], for mark: Unicode.Scalar) {
    areMarks = true
    values[Array(String(mark).utf8)] = value
  }

  /// The value of the mark at an offset, which has four bytes; nil if there is none.
  package func value(ofMarkAt start: Int, before end: Int, in bytes: Span<UInt8>) -> [UInt8]? {
    guard areMarks, bytes[start] >= 0xF3, start + 4 <= end else { return nil }
    return values[(start..<start + 4).map { bytes[$0] }]
  }

  /// Returns the meaning of the brace at an offset; more bytes follow `end` unless `isLast`.
  package func match(at start: Int, before end: Int, in bytes: Span<UInt8>, isLast: Bool) -> Match {
    guard !values.isEmpty else { return .text }
    guard start + 1 < end else { return isLast ? .text : .incomplete }
    if bytes[start + 1] == 0x7B { return .brace }
    var name: [UInt8] = []
    var offset = start + 1
    // One byte more than a name has, so that a misspelt one has come, too.
    while name.count <= longestName + 1 {
      guard offset < end else { return isLast ? .text : .incomplete }
      if bytes[offset] == 0x7D {
        guard let value = values[name] else { return .text }
        return .value(value, length: offset + 1 - start)
      }
      // No name goes over a line, and no line waits for the next one; none has a brace in it, and
      // very many braces may stand before one that is longer than a name.
      if bytes[offset] == 0x0A || bytes[offset] == 0x7B { return .text }
      name.append(bytes[offset])
      offset += 1
    }
    return .text
  }

  /// The placeholder at a brace that is text, and the name with a value that was probably meant,
  /// which differs by one typing error.
  func misspelling(
    at start: Int, before end: Int, in bytes: Span<UInt8>
  ) -> (range: Range<Int>, meant: String)? {
    let limit = min(end, start + longestName + 3)
    var close = start + 1
    while close < limit, bytes[close] != 0x7D, bytes[close] != 0x7B { close += 1 }
    guard close < limit, bytes[close] == 0x7D, close > start + 1 else { return nil }
    let name = String(start + 1..<close, of: bytes)
    guard let meant = names.nearest(to: name, atMost: 1) else { return nil }
    return (start..<close + 1, meant)
  }
}

extension Placeholders: ExpressibleByDictionaryLiteral {
  /// For repeated names the last value counts.
  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = Array(value.utf8) }
  }
}

/// The values of the marks in a document, behind one reference: they go along with each event.
package final class MarkValues: Sendable {
  private let values: Placeholders

  /// Nil without marks.
  package init?(_ values: Placeholders) {
    guard values.areMarks else { return nil }
    self.values = values
  }

  /// Text with the values of its marks; those that make it too long for a tag are left out.
  fileprivate func filled(_ range: Range<Int>, of bytes: Span<UInt8>) -> [UInt8] {
    var filled: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      if let value = values.value(ofMarkAt: offset, before: range.upperBound, in: bytes) {
        if filled.count + value.count <= MarkupLimits.longestTag { filled += value }
        offset += 4
      } else {
        filled.append(bytes[offset])
        offset += 1
      }
    }
    return filled
  }
}

extension MarkValues? {
  /// Text with the values of its marks, if there are any.
  package func filled(_ range: Range<Int>, of bytes: Span<UInt8>) -> [UInt8] {
    self?.filled(range, of: bytes) ?? range.map { bytes[$0] }
  }
}
