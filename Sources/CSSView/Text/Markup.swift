import StyledText

/// Markup with values in it that are text, whatever they hold.
///
/// A string literal is markup; what is interpolated is not. A value cannot open a tag, end an
/// attribute or begin a character reference, wherever it stands: in text, in the value of an
/// attribute with or without quotes, or in the middle of a tag, which is then shown as it is
/// written. In `class` a value is names between white space, in `style` it is declarations, in
/// `href` a target whose scheme has to be allowed; so let nobody name classes or styles who must
/// not choose how text looks.
///
/// ```swift
/// let theme: Theme = [".count": ["font-weight": "bold"]]
/// let name = "<b>Bob</b>"
/// let markup: Markup = "Hi \(name), you have \(3, class: "count") messages"
/// print(theme.render(markup, for: .plain))  // Hi <b>Bob</b>, you have 3 messages
/// ```
///
/// Line feeds and tabs in a value stay what they are: a line feed begins a line. Other control
/// characters become visible.
///
/// A `String` is no markup unless it says so, with `Markup(trusted:)`.
public struct Markup: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case markup([UInt8])
    case value([UInt8])
  }

  private var pieces: [Piece] = []

  /// Takes a string as markup.
  ///
  /// Use it for what an author wrote, such as a text that comes with the program, never for data:
  /// tags in it are tags.
  public init(trusted markup: String) {
    pieces = [.markup(Array(markup.utf8))]
  }

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Several markups, one after the other, with another one between them.
  public init(joining parts: some Sequence<Markup>, separator: Markup = "") {
    for (index, part) in parts.enumerated() {
      if index > 0 { append(separator) }
      append(part)
    }
  }

  /// Adds another markup at the end, in time in proportion to its length.
  public mutating func append(_ other: Markup) {
    pieces += other.pieces
  }

  /// One markup after the other.
  ///
  /// It copies both; whoever adds up very many uses `+=` or joins them.
  public static func + (left: Markup, right: Markup) -> Markup {
    Markup(pieces: left.pieces + right.pieces)
  }

  /// Adds another markup at the end, in time in proportion to its length.
  public static func += (left: inout Markup, right: Markup) {
    left.append(right)
  }

  /// The markup as an author may know it again, for findings; nil where it has no values, and
  /// stands in `assembled()` as it is.
  func written(_ assembled: [UInt8], name: String) -> WrittenMarkup? {
    let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
    return hasValues ? WrittenMarkup(assembled, name: name) : nil
  }

  /// The markup with a placeholder for each value, and the values.
  ///
  /// The names of the placeholders begin with a byte that is not UTF-8: nobody can write them.
  func assembled() -> (bytes: [UInt8], placeholders: Placeholders) {
    var bytes: [UInt8] = []
    var placeholders = Placeholders()
    let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
    var number = 0
    for piece in pieces {
      switch piece {
      case .markup(let markup):
        for byte in markup {
          bytes.append(byte)
          // A brace is written twice in markup with placeholders.
          if byte == 0x7B, hasValues { bytes.append(byte) }
        }
      case .value(let value):
        let name = [0xFF] + Array(String(number).utf8)
        bytes += [0x7B] + name + [0x7D]
        placeholders.set(value, for: name)
        number += 1
      }
    }
    return (bytes, placeholders)
  }
}

extension Markup: CustomStringConvertible {
  /// The markup as a text, in which values are escaped.
  public var description: String {
    pieces.map { piece in
      switch piece {
      case .markup(let markup): String(decoding: markup, as: UTF8.self)
      case .value(let value): escape(String(decoding: value, as: UTF8.self))
      }
    }.joined()
  }
}

extension Markup: ExpressibleByStringInterpolation {
  /// A literal is markup.
  public init(stringLiteral value: String) {
    self.init(trusted: value)
  }

  /// A literal with values in it.
  public init(stringInterpolation: StringInterpolation) {
    self.init(pieces: stringInterpolation.pieces)
  }

  /// Collects the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    /// Begins a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Adds what the author wrote: markup.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.markup(Array(literal.utf8))) }
    }

    /// Adds a value as text.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      pieces.append(.value(Array(String(describing: value).utf8)))
    }

    /// Adds a value as text in a span of its own.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - classes: The classes, separated by spaces.
    ///   - style: The declarations of its style.
    public mutating func appendInterpolation<Value>(
      _ value: Value, class classes: String, style: String = ""
    ) {
      appendLiteral("<span")
      appendAttribute("class", classes)
      appendAttribute("style", style)
      appendLiteral(">")
      appendInterpolation(value)
      appendLiteral("</span>")
    }

    /// Adds a value as text in a span with a style and no classes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - style: The declarations of its style.
    public mutating func appendInterpolation<Value>(_ value: Value, style: String) {
      appendInterpolation(value, class: "", style: style)
    }

    /// Adds a value as the text of a link.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - link: The target of the link; only allowed schemes become links.
    ///   - classes: The classes, separated by spaces.
    public mutating func appendInterpolation<Value>(
      _ value: Value, link: String, class classes: String = ""
    ) {
      appendLiteral("<a")
      appendAttribute("href", link)
      appendAttribute("class", classes)
      appendLiteral(">")
      appendInterpolation(value)
      appendLiteral("</a>")
    }

    /// Adds other markup as it is.
    public mutating func appendInterpolation(_ markup: Markup) {
      pieces += markup.pieces
    }

    private mutating func appendAttribute(_ name: String, _ value: String) {
      guard !value.isEmpty else { return }
      appendLiteral(" \(name)=\"")
      appendInterpolation(value)
      appendLiteral("\"")
    }
  }
}
