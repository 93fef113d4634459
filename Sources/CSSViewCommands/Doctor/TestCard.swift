import CellLayout
import StyleValues
import Styling
import TerminalOutput

/// A few lines that show what the terminal makes of attributes and colours.
struct TestCard {
  private let profile: TerminalProfile

  init(_ profile: TerminalProfile) {
    self.profile = profile
  }

  /// The lines; attributes and colours only as far as the profile has them.
  var bytes: [UInt8] {
    var quantizer = ColorQuantizer(depth: profile.colorDepth.value)
    var buffer = CellBuffer(columns: 66, rows: 3)
    Self.put(
      [
        ("bold", GraphicRendition(attributes: .bold)),
        ("faint", GraphicRendition(attributes: .faint)),
        ("italic", GraphicRendition(attributes: .italic)),
        ("underline", GraphicRendition(underline: .single)),
        ("curly", GraphicRendition(underline: .curly)),
        ("overline", GraphicRendition(attributes: .overline)),
        ("strike", GraphicRendition(attributes: .strikethrough)),
        ("reverse", GraphicRendition(attributes: .reverse)),
      ], row: 0, in: &buffer)
    for column in 0..<64 {
      let hue = SRGBColor(hue: Double(column) / 64)
      buffer[column, 1] = Cell(
        text: "█", rendition: GraphicRendition(foreground: .rgb(hue.rgb8)))
      let grey = UInt8(column * 255 / 63)
      buffer[column, 2] = Cell(
        text: " ",
        rendition: GraphicRendition(background: .rgb(RGB8(red: grey, green: grey, blue: grey))))
    }
    quantizer.quantize(&buffer)
    var bytes: [UInt8] = []
    if profile.colorDepth.value == ColorDepth.none {
      PlainBlockWriter().append(buffer, into: &bytes)
    } else {
      let encoder = SGREncoder(capabilities: profile.renditionCapabilities)
      ANSIBlockWriter(encoder: encoder).append(buffer, into: &bytes)
    }
    return bytes
  }

  private static func put(
    _ words: [(String, GraphicRendition)], row: Int, in buffer: inout CellBuffer
  ) {
    var column = 0
    for (word, rendition) in words {
      for character in word {
        buffer[column, row] = Cell(text: String(character), rendition: rendition)
        column += 1
      }
      column += 1
    }
  }
}

extension SRGBColor {
  /// A pure colour of a hue from 0 to 1.
  fileprivate init(hue: Double) {
    func channel(_ offset: Double) -> Double {
      let place = (hue + offset).truncatingRemainder(dividingBy: 1) * 6
      return min(1, max(0, abs(place - 3) - 1))
    }
    self.init(red: channel(0), green: channel(2 / 3.0), blue: channel(1 / 3.0))
  }
}
