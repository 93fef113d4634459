import Testing

@testable import OperatingSystem

/// Arguments and file names, whatever bytes they are.
@Suite("Arguments as text")
struct ArgumentTextTests {
  @Test(
    "Every byte comes back",
    arguments: [
      Array("plain".utf8), [0xFF, 0x80], Array("a".utf8) + [0xE2, 0x82] + Array("b".utf8),
      Array("\u{10FF80}\u{10FFFD}\u{10FF2D}\u{10FF7F}\u{F0000}é".utf8),
      [0xF4, 0x8F, 0xBF, 0xBF, 0xC3], [0xF4, 0x8F, 0xBE], [],
    ])
  func bytes(argument: [UInt8]) {
    #expect(ArgumentText.bytes(ArgumentText.string(argument)) == argument)
  }

  @Test("All bytes and all private-use scalars that stand for bytes come back")
  func all() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(ArgumentText.bytes(ArgumentText.string(bytes)) == bytes)
    for value in UInt32(0x10FF00)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      #expect(ArgumentText.bytes(ArgumentText.string(Array(text.utf8))) == Array(text.utf8))
      #expect(ArgumentText.shown(ArgumentText.string(Array(text.utf8))) == text)
    }
  }

  @Test("So does every byte of an environment variable")
  func variable() {
    let name = "CSSVIEW_TEST_OF_ARGUMENT_TEXT"
    let value = ArgumentText.string([0x2F, 0xFF, 0xC3, 0x28, 0x78])
    CurrentProcess.setVariable(name, to: value)
    #expect(CurrentProcess.variable(name) == value)
    CurrentProcess.setVariable(name, to: nil)
    #expect(CurrentProcess.variable(name) == nil)
  }

  @Test("A negative number is one again where bytes are wanted")
  func numbers() {
    #expect(ArgumentText.bytes(ArgumentText.keepingNumber("-1.5")) == Array("-1.5".utf8))
    #expect(ArgumentText.keepingNumber("--x") == "--x")
  }
}
