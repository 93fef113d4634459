import CSSView
import CellLayout
import Diagnostics
import Rendering
import Styling
import TerminalOutput

/// Blocks.
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
        StreamBenchmarks.sink += renderer.block(text, for: OutputTarget()).buffer.rows
      }
      Report.line(
        profile.rawValue,
        "\(Report.number(Double(markup.bytes.count) / time / 1e6, decimals: 1)) MB/s")
    }
  }
}
