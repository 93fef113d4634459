import Bytes
import CSSSyntax

/// The name of an image file, and the edges that are not stretched.
///
/// ```swift
/// let image = try ImageReference.convert("image(panel.png 4 8)")
/// print(image.name, image.text)  // panel.png image(panel.png 4 8)
/// print(ImageReference.isFileName("linen.png"), ImageReference.isFileName("linen"))  // true false
/// ```
package struct ImageReference: Hashable, Sendable {
  /// Edges that keep their size in a stretched image, in points from the left and the top.
  ///
  /// ```swift
  /// let caps = try ImageReference.convert("panel.png 4 8").caps
  /// print(caps?.left ?? 0, caps?.top ?? 0)  // 4.0 8.0
  /// ```
  package struct Caps: Hashable, Sendable {
    package var left: Double
    package var top: Double

    package init(left: Double, top: Double) {
      self.left = left
      self.top = top
    }
  }

  /// A name, path or URL.
  package var name: String

  package var caps: Caps?

  package init(name: String, caps: Caps? = nil) {
    self.name = name
    self.caps = caps
  }

  /// The reference as text; the name has quotes if it would be read differently without them.
  package var text: String {
    let unquoted = written(name)
    let isRead = try? ImageReference.convert(unquoted).name == name
    return isRead == true ? unquoted : written(serialiseString(name))
  }

  private func written(_ name: String) -> String {
    let caps = caps.map { " \(NumberText.css($0.left)) \(NumberText.css($0.top))" } ?? ""
    return "image(\(name)\(caps))"
  }
}

extension ImageReference: StyleConvertible {
  private static let expectation = "the name of an image file"

  /// Converts `image(name.png)`, `url(name.png)` or a plain name, with one or two caps after it.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> ImageReference {
    guard let text = raw.text else { throw UnexpectedValue(expected: expectation, raw) }
    let whole = text.string
    let inner = unwrapped(whole) ?? whole[...]
    let (quoted, rest) = takeString(inner)
    var words = rest.split(whereSeparator: \.isWhitespace)
    var numbers: [Double] = []
    let least = quoted == nil ? 1 : 0
    while words.count > least, numbers.count < 2, let last = words.last, let cap = number(last) {
      numbers.insert(cap, at: 0)
      words.removeLast()
    }
    let isName = quoted != nil || !rest.contains { "(){}".contains($0) }
    let name = quoted ?? words.joined(separator: " ")
    guard !name.isEmpty, isName, quoted == nil || words.isEmpty, numbers.allSatisfy({ $0 >= 0 })
    else { throw UnexpectedValue(expected: expectation, raw) }
    let caps = numbers.first.map { left in Caps(left: left, top: numbers.count > 1 ? numbers[1] : 0)
    }
    return ImageReference(name: name, caps: caps)
  }

  /// The text in the parentheses of `image(…)` or `url(…)`, with the text after them.
  private static func unwrapped(_ text: String) -> Substring? {
    var rest = text.drop(while: \.isWhitespace)
    let lower = rest.lowercased()
    guard let function = ["image(", "url("].first(where: { lower.hasPrefix($0) }) else {
      return nil
    }
    rest = rest.dropFirst(function.count)
    guard let close = rest.lastIndex(of: ")") else { return nil }
    let after = rest[rest.index(after: close)...].drop(while: \.isWhitespace)
    let inside = rest[..<close]
    return after.isEmpty ? inside : Substring("\(inside) \(after)")
  }

  /// True for `image(…)`, as in stylesheets and in ``text``.
  static func isFunction(_ text: String) -> Bool {
    text.drop(while: \.isWhitespace).prefix(6).lowercased() == "image("
  }

  /// True for the name of an image file, by which StringCoding distinguishes patterns from colours.
  package static func isFileName(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let name = words.last(where: { number($0) == nil })?.lowercased() else { return false }
    let extensions = [
      ".png", ".jpg", ".jpeg", ".gif", ".tiff", ".tif", ".bmp", ".webp", ".heic", ".pdf", ".svg",
    ]
    return extensions.contains(where: name.hasSuffix) && !name.contains("(")
  }

  /// The quoted string at the start, and the text after it.
  private static func takeString(_ text: Substring) -> (name: String?, rest: Substring) {
    let text = text.drop(while: \.isWhitespace)
    // A combining mark behind the quote is part of the name.
    guard text.hasBytePrefix("\"") || text.hasBytePrefix("'") else { return (nil, text) }
    var tokens = CSSTokenizer(CSSText(String(text)))
    let token = tokens.next()
    guard token.kind == .string else { return (nil, text) }
    return (
      tokens.name(of: token),
      text[text.utf8.index(text.startIndex, offsetBy: token.range.upperBound)...]
    )
  }

  private static func number(_ word: Substring) -> Double? {
    // `Double` also reads words such as `nan` and `infinity`.
    guard let first = word.first, first.isNumber || "+-.".contains(first) else { return nil }
    return Double(word).flatMap { $0.isFinite ? $0 : nil }
  }
}
