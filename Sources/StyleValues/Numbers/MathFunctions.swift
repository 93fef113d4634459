#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The one place that imports the C library: these functions are all that colour spaces, `calc()`
// and shadows need of it, and they have no state.

/// `base` to the power of `exponent`.
public func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The real cube root; negative for a negative `value`.
public func cubeRoot(_ value: Double) -> Double { cbrt(value) }

/// *e* to the power of `value`.
public func exponential(_ value: Double) -> Double { exp(value) }

/// The natural logarithm of `value`.
public func logarithm(_ value: Double) -> Double { log(value) }

/// The error function: 2/√π times the integral of exp(−t²) from 0 to `value`.
public func errorFunction(_ value: Double) -> Double { erf(value) }

/// The sine of an angle in radians.
public func sine(_ radians: Double) -> Double { sin(radians) }

/// The cosine of an angle in radians.
public func cosine(_ radians: Double) -> Double { cos(radians) }

/// The tangent of an angle in radians.
public func tangent(_ radians: Double) -> Double { tan(radians) }

/// The angle in radians, −π/2 to π/2, whose sine is `value`.
public func arcSine(_ value: Double) -> Double { asin(value) }

/// The angle in radians, 0 to π, whose cosine is `value`.
public func arcCosine(_ value: Double) -> Double { acos(value) }

/// The angle in radians, −π/2 to π/2, whose tangent is `value`.
public func arcTangent(_ value: Double) -> Double { atan(value) }

/// The angle in radians, −π to π, of the point (`x`, `y`); 0 for the origin.
public func arcTangent2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

/// The distance of the point (`x`, `y`) from the origin.
public func hypotenuse(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
