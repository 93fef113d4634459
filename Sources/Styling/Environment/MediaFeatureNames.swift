/// The media features of CSS that a terminal has no answer to.
enum MediaFeatureNames {
  /// True if a name is one of them, with `min-` and `max-` or without; or a vendor's own.
  static func areOfCSS(_ name: String) -> Bool {
    if CSSPropertyNames.isVendors(name) { return true }
    let isRange = name.hasPrefix("min-") || name.hasPrefix("max-")
    return names.contains(isRange ? String(name.dropFirst(4)) : name)
  }

  /// Media Queries 5 §4 to §12, and those of level 3 that sheets still have.
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
