import Bytes
import StyledText
import TerminalOutput

/// Step of a font size, for cells of one size, by k = scaled font size ÷ 15 px.
package enum FontScale: Hashable, Sendable {
  /// k up to 2/3: faint.
  case faint
  /// Ordinary text.
  case normal
  /// k above 1 and below 1.5: bold, unless a weight is set.
  case bold
  /// k from 1.5 up to 1.75: bold, with a blank cell after each cluster.
  case spaced
  /// k from 1.75 on: letters of this many rows, 2 to 7.
  case big(rows: Int)

  package init(fontSize: Double) {
    let scale = fontSize / 15
    guard !scale.isNaN else {
      self = .normal
      return
    }
    switch scale {
    case ...(2.0 / 3): self = .faint
    case ...1: self = .normal
    case ..<1.5: self = .bold
    case ..<1.75: self = .spaced
    default: self = .big(rows: Int(min(scale, 7).rounded()))
    }
  }
}

/// Parameters of OSC 66, kitty's text sizing protocol, for a font size.
///
/// A block of text is `scale` rows high and `scale` × `width` cells wide; its letters are drawn at
/// `numerator`/`denominator` of the block's height. To make the width fit the size too, several
/// narrow characters share a block of `width` scaled cells.
package struct TextScaling: Hashable, Sendable {
  /// `s`: rows, 1 to 7.
  package let scale: Int

  /// `n`; 0 leaves out the fraction.
  package let numerator: Int

  /// `d`; 0 leaves out the fraction.
  package let denominator: Int

  /// `w` of a full block; 0 lets the terminal split the text by characters.
  package let width: Int

  /// Number of cells of unscaled text in a full block; 1 if `width` is 0.
  package let cellsPerBlock: Int

  /// Twice as wide and high.
  static let double = TextScaling(scale: 2)

  private init(scale: Int) {
    self.scale = scale
    (numerator, denominator, width, cellsPerBlock) = (0, 0, 0, 1)
  }

  /// The nearest sizing for k = scaled font size ÷ 15 px; nil for text of ordinary size.
  ///
  /// The nearest of ½, ⅔, ¾, 1, 1¼, 1½, 1¾, 2, 2½, 3, 4, 5, 6, 7 is used for k.
  package init?(fontSize: Double) {
    let size = fontSize / 15
    var best = Self.steps[3]
    for step in Self.steps where abs(Self.value(step) - size) < abs(Self.value(best) - size) {
      best = step
    }
    let (top, bottom) = best
    guard top != bottom else { return nil }
    scale = (top + bottom - 1) / bottom
    if top % bottom == 0 {
      (numerator, denominator, width, cellsPerBlock) = (0, 0, 0, 1)
      return
    }
    // k/s in lowest terms, and m/w = s/k.
    let divisor = Self.greatestCommonDivisor(top, bottom * scale)
    numerator = top / divisor
    denominator = bottom * scale / divisor
    width = numerator
    cellsPerBlock = denominator
  }

  /// `w` of the last block, which holds `cells` cells of unscaled text: w = ⌈cells × k/s⌉.
  package func width(ofRest cells: Int) -> Int {
    denominator == 0 ? cells : (cells * numerator + denominator - 1) / denominator
  }

  private static let steps = [
    (1, 2), (2, 3), (3, 4), (1, 1), (5, 4), (3, 2), (7, 4), (2, 1), (5, 2), (3, 1), (4, 1), (5, 1),
    (6, 1), (7, 1),
  ]

  private static func value(_ step: (Int, Int)) -> Double { Double(step.0) / Double(step.1) }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

struct RunSizes {
  enum Size {
    case normal
    /// One row, a blank cell after each cluster.
    case spaced
    case blocks(BigTextForm)
    /// Drawn by the terminal.
    case byTerminal(TextScaling)
  }

  private let sizes: [Size]
  private let styles: RunStyles

  /// True if every run is shown as ordinary text.
  let isUnsized: Bool

  /// True if text of several sizes may be on one line.
  let mayMix: Bool

  init(_ styles: RunStyles, _ largeText: LargeText) {
    self.styles = styles
    var isUnsized = true
    sizes = styles.distinct.map { style in
      let size = Self.size(style, largeText)
      if case .normal = size {} else { isUnsized = false }
      return size
    }
    self.isUnsized = isUnsized
    mayMix = largeText != .doubleHeight
  }

  subscript(_ run: Int) -> Size { sizes[styles.number(of: run)] }

  private static func size(_ style: ResolvedTextStyle, _ largeText: LargeText) -> Size {
    switch largeText {
    case .off: return .normal
    case .textSizing: return TextScaling(fontSize: style.fontSize).map(Size.byTerminal) ?? .normal
    case .doubleHeight:
      if case .big = style.scale { return .byTerminal(.double) }
      return .normal
    case .blocks, .typeset:
      switch style.scale {
      case .faint, .normal, .bold: return .normal
      case .spaced: return .spaced
      case .big(let rows):
        return BigTextForm(rows: rows, hasSextants: largeText != .blocks(hasSextants: false))
          .map(Size.blocks) ?? .normal
      }
    }
  }
}

/// A line with text of other sizes than one row.
struct SizedLine {
  /// The part of one run.
  struct Piece {
    let run: Int
    let range: Range<Int>
    let size: RunSizes.Size
    /// Columns from the start of the line.
    let column: Int
    let columns: Int
    let rows: Int
  }

  let pieces: [Piece]
  let columns: Int
  let rows: Int

  /// A paragraph on one line; nil if it does not fit, if nothing in it has another size, if sizes
  /// are mixed where they must not be, or if a bitmap font lacks a letter.
  init?(
    _ text: StyledLines, _ paragraph: Range<Int>, _ sizes: RunSizes, columns limit: Int,
    rules: WidthRules
  ) {
    var pieces: [Piece] = []
    var column = 0
    var rows = 1
    var isSized = false
    var isMixed = false
    var run = text.runIndex(at: paragraph.lowerBound)
    while run < text.runs.count, text.runs[run].start < paragraph.upperBound {
      let range = (text.runs[run].start..<text.end(ofRun: run)).clamped(to: paragraph)
      if !range.isEmpty {
        guard let piece = Self.piece(text.bytes, range, run, sizes[run], at: column, rules, limit)
        else { return nil }
        pieces.append(piece)
        column += piece.columns
        rows = max(rows, piece.rows)
        if case .normal = piece.size { isMixed = true } else { isSized = true }
        guard column <= limit else { return nil }
      }
      run += 1
    }
    guard isSized, !isMixed || sizes.mayMix else { return nil }
    self.pieces = pieces
    self.columns = column
    self.rows = rows
  }

  private static func piece(
    _ bytes: [UInt8], _ range: Range<Int>, _ run: Int, _ size: RunSizes.Size, at column: Int,
    _ rules: WidthRules, _ limit: Int
  ) -> Piece? {
    // Tab stops exist only on lines of one size.
    guard !bytes[range].contains(0x09) else { return nil }
    var columns = 0
    var rows = 1
    switch size {
    case .normal: columns = cellWidth(of: bytes, in: range, rules: rules)
    case .spaced:
      for cluster in TextClusters(bytes, in: range, rules: rules) {
        columns += cluster.width > 0 ? cluster.width + 1 : 0
      }
    case .blocks(let form):
      rows = form.rows
      for cluster in TextClusters(bytes, in: range, rules: rules) {
        guard let glyph = form.font.glyph(of: bytes, cluster.range) else { return nil }
        columns += form.columns(of: glyph)
        if columns > limit { return nil }
      }
    case .byTerminal(let sizing):
      rows = sizing.scale
      for chunk in SizingChunks(bytes, in: range, sizing, rules: rules) { columns += chunk.columns }
    }
    return Piece(run: run, range: range, size: size, column: column, columns: columns, rows: rows)
  }
}

extension BitmapFont {
  /// The glyph of a cluster of one scalar; nil for other clusters.
  func glyph(of bytes: [UInt8], _ cluster: Range<Int>) -> Int? {
    let scalar = bytes.span.scalar(at: cluster.lowerBound, before: cluster.upperBound)
    return scalar.length == cluster.count ? glyph(of: scalar.value) : nil
  }
}

/// Splits text into the blocks of OSC 66.
struct SizingChunks: Sequence, IteratorProtocol {
  struct Chunk {
    let range: Range<Int>
    /// `w`; 0 lets the terminal split the text.
    let width: Int
    let columns: Int
  }

  private let bytes: [UInt8]
  private let sizing: TextScaling
  private var clusters: TextClusters
  private var pending: TextCluster?

  /// Most bytes in one escape sequence.
  private static let byteLimit = 4096

  init(_ bytes: [UInt8], in range: Range<Int>, _ sizing: TextScaling, rules: WidthRules) {
    self.bytes = bytes
    self.sizing = sizing
    clusters = TextClusters(bytes, in: range, rules: rules)
    pending = clusters.next()
  }

  /// The next block: as many clusters as fill it; a wide cluster is never split between two.
  mutating func next() -> Chunk? {
    guard let first = pending else { return nil }
    var end = first.range.lowerBound
    var cells = 0
    while let cluster = pending {
      let isFull = sizing.width > 0 && cells > 0 && cells + cluster.width > sizing.cellsPerBlock
      let isLong =
        end > first.range.lowerBound
        && cluster.range.upperBound - first.range.lowerBound > Self.byteLimit
      if isFull || isLong { break }
      end = cluster.range.upperBound
      cells += cluster.width
      pending = clusters.next()
    }
    let width = sizing.width == 0 ? 0 : sizing.width(ofRest: cells)
    return Chunk(
      range: first.range.lowerBound..<end, width: width,
      columns: sizing.scale * (sizing.width == 0 ? cells : width))
  }
}
