/// Arc of the hue circle along which two hues are mixed: CSS Color 4 §12.4.
///
/// ```swift
/// let method = ColorInterpolationMethod(.hsl, hue: .longer)
/// let middle = Color.interpolate(Color(RGB8(0xFF0000)), Color(RGB8(0x00FF00)), 0.5, in: method)
/// print(middle.components.x)  // 240.0
/// ```
package enum HueInterpolation: String, CaseIterable, Hashable, Sendable {
  /// The arc of at most 180°.
  case shorter
  /// The arc of at least 180°.
  case longer
  /// Upwards from the first hue.
  case increasing
  /// Downwards from the first hue.
  case decreasing
}

/// The space and the hue arc that colours are mixed in: `in oklch longer hue`.
///
/// ```swift
/// let method = ColorInterpolationMethod(.oklch, hue: .increasing)
/// print(method.space.rawValue, method.hue)  // oklch increasing
/// ```
package struct ColorInterpolationMethod: Hashable, Sendable {
  package var space: ColorSpace

  /// The arc; it matters only in spaces with a hue.
  package var hue: HueInterpolation

  package init(_ space: ColorSpace, hue: HueInterpolation = .shorter) {
    self.space = space
    self.hue = hue
  }
}

extension Color {
  /// The colour between two colours, premultiplied and with missing components filled in.
  ///
  /// CSS Color 4 §12.
  ///
  /// ```swift
  /// let middle = Color.interpolate(
  ///   Color(RGB8(0xFF0000)), Color(RGB8(0x0000FF)), 0.5, in: ColorInterpolationMethod(.srgb))
  /// print(middle.srgb.hex8)  // #800080ff
  /// ```
  ///
  /// `left` is at progress 0 and `right` at 1; the result is in the space of the method.
  package static func interpolate(
    _ left: Color, _ right: Color, _ progress: Double, in method: ColorInterpolationMethod
  ) -> Color { ColorRamp(left, right, in: method).color(at: progress) }

  /// `color-mix()`: two colours in given amounts (CSS Color 5 §3).
  ///
  /// ```swift
  /// let (red, blue) = (Color(RGB8(0xFF0000)), Color(RGB8(0x0000FF)))
  /// let mixture = Color.mix(red, 0.25, blue, nil, in: ColorInterpolationMethod(.srgb))
  /// print(mixture?.srgb.hex8 ?? "")  // #4000bfff
  /// ```
  ///
  /// An amount is 0 to 1, or nil for the rest after the other amount; the mixture is nil when both
  /// are 0.
  package static func mix(
    _ left: Color, _ leftAmount: Double?, _ right: Color, _ rightAmount: Double?,
    in method: ColorInterpolationMethod
  ) -> Color? {
    let first = leftAmount ?? (rightAmount.map { 1 - $0 } ?? 0.5)
    let second = rightAmount ?? (1 - first)
    let sum = first + second
    guard sum > 0 else { return nil }
    var mixed = interpolate(left, right, second / sum, in: method)
    // Amounts that do not reach 1 leave the rest transparent.
    if sum < 1 { mixed.alpha *= sum }
    return mixed
  }

  /// This colour in the space of a mixture, with its missing components that have the same meaning
  /// there (CSS Color 4 §12.2).
  func prepared(for target: ColorSpace) -> Color {
    var result = converted(to: target)
    guard !missing.isEmpty, target != space else { return result }
    for from in 0..<3 where missing.contains(.component(from)) {
      let meaning = space.meaning(at: from)
      guard meaning != .other else { continue }
      for to in 0..<3 where target.meaning(at: to) == meaning {
        result.missing.insert(.component(to))
        result.components[to] = 0
      }
    }
    return result
  }
}

/// The colours between two colours, prepared once for the steps of a gradient.
///
/// ```swift
/// let ramp = ColorRamp(
///   Color(RGB8(0x000000)), Color(RGB8(0xFFFFFF)), in: ColorInterpolationMethod(.srgb))
/// print(ramp.color(at: 0.5).srgb.rgb8.hex)  // #808080
/// ```
package struct ColorRamp: Hashable, Sendable {
  private let space: ColorSpace
  private let start: SIMD3<Double>
  private let end: SIMD3<Double>
  private let startAlpha: Double
  private let endAlpha: Double
  private let missing: Color.Missing

  package init(_ left: Color, _ right: Color, in method: ColorInterpolationMethod) {
    space = method.space
    let first = left.prepared(for: space)
    let second = right.prepared(for: space)
    missing = first.missing.intersection(second.missing)
    var from = first.components
    var to = second.components
    // A component that one colour lacks comes from the other; one that both lack stays missing.
    for index in 0..<3 {
      if first.missing.contains(.component(index)) {
        from[index] = to[index]
      } else if second.missing.contains(.component(index)) {
        to[index] = from[index]
      }
    }
    startAlpha = first.missing.contains(.alpha) ? second.alpha : first.alpha
    endAlpha = second.missing.contains(.alpha) ? startAlpha : second.alpha
    if let hue = space.hueIndex { (from[hue], to[hue]) = Self.arc(from[hue], to[hue], method.hue) }
    start = from
    end = to
  }

  /// The colour at a progress of 0 to 1.
  package func color(at progress: Double) -> Color {
    let rest = 1 - progress
    guard !missing.contains(.alpha) else {
      return finished(start * rest + end * progress, alpha: 0)
    }
    let alpha = startAlpha * rest + endAlpha * progress
    guard startAlpha != 1 || endAlpha != 1 else {
      return finished(start * rest + end * progress, alpha: alpha)
    }
    var components = start * (startAlpha * rest) + end * (endAlpha * progress)
    if alpha != 0 { components /= alpha }
    // An angle is not premultiplied.
    if let hue = space.hueIndex { components[hue] = start[hue] * rest + end[hue] * progress }
    return finished(components, alpha: alpha)
  }

  private func finished(_ components: SIMD3<Double>, alpha: Double) -> Color {
    var components = components
    if let hue = space.hueIndex {
      components[hue] = CylindricalModel.normalizedHue(components[hue])
    }
    return Color(space, components, alpha: alpha, missing: missing)
  }

  /// The hues, shifted by whole turns, so that a straight line follows the arc.
  private static func arc(
    _ start: Double, _ end: Double, _ method: HueInterpolation
  ) -> (Double, Double) {
    var from = CylindricalModel.normalizedHue(start)
    var to = CylindricalModel.normalizedHue(end)
    let step = to - from
    switch method {
    case .shorter: if step > 180 { from += 360 } else if step < -180 { to += 360 }
    case .longer:
      if step > 0, step < 180 { from += 360 } else if step > -180, step <= 0 { to += 360 }
    case .increasing: if step < 0 { to += 360 }
    case .decreasing: if step > 0 { from += 360 }
    }
    return (from, to)
  }
}
