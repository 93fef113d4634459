import Bytes
import CSSSyntax

/// An absolute URL, or a relative one without a base directory.
///
/// ```swift
/// let context = ConversionContext(baseDirectory: "/themes/night")
/// print(try URLValue.convert("../wall%20paper.png", in: context).text)
/// // file:///themes/wall%20paper.png
/// print(URLValue(filePath: "/tmp/a.png").text)  // file:///tmp/a.png
/// ```
package struct URLValue: Hashable, Sendable {
  /// Escaped where necessary (RFC 3986 §2).
  package var text: String

  package init(_ text: String) { self.text = text }

  package init(filePath path: String) {
    text = "file://" + Self.withoutDotSegments(Self.escaped(path, keeping: ""))
  }
}

extension URLValue: StyleConvertible {
  private static let expectation = "a URL or a path"

  /// Makes an absolute path a `file:` URL, and resolves a relative one against the base directory.
  ///
  /// White space inside of it is kept.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> URLValue {
    guard let text = raw.text else { throw UnexpectedValue(expected: expectation, raw) }
    var cursor = ValueCursor(text, in: context)
    if cursor.token.kind == .url || cursor.isFunction("url") || cursor.isFunction("src") {
      let url = try parse(&cursor)
      try cursor.expectEnd(after: expectation)
      return url
    }
    let address = text.string.trimmingWhitespace
    guard !address.isEmpty, cursor.token.kind != .badURL else {
      throw UnexpectedValue(expected: expectation, raw)
    }
    // Other text may be a path of the system, with characters that mean something in a URL.
    let isPath = address.hasBytePrefix("/") && !address.hasBytePrefix("//")
    return isPath ? URLValue(filePath: address) : resolved(address, in: context)
  }

  /// Reads `url(…)`, with quotes or without.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> URLValue {
    let start = cursor.mark
    let address: String
    switch cursor.token.kind {
    case .url:
      address = cursor.name
      cursor.advance()
    case .function where cursor.isFunction("url") || cursor.isFunction("src"):
      try cursor.enter()
      guard cursor.token.kind == .string else { throw cursor.failure("a string") }
      address = cursor.name
      cursor.advance()
      try cursor.leave()
    default: throw cursor.failure("url(…)")
    }
    guard !address.isEmpty else {
      cursor.rewind(to: start)
      throw cursor.failure(expectation)
    }
    return resolved(address, in: cursor.context)
  }

  /// The URL of an address: an absolute one, a path from the root, or relative to the base.
  static func resolved(_ address: String, in context: ConversionContext) -> URLValue {
    // The address is ASCII from here on: no mark joins a slash to another character.
    let address = escaped(address, keeping: "%?#")
    if hasScheme(address) || address.hasPrefix("//") || address.hasPrefix("#") {
      return URLValue(address)
    }
    guard let base = address.hasPrefix("/") ? "" : context.baseDirectory else {
      return URLValue(address)
    }
    let pathEnd = address.firstIndex { $0 == "?" || $0 == "#" } ?? address.endIndex
    let slash = base.isEmpty || base.utf8.last == UInt8(ascii: "/") ? "" : "/"
    let path = escaped(base, keeping: "") + slash + address[..<pathEnd]
    return URLValue("file://" + withoutDotSegments(path) + address[pathEnd...])
  }

  /// True for a scheme of more than one letter (RFC 3986 §3.1): a single one is a drive or a
  /// mistake.
  private static func hasScheme(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = address.utf8[..<colon]
    guard scheme.count > 1, let first = scheme.first, first.isASCIILetter else { return false }
    return scheme.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: ".")
    }
  }

  /// A path of ASCII without `.` and `..` (RFC 3986 §5.2.4).
  private static func withoutDotSegments(_ path: String) -> String {
    var segments: [Substring] = []
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, component) in components.enumerated() {
      let isLast = index == components.count - 1
      switch component {
      case ".": if isLast { segments.append("") }
      case "..":
        if segments.count > 1 { segments.removeLast() }
        if isLast { segments.append("") }
      default: segments.append(component)
      }
    }
    return segments.joined(separator: "/")
  }

  /// Percent-encodes characters that a URL cannot contain, and `%`, `?`, `#` unless they are kept.
  private static func escaped(_ text: some StringProtocol, keeping kept: String) -> String {
    let kept = Array(kept.utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      let isUnreserved: Bool
      switch byte {
      case 0x00...0x20, 0x7F...: isUnreserved = false
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        isUnreserved = kept.contains(byte)
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
        UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
        UInt8(ascii: "}"):
        isUnreserved = false
      default: isUnreserved = true
      }
      if isUnreserved { result.append(byte) } else { result.appendPercentEncoded(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// A URL and the method of its request: `POST https://example.com/`.
///
/// ```swift
/// let request = try URLRequestValue.convert("POST https://example.com/")
/// print(request.method, request.url.text)  // POST https://example.com/
/// print(URLRequestValue.methods.contains("PATCH"))  // false
/// ```
package struct URLRequestValue: Hashable, Sendable {
  /// In capitals.
  package var method: String

  package var url: URLValue

  package init(method: String = "GET", url: URLValue) {
    self.method = method
    self.url = url
  }
}

extension URLRequestValue: StyleConvertible {
  package static let methods = ["GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS"]

  /// Converts a URL, with or without a method before it.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> URLRequestValue {
    guard let text = raw.text else { throw UnexpectedValue(expected: "a method and a URL", raw) }
    let words = text.string.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let first = words.first, words.count == 2 else {
      return URLRequestValue(url: try URLValue.convert(raw, in: context))
    }
    let method = first.uppercased()
    guard methods.contains(method) else {
      // A URL may contain a space, too. Capitals alone are an unknown method.
      let isMethod = first.utf8.allSatisfy { 0x41...0x5A ~= $0 }
      if !isMethod, let url = try? URLValue.convert(raw, in: context) {
        return URLRequestValue(url: url)
      }
      throw UnexpectedValue(
        expected: EnumerationNames.list(methods), found: UnexpectedValue.quote(String(first)),
        range: raw.range, suggestion: near(method, methods))
    }
    let rest = RawValue(.text(CSSText(String(words[1]))), at: raw.range)
    do {
      return URLRequestValue(method: method, url: try URLValue.convert(rest, in: context))
    } catch {
      throw UnexpectedValue(expected: "a URL after \(method)", raw)
    }
  }
}
