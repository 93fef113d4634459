import Bytes

/// Sizes of runs on a terminal.
struct RunSizes {
  /// Size of the clusters of a run.
  enum Size {
    /// One row, as ordinary text.
    case plain
    /// One row, a blank cell after each cluster.
    case spaced
    /// Drawn with blocks.
    case blocks(BigTextForm)
    /// Drawn by the terminal.
    case byTerminal(TextScaling)
  }

  private let sizes: [Size]

  /// True if every run is shown as ordinary text.
  let isPlain: Bool

  /// True if text of several sizes may stand on a line.
  let mayMix: Bool

  init(_ paints: [ResolvedTextStyle], _ largeText: LargeText) {
    var isPlain = true
    sizes = paints.map { paint in
      let size = Self.size(paint, largeText)
      if case .plain = size {} else { isPlain = false }
      return size
    }
    self.isPlain = isPlain
    mayMix = largeText != .doubleHeight
  }

  /// The size of a run.
  subscript(_ run: Int) -> Size { sizes[run] }

  private static func size(_ paint: ResolvedTextStyle, _ largeText: LargeText) -> Size {
    switch largeText {
    case .off: return .plain
    case .textSizing:
      return TextScaling(fontSize: paint.fontSize).map(Size.byTerminal) ?? .plain
    case .doubleHeight:
      if case .big = paint.scale { return .byTerminal(.double) }
      return .plain
    case .blocks, .typeset:
      switch paint.scale {
      case .faint, .normal, .bold: return .plain
      case .spaced: return .spaced
      case .big(let rows):
        return BigTextForm(rows: rows, hasSextants: largeText != .blocks(hasSextants: false))
          .map(Size.blocks) ?? .plain
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

  /// Puts a paragraph on one line, or gives nil when it does not fit, when nothing in it has
  /// another size, when sizes are mixed that must not be, or when a letter is missing from the
  /// bitmap fonts.
  init?(
    _ text: InlineContent, _ paragraph: Range<Int>, _ sizes: RunSizes, columns limit: Int,
    rules: WidthRules
  ) {
    var pieces: [Piece] = []
    var column = 0
    var rows = 1
    var isSized = false
    var isMixed = false
    var run = text.firstRun(at: paragraph.lowerBound)
    while run < text.runs.count, text.runs[run].range.lowerBound < paragraph.upperBound {
      let range = text.runs[run].range.clamped(to: paragraph)
      if !range.isEmpty {
        guard
          let piece = Self.piece(text.bytes, range, run, sizes[run], at: column, rules, limit)
        else { return nil }
        pieces.append(piece)
        column += piece.columns
        rows = max(rows, piece.rows)
        if case .plain = piece.size { isMixed = true } else { isSized = true }
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
    // A tab has its place on lines of one size only.
    guard !bytes[range].contains(0x09) else { return nil }
    var columns = 0
    var rows = 1
    switch size {
    case .plain:
      columns = cellWidth(of: bytes, in: range, rules: rules)
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
    return Piece(
      run: run, range: range, size: size, column: column, columns: columns, rows: rows)
  }
}

extension BitmapFont {
  /// The glyph of a cluster, which must be one code point to have one.
  func glyph(of bytes: [UInt8], _ cluster: Range<Int>) -> Int? {
    let scalar = bytes.span.scalar(at: cluster.lowerBound, before: cluster.upperBound)
    return scalar.length == cluster.count ? glyph(of: scalar.value) : nil
  }
}

extension InlineContent {
  /// The first run that ends after `offset`; the number of runs when there is none.
  func firstRun(at offset: Int) -> Int {
    runs.partitioningIndex { $0.range.upperBound > offset }
  }
}
