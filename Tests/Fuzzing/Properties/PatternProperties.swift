import Diagnostics
import StyledText
import Styling

/// Patterns of any kind, in text of any kind: the text stays what it is.
enum PatternProperties {
  /// Input: a byte for the way of rendering, one for the form, patterns on lines, NUL, the text.
  ///
  /// A pattern for whole lines has `=` in front.
  static func patterns(_ input: [UInt8]) throws {
    guard input.count > 2 else { return }
    let form = InputFormat.allCases[Int(input[1]) % InputFormat.allCases.count]
    let parts = input[2...].split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.count > 1 ? Array(parts[1]) : []
    let written = Array(parts[0].split(separator: 0x0A).prefix(8))
    let styled = sheet(
      written,
      #"""
      , ".p0": {"color": "#f00"}, ".p1": {"display": "none"}, ".p2": {"text-transform": "uppercase"},
      ".p3": {"display": "inline-block", "width": "5ch"}, ".p3::before": {"content": "<"}
      """#)
    try StreamProperties.check([input[0]] + text, form: form, styled)
    // Long lines take longer only in proportion: the fuzzer stops what does not end.
    let count = min(64, 32_768 / max(1, text.count))
    let long = [[UInt8]](repeating: text, count: count).flatMap { $0 }
    _ = try StreamProperties.render(long, input[0], form, styled, piece: .max)
    // 0x40 is without colour.
    let marked = try StreamProperties.render(text, 0x40, form, sheet(written, ""), piece: .max)
    let plain = try StreamProperties.render(text, 0x40, form, sheet([], ""), piece: .max)
    try hold(marked.output == plain.output, "patterns change the text")
  }

  private static func sheet(_ patterns: [ArraySlice<UInt8>], _ rules: String) -> Stylesheet {
    func list(_ isWholeLine: Bool) -> String {
      var members: [String] = []
      for (number, pattern) in patterns.enumerated()
      where (pattern.first == UInt8(ascii: "=")) == isWholeLine {
        let text = String(decoding: isWholeLine ? pattern.dropFirst() : pattern, as: UTF8.self)
        let escaped = text.unicodeScalars.map(escaped).joined()
        members.append("\"p\(number)\": \"\(escaped)\"")
      }
      return members.joined(separator: ", ")
    }
    let text = "{\"@highlight\": {\(list(false))}, \"@line\": {\(list(true))}\(rules)}"
    return StylesheetLoader().load(SourceText(name: "x.json", text: text))
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x22, 0x5C: "\\\(scalar)"
    case ..<0x20: "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}
