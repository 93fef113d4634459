/// Step of a font size where all cells have one size, in steps of k, the scaled font size ÷ 15 px.
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

  /// The step for a scaled font size in px.
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
