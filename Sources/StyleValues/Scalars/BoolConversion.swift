import CSSSyntax

///
/// ```swift
/// print(try Bool.convert("Yes"), try Bool.convert("off"))  // true false
/// ```
extension Bool: StyleConvertible {
  /// The words that mean true and false.
  static let words = KeywordTable<Bool>([
    ("true", true), ("t", true), ("yes", true), ("y", true), ("on", true),
    ("false", false), ("f", false), ("no", false), ("n", false), ("off", false),
  ])

  /// Takes `true`, `t`, `yes`, `y`, `on` and their opposites in any case.
  ///
  /// A number, also one in text, is true when it is above 0.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    switch raw.content {
    case .bool(let flag): return flag
    case .number(let number): return number > 0
    case .text(let text):
      var cursor = ValueCursor(text, in: context)
      if let flag = cursor.takeKeyword(words), cursor.isAtEnd { return flag }
      if let number = try? Double.parse(whole: text, in: context) { return number > 0 }
      let suggestion =
        cursor.token.kind == .ident ? near(cursor.name, words.keywords) : nil
      throw ConversionError(expected: "true or false", raw, suggestion: suggestion)
    case .array, .object, .null: throw ConversionError(expected: "true or false", raw)
    }
  }
}
