import CSSSyntax

/// A JSON value for output, such as that of `--json`.
///
/// Members keep their order.
///
/// ```swift
/// let value: JSONOutput = ["width": 7, "clusters": ["a", "\""], "missing": nil]
/// print(value.text)  // {"width": 7, "clusters": ["a", "\""], "missing": null}
///
/// var line: [UInt8] = []
/// value["clusters"]?.write(into: &line)
/// print(String(decoding: line, as: UTF8.self))  // ["a", "\""]
/// print(value["width"]?.text ?? "")  // 7
///
/// var members: [UInt8] = []
/// value.writeMembers(into: &members)
/// print(String(decoding: members, as: UTF8.self))
/// // "width": 7, "clusters": ["a", "\""], "missing": null
/// ```
package indirect enum JSONOutput: Hashable, Sendable {
  case null
  case bool(Bool)
  /// NaN and infinities are written as `null`.
  case number(Double)
  /// An integer, also one that a `Double` cannot store.
  case integer(Int)
  /// An integer of any size by its digits.
  case digits(String)
  case string(String)
  case array([JSONOutput])
  case object([Member])

  /// A member of an object.
  ///
  /// ```swift
  /// let object = JSONOutput.object([JSONOutput.Member("on", true)])
  /// if case .object(let members) = object {
  ///   print(members[0].name, members[0].value.text)  // on true
  /// }
  /// ```
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONOutput

    package init(_ name: String, _ value: JSONOutput) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the last member with a name; nil if there is none.
  package subscript(name: String) -> JSONOutput? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// Appends the value as UTF-8 without a line break.
  package func write(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: NumberText.json(number).utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .digits(let digits): bytes.append(contentsOf: digits.utf8)
    case .string(let string): appendJSONString(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        element.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      Self.write(members, into: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends the members of an object as UTF-8, without braces; nothing for other values.
  package func writeMembers(into bytes: inout [UInt8]) {
    if case .object(let members) = self { Self.write(members, into: &bytes) }
  }

  /// Appends members as UTF-8, without braces.
  package static func write(_ members: [Member], into bytes: inout [UInt8]) {
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(contentsOf: ", ".utf8) }
      appendJSONString(member.name, to: &bytes)
      bytes.append(contentsOf: ": ".utf8)
      member.value.write(into: &bytes)
    }
  }

  /// Without a line break.
  package var text: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }

  package init(floatLiteral value: Double) { self = .number(value) }

  package init(integerLiteral value: Int) { self = .number(Double(value)) }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSONOutput)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  package init(nilLiteral: ()) { self = .null }

  package init(_ number: Double?) { self = number.map(JSONOutput.number) ?? .null }

  package init(_ string: String?) { self = string.map(JSONOutput.string) ?? .null }
}
