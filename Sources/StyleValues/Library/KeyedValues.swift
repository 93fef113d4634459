public import Diagnostics

/// Typed values by their keys, over a chain of dictionaries of which later ones win.
///
/// Who loads the files decides on the chain and replaces `layers` when it changes, as it does
/// with the size of the terminal; the getters follow.
public struct KeyedValues: Sendable {
  /// The objects, the one that wins last.
  public var layers: [RawValue] {
    didSet { index() }
  }

  /// The dialect and what units and keywords refer to.
  public var context: ConversionContext

  private var values: [String: RawValue] = [:]

  /// Takes a chain of objects; what is no object among them has no keys.
  public init(layers: [RawValue], context: ConversionContext) {
    self.layers = layers
    self.context = context
    index()
  }

  private mutating func index() {
    values = [:]
    for layer in layers {
      guard case .object(let members) = layer.content else { continue }
      for member in members { values[member.name] = member.value }
    }
  }

  /// The keys of all layers in alphabetical order.
  public var keys: [String] { values.keys.sorted() }

  /// The value of a key, or of a path with dots that goes into objects.
  ///
  /// - Throws: That the key is missing, and which ones look like it.
  public func raw(forKey key: String) throws(KeyedValueError) -> RawValue {
    if let value = values[key] { return value }
    let path = key.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = path.first, path.count > 1, var value = values[String(first)] else {
      throw KeyedValueError(.missingKey, key: key, near: keys, place: layers.last?.place)
    }
    for part in path.dropFirst() {
      guard let next = value[String(part)] else {
        var names: [String] = []
        if case .object(let members) = value.content { names = members.map(\.name) }
        throw KeyedValueError(.missingKey, key: key, near: names, place: value.place)
      }
      value = next
    }
    return value
  }

  /// The value of a key as any type that values convert to.
  ///
  /// - Throws: That the key is missing, or that its value is of another type.
  public func value<Value: Convertible>(
    _ type: Value.Type = Value.self, forKey key: String
  ) throws(KeyedValueError) -> Value {
    let raw = try raw(forKey: key)
    do {
      return try Value.convert(raw, in: context)
    } catch {
      throw KeyedValueError(.wrongType(error), key: key, place: error.place ?? raw.place)
    }
  }
}

/// The getters of MRGArchitect.
extension KeyedValues {
  /// A truth value.
  public func bool(forKey key: String) throws(KeyedValueError) -> Bool { try value(forKey: key) }

  /// A text.
  public func string(forKey key: String) throws(KeyedValueError) -> String {
    try value(forKey: key)
  }

  /// A whole number.
  public func integer(forKey key: String) throws(KeyedValueError) -> Int {
    try value(forKey: key)
  }

  /// A whole number of 0 or more.
  public func unsignedInteger(forKey key: String) throws(KeyedValueError) -> UInt {
    try value(forKey: key)
  }

  /// A number.
  public func float(forKey key: String) throws(KeyedValueError) -> Double {
    try value(forKey: key)
  }

  /// A colour.
  public func color(forKey key: String) throws(KeyedValueError) -> ColorValue {
    try value(forKey: key)
  }

  /// Distances from the edges.
  public func edgeInsets(forKey key: String) throws(KeyedValueError) -> EdgeInsets {
    try value(forKey: key)
  }

  /// A point.
  public func point(forKey key: String) throws(KeyedValueError) -> Point {
    try value(forKey: key)
  }

  /// A size.
  public func size(forKey key: String) throws(KeyedValueError) -> Size { try value(forKey: key) }

  /// A rectangle.
  public func rect(forKey key: String) throws(KeyedValueError) -> Rect { try value(forKey: key) }

  /// A font.
  public func font(forKey key: String) throws(KeyedValueError) -> Font { try value(forKey: key) }

  /// A gradient.
  public func gradient(forKey key: String) throws(KeyedValueError) -> Gradient {
    try value(forKey: key)
  }
}

/// Why a typed getter has nothing to give.
public struct KeyedValueError: Error, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// No dictionary of the chain has the key.
    case missingKey
    /// The value is of another type.
    case wrongType(ConversionError)
  }

  /// What is wrong.
  public var reason: Reason

  /// The key that was asked for.
  public var key: String

  /// A key that exists and looks like it.
  public var suggestion: String?

  /// The value, or for a missing key the dictionary that was looked at last.
  public var place: SourceRange?

  init(_ reason: Reason, key: String, near names: [String] = [], place: SourceRange?) {
    self.reason = reason
    self.key = key
    self.place = place
    suggestion = nearestName(
      to: String(key.split(separator: ".").last ?? Substring(key)), in: names)
  }

  /// One sentence for a person, without a full stop.
  public var message: String {
    switch reason {
    case .missingKey: "no key “\(key)”"
    case .wrongType(let error): "the value of “\(key)”: \(error.message)"
    }
  }

  /// The error as a finding.
  public var diagnostic: Diagnostic {
    let code: DiagnosticCode
    switch reason {
    case .missingKey: code = .missingKey
    case .wrongType: code = .invalidValue
    }
    guard let place else { return Diagnostic(.error, code, message, suggestion: suggestion) }
    return Diagnostic(.error, code, message, at: place, suggestion: suggestion)
  }
}

extension KeyedValueError: CustomStringConvertible {
  /// The message, after the place if there is one.
  public var description: String { place.map { "\($0.location): \(message)" } ?? message }
}
