import StyleValues
import StyledText
import Styling
import TerminalOutput

/// A piece of a line that casts shadows.
struct ShadowSource {
  let run: Int
  var columns: Range<Int>
  let row: Int
}

/// Coverage of columns and rows by a shadow, from the first one that it reaches.
struct ShadowProfile {
  let length: Int
  let across: [Double]
  let down: [Double]
}

/// Shadows of text of one row: tints of the cells around it, and copies of its letters in cells
/// without text.
extension BlockPainter {
  /// Records the cells of text with shadows; neighbours with the same shadows cast one.
  mutating func noteShadows(of run: Int, columns: Range<Int>, row: Int) {
    guard !columns.isEmpty, !textStyles[run].shadows.isEmpty else { return }
    if let last = shadows.sources.last, last.row == row,
      last.columns.upperBound == columns.lowerBound,
      textStyles[last.run].shadows == textStyles[run].shadows
    {
      shadows.sources[shadows.sources.count - 1].columns =
        last.columns.lowerBound..<columns.upperBound
    } else {
      shadows.sources.append(ShadowSource(run: run, columns: columns, row: row))
    }
  }

  /// Paints all recorded shadows, from the last one of each text.
  mutating func paintShadows() {
    guard environment.colorDepth >= .ansi8 else { return }
    let layers = affordableLayers()
    for source in shadows.sources {
      for shadow in textStyles[source.run].shadows.prefix(layers).reversed() {
        // With few colours most shadows are too faint for a shade, as everybody expects.
        var isSeen = environment.colorDepth < .ansi256
        if environment.colorDepth >= .ansi256 {
          tint(shadow, source, &isSeen)
          ghost(shadow, source, &isSeen)
        } else {
          shade(shadow, source)
        }
        if isSeen { shadows.seen.insert(shadow) } else { shadows.hidden.insert(shadow) }
      }
    }
  }

  /// The number of shadows of each text that can be painted, from the first ones, which are on top.
  private mutating func affordableLayers() -> Int {
    var layers = 0
    var sources = shadows.sources
    while !sources.isEmpty {
      let sum = sources.reduce(0) { $0 + cost(of: textStyles[$1.run].shadows[layers], $1) }
      guard budget.take(sum) else { break }
      layers += 1
      sources.removeAll { textStyles[$0.run].shadows.count <= layers }
    }
    return layers
  }

  /// The number of cells that a shadow may cover, and of columns and rows for which its coverage is
  /// computed.
  private func cost(of shadow: ShadowLayer, _ source: ShadowSource) -> Int {
    let area = paddingBox
    let (right, down) = (shadow.horizontal.reach, shadow.vertical.reach)
    let columns = (source.columns.lowerBound - right..<source.columns.upperBound + right)
      .clamped(to: area.column..<area.column + max(0, area.columns))
    let rows = (source.row - down..<source.row + down + 1)
      .clamped(to: area.row..<area.row + max(0, area.rows))
    return columns.count * rows.count + 2 * (source.columns.count + right + down)
  }

  /// Calls `body` for the cells whose coverage times `strength` reaches the threshold.
  private mutating func eachCell(
    of shadow: ShadowLayer, _ source: ShadowSource, strength: Double,
    _ body: (_ column: Int, _ row: Int, _ covered: Double) -> Void
  ) {
    let area = paddingBox
    let horizontal = shadow.horizontal
    let vertical = shadow.vertical
    let first = max(area.column, source.columns.lowerBound - horizontal.reach)
    let last = min(area.column + area.columns, source.columns.upperBound + horizontal.reach)
    guard first < last else { return }
    let profile = profile(of: shadow, horizontal, vertical, length: source.columns.count)
    let top = max(area.row, source.row - vertical.reach)
    let bottom = min(area.row + area.rows, source.row + vertical.reach + 1)
    guard top < bottom else { return }
    for row in top..<bottom {
      let down = profile.down[row - source.row + vertical.reach]
      guard down * strength * shadow.color.alpha >= ShadowLayer.threshold else { continue }
      for column in first..<last {
        let covered = down * profile.across[column - source.columns.lowerBound + horizontal.reach]
        if covered * strength * shadow.color.alpha >= ShadowLayer.threshold {
          body(column, row, covered)
        }
      }
    }
  }

  /// The coverage of cells by the shadow of a text of some length; profiles are cached, because
  /// lines of a text are often of one length.
  private mutating func profile(
    of shadow: ShadowLayer, _ horizontal: ShadowCoverage, _ vertical: ShadowCoverage, length: Int
  ) -> ShadowProfile {
    if let known = shadows.profiles[shadow], known.length == length { return known }
    if shadows.profiles.count >= Self.mostProfiles { shadows.profiles.removeAll() }
    let profile = ShadowProfile(
      length: length,
      across: (-horizontal.reach..<length + horizontal.reach).map {
        horizontal.along($0, length: Double(length))
      }, down: (-vertical.reach...vertical.reach).map { vertical.along($0, length: 1) })
    shadows.profiles[shadow] = profile
    return profile
  }

  private static let mostProfiles = 16

  private mutating func tint(_ shadow: ShadowLayer, _ source: ShadowSource, _ isSeen: inout Bool) {
    var tints: [(column: Int, row: Int, covered: Double)] = []
    eachCell(of: shadow, source, strength: ShadowLayer.tintStrength) { tints.append(($0, $1, $2)) }
    if !tints.isEmpty { isSeen = true }
    for (column, row, covered) in tints {
      let behind = Backdrop(buffer[column, row].rendition.background)
        .painting(shadow.color.fading(by: covered * ShadowLayer.tintStrength), in: environment)
      let background = behind.cellColor(in: environment)
      buffer.update(column, row) { $0.rendition.background = background }
      let run = Int(runs[row * buffer.columns + column])
      if run >= 0, textStyles[run].isTranslucent {
        let ink = textStyles[run].foregroundColor(on: behind, in: environment)
        buffer.update(column, row) { $0.rendition.foreground = ink }
      }
    }
  }

  /// True if a cell has neither text nor a shadow; the spaces of a text belong to it.
  private func isEmpty(_ column: Int, _ row: Int) -> Bool {
    runs[row * buffer.columns + column] < 0 && buffer[column, row].text == " "
  }

  /// Draws the letters again, moved by whole cells, where there is no text.
  private mutating func ghost(_ shadow: ShadowLayer, _ source: ShadowSource, _ isSeen: inout Bool) {
    let right = Int((shadow.x / CellMetrics.width).rounded())
    let down = Int((shadow.y / CellMetrics.height).rounded())
    guard right != 0 || down != 0 else { return }
    let area = paddingBox
    let row = source.row + down
    let covered = shadow.vertical.along(down, length: 1)
    let horizontal = shadow.horizontal
    let length = source.columns.count
    let across = profile(of: shadow, horizontal, shadow.vertical, length: length).across
    for from in source.columns {
      let cell = buffer[from, source.row]
      let column = from + right
      let width = Int(cell.width)
      guard width > 0, cell.text != " ", area.contains(CellPosition(column: column, row: row)),
        area.contains(CellPosition(column: column + width - 1, row: row)),
        (column..<column + width).allSatisfy({ isEmpty($0, row) })
      else { continue }
      let offset = column - source.columns.lowerBound
      let known = offset + horizontal.reach
      let share =
        covered
        * (across.indices.contains(known)
          ? across[known] : horizontal.along(offset, length: Double(length)))
      guard share * shadow.color.alpha >= ShadowLayer.threshold else { continue }
      isSeen = true
      let background = buffer[column, row].rendition.background
      let ink = shadow.color.fading(by: share).over(Backdrop(background).visible(in: environment))
      var rendition = GraphicRendition(foreground: .rgb(ink.rgb8), background: background)
      rendition.attributes = cell.rendition.attributes.intersection([.bold, .italic])
      var ghost = cell
      (ghost.rendition, ghost.link) = (rendition, 0)
      buffer[column, row] = ghost
      for next in column + 1..<max(column + 1, column + width) {
        buffer[next, row] = Cell(text: "", width: 0, rendition: rendition)
      }
    }
  }

  /// Draws a shadow with few colours, as `░▒▓` in empty cells.
  private mutating func shade(_ shadow: ShadowLayer, _ source: ShadowSource) {
    var shades: [(column: Int, row: Int, covered: Double)] = []
    eachCell(of: shadow, source, strength: 1) { shades.append(($0, $1, $2)) }
    for (column, row, covered) in shades where isEmpty(column, row) {
      guard let glyph = Self.shadeGlyph(covered * shadow.color.alpha) else { continue }
      buffer[column, row].put(glyph)
      buffer[column, row].rendition.foreground = .rgb(shadow.color.rgb8)
    }
  }

  /// The shade of a strength from 0 to 1.
  static func shadeGlyph(_ strength: Double) -> SafeText? {
    switch strength {
    case 0.62...: "▓"
    case 0.37...: "▒"
    case 0.12...: "░"
    default: nil
    }
  }
}
