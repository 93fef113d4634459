import CellLayout
import StyledText
import Styling
import TerminalOutput

/// Writes runs of text as lines with escape sequences, as the stream writes its markup.
///
/// Every line starts and ends in the terminal's default state.
struct RunWriter {
  private let target: OutputTarget
  private let backdrop: Backdrop
  private var quantizer: ColorQuantizer

  init(_ target: OutputTarget, backdrop: Backdrop) {
    self.target = target
    self.backdrop = backdrop
    quantizer = ColorQuantizer(target)
  }

  mutating func append(_ text: AttributedText, into bytes: inout [UInt8]) {
    let environment = target.environment
    let text = InlineContent(text, rules: target.widthRules).layingOutBoxes(
      columns: environment.columns, whiteSpace: .preWrap, rules: target.widthRules,
      isFlat: environment.isFlat)
    guard environment.colorDepth != .none else {
      bytes += text.bytes
      return
    }
    var links: [String] = []
    var numbers: [String: UInt16] = [:]
    if environment.hasHyperlinks {
      for case let link? in text.runs.lazy.map(\.link) where links.count < UInt16.max {
        guard numbers[link] == nil else { continue }
        links.append(link)
        numbers[link] = UInt16(links.count)
      }
    }
    var pen = Pen(encoder: SGREncoder(capabilities: target.capabilities), links: links)
    var budget = LayoutBudget()
    for run in text.runs {
      let paint = ResolvedTextStyle(run.style, run.paint, in: environment, &budget)
      let rendition = quantizer.quantize(paint.rendition(in: environment, over: backdrop))
      let link = run.link.flatMap { numbers[$0] } ?? 0
      var rest = text.bytes[run.range]
      while let end = rest.firstIndex(of: 0x0A) {
        append(rest[..<end], rendition, link, &pen, into: &bytes)
        pen.reset(into: &bytes)
        bytes.append(0x0A)
        rest = rest[(end + 1)...]
      }
      append(rest, rendition, link, &pen, into: &bytes)
    }
    pen.reset(into: &bytes)
  }

  private func append(
    _ text: ArraySlice<UInt8>, _ rendition: GraphicRendition, _ link: UInt16, _ pen: inout Pen,
    into bytes: inout [UInt8]
  ) {
    guard !text.isEmpty else { return }
    pen.set(rendition, link: link, into: &bytes)
    bytes += text
  }
}
