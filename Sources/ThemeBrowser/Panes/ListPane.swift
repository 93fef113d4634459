import CellLayout
import Diagnostics
import StyleValues

/// The list of themes as a pane.
extension ThemeList {
  /// What stands before a theme that is kept beside others.
  static let pinSign = "◆"

  /// A row for each theme.
  ///
  /// - Parameters:
  ///   - frame: as large as the pane.
  ///   - pinned: the path of the theme that is kept beside others.
  func draw(on frame: inout Frame, pinned: String?) {
    for (line, row) in list.visible.enumerated() where line < frame.bounds.rows {
      let theme = themes[rows[row].theme]
      let isSelected = row == list.selection
      var states: ControlState = []
      if isSelected { states.insert(.selected) }
      if isSelected, frame.isFocused { states.insert(.focused) }
      if theme.problem != nil { states.insert(.disabled) }
      let look = frame.chrome.rendition(.row, states)
      var place = frame.bounds.line(line)
      frame.fill(place, look)
      if let badge = theme.badge { place = frame.writeRight(badge + " ", in: place, look) }
      let sign = frame.chrome.settings.control(.row).sign(states)
      let pin = theme.path == pinned ? Self.pinSign : " "
      place = frame.write("\(sign)\(pin)\(theme.mark) ", in: place, look)
      frame.write(theme.name, in: place, look)
      markFound(rows[row].found, of: theme.name, on: &frame, place, look)
    }
  }

  /// Marks the letters that the filter found.
  private func markFound(
    _ found: [Int], of name: String, on frame: inout Frame, _ place: CellRect,
    _ look: GraphicRendition
  ) {
    guard !found.isEmpty else { return }
    var mark = frame.chrome.rendition(.found)
    mark.foreground = look.foreground
    mark.background = look.background
    mark.attributes.formUnion(look.attributes)
    let bytes = Array(name.utf8)
    for offset in found where offset < bytes.count {
      let before = frame.width(of: String(decoding: bytes[..<offset], as: UTF8.self))
      let cell = place.inset(left: before)
      frame.update(cell.inset(right: max(0, cell.columns - 1))) { $0.rendition = mark }
    }
  }

}

extension Theme {
  /// The sign that says what it is.
  var mark: String {
    if problem != nil { return "×" }
    return switch scheme {
    case .dark: "●"
    case .light: "○"
    case nil: "·"
    }
  }

  /// Line and column of an error, or how many warnings there are.
  fileprivate var badge: String? {
    if let location = problem?.location { return "\(location.line):\(location.column)" }
    return warnings.isEmpty ? nil : "\(warnings.count)!"
  }
}
