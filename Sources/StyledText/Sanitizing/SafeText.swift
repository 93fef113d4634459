import Bytes
import Diagnostics
package import StyleValues

/// Text without control functions: the only kind of string that becomes cells or output.
///
/// Literals of the program are safe. Any other string goes through ``TextSanitizer``; interpolated
/// into a literal, it becomes a label. All writers take safe text, so that other strings do not
/// compile.
///
/// ```swift
/// let line: SafeText = "\(name): not found\n"   // the name on one line, without controls
/// ```
package struct SafeText: Hashable, Sendable {
  package private(set) var string: String

  /// Wraps a string that is safe for a reason that the sanitizer cannot know: it is part of a safe
  /// text, or escaped.
  ///
  /// `Tests/Scripts/house` lists the files that do this.
  package init(trusted string: String) { self.string = string }

  /// Wraps JSON, which escapes control characters.
  package init(_ json: JSONOutput) { string = json.text }

  package init(repeating text: SafeText, count: Int) {
    string = String(repeating: text.string, count: count)
  }

  /// Text from anywhere, with its lines and tabs.
  package static func text(_ text: String) -> SafeText { SafeText(text, as: .text) }

  /// A name or message from anywhere, on one line.
  package static func label(_ text: some StringProtocol) -> SafeText {
    SafeText(String(text), as: .label)
  }

  private init(_ text: String, as form: TextSanitizer.Form) {
    // Most names and values: nothing to decide.
    let isPrintableASCII = text.utf8.allSatisfy { $0 &- 0x20 < 0x5F }
    string = isPrintableASCII ? text : TextSanitizer.sanitized(text, form: form)
  }

  package var utf8: String.UTF8View { string.utf8 }

  package var isEmpty: Bool { string.isEmpty }

  /// The text, or its start and an ellipsis if it has more UTF-8 bytes than the limit.
  package func limited(toBytes limit: Int) -> SafeText {
    SafeText(trusted: string.limited(toBytes: limit))
  }

  /// The text with longer lines cut in the middle.
  package func linesLimited(toBytes limit: Int) -> SafeText {
    SafeText(trusted: string.linesLimited(toBytes: limit))
  }

  package static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(trusted: left.string + right.string)
  }

  package static func += (left: inout SafeText, right: SafeText) { left.string += right.string }
}

extension Sequence<SafeText> {
  package func joined(separator: SafeText = "") -> SafeText {
    SafeText(trusted: lazy.map(\.string).joined(separator: separator.string))
  }
}

extension SafeText: CustomStringConvertible { package var description: String { string } }

extension SafeText: ExpressibleByStringInterpolation {
  package init(stringLiteral literal: String) { string = literal }

  package init(stringInterpolation interpolation: StringInterpolation) {
    string = interpolation.string
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      string.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { string += literal }

    package mutating func appendInterpolation(_ text: SafeText) { string += text.string }

    package mutating func appendInterpolation(_ text: some StringProtocol) {
      string += SafeText.label(text).string
    }

    package mutating func appendInterpolation(_ number: some FixedWidthInteger) {
      string += String(number)
    }
  }
}

/// Makes link targets safe: only allowed schemes, only printable ASCII.
package enum LinkTarget {
  /// The schemes that are always allowed.
  package static let defaultSchemes: Set<String> = ["http", "https", "mailto", "ftp", "file"]

  /// In bytes; a longer target is no link, because terminals cut or refuse it.
  package static let longestTarget = 2083

  package enum Refusal: Error, Hashable, Sendable {
    /// The scheme, in lower case, is not allowed.
    case scheme(String)
    case relative
    case empty
    case tooLong
  }

  /// The safe form of a target.
  ///
  /// White space and controls around it are removed, and so are tabs and line breaks in it, as in
  /// the URL Standard, so that `java&#10;script:` is found. Other characters outside U+0021…U+007E
  /// are percent-encoded. A target without a scheme is a relative path.
  ///
  /// - Parameters:
  ///   - target: The target after character references are decoded; any bytes.
  ///   - schemes: The allowed schemes, in lower case.
  ///   - allowsRelative: True if a target may have no scheme.
  /// - Returns: Printable ASCII.
  /// - Throws: `Refusal` when the target must not be a link.
  package static func sanitized(
    _ target: [UInt8], schemes: Set<String> = defaultSchemes, allowsRelative: Bool = true
  ) throws(Refusal) -> String {
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    let first = target.firstIndex { !isBlank($0) } ?? target.count
    let last = target.lastIndex { !isBlank($0) } ?? first - 1
    var bytes = target[first..<max(first, last + 1)]
    bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard !bytes.isEmpty else { throw .empty }

    if let scheme = scheme(of: bytes) {
      guard schemes.contains(scheme) else { throw .scheme(scheme) }
    } else if !allowsRelative {
      throw .relative
    }
    var safe: [UInt8] = []
    for byte in bytes {
      if byte > 0x20, byte < 0x7F { safe.append(byte) } else { safe.appendPercentEncoded(byte) }
      guard safe.count <= longestTarget else { throw .tooLong }
    }
    return String(decoding: safe, as: UTF8.self)
  }

  /// The target in parentheses, for output without links.
  package static func suffix(_ target: String) -> String { " (\(target))" }

  /// RFC 3986 §3.1: a letter, then letters, digits, `+`, `-`, `.`, up to a colon.
  private static func scheme(of bytes: ArraySlice<UInt8>) -> String? {
    guard let first = bytes.first, first.isASCIILetter else { return nil }
    for (offset, byte) in bytes.enumerated() {
      if byte == 0x3A { return String(decoding: bytes.prefix(offset), as: UTF8.self).lowercased() }
      let isSchemeByte =
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E
      guard isSchemeByte else { return nil }
    }
    return nil
  }
}
