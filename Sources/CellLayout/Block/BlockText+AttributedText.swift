package import StyledText

extension BlockText {
  /// The text of parsed markup and the runs that the layout needs to know.
  package init(_ text: AttributedText) {
    self.init(
      bytes: text.bytes,
      runs: text.runs.map { run in
        BlockRun(range: run.range, style: run.style, paint: run.paint, link: run.link)
      })
  }
}
