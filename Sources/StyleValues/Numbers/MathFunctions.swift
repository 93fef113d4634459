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
public func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The real cube root, also of negative numbers.
public func cubeRoot(_ value: Double) -> Double { cbrt(value) }

/// e to the power of `value`.
public func exponential(_ value: Double) -> Double { exp(value) }

/// The natural logarithm; NaN below zero.
public func naturalLogarithm(_ value: Double) -> Double { log(value) }

/// The error function, 2/√π ∫₀ˣ e^(−t²) dt: how much of a blurred edge lies on one side.
public func errorFunction(_ value: Double) -> Double { erf(value) }

/// The sine of an angle in radians.
public func sine(_ radians: Double) -> Double { sin(radians) }

/// The cosine of an angle in radians.
public func cosine(_ radians: Double) -> Double { cos(radians) }

/// The tangent of an angle in radians.
public func tangent(_ radians: Double) -> Double { tan(radians) }

/// The angle in radians whose sine is `value`.
public func arcSine(_ value: Double) -> Double { asin(value) }

/// The angle in radians whose cosine is `value`.
public func arcCosine(_ value: Double) -> Double { acos(value) }

/// The angle in radians whose tangent is `value`.
public func arcTangent(_ value: Double) -> Double { atan(value) }

/// The angle in radians, −π to π, from the x axis to the point (x, y).
public func arcTangent2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
