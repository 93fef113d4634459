// The one place where a C library is imported below the targets that own files and terminals:
// the standard library has no transcendental functions.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `base` to the power of `exponent`.
///
/// ```swift
/// print(power(2, 10))  // 1024.0
/// ```
package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The real cube root, also of negative numbers.
///
/// ```swift
/// print(cubeRoot(-8))  // -2.0
/// ```
package func cubeRoot(_ value: Double) -> Double { cbrt(value) }

/// e to the power of `value`.
///
/// ```swift
/// print(exponential(0))  // 1.0
/// ```
package func exponential(_ value: Double) -> Double { exp(value) }

/// The natural logarithm; NaN below zero.
///
/// ```swift
/// print(naturalLogarithm(1))  // 0.0
/// ```
package func naturalLogarithm(_ value: Double) -> Double { log(value) }

/// The error function, 2/√π ∫₀ˣ e^(−t²) dt: how much of a blurred edge lies on one side.
///
/// ```swift
/// print(errorFunction(0), errorFunction(.infinity))  // 0.0 1.0
/// ```
package func errorFunction(_ value: Double) -> Double { erf(value) }

/// The sine of an angle in radians.
///
/// ```swift
/// print(sine(0))  // 0.0
/// ```
package func sine(_ radians: Double) -> Double { sin(radians) }

/// The cosine of an angle in radians.
///
/// ```swift
/// print(cosine(0))  // 1.0
/// ```
package func cosine(_ radians: Double) -> Double { cos(radians) }

/// The tangent of an angle in radians.
///
/// ```swift
/// print(tangent(0))  // 0.0
/// ```
package func tangent(_ radians: Double) -> Double { tan(radians) }

/// The angle in radians whose sine is `value`.
///
/// ```swift
/// print(arcSine(1) * 180 / .pi)  // 90.0
/// ```
package func arcSine(_ value: Double) -> Double { asin(value) }

/// The angle in radians whose cosine is `value`.
///
/// ```swift
/// print(arcCosine(0) * 180 / .pi)  // 90.0
/// ```
package func arcCosine(_ value: Double) -> Double { acos(value) }

/// The angle in radians whose tangent is `value`.
///
/// ```swift
/// print(arcTangent(1) * 180 / .pi)  // 45.0
/// ```
package func arcTangent(_ value: Double) -> Double { atan(value) }

/// The angle in radians, −π to π, from the x axis to the point (x, y).
///
/// ```swift
/// print(arcTangent2(1, -1) * 180 / .pi)  // 135.0
/// ```
package func arcTangent2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
