import Styling

/// The text that shows a theme when there is no other: the classes it knows, each where a text would
/// use it, and a list of the rest.
struct BuiltInSample {
  /// What the theme has rules for, but for states and elements.
  private let classes: [String]

  init(for sheet: Stylesheet) {
    classes = sheet.classNames
  }

  /// The markup.
  var markup: String {
    let known = Set(classes)
    var used: Set<String> = []
    var paragraphs: [String] = []
    for lines in Self.paragraphs {
      let written = lines.compactMap { line($0, known: known, used: &used) }
      if !written.isEmpty { paragraphs.append(written.joined(separator: "\n")) }
    }
    let rest = classes.filter { !used.contains($0) && !Self.blocks.contains($0) }
    if !rest.isEmpty {
      paragraphs.append(rest.map { Self.span($0, Self.escaped($0)) }.joined(separator: "  "))
    }
    return paragraphs.joined(separator: "\n\n")
  }

  /// A line with its spans; nil for one that is all about classes which the theme does not have.
  private func line(
    _ pieces: [Piece], known: Set<String>, used: inout Set<String>
  ) -> String? {
    let saysMore = pieces.contains { piece in
      piece.className == nil && piece.markup.contains(where: \.isLetter)
    }
    guard saysMore || pieces.contains(where: { $0.className.map(known.contains) == true }) else {
      return nil
    }
    return pieces.map { piece in
      guard let name = piece.className, known.contains(name) else { return piece.markup }
      used.insert(name)
      return Self.span(name, piece.markup)
    }.joined()
  }

  private static func span(_ name: String, _ markup: String) -> String {
    "<span class=\"\(escaped(name))\">\(markup)</span>"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\"": result += "&quot;"
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      default: result.append(character)
      }
    }
  }

  // MARK: The text

  private struct Piece {
    var className: String?
    var markup: String
  }

  private static func plain(_ markup: String) -> Piece { Piece(className: nil, markup: markup) }

  private static func piece(_ className: String, _ markup: String) -> Piece {
    Piece(className: className, markup: markup)
  }

  /// Classes of the block around a text; on a span they show nothing.
  private static let blocks: Set<String> = ["card"]

  private static let paragraphs: [[[Piece]]] = [
    [[piece("headline", "Night shift")]],
    [
      [
        piece("title", "The quick brown fox"), plain(" jumps over the "),
        piece("bold", "lazy"), plain(" "), piece("gone", "dog"), plain(" "),
        piece("key", "cat"), plain(". "), piece("muted", "Twice, if need be."),
      ],
      [plain("Plain, <b>bold</b>, <i>italic</i>, <u>underlined</u> and <s>struck</s>.")],
      [piece("quote", "“Colours are the deeds of light.”"), piece("muted", "  Goethe")],
    ],
    [
      [
        piece("ok", "✓ 846 tests passed"), plain("  "), piece("warn", "! 2 warnings"), plain("  "),
        piece("fail", "✗ 1 failed"), plain("  "), piece("time", "31.0 s"),
      ],
      [
        piece("badge", " PASS "), plain(" "), piece("path", "src/cart/total.ts"),
        piece("muted", ":88"), plain("  "), piece("code", "let total = price * 1.07"),
      ],
      [
        piece("alarm", " FAIL "), plain(" "), piece("path", "src/cart/tax.ts"),
        piece("muted", ":12"), plain("  "), piece("typo", "disount"),
        piece("muted", " was never declared"),
      ],
    ],
    [
      [
        piece("key", "browse"), plain(" "), piece("arg", "[--text MARKUP]"), plain("  "),
        piece("muted", "see "),
        piece("link", "<a href=\"https://ci.example.com/webshop\">ci.example.com/webshop</a>"),
      ]
    ],
  ]
}
