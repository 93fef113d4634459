package import CSSSyntax
package import Diagnostics

/// Typed values by key, from a chain of dictionaries of which later ones win.
///
/// The loader of the files replaces `layers` when the chain changes, as with the size of the
/// terminal.
///
/// ```swift
/// let base: RawValue = [
///   "title": "Inbox", "rows": 3, "accent": "#336699", "margin": "{1, 2, 3, 4}", "scale": 1.5,
///   "header": ["font": "bold 18", "origin": "2 0"],
/// ]
/// let dark: RawValue = ["accent": "#99ccff"]
/// var values = KeyedValues(layers: [base, dark], context: ConversionContext())
/// print(try values.value(ColorValue.self, forKey: "accent").cssText)  // rgb(153, 204, 255)
/// print(try values.value(String.self, forKey: "title"))  // Inbox
/// print(try values.value(Int.self, forKey: "rows"))  // 3
/// print(try values.value(Double.self, forKey: "scale"))  // 1.5
/// print(try values.value(EdgeInsets.self, forKey: "margin").right)  // 4.0
/// print(try values.value(Font.self, forKey: "header.font").weight)  // 700
/// print(try values.value(Point.self, forKey: "header.origin").x)  // 2.0
/// print(try values.value(Length.self, forKey: "rows").cssText)  // 3px
///
/// values.expand = { text in CSSText(text.string == "Inbox" ? "In" : text.string) }
/// print(try values.expandedRaw(forKey: "title").text?.string ?? "")  // In
///
/// values.layers = [base]
/// print(try values.value(ColorValue.self, forKey: "accent").cssText)  // rgb(51, 102, 153)
/// print(values.keys.count)  // 6
/// ```
package struct KeyedValues: Sendable {
  /// The strongest object is last.
  package var layers: [RawValue] { didSet { values = Self.table(layers) } }

  package var context: ConversionContext

  private var values: [String: RawValue]

  /// Replaces variables and the like in a text before it is converted.
  package var expand: @Sendable (CSSText) throws(UnexpectedValue) -> CSSText = {
    (text: CSSText) throws(UnexpectedValue) in text
  }

  /// From a chain of objects; other values have no keys.
  package init(layers: [RawValue], context: ConversionContext) {
    self.layers = layers
    self.context = context
    values = Self.table(layers)
  }

  /// The members of objects; of equal names the last one counts.
  private static func table(_ objects: [RawValue]) -> [String: RawValue] {
    var table: [String: RawValue] = [:]
    for case .object(let members) in objects.map(\.content) {
      for member in members { table[member.name] = member.value }
    }
    return table
  }

  /// In alphabetical order.
  package var keys: [String] { values.keys.sorted() }

  /// The value of a key, or of a path with dots into objects.
  ///
  /// Keys may have dots of their own: `.bold.color` is the `color` of `.bold`. If a path can be
  /// read in several ways, the one with the longest first key counts.
  /// - Throws: An error if the key is missing, with similar keys.
  package func raw(forKey key: String) throws(KeyedValueError) -> RawValue {
    if let value = values[key] { return value }
    let range = layers.last?.range
    do {
      return try Self.value(at: key[...], in: values, of: key, range: range)
    } catch {
      guard error.suggestion == nil else { throw error }
      let own = KeyedValueError(missing: key[...], of: key, among: keys, range: range)
      throw own.suggestion == nil ? error : own
    }
  }

  private static func value(
    at path: Substring, in values: [String: RawValue], of key: String, range: SourceRange?
  ) throws(KeyedValueError) -> RawValue {
    var failure: KeyedValueError?
    for (value, rest) in members(values, startingPath: path) {
      guard let rest else { return value }
      do {
        return try self.value(at: rest, in: table([value]), of: key, range: value.range)
      } catch {
        if failure?.suggestion == nil { failure = error }
      }
    }
    throw failure
      ?? KeyedValueError(missing: path, of: key, among: values.keys.sorted(), range: range)
  }

  /// The members whose names are prefixes of a path, the longest first, and the path after their
  /// dots.
  private static func members(
    _ members: [String: RawValue], startingPath path: Substring
  ) -> [(value: RawValue, rest: Substring?)] {
    let path = path.utf8
    var found: [(value: RawValue, rest: Substring?, length: Int)] = []
    for (name, value) in members where path.starts(with: name.utf8) {
      let rest = path.dropFirst(name.utf8.count)
      if rest.isEmpty {
        found.append((value, nil, name.utf8.count))
      } else if rest.first == UInt8(ascii: ".") {
        found.append((value, Substring(rest.dropFirst()), name.utf8.count))
      }
    }
    return found.sorted { $0.length > $1.length }.map { ($0.value, $0.rest) }
  }

  /// The converted value of a key.
  ///
  /// - Throws: An error if the key is missing, or its value has another type.
  package func value<Value: StyleConvertible>(
    _ type: Value.Type = Value.self, forKey key: String
  ) throws(KeyedValueError) -> Value {
    let raw = try expandedRaw(forKey: key)
    do {
      return try Value.convert(raw, in: context)
    } catch {
      throw KeyedValueError(error, key: key, range: raw.range)
    }
  }

  /// The value of a key, or of a path with dots, with its texts expanded.
  package func expandedRaw(forKey key: String) throws(KeyedValueError) -> RawValue {
    let raw = try raw(forKey: key)
    do {
      return try raw.mapTexts(expand)
    } catch {
      throw KeyedValueError(error, key: key, range: raw.range)
    }
  }
}

/// Why a key has no value of a type.
///
/// ```swift
/// let values = KeyedValues(layers: [["title": "Inbox"]], context: ConversionContext())
/// do {
///   _ = try values.value(String.self, forKey: "titel")
/// } catch {
///   print(error.key, error.suggestion ?? "")  // titel title
///   print(error.message, error.diagnostic.code == .missingKey)  // no key 'titel' true
/// }
/// ```
package struct KeyedValueError: Error, Sendable {
  /// Kind of the error.
  ///
  /// ```swift
  /// let values = KeyedValues(layers: [["title": "Inbox"]], context: ConversionContext())
  /// do {
  ///   _ = try values.value(ColorValue.self, forKey: "title")
  /// } catch {
  ///   if case .wrongType(let problem) = error.reason { print(problem.found) }  // 'Inbox'
  /// }
  /// ```
  package enum Reason: Hashable, Sendable {
    /// No dictionary has the key.
    case missingKey
    case wrongType(UnexpectedValue)
  }

  package var reason: Reason

  package var key: String

  /// A similar key that exists.
  package var suggestion: String?

  /// The value, or for a missing key the last dictionary that was searched.
  package var range: SourceRange?

  /// The existing part of a missing key's path, and the keys there.
  private var path = ""
  private var available: [String] = []

  init(_ reason: Reason, key: String, range: SourceRange?) {
    self.reason = reason
    self.key = key
    self.range = range
  }

  package init(_ error: UnexpectedValue, key: String, range: SourceRange?) {
    self.init(.wrongType(error), key: key, range: error.range ?? range)
  }

  /// The error for a missing rest of a path, or for a part at its start.
  init(missing rest: Substring, of key: String, among names: [String], range: SourceRange?) {
    self.init(.missingKey, key: key, range: range)
    path = String(key.dropLast(rest.count)).trimmingDot
    available = names
    let dots = rest.indices.lazy.filter { rest[$0] == "." }.prefix(4)
    for end in [rest.endIndex] + dots {
      let written = String(rest[..<end])
      guard let near = nearestName(to: written, in: names) else { continue }
      // The whole path, as a caller has to write it.
      suggestion = key.dropLast(rest.count) + near + rest[end...]
      if near != written { return }
    }
  }

  /// One sentence without a full stop.
  package var message: String {
    switch reason {
    case .missingKey: "no key '\(key)'" + whatIsThere
    case .wrongType(let error): "'\(key)': \(error.message)"
    }
  }

  /// `; 'label' has 'color' and 'font'`, or why there is nothing.
  private var whatIsThere: String {
    guard suggestion == nil else { return "" }
    let subject = path.isEmpty ? "the stylesheet" : "'\(path)'"
    let most = 6
    let names = available.prefix(most).map { "'\($0)'" }
    guard let last = names.last else {
      return path.isEmpty ? "" : "; \(subject) is a value and has no keys"
    }
    if available.count == 1 { return "; \(subject) has \(last)" }
    if available.count > most {
      let first = names.joined(separator: ", ")
      return "; \(subject) has \(first) and \(available.count - most) more"
    }
    return "; \(subject) has \(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  package var diagnostic: Diagnostic {
    let code: DiagnosticCode =
      switch reason {
      case .missingKey: .missingKey
      case .wrongType: .invalidValue
      }
    return Diagnostic(.error, code, message, at: range, suggestion: suggestion)
  }
}

extension String {
  fileprivate var trimmingDot: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension KeyedValueError: CustomStringConvertible {
  package var description: String { range.map { "\($0.location): \(message)" } ?? message }
}
