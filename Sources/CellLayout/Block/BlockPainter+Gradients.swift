import StyleValues
import Styling

/// Gradients of runs, and of the block's letters.
extension BlockPainter {
  /// Colours runs cell by cell: a run is one long row of cells, from its first to its last.
  mutating func paintRunGradients() {
    if host.text.backgroundClip == .text, let gradient = host.text.gradient {
      colorBlockLetters(gradient)
    }
    let own = paints.indices.filter { index in
      guard paints[index].gradient != nil else { return false }
      return text.runs[index].style.backgroundImage != host.text.backgroundImage
    }
    guard !own.isEmpty else { return }
    var cellsOfRun = [Int](repeating: 0, count: paints.count)
    for run in runs where run >= 0 { cellsOfRun[Int(run)] += 1 }
    var fields: [Int: GradientField] = [:]
    for index in own {
      guard let gradient = paints[index].gradient else { continue }
      fields[index] = GradientField(
        gradient, columns: cellsOfRun[index], rows: 1, currentColor: paints[index].currentColor,
        opacity: paints[index].opacity)
    }
    var passed = [Int](repeating: 0, count: paints.count)
    for row in 0..<buffer.rows {
      for column in 0..<buffer.columns {
        let run = Int(runs[row * buffer.columns + column])
        guard run >= 0, let color = fields[run]?.color(passed[run], 0) else { continue }
        passed[run] += 1
        applyGradient(color, column, row, run)
      }
    }
  }

  private mutating func applyGradient(_ color: SRGBColor, _ column: Int, _ row: Int, _ run: Int) {
    let cell = buffer[column, row]
    let behind = Backdrop(cell.rendition.background)
    if paints[run].clipsToText {
      buffer[column, row].rendition.foreground =
        .rgb(color.over(behind.visible(in: environment)).rgb8)
    } else {
      buffer[column, row].rendition = paints[run].rendition(
        on: behind.painting(color), in: environment)
    }
  }

  /// `background-clip: text` on the block: the gradient lies over the content box.
  private mutating func colorBlockLetters(_ gradient: Gradient) {
    let box = contentBox
    var field = GradientField(
      gradient, columns: box.columns, rows: box.rows,
      currentColor: host.text.color?.srgb() ?? SRGBColor(red: 0.5, green: 0.5, blue: 0.5),
      opacity: host.text.opacity)
    for row in box.row..<box.row + box.rows {
      for column in box.column..<box.column + box.columns
      where runs[row * buffer.columns + column] >= 0 {
        let run = Int(runs[row * buffer.columns + column])
        // A run with a colour of its own keeps it.
        guard text.runs[run].style.color == host.text.color else { continue }
        let behind = Backdrop(buffer[column, row].rendition.background)
        let color = field.color(column - box.column, row - box.row)
        buffer[column, row].rendition.foreground =
          .rgb(color.over(behind.visible(in: environment)).rgb8)
      }
    }
  }
}
