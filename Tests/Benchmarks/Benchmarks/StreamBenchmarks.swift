import Bytes
import CellLayout
import Diagnostics
import Rendering
import Styling
import TerminalOutput

/// The stream from markup to escape sequences.
enum StreamBenchmarks {
  private static func resolver(rules: Int = 20) -> StyleResolver {
    let environment = Environment(colorDepth: .truecolor)
    let sheet = StylesheetLoader(environment: environment).load(
      SourceText(name: "sheet.css", bytes: Workloads.sheet(rules: rules)), form: .css)
    return StyleResolver(stylesheet: sheet, environment: environment)
  }

  private static func render(_ markup: [UInt8], _ resolver: StyleResolver) -> Int {
    var renderer = StreamRenderer(
      resolver: resolver,
      options: StreamRenderer.Options(target: OutputTarget()))
    var output = StreamBuffer()
    var total = 0
    var start = 0
    var end = 0
    repeat {
      end = min(markup.count, end + 1 << 17)
      start += renderer.render(
        markup.span.extracting(start..<end), isLast: end == markup.count, to: &output)
      total += output.bytes.count
      output.removeAll()
    } while end < markup.count
    return total
  }

  /// The profiles, compared with looking at every byte once.
  static func profiles() {
    for profile in Workloads.Profile.allCases {
      let markup = Workloads.markup(profile, bytes: 8 << 20)
      let styles = resolver()
      let own = Report.seconds { _ = render(markup, styles) }
      let floor = Report.seconds { sink = markup.reduce(0) { $0 &+ Int($1 ^ 0x3C) } }
      Report.line(
        profile.rawValue, "\(Report.number(Double(markup.count) / own / 1e6, decimals: 0)) MB/s",
        "\(Report.number(own / floor)) × a sum")
    }
    let many = resolver(rules: 100_000)
    let few = resolver(rules: 20)
    let markup = Workloads.markup(.typical, bytes: 4 << 20)
    let ratio =
      Report.seconds { _ = render(markup, many) } / Report.seconds { _ = render(markup, few) }
    Report.line("100,000 rules : 20 rules", Report.number(ratio), "(at most 1.1)")
  }

  /// Four times the input may take about four times as long.
  static func linearity() {
    for shape in Workloads.hostileShapes {
      let small = shape.make(25_000)
      let large = shape.make(100_000)
      let first = Report.seconds { _ = render(small, resolver()) }
      let second = Report.seconds { _ = render(large, resolver()) }
      let ratio = second / first
      Report.line(
        shape.name, Report.number(ratio), ratio < 5 ? "" : "NOT LINEAR (at most 5)")
    }
  }

  /// Keeps results that nobody uses from being left out.
  nonisolated(unsafe) static var sink = 0
}
