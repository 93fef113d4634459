import StyleValues
import TestSupport
import Testing

@testable import TerminalOutput

@Suite("Contrast")
struct ContrastTests {
  @Test(
    "WCAG ratios of known pairs, either way round",
    arguments: [
      (0x000000, 0xffffff, 21.0), (0xffffff, 0xffffff, 1), (0x777777, 0xffffff, 4.478),
      (0x767676, 0xffffff, 4.542), (0xff0000, 0xffffff, 3.998), (0x0000ff, 0xffffff, 8.592),
    ])
  func knownRatios(one: UInt32, other: UInt32, ratio: Double) {
    #expect(abs(contrastRatio(RGB8(one), RGB8(other)) - ratio) < 0.001)
    #expect(abs(contrastRatio(RGB8(other), RGB8(one)) - ratio) < 0.001)
  }

  /// The values that the APCA-W3 package gives for its own test of an implementation.
  @Test(
    "APCA values of its reference pairs",
    arguments: [
      (0x888888, 0xffffff, 63.056469930209424), (0xffffff, 0x888888, -68.54146436644962),
      (0x000000, 0xaaaaaa, 58.146262578561334), (0xaaaaaa, 0x000000, -56.24113336839742),
      (0x112233, 0xddeeff, 91.66830811481631), (0xddeeff, 0x112233, -93.06770049484275),
      (0x112233, 0x444444, 8.32326136957393), (0x444444, 0x112233, -7.526878460278154),
    ])
  func apcaReference(text: UInt32, background: UInt32, expected: Double) {
    #expect(abs(apcaContrast(text: RGB8(text), background: RGB8(background)) - expected) < 1e-6)
  }

  @Test("APCA of equal and of nearly equal colours is 0")
  func apcaOfNothing() {
    #expect(apcaContrast(text: RGB8(0x404040), background: RGB8(0x404040)) == 0)
    #expect(apcaContrast(text: RGB8(0x404040), background: RGB8(0x414141)) == 0)
  }

  @Test("Large text is 24 px, or 18.66 px and bold")
  func largeText() {
    #expect(ContrastLevel.isLargeText(pixels: 24, weight: 400))
    #expect(!ContrastLevel.isLargeText(pixels: 23.9, weight: 400))
    #expect(ContrastLevel.isLargeText(pixels: 18.66, weight: 700))
    #expect(!ContrastLevel.isLargeText(pixels: 18.66, weight: 600))
    #expect(ContrastLevel.aa.threshold(isLargeText: true) == 3)
    #expect(ContrastLevel.aaa.threshold(isLargeText: false) == 7)
  }

  @Test("The nearest passing colour passes, and one step less would not", arguments: [3.0, 4.5, 7])
  func nearestReadable(ratio: Double) {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<200 {
      let text = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      let background = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      let most = max(
        contrastRatio(RGB8(0), background), contrastRatio(RGB8(0xffffff), background))
      guard let found = nearestReadableColor(to: text, on: background, ratio: ratio) else {
        #expect(most < ratio)
        continue
      }
      let reached = contrastRatio(found, background)
      #expect(reached >= ratio)
      if contrastRatio(text, background) >= ratio {
        #expect(found == text)
      } else {
        // Steps of a byte are coarse between very dark colours.
        #expect(reached < ratio * 1.06, "\(text.hex) on \(background.hex): \(found.hex)")
      }
    }
  }

  @Test(
    "The nearest passing colour keeps the hue and takes the shorter way",
    arguments: [
      (0x777777, 0xffffff, 0x767676), (0xffffff, 0x000000, 0xffffff),
      (0x808080, 0x000000, 0x808080),
    ])
  func nearestReadableOfGreys(text: UInt32, background: UInt32, expected: UInt32) {
    let found = nearestReadableColor(to: RGB8(text), on: RGB8(background), ratio: 4.5)
    #expect(found == RGB8(expected))
  }

  @Test("No colour passes where neither black nor white does")
  func unreachable() {
    #expect(nearestReadableColor(to: RGB8(0xff0000), on: RGB8(0x777777), ratio: 7) == nil)
  }
}
