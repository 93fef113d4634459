package import Styling

/// The terminal as a value, for the layout and output of text.
package struct OutputTarget: Hashable, Sendable {
  /// Depth none is plain text without any escape sequence.
  package var environment: Environment

  /// Renditions that the terminal can draw besides the common attributes.
  package var capabilities: RenditionCapabilities

  /// Form of text larger than one row.
  ///
  /// Flat text has none, and the terminal cannot draw it without escape sequences.
  package var largeText: LargeText {
    get {
      if environment.isFlat { return .off }
      switch possibleLargeText {
      case .textSizing, .doubleHeight:
        return environment.colorDepth == .none ? .off : possibleLargeText
      case .off, .blocks, .typeset: return possibleLargeText
      }
    }
    set { possibleLargeText = newValue }
  }
  private var possibleLargeText: LargeText

  package var widthRules: WidthRules

  package init(
    _ environment: Environment = Environment(), capabilities: RenditionCapabilities = [],
    largeText: LargeText = .off, widthRules: WidthRules = .clusters
  ) {
    self.environment = environment
    self.capabilities = capabilities
    possibleLargeText = largeText
    self.widthRules = widthRules
  }

  /// The same terminal for text without escape sequences.
  package var withoutEscapes: OutputTarget {
    var target = self
    target.environment.colorDepth = .none
    target.environment.hasHyperlinks = false
    target.environment.lacksHyperlinks = true
    return target
  }
}

/// Form in which text of other sizes than one row is shown.
package enum LargeText: Hashable, Sendable {
  /// By bold and faint letters only.
  case off
  /// By letters drawn with block characters.
  case blocks(hasSextants: Bool)
  /// By real type in pages and pictures, in the cells of letters drawn with all block characters.
  case typeset
  /// By OSC 66: the terminal draws the letters.
  case textSizing
  /// By double-height lines, DECDHL: the terminal draws lines of large letters twice as large.
  case doubleHeight

  /// True if large letters have the cells of letters drawn with blocks.
  package var takesCells: Bool {
    switch self {
    case .blocks, .typeset: true
    case .off, .textSizing, .doubleHeight: false
    }
  }
}

/// Rules by which a terminal counts cells.
package enum WidthRules: Hashable, Sendable {
  /// By grapheme clusters: emoji sequences, flags and Indic conjuncts count as one.
  ///
  /// Where terminals disagree this is the whole-string rule of the Python package wcwidth 0.7.0;
  /// U+00AD SOFT HYPHEN has no cell.
  case clusters

  /// Every code point by itself, as terminals without cluster support and ncurses count.
  case codePoints
}
