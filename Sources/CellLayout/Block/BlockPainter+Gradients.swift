import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Gradients of runs, and of the block's letters.
extension BlockPainter {
  /// Colours runs cell by cell: a run is one long row of cells, from its first to its last; the
  /// gradient of a piece of big text covers its letters.
  mutating func paintRunGradients() {
    if host.text.backgroundClip == .text, let gradient = host.text.gradient {
      colorBlockLetters(gradient)
    }
    guard textStyles.distinct.contains(where: { $0.gradient != nil }) else { return }
    let own = textStyles.indices.filter { index in
      guard textStyles[index].gradient != nil else { return false }
      return textStyles.element(of: index).style.backgroundImage != host.text.backgroundImage
    }
    guard !own.isEmpty else { return }
    var areas = [RunArea](repeating: RunArea(), count: textStyles.count)
    for row in 0..<buffer.rows {
      for column in 0..<buffer.columns {
        let run = Int(runs[row * buffer.columns + column])
        if run >= 0 { areas[run].add(column, row) }
      }
    }
    var isOwn = [Bool](repeating: false, count: textStyles.count)
    for index in own {
      isOwn[index] = true
      if case .big = textStyles[index].scale, largeText.takesCells {
        areas[index].mayBeLetters = true
      }
    }
    // Runs come one after the other: the field of the last one is all that is kept.
    var ramps = GradientRamps(palette: environment.palette)
    var last: (run: Int, field: GradientField)?
    var passed = [Int](repeating: 0, count: textStyles.count)
    for row in 0..<buffer.rows {
      for column in 0..<buffer.columns {
        let run = Int(runs[row * buffer.columns + column])
        guard run >= 0, isOwn[run], let gradient = textStyles[run].gradient else { continue }
        let area = areas[run]
        if last?.run != run { last = (run, field(of: gradient, run, area, &ramps)) }
        let color =
          area.isLetters
          ? last?.field.color(column - area.columns.lowerBound, row - area.rows.lowerBound)
          : last?.field.color(passed[run], 0)
        passed[run] += 1
        if let color { applyGradient(color, column, row, run) }
      }
    }
  }

  /// The gradient of a run; only its first colours if all of them would cost too much.
  private mutating func field(
    of gradient: Gradient, _ run: Int, _ area: RunArea, _ ramps: inout GradientRamps
  ) -> GradientField {
    let (columns, rows) = area.isLetters ? (area.columns.count, area.rows.count) : (area.cells, 1)
    let color = textStyles[run].currentColor(in: environment)
    let opacity = textStyles[run].opacity
    guard budget.take(gradient.stops.count + ramps.cost) else {
      let first = Gradient(
        stops: Array(gradient.stops.prefix(2)), angle: gradient.angle, corner: gradient.corner,
        interpolation: gradient.interpolation, isRepeating: gradient.isRepeating)
      return GradientField(
        first, columns: columns, rows: rows, currentColor: color, opacity: opacity,
        palette: environment.palette)
    }
    return GradientField(
      gradient, columns: columns, rows: rows, currentColor: color, opacity: opacity, &ramps)
  }

  /// Cells of a run, and the columns and rows that they span.
  private struct RunArea {
    var cells = 0
    var columns = 0..<0
    var rows = 0..<0
    var mayBeLetters = false

    mutating func add(_ column: Int, _ row: Int) {
      if cells == 0 {
        columns = column..<column + 1
        rows = row..<row + 1
      } else {
        columns = min(columns.lowerBound, column)..<max(columns.upperBound, column + 1)
        rows = min(rows.lowerBound, row)..<max(rows.upperBound, row + 1)
      }
      cells += 1
    }

    /// True if the run is one piece of letters of several rows, and no lines of text.
    var isLetters: Bool { mayBeLetters && cells == columns.count * rows.count }
  }

  private mutating func applyGradient(_ color: SRGBColor, _ column: Int, _ row: Int, _ run: Int) {
    let cell = buffer[column, row]
    let behind = Backdrop(cell.rendition.background)
    if textStyles[run].clipsToText {
      buffer[column, row].rendition.foreground =
        .rgb(color.over(behind.visible(in: environment)).rgb8)
    } else {
      buffer[column, row].rendition = textStyles[run].rendition(
        on: behind.painting(color, in: environment), in: environment)
    }
  }

  /// Colours the letters of a block with `background-clip: text`: the gradient covers the content
  /// box.
  private mutating func colorBlockLetters(_ gradient: Gradient) {
    let box = contentBox
    var field = GradientField(
      gradient, columns: box.columns, rows: box.rows, currentColor: hostColor,
      opacity: host.text.opacity, palette: environment.palette)
    for row in box.row..<box.row + box.rows {
      for column in box.column..<box.column + box.columns
      where runs[row * buffer.columns + column] >= 0 {
        let run = Int(runs[row * buffer.columns + column])
        // A run with a colour of its own keeps it.
        guard textStyles.element(of: run).style.color == host.text.color else { continue }
        let behind = Backdrop(buffer[column, row].rendition.background)
        let color = field.color(column - box.column, row - box.row)
        buffer[column, row].rendition.foreground =
          .rgb(color.over(behind.visible(in: environment)).rgb8)
      }
    }
  }
}
