import Diagnostics
import StyleValues
import Styling

extension Browser {
  /// Does some background work, and returns the effects to perform; nil if there is none left.
  ///
  /// The work is to read a theme, or to measure how readable the sample is under a visible one.
  package mutating func workAhead() -> [BrowserEffect]? {
    if let path = themes.nextUnread() { return [.read([path])] }
    guard status.prompt == nil, let theme = themes.unmeasuredInSight(preview.view) else {
      return nil
    }
    measure(theme)
    return []
  }

  /// Effects before a frame: the selected theme is read.
  package var effectsBeforeFrame: [BrowserEffect] {
    themes.selectedTheme.flatMap { $0.isStale ? [.read([$0.path])] : nil } ?? []
  }

  /// Measures a theme as it is shown now, if it is not measured yet.
  mutating func measure(_ index: Int) {
    guard themes.themes[index].isUnmeasured(preview.view),
      let shown = preview.unseen(themes.themes[index], settings)
    else { return }
    themes.measure(index, shown, preview.view)
  }

  /// Selects the themes that are listed; those on which this depends are measured.
  mutating func show(_ choice: ThemeList.Choice) {
    turnBackdrop(to: ColorScheme(rawValue: choice.rawValue))
    for (index, theme) in themes.themes.enumerated()
    where choice == .problems || choice != .all && !theme.hasSettledScheme { measure(index) }
    let before =
      beforeChoice.flatMap { $0.then == themes.selectedTheme?.path ? $0.before : nil }
      ?? themes.selectedTheme?.path
    changeList {
      $0.choice = choice
      $0.select(before)
    }
    beforeChoice = (before, themes.selectedTheme?.path)
  }

  /// Shows themes on the background of a scheme if some of them have that scheme only there; else
  /// on the chosen one.
  private mutating func turnBackdrop(to scheme: ColorScheme?) {
    let shown = simulation.backdrop
    let chosen = backdropBeforeChoice ?? shown
    preview.simulation.backdrop = chosen
    backdropBeforeChoice = nil
    if let scheme, scheme != seenEnvironment.colorScheme, themes.haveFollowers(of: scheme, settings)
    {
      backdropBeforeChoice = chosen
      preview.simulation.backdrop = scheme == .light ? .white : .black
    }
    if simulation.backdrop != shown { updateSides() }
  }

  /// Selects the next part that is hard to read, then the next theme with a problem, cyclically.
  mutating func showProblem() {
    let palette = simulation.palette.map { " under \($0.shortName)" } ?? ""
    // The list shows the first error beside the theme.
    let hasMore = (themes.selectedTheme?.problems.count ?? 0) > 1
    if mode == .edit || hasMore, showError() { return }
    if showPoorPart(after: run) { return }
    let count = themes.rows.count
    var found: Int?
    for distance in 1..<count + 1 where found == nil {
      let row = ((themes.selectedRow ?? 0) + distance) % count
      measure(themes.rows[row].theme)
      if themes.themes[themes.rows[row].theme].hasProblem { found = row }
    }
    guard let found else { return refuse("no theme has a problem\(palette)") }
    let isSame = found == themes.selectedRow
    changeList { $0.select(row: found) }
    updateLayout()
    _ = showPoorPart(after: -1)
    if isSame {
      status.message = "no other theme has a problem\(palette)"
    } else if palettes.isOpen {
      // The list of themes is out of sight.
      status.message = themes.selectedTheme.map { "theme: \($0.name)" }
    }
  }

  /// Shows the next error in the files of the selected theme; returns false if there is none after
  /// the selected line.
  private mutating func showError() -> Bool {
    let places = themes.selectedTheme?.problems.compactMap(\.location) ?? []
    let current =
      inspector.tab == .source ? places.firstIndex { $0 == inspector.selectedPlace } : nil
    guard let next = places.dropFirst(current.map { $0 + 1 } ?? 0).first else { return false }
    focus = .inspector
    inspector.show(next)
    return true
  }

  /// Selects the next part of the sample that is hard to read; returns false if there is none.
  private mutating func showPoorPart(after run: Int) -> Bool {
    let next = preview.selected?.poorRuns.map(\.run).first { $0 > run }
    guard let next else { return false }
    preview.showRun(next)
    inspector.selectFirst()
    return true
  }
}
