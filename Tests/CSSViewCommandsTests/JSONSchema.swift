/// A JSON value, read by the grammar of RFC 8259 and nothing else.
indirect enum TestJSON: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([TestJSON])
  case object([String: TestJSON])

  struct SyntaxError: Error {
    var offset: Int
  }

  init(_ text: String) throws {
    var reader = Reader(bytes: Array(text.utf8))
    self = try reader.value()
    reader.skipSpace()
    guard reader.position == reader.bytes.count else {
      throw SyntaxError(offset: reader.position)
    }
  }

  subscript(name: String) -> TestJSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var array: [TestJSON] { if case .array(let values) = self { values } else { [] } }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func skipSpace() {
      while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
        position += 1
      }
    }

    mutating func take(_ text: String) -> Bool {
      guard bytes[position...].starts(with: text.utf8) else { return false }
      position += text.utf8.count
      return true
    }

    mutating func expect(_ text: String) throws {
      guard take(text) else { throw SyntaxError(offset: position) }
    }

    mutating func value() throws -> TestJSON {
      skipSpace()
      defer { skipSpace() }
      if take("null") { return .null }
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      if take("[") {
        var values: [TestJSON] = []
        skipSpace()
        if take("]") { return .array([]) }
        repeat { values.append(try value()) } while take(",")
        try expect("]")
        return .array(values)
      }
      if take("{") {
        var members: [String: TestJSON] = [:]
        skipSpace()
        if take("}") { return .object([:]) }
        repeat {
          skipSpace()
          let name = try string()
          skipSpace()
          try expect(":")
          members[name] = try value()
        } while take(",")
        try expect("}")
        return .object(members)
      }
      if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
        return .string(try string())
      }
      let start = position
      while position < bytes.count, "+-.eE0123456789".utf8.contains(bytes[position]) {
        position += 1
      }
      guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
        throw SyntaxError(offset: start)
      }
      return .number(number)
    }

    mutating func string() throws -> String {
      try expect("\"")
      var units: [UInt16] = []
      var plain: [UInt8] = []
      func flush() {
        units += String(decoding: plain, as: UTF8.self).utf16
        plain = []
      }
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "\"") {
          flush()
          return String(decoding: units, as: UTF16.self)
        }
        guard byte == UInt8(ascii: "\\") else {
          guard byte >= 0x20 else { break }
          plain.append(byte)
          continue
        }
        flush()
        let escape = bytes[position]
        position += 1
        switch escape {
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "u"):
          let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
          guard let unit = UInt16(digits, radix: 16) else { throw SyntaxError(offset: position) }
          units.append(unit)
          position += 4
        default: units.append(UInt16(escape))
        }
      }
      throw SyntaxError(offset: position)
    }
  }
}

/// Holds values against a JSON Schema, as far as the schemas of the program need it.
///
/// A keyword that it does not know is a failure: nothing is passed over.
struct JSONSchema {
  let root: TestJSON

  init(_ text: String) throws {
    root = try TestJSON(text)
  }

  /// What is wrong with a value; empty when nothing is.
  func problems(of value: TestJSON) -> [String] { problems(of: value, root, at: "$") }

  /// What is wrong with a value that one of the definitions is for.
  func problems(of value: TestJSON, definition name: String) -> [String] {
    problems(of: value, root["$defs"]?[name] ?? .object(["no such definition": .null]), at: "$")
  }

  private func problems(of value: TestJSON, _ schema: TestJSON, at path: String) -> [String] {
    if case .bool(let allowed) = schema { return allowed ? [] : ["\(path): not allowed"] }
    guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
    return keywords.flatMap { keyword, wanted -> [String] in
      switch keyword {
      case "$schema", "$id", "$defs", "title", "description": return []
      case "$ref":
        let name = wanted.string.map { String($0.dropFirst("#/$defs/".count)) } ?? ""
        guard let definition = root["$defs"]?[name] else { return ["\(path): no \(name)"] }
        return problems(of: value, definition, at: path)
      case "type":
        let types = wanted.string.map { [$0] } ?? wanted.array.compactMap(\.string)
        return types.contains { Self.is(value, $0) } ? [] : ["\(path): not \(types)"]
      case "const": return value == wanted ? [] : ["\(path): not \(wanted)"]
      case "enum": return wanted.array.contains(value) ? [] : ["\(path): not among \(wanted.array)"]
      case "anyOf":
        let all = wanted.array.map { problems(of: value, $0, at: path) }
        return all.contains(where: \.isEmpty) ? [] : all.min { $0.count < $1.count } ?? []
      case "minimum", "maximum":
        guard case .number(let number) = value, case .number(let limit) = wanted else { return [] }
        return (keyword == "minimum" ? number >= limit : number <= limit)
          ? [] : ["\(path): \(number) past \(limit)"]
      case "pattern":
        guard let text = value.string else { return [] }
        return Self.matches(text, wanted) ? [] : ["\(path): '\(text)' does not match"]
      case "items":
        return value.array.enumerated().flatMap {
          problems(of: $1, wanted, at: "\(path)[\($0)]")
        }
      case "minItems", "maxItems":
        guard case .array(let values) = value, case .number(let limit) = wanted else { return [] }
        let isRight =
          keyword == "minItems" ? values.count >= Int(limit) : values.count <= Int(limit)
        return isRight ? [] : ["\(path): \(values.count) items"]
      case "required":
        guard case .object(let members) = value else { return [] }
        return wanted.array.compactMap(\.string).filter { members[$0] == nil }
          .map { "\(path): no '\($0)'" }
      case "properties", "patternProperties", "additionalProperties":
        return memberProblems(of: value, keyword, keywords, at: path)
      default: return ["\(path): unknown keyword '\(keyword)'"]
      }
    }
  }

  private func memberProblems(
    of value: TestJSON, _ keyword: String, _ keywords: [String: TestJSON], at path: String
  ) -> [String] {
    guard case .object(let members) = value, let wanted = keywords[keyword] else { return [] }
    var patterns: [String: TestJSON] = [:]
    if case .object(let all)? = keywords["patternProperties"] { patterns = all }
    return members.flatMap { name, member -> [String] in
      let path = "\(path).\(name)"
      let named = keywords["properties"]?[name]
      let fitting = patterns.filter { Self.matches(name, .string($0.key)) }
      switch keyword {
      case "properties": return named.map { problems(of: member, $0, at: path) } ?? []
      case "patternProperties": return fitting.flatMap { problems(of: member, $0.value, at: path) }
      default: return named == nil && fitting.isEmpty ? problems(of: member, wanted, at: path) : []
      }
    }
  }

  private static func matches(_ text: String, _ pattern: TestJSON) -> Bool {
    guard let pattern = pattern.string, let regex = try? Regex(pattern) else { return false }
    return text.contains(regex)
  }

  private static func `is`(_ value: TestJSON, _ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"),
      (.array, "array"), (.object, "object"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}
