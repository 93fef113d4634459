/// Markup with values in it that are text, whatever they hold.
///
/// A string literal is markup; what is interpolated is not. A value can not open a tag, end an
/// attribute or begin a character reference, wherever it stands.
///
/// ```swift
/// let name = "<b>Bob</b>"
/// let markup: Markup = "Hi \(name), you have \(3, class: "count") messages"
/// builder.append(markup: markup)
/// // Hi <b>Bob</b>, you have 3 messages – with 3 in a span of class count
/// ```
package struct Markup: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case markup([UInt8])
    case value([UInt8])
  }

  private(set) var pieces: [Piece] = []

  /// Takes a string as markup.
  ///
  /// Use it for what an author wrote, never for data.
  package init(_ markup: String) {
    pieces = [.markup(Array(markup.utf8))]
  }

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// One markup after the other.
  package static func + (left: Markup, right: Markup) -> Markup {
    Markup(pieces: left.pieces + right.pieces)
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
          // Where there are placeholders, a brace is written twice.
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

extension Markup: ExpressibleByStringInterpolation {
  /// A literal is markup.
  package init(stringLiteral value: String) {
    self.init(value)
  }

  /// A literal with values in it.
  package init(stringInterpolation: StringInterpolation) {
    self.init(pieces: stringInterpolation.pieces)
  }

  /// Collects the parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    /// Begins a literal.
    package init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Adds what the author wrote: markup.
    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.markup(Array(literal.utf8))) }
    }

    /// Adds a value as text.
    package mutating func appendInterpolation<Value>(_ value: Value) {
      pieces.append(.value(Array(String(describing: value).utf8)))
    }

    /// Adds a value as text in an element of its own.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - element: The element.
    ///   - classes: The classes, separated by spaces.
    ///   - style: The declarations of its style.
    package mutating func appendInterpolation<Value>(
      _ value: Value, element: MarkupElement = .span, class classes: String = "",
      style: String = ""
    ) {
      appendLiteral("<\(element.name)")
      appendAttribute("class", classes)
      appendAttribute("style", style)
      appendLiteral(">")
      appendInterpolation(value)
      appendLiteral("</\(element.name)>")
    }

    /// Adds a value as the text of a link.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - link: Where it links to; only allowed schemes become links.
    ///   - classes: The classes, separated by spaces.
    package mutating func appendInterpolation<Value>(
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
    package mutating func appendInterpolation(markup: Markup) {
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
