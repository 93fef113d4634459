package import Diagnostics

/// Why a value could not be converted: what was expected, what stood there, and where.
///
/// ```swift
/// do {
///   _ = try ColorValue.convert("gren")
/// } catch {
///   print(error.expected, error.found)  // a colour “gren”
///   print(error.suggestion ?? "")  // green
///   print(error.place?.location.column ?? 0)  // 1
///   print(error.message)  // expected a colour, found “gren”
///   print(error.diagnostic().severity)  // error
/// }
/// ```
package struct ConversionError: Error, Sendable {
  /// Description of a valid value: `a colour`, `)`, `a length of 0 or more`.
  package var expected: String

  /// Description of the text found instead, ready to be put into a sentence.
  package var found: String

  /// Place of the value, if it was written in a file.
  package var place: SourceRange?

  /// The nearest right spelling, when one is close enough.
  package var suggestion: String?

  /// Puts an error together.
  package init(
    expected: String, found: String, place: SourceRange? = nil, suggestion: String? = nil
  ) {
    self.expected = expected
    self.found = found
    self.place = place
    self.suggestion = suggestion
  }

  /// An error about a whole raw value.
  package init(expected: String, _ raw: RawValue, suggestion: String? = nil) {
    self.init(
      expected: expected, found: raw.summary, place: raw.place, suggestion: suggestion)
  }

  /// One sentence for a person, without a full stop.
  package var message: String {
    "expected \(expected), found \(found)"
  }

  /// The error as a finding of the given severity and code.
  package func diagnostic(
    _ severity: Diagnostic.Severity = .error, _ code: DiagnosticCode = .invalidValue
  ) -> Diagnostic {
    Diagnostic(severity, code, message, at: place, suggestion: suggestion)
  }

  /// Text in quotes, cut where it gets too long for a message.
  static func quote(_ text: String) -> String {
    let longest = 60
    guard text.unicodeScalars.count > longest else { return "“\(text)”" }
    var short = String.UnicodeScalarView()
    short.append(contentsOf: text.unicodeScalars.prefix(longest))
    return "“\(String(short))…”"
  }
}

extension ConversionError: Hashable {
  /// Errors are the same when they say the same about the same place.
  package static func == (left: ConversionError, right: ConversionError) -> Bool {
    left.expected == right.expected && left.found == right.found
      && left.suggestion == right.suggestion && left.place?.bytes == right.place?.bytes
      && left.place?.source === right.place?.source
  }

  /// Hashes what the error says and the offsets of its place.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(expected)
    hasher.combine(found)
    hasher.combine(place?.bytes)
  }
}

extension ConversionError: CustomStringConvertible {
  /// The message, after the place if there is one.
  package var description: String {
    place.map { "\($0.location): \(message)" } ?? message
  }
}
