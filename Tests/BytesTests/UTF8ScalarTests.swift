import Bytes
import Testing

/// Reads bytes scalar by scalar.
private func scalars(_ bytes: [UInt8]) -> [UInt32] {
  var values: [UInt32] = []
  var offset = 0
  while offset < bytes.count {
    let scalar = bytes.span.scalar(at: offset, before: bytes.count)
    #expect(scalar.form == .wellFormed || scalar.value == 0xFFFD)
    values.append(scalar.value)
    offset += scalar.length
  }
  return values
}

@Test("every scalar is written and read as the standard library does it")
func everyScalar() {
  for scalar in (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init) {
    var bytes: [UInt8] = []
    bytes.append(scalar)
    let decoded = bytes.span.scalar(at: 0, before: bytes.count)
    guard decoded.value == scalar.value, decoded.length == bytes.count,
      decoded.form == .wellFormed, bytes == Array(String(scalar).utf8)
    else {
      Issue.record("\(scalar.value)")
      return
    }
  }
}

@Test(
  "a number that is no scalar is written as U+FFFD",
  arguments: [0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x11_0000, UInt32.max])
func noScalar(value: UInt32) {
  var bytes: [UInt8] = []
  bytes.append(Unicode.Scalar(orReplacement: value))
  #expect(bytes == [0xEF, 0xBF, 0xBD])
}

@Test("bytes that are no UTF-8 are read as the standard library reads them")
func illFormed() {
  let some: [UInt8] = [
    0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEF,
    0xF0, 0xF3, 0xF4, 0xF5, 0xFF,
  ]
  for a in some {
    for b in some {
      for c in some {
        for d in some {
          let bytes = [a, b, c, d]
          let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
          if scalars(bytes) != expected { Issue.record("\(bytes)") }
        }
      }
    }
  }
}

@Test("a valid beginning at the end is told from bytes that are wrong")
func incomplete() {
  let text = Array("é€😀".utf8)
  for (start, length) in [(0, 2), (2, 3), (5, 4)] {
    for count in 1..<length {
      let scalar = text.span.scalar(at: start, before: start + count)
      #expect(scalar.form == .incomplete)
      #expect(scalar.length == count)
    }
  }
  #expect([0xE2, 0x82, 0x41].span.scalar(at: 0, before: 3).form == .illFormed)
}

@Test("numbers are written in decimal digits")
func decimals() {
  for number in Array(0...1000) + [65_535, 1_234_567, Int.max] {
    var bytes: [UInt8] = []
    bytes.appendDecimal(number)
    #expect(String(decoding: bytes, as: UTF8.self) == String(number))
  }
}

@Test("hexadecimal digits have their value")
func hexadecimal() {
  for byte in UInt8.min...UInt8.max {
    let digit = String(decoding: [byte], as: UTF8.self)
    #expect(byte.hexadecimalValue == UInt8(digit, radix: 16), "\(digit)")
  }
}
