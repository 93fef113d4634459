/// Names of elements: what stands before the dot in `my_cell.label`.
package enum ElementName {
  /// The name of an object when its program gives it none.
  package static let standard = "text"

  /// The element name of a Swift type; generic arguments are no part of it.
  package static func of(_ type: Any.Type) -> String {
    snakeCase(String(String(describing: type).prefix { $0 != "<" }))
  }

  /// The element name for the name of a type: `MyCustomViewController` →
  /// `my_custom_view_controller`, `UILabel` → `ui_label`.
  ///
  /// A word starts at an upper-case letter that follows a lower-case letter or a digit, and at
  /// the last letter of a row of upper-case ones.
  package static func snakeCase(_ typeName: String) -> String {
    let scalars = Array(typeName.unicodeScalars)
    guard scalars.contains(where: isUpper) else { return typeName }
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if index > 0, isUpper(scalar), scalars[index - 1] != "_" {
        let previous = scalars[index - 1]
        let startsNextWord =
          isUpper(previous) && index + 1 < scalars.count && isLower(scalars[index + 1])
        if !isUpper(previous) || startsNextWord { result.append("_") }
      }
      result.append(contentsOf: scalar.properties.lowercaseMapping)
    }
    return result
  }

  /// True if a selector may name an element as its type is called: whether it has a letter that is
  /// upper-case or not of ASCII.
  static func mayBeTypeName(_ selector: some Sequence<UInt8>) -> Bool {
    selector.contains { (0x41...0x5A).contains($0) || $0 >= 0x80 }
  }

  /// A selector of a dictionary with its elements as they are matched: `MyCell.on` is `my_cell.on`.
  ///
  /// One with strings or escapes stays as it is.
  static func matched(_ selector: String) -> String {
    guard mayBeTypeName(selector.utf8),
      !selector.contains(where: { "@$[\"'\\".contains($0) })
    else { return selector }
    var result = ""
    var rest = selector[...]
    var previous: Character?
    while let first = rest.first {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      guard !name.isEmpty else {
        result.append(first)
        previous = first
        rest.removeFirst()
        continue
      }
      // Behind a dot, colon or hash stands another kind of name.
      let isElement = previous.map { !".:#".contains($0) } ?? true
      result += isElement ? snakeCase(String(name)) : String(name)
      previous = name.last
      rest = rest[name.endIndex...]
    }
    return result
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isUppercase }
  private static func isLower(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isLowercase }
}
