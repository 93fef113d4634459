package import CSSSyntax
package import Diagnostics

/// A value as written, before its type is known.
///
/// It comes from a dictionary (any of the cases) or from CSS (always text), and has a range. Inside
/// of an enum or option set, where `RawValue` means something else, write `StyleValues.RawValue`.
///
/// ```swift
/// let raw: RawValue = ["name": "bold", "sizes": [12, 14.5], "family": nil]
/// print(raw["name"]?.text?.string ?? "")  // bold
/// print(raw["family"]?.isNull ?? false, raw["weight"] == nil)  // true true
/// print(raw["sizes"]?.summary ?? "", RawValue("18446744073709551615").integerDigits ?? "")
/// // an array 18446744073709551615
/// print(try Double.convert(raw["sizes"]?[1] ?? nil, in: ConversionContext()))  // 14.5
///
/// let json = JSONDocument(SourceText(name: "theme.json", text: #"{"color": "red"}"#))
/// let loud = raw.mapTexts { CSSText($0.string.uppercased()) }
/// print(loud["name"]?.text?.string ?? "")  // BOLD
/// if let root = json.root, let color = RawValue(root, of: json)["color"] {
///   print(color.range?.location.description ?? "")  // theme.json:1:12
/// }
/// ```
package struct RawValue: Sendable {
  /// The kind of a value.
  ///
  /// ```swift
  /// let values: [RawValue] = ["16", 16, true]
  /// for value in values {
  ///   switch value.content {
  ///   case .text(let text): print("text", text.string)
  ///   case .number(let number): print("number", number)
  ///   case .bool, .array, .object, .null: print("something else")
  ///   }
  /// }
  /// // text 16
  /// // number 16.0
  /// // something else
  /// ```
  package enum Content: Sendable {
    /// A string of a dictionary, or the value of a CSS declaration.
    case text(CSSText)
    case number(Double)
    case bool(Bool)
    case array([RawValue])
    /// The members in their order; names may repeat.
    case object([RawMember])
    case null
  }

  package var content: Content

  /// nil unless the value was written in a file.
  package var range: SourceRange?

  /// The digits of an integer without a file that a `Double` cannot store.
  private var digits: String?

  package init(_ content: Content, at range: SourceRange? = nil) {
    self.content = content
    self.range = range
  }

  /// An exact integer without a file.
  package init(_ number: some BinaryInteger) {
    self.init(.number(Double(number)))
    if Double(exactly: number) == nil { digits = "\(number)" }
  }

  /// CSS text or a decoded string, with its range.
  package init(_ text: CSSText) { self.init(.text(text), at: text.location) }

  /// Text without a file.
  package init(_ string: String) { self.init(.text(CSSText(string))) }

  /// The last member with a name; nil if there is none.
  package subscript(name: String) -> RawValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The element at an index; nil if there is none.
  package subscript(index: Int) -> RawValue? {
    guard case .array(let elements) = content, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  package var text: CSSText? {
    guard case .text(let text) = content else { return nil }
    return text
  }

  package var isNull: Bool { if case .null = content { true } else { false } }
}

/// A member of an object.
///
/// ```swift
/// let object: RawValue = ["x": 1, "y": 2]
/// if case .object(let members) = object.content {
///   print(members.map(\.name), members[0].nameRange == nil)  // ["x", "y"] true
/// }
/// ```
package struct RawMember: Sendable {
  package var name: String

  /// nil unless the name was written in a file.
  package var nameRange: SourceRange?

  package var value: RawValue

  package init(_ name: String, _ value: RawValue, nameRange: SourceRange? = nil) {
    self.name = name
    self.value = value
    self.nameRange = nameRange
  }
}

extension RawValue {
  /// The digits of an integer that a `Double` may not store exactly, from the source of a JSON
  /// number or from a text.
  package var integerDigits: String? {
    let bytes: ArraySlice<UInt8>
    switch content {
    case .text(let text): bytes = text.bytes[text.range]
    case .number(let number):
      if let digits { return digits }
      guard let range, number.magnitude >= 0x1p53 else { return nil }
      bytes = range.source.bytes[range.bytes]
    case .bool, .array, .object, .null: return nil
    }
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
    guard 1...20 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// For messages: the text itself, or its kind.
  package var summary: String {
    switch content {
    case .text(let text): UnexpectedValue.quote(text.string)
    case .number(let number) where !number.isFinite: number.isNaN ? "NaN" : "\(number)"
    case .number(let number): integerDigits ?? NumberText.json(number)
    case .bool(let flag): flag ? "true" : "false"
    case .array: "an array"
    case .object: "an object"
    case .null: "null"
    }
  }
}

extension RawValue {
  /// The value with each text in it replaced.
  package func mapTexts<Failure: Error>(
    _ transform: (CSSText) throws(Failure) -> CSSText
  ) throws(Failure) -> RawValue {
    switch content {
    case .text(let text): return RawValue(.text(try transform(text)), at: range)
    case .array(let elements):
      var copies: [RawValue] = []
      for element in elements { copies.append(try element.mapTexts(transform)) }
      return RawValue(.array(copies), at: range)
    case .object(let members):
      var copies: [RawMember] = []
      for member in members {
        let value = try member.value.mapTexts(transform)
        copies.append(RawMember(member.name, value, nameRange: member.nameRange))
      }
      return RawValue(.object(copies), at: range)
    case .number, .bool, .null: return self
    }
  }
}

extension RawValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self.init(value) }

  package init(floatLiteral value: Double) { self.init(.number(value)) }

  package init(integerLiteral value: Int) { self.init(.number(Double(value))) }

  package init(booleanLiteral value: Bool) { self.init(.bool(value)) }

  package init(arrayLiteral elements: RawValue...) { self.init(.array(elements)) }

  /// An object without a file, with the members in written order.
  package init(dictionaryLiteral elements: (String, RawValue)...) {
    self.init(.object(elements.map { RawMember($0.0, $0.1) }))
  }

  package init(nilLiteral: ()) { self.init(.null) }
}

extension RawValue {
  /// A value of a JSON document, with its range.
  package init(_ node: JSONNode, of document: JSONDocument) {
    let range = document.location(of: node.range)
    switch node.value {
    case .null: self.init(.null, at: range)
    case .bool(let flag): self.init(.bool(flag), at: range)
    case .number(let number): self.init(.number(number), at: range)
    case .string(let string): self.init(document.text(string))
    case .array(let nodes): self.init(.array(nodes.map { RawValue($0, of: document) }), at: range)
    case .object(let members):
      self.init(
        .object(
          members.map {
            RawMember(
              document.string($0.key), RawValue($0.value, of: document),
              nameRange: document.location(of: $0.key.range))
          }), at: range)
    }
  }
}
