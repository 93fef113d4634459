import Bytes
import Testing

@testable import StyledText

@Test("letters whose bytes say that nothing before them matters are such letters")
func decisiveLetters() {
  var decisive = 0
  for value in UInt32(0x80)...0x10FFFF {
    guard let scalar = Unicode.Scalar(value) else { continue }
    var bytes: [UInt8] = [0x61, 0x61]
    bytes.append(scalar)
    guard TextTransformer.isDecisive(endOf: 0..<bytes.count, of: bytes.span) else { continue }
    decisive += 1
    if !TextTransformer.isDecisive(scalar) {
      Issue.record("U+\(String(value, radix: 16))")
      break
    }
  }
  #expect(decisive > 20_000)
  let ideograph: [UInt8] = [0xE6, 0x97, 0xA5]
  let isDecisive = TextTransformer.isDecisive(endOf: 1..<3, of: ideograph.span)
  #expect(!isDecisive)
}
