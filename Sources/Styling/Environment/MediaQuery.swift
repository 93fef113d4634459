import StyleValues

/// A condition of `@media` (Media Queries 4) on the terminal, with some features of its own.
package indirect enum MediaQuery: Hashable, Sendable {
  /// A condition that is not understood: neither it nor its negation holds (Media Queries 4 §3.2).
  case unknown
  /// A media type: `all` and `screen` hold here.
  case type(matches: Bool)
  /// `width`, `min-width`, … in cells.
  case size(axis: Axis, comparison: Comparison, cells: Double)
  /// `prefers-color-scheme`
  case scheme(isDark: Bool)
  /// `prefers-color-scheme: no-preference`: the terminal's background is unknown, and also counts
  /// as dark.
  case unknownScheme
  /// `color-depth`
  case depth(ColorDepth)
  case hyperlinks, textSizing
  case contrast(ContrastPreference)
  case flat
  case orientation(isLandscape: Bool)
  case not(MediaQuery)
  /// `and`
  case all([MediaQuery])
  /// `or` and the comma
  case any([MediaQuery])
  /// A condition inside of another one.
  case inside(OuterCondition, MediaQuery)

  package enum Axis: String, Hashable, Sendable {
    /// In columns; a cell is 7.5 px wide.
    case width
    /// In rows; a cell is 15 px high.
    case height
  }

  package enum Comparison: Hashable, Sendable {
    case less
    /// `<=` and `max-`
    case lessOrEqual
    /// `=` and no comparison
    case equal
    /// `>=` and `min-`
    case greaterOrEqual
    case greater
  }

  package func matches(_ environment: Environment) -> Bool { evaluate(environment) == true }

  /// nil is *unknown* of Kleene's three-valued logic.
  private func evaluate(_ environment: Environment) -> Bool? {
    switch self {
    case .unknown: return nil
    case .type(let matches): return matches
    case .size(let axis, let comparison, let cells):
      let size = Double(axis == .width ? environment.columns : environment.rows)
      switch comparison {
      case .less: return size < cells
      case .lessOrEqual: return size <= cells
      case .equal: return size == cells
      case .greaterOrEqual: return size >= cells
      case .greater: return size > cells
      }
    case .scheme(let isDark): return (environment.colorScheme == .dark) == isDark
    case .unknownScheme: return !environment.knowsScheme
    case .depth(let depth): return environment.colorDepth == depth
    case .hyperlinks: return environment.hasHyperlinks
    case .textSizing: return environment.hasTextSizing
    case .contrast(let preference): return environment.contrast == preference
    case .flat: return environment.isFlat
    case .orientation(let isLandscape):
      // A cell is twice as high as it is wide.
      return (environment.columns > environment.rows * 2) == isLandscape
    case .not(let query): return query.evaluate(environment).map { !$0 }
    case .all(let queries):
      let results = queries.map { $0.evaluate(environment) }
      if results.contains(false) { return false }
      return results.contains(nil) ? nil : true
    case .inside(let outer, let query):
      return MediaQuery.all([outer.query, query]).evaluate(environment)
    case .any(let queries):
      let results = queries.map { $0.evaluate(environment) }
      if results.contains(true) { return true }
      return results.contains(nil) ? nil : false
    }
  }
}

/// A condition around others; they share it, however long it is.
package final class OuterCondition: Hashable, Sendable {
  let query: MediaQuery
  private let digest: Int

  init(_ query: MediaQuery) {
    self.query = query
    digest = query.hashValue
  }

  package static func == (left: OuterCondition, right: OuterCondition) -> Bool {
    left === right || left.digest == right.digest && left.query == right.query
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// The answers for one terminal; a condition around many others is evaluated once.
struct MediaAnswers {
  private let environment: Environment
  private var known: [ObjectIdentifier: Bool] = [:]

  init(_ environment: Environment) { self.environment = environment }

  mutating func holds(_ query: MediaQuery) -> Bool {
    guard case .inside(let outer, let inner) = query else { return query.matches(environment) }
    let outerHolds = known[ObjectIdentifier(outer)] ?? holds(outer.query)
    known[ObjectIdentifier(outer)] = outerHolds
    return outerHolds && inner.matches(environment)
  }
}

/// The media features of CSS that a terminal cannot answer.
enum MediaFeatureNames {
  /// True for these features, with or without `min-` and `max-`, and for those of vendors.
  static func areOfCSS(_ name: String) -> Bool {
    if CSSPropertyNames.isVendors(name) { return true }
    let isRange = name.hasPrefix("min-") || name.hasPrefix("max-")
    return names.contains(isRange ? String(name.dropFirst(4)) : name)
  }

  /// Media Queries 5 §4 to §12, and some of level 3 that stylesheets still use.
  private static let names: Set<String> = [
    "any-hover", "any-pointer", "aspect-ratio", "color", "color-gamut", "color-index",
    "device-aspect-ratio", "device-height", "device-posture", "device-width", "display-mode",
    "dynamic-range", "environment-blending", "forced-colors",
    "horizontal-viewport-segments", "hover", "inverted-colors", "monochrome", "nav-controls",
    "overflow-block", "overflow-inline", "pointer", "prefers-reduced-data",
    "prefers-reduced-motion", "prefers-reduced-transparency", "resolution", "scan", "scripting",
    "update", "vertical-viewport-segments", "video-color-gamut", "video-dynamic-range",
  ]
}
