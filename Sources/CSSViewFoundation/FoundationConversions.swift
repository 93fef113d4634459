public import CSSView
import CSSViewConversions
public import Foundation

extension URL: CSSView.Convertible {
  /// Reads a URL or a path; a path from the root becomes a `file:` URL.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> URL {
    guard let url = URL(string: try StyleURL.convert(value).text) else {
      throw value.failure(expected: "a URL")
    }
    return url
  }
}

extension Date: CSSView.Convertible {
  /// Reads ISO 8601, seconds since 1970, or two texts: a date and its format, such as
  /// `["24.12.2026", "dd.MM.yyyy"]`.
  ///
  /// A time without a time zone is UTC. A format is that of `DateFormatter` (UTS #35), in English.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Date {
    if let seconds = value.number { return Date(timeIntervalSince1970: seconds) }
    if let elements = value.elements {
      guard elements.count == 2, let text = elements[0].text, let format = elements[1].text else {
        throw value.failure(expected: "a date and its format")
      }
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = .gmt
      formatter.dateFormat = format
      guard let date = formatter.date(from: text) else {
        throw elements[0].failure(expected: "a date in the format \(format)")
      }
      return date
    }
    let styles: [Date.ISO8601FormatStyle] = [
      .iso8601, Date.ISO8601FormatStyle(includingFractionalSeconds: true),
      .iso8601.year().month().day(),
    ]
    for style in styles {
      if let date = value.text.flatMap({ try? Date($0, strategy: style) }) { return date }
    }
    throw value.failure(expected: "a date such as 2026-12-24T18:00:00Z")
  }
}

extension Data: CSSView.Convertible {
  /// Reads a text as UTF-8, `data:;base64,…`, or an array of numbers from 0 to 255.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Data {
    if value.elements != nil {
      let bytes = try [UInt8].convert(value)
      guard bytes.count == value.elements?.count else {
        throw value.failure(expected: "numbers from 0 to 255")
      }
      return Data(bytes)
    }
    guard let text = value.text else { throw value.failure(expected: "text or bytes") }
    guard text.hasPrefix("data:"), let comma = text.firstIndex(of: ","),
      text[..<comma].hasSuffix(";base64")
    else { return Data(text.utf8) }
    guard let data = Data(base64Encoded: String(text[text.index(after: comma)...])) else {
      throw value.failure(expected: "base64")
    }
    return data
  }
}

extension Decimal: CSSView.Convertible {
  /// Reads a number or its text, with all of its digits.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Decimal {
    // A decimal number alone: `Decimal` reads the start of any text.
    let number = try Double.convert(value)
    guard let decimal = Decimal(string: value.text ?? value.description) else {
      return Decimal(number)
    }
    return decimal
  }
}

extension CGFloat: CSSView.Convertible {
  /// Reads a number or its text.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> CGFloat {
    CGFloat(try Double.convert(value))
  }
}

extension UUID: CSSView.Convertible {
  /// Reads the 36 characters of RFC 9562 in any case.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> UUID {
    guard let id = value.text.flatMap({ UUID(uuidString: $0) }) else {
      throw value.failure(expected: "a UUID")
    }
    return id
  }
}

/// Assigns a dictionary of Foundation's objects, or one in JSON text; other values leave the left
/// side unchanged.
///
/// ```swift
/// var response: [String: AnyObject] = [:]
/// response <-- #"{"name": "Bob", "age": 42}"#
/// print(response["name"] as? NSString ?? "")  // Bob
/// ```
///
/// - Returns: The value of the left side afterwards.
@discardableResult
public func <-- (left: inout [String: AnyObject], right: Any?) -> [String: AnyObject] {
  var members: [String: Any]?
  members <-- right
  if let members { left = members.mapValues(object) }
  return left
}

/// Assigns a dictionary of Foundation's objects, or one in JSON text; other values make the left
/// side nil.
///
/// - Returns: The value of the left side afterwards.
@discardableResult
public func <-- (left: inout [String: AnyObject]?, right: Any?) -> [String: AnyObject]? {
  var members: [String: Any]?
  members <-- right
  left = members?.mapValues(object)
  return left
}

private func object(_ value: Any) -> AnyObject {
  switch value {
  case let text as String: NSString(string: text)
  case let flag as Bool: NSNumber(value: flag)
  case let number as Int: NSNumber(value: number)
  case let number as UInt64: NSNumber(value: number)
  case let number as Double: NSNumber(value: number)
  case let values as [Any]: NSArray(array: values.map(object))
  case let members as [String: Any]:
    NSDictionary(
      objects: members.values.map(object), forKeys: members.keys.map { NSString(string: $0) })
  case Optional<Any>.none: NSNull()
  default: NSString(string: String(describing: value))
  }
}
