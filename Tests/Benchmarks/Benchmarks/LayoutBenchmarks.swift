import CSSView

/// Blocks and frames.
enum LayoutBenchmarks {
  private static func renderer() -> TextRenderer {
    let environment = Environment(columns: 80, colorDepth: .truecolor)
    let sheet = StylesheetLoader(environment: environment).load(
      SourceText(name: "sheet.css", bytes: Workloads.sheet(rules: 20)), form: .css)
    return TextRenderer(stylesheet: sheet, environment: environment)
  }

  /// Markup wrapped into 80 columns.
  static func blocks() {
    let renderer = renderer()
    for profile in [Workloads.Profile.typical, .nonASCII] {
      let markup = SourceText(name: "text", bytes: Workloads.markup(profile, bytes: 1 << 20))
      let time = Report.seconds {
        let text = renderer.attributedText(markup).value
        StreamBenchmarks.sink += renderer.block(text, columns: 80).buffer.rows
      }
      Report.line(
        profile.rawValue,
        "\(Report.number(Double(markup.bytes.count) / time / 1e6, decimals: 1)) MB/s")
    }
  }

  /// A frame of 200 × 60 cells against the one before.
  static func frames() {
    func frame(_ seed: UInt64) -> CellBuffer {
      var random = Generator(seed: seed)
      var buffer = CellBuffer(columns: 200, rows: 60)
      for row in 0..<60 {
        for column in 0..<200 {
          let look = GraphicRendition(foreground: .palette(UInt8(random.next() % 4)))
          buffer[column, row] = Cell(
            text: String(UnicodeScalar(UInt8(0x61 + random.next() % 26))), rendition: look)
        }
      }
      return buffer
    }
    let (old, new) = (frame(1), frame(2))
    let writer = FrameWriter(encoder: SGREncoder(capabilities: .all))
    for (name, next) in [("everything changed", new), ("nothing changed", old)] {
      var bytes: [UInt8] = []
      let time = Report.seconds {
        bytes.removeAll(keepingCapacity: true)
        writer.append(from: old, to: next, into: &bytes)
      }
      Report.line(name, "\(Report.number(time * 1e6, decimals: 0)) µs", "\(bytes.count) bytes")
    }
  }
}
