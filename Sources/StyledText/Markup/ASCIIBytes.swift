extension UInt8 {
  /// HTML's white space: tab, line feed, form feed, carriage return, space.
  @inline(__always)
  var isMarkupSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  /// `A` to `Z`.
  @inline(__always)
  var isASCIIUppercase: Bool { self &- 0x41 < 26 }

  /// `A` to `Z` or `a` to `z`.
  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// `0` to `9`.
  @inline(__always)
  var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// `[A-Za-z_]`: what an attribute name begins with.
  @inline(__always)
  var startsAttributeName: Bool { isASCIILetter || self == 0x5F }

  /// `[A-Za-z0-9_:.-]`: what an attribute name goes on with.
  @inline(__always)
  var continuesAttributeName: Bool {
    isASCIILetter || isASCIIDigit || self == 0x5F || self == 0x3A || self == 0x2E || self == 0x2D
  }
}
