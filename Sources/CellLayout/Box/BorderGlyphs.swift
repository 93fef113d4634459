import StyleValues
package import StyledText
package import Styling

/// The line of a border's side.
package enum BorderLine: UInt8, Hashable, Sendable {
  case none
  /// `─│`, for widths below 1.5 px.
  case light
  /// `━┃`, for widths below 2.5 px.
  case heavy
  /// `═║`, for more, and for `border-style: double`.
  case double

  package init(_ side: BorderSide) {
    if !side.isVisible {
      self = .none
    } else if side.style == .double {
      self = .double
    } else if side.width < 1.5 {
      self = .light
    } else if side.width < 2.5 || side.style != .solid {
      // There are no dashed double lines.
      self = .heavy
    } else {
      self = .double
    }
  }
}

/// The box-drawing characters of a border: U+2500 to U+257F.
package enum BorderGlyphs {
  package static func horizontal(_ side: BorderSide) -> SafeText {
    glyph(side, solid: ["─", "━", "═"], dashed: ["╌", "╍"], dotted: ["┄", "┅"])
  }

  package static func vertical(_ side: BorderSide) -> SafeText {
    glyph(side, solid: ["│", "┃", "║"], dashed: ["╎", "╏"], dotted: ["┆", "┇"])
  }

  private static func glyph(
    _ side: BorderSide, solid: [SafeText], dashed: [SafeText], dotted: [SafeText]
  ) -> SafeText {
    let line = BorderLine(side)
    guard line != .none else { return " " }
    let weight = Int(line.rawValue) - 1
    switch side.style {
    case .dashed: return dashed[weight]
    case .dotted: return dotted[weight]
    case .solid, .double, .none: return solid[weight]
    }
  }

  package enum Corner: Int { case topLeft, topRight, bottomLeft, bottomRight }

  /// The character that joins two sides.
  package static func corner(
    _ corner: Corner, horizontal: BorderLine, vertical: BorderLine, isRound: Bool
  ) -> SafeText {
    if isRound, horizontal == .light, vertical == .light {
      return ["╭", "╮", "╰", "╯"][corner.rawValue]
    }
    let joins: [SafeText]
    switch (horizontal, vertical) {
    case (.light, .light): joins = ["┌", "┐", "└", "┘"]
    case (.heavy, .light): joins = ["┍", "┑", "┕", "┙"]
    case (.light, .heavy): joins = ["┎", "┒", "┖", "┚"]
    case (.heavy, .heavy): joins = ["┏", "┓", "┗", "┛"]
    // There is no join of a heavy and a double line; a light one comes closest.
    case (.double, .light), (.double, .heavy): joins = ["╒", "╕", "╘", "╛"]
    case (.light, .double), (.heavy, .double): joins = ["╓", "╖", "╙", "╜"]
    case (.double, .double): joins = ["╔", "╗", "╚", "╝"]
    case (.none, _), (_, .none): joins = [" ", " ", " ", " "]
    }
    return joins[corner.rawValue]
  }

  /// A corner of a filled block with the outer quarter left out.
  static func roundedFill(_ corner: Corner) -> SafeText { ["▟", "▙", "▜", "▛"][corner.rawValue] }
}
