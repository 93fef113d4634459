public import Styling

/// A part of a block's text that looks the same throughout.
public struct BlockRun: Hashable, Sendable {
  /// Byte offsets into the text.
  public var range: Range<Int>

  /// How it looks.
  public var style: TextStyle

  /// What is behind it.
  public var paint: PaintState

  /// Where it leads; nil is no link.
  public var link: String?

  /// Puts a run together.
  public init(
    range: Range<Int>, style: TextStyle, paint: PaintState = PaintState(), link: String? = nil
  ) {
    self.range = range
    self.style = style
    self.paint = paint
    self.link = link
  }
}

/// The text of a block and its runs, which cover it without gaps, in order.
public struct BlockText: Hashable, Sendable {
  /// UTF-8, fit for a terminal.
  public var bytes: [UInt8]

  /// The runs from first to last.
  public var runs: [BlockRun]

  /// Puts a text together.
  public init(bytes: [UInt8], runs: [BlockRun]) {
    self.bytes = bytes
    self.runs = runs
  }

  /// A text that looks the same throughout.
  public init(_ text: String, style: TextStyle = .initial) {
    bytes = Array(text.utf8)
    runs = [BlockRun(range: 0..<bytes.count, style: style)]
  }
}
