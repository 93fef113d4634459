import Bytes
import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Lines that show the terminal's colours, attributes, widths, links and sizes.
///
/// The card is markup with its own stylesheet, drawn as other text is, so its errors show
/// elsewhere, too. A person has to look at it, because no query reads the screen.
struct TestCard {
  let profile: TerminalProfile

  /// The lines, with the attributes and colours of the profile.
  var bytes: [UInt8] {
    let source = SourceText(name: "<test card>", text: DataFile.testCard.text)
    let sheet = StylesheetLoader().load(source)
    let target = profile.target(columns: Self.columns)
    let renderer = TextRenderer(stylesheet: sheet, environment: target.environment)
    let text = renderer.attributedText(markup, name: "<test card>").value
    return renderer.lines(text, for: target)
  }

  private static let columns = 72

  // MARK: The rows

  private var markup: String {
    let rows = [
      row("hues", "<span class=hues>\(blank(56))</span>"),
      row("", "<span class=pale>\(blank(56))</span>"),
      row("greys", "<span class=greys>\(blank(56))</span>"), row("0 to 15", palette),
      row(
        "text",
        """
        <b>bold</b> <span class=faint>faint</span> <i>italic</i> <u>underline</u> <s>strike</s> \
        <span class=blink>blink</span> <span class=reverse>colour</span> \
        <span class=overline>overline</span>
        """),
      row(
        "underlines",
        """
        <span class=double>double</span> <span class=curly>curly</span> \
        <span class=dotted>dotted</span> <span class=dashed>dashed</span> \
        <span class=mistake>red and curly</span>
        """, lacks: profile[.underlineStyles].value ? nil : "not all of them are written here"),
      row("widths", widths.top), row("", widths.bottom),
      row("", "<span class=label>the bars stand one below the other</span>"),
      row(
        "link", #"<a href="https://www.w3.org/TR/css-cascade/">css-cascade</a>"#,
        lacks: profile[.hyperlinks].value ? nil : "not written here"),
      row("shadow", "<span class=glow>glowing</span>"),
      row("size", "<span class=small>9px</span> 15px <span class=larger>24px</span>"),
      sized("large", "30px"), sized("drop", "Shadow"),
    ]
    return rows.joined(separator: "\n")
  }

  private func row(_ label: String, _ content: String, lacks: String? = nil) -> String {
    let note = lacks.map { " <span class=label>(\($0))</span>" } ?? ""
    return "<span class=label>\(Self.padded(label))</span>" + content + note
  }

  /// A row for text that is several rows high; empty without large text.
  private func sized(_ name: String, _ text: String) -> String {
    profile.textSizing.value == .off ? "" : "<span class=\(name)>\(text)</span>"
  }

  private static func padded(_ label: String) -> String {
    label + String(repeating: " ", count: max(0, 12 - label.count))
  }

  /// Blanks that are kept at the end of a line.
  private func blank(_ count: Int) -> String { String(repeating: "\u{A0}", count: count) }

  private var palette: String {
    (0..<16).map { "<span style=\"background: ansi(\($0))\">\(blank(3))</span>" }.joined()
  }

  /// Clusters between bars, and bars at the expected columns.
  private var widths: (top: String, bottom: String) {
    let clusters = ["漢字", "e\u{301}", "한국", "ｶﾅ", "👍🏽", "👩‍🚀", "🇮🇹", "❤️", "नि", "→"]
    var top = "│"
    var bottom = "│"
    for cluster in clusters {
      top += cluster + "│"
      let cells = cellWidth(of: cluster, rules: .clusters)
      bottom += String(repeating: "·", count: cells) + "│"
    }
    return (top, bottom)
  }
}
