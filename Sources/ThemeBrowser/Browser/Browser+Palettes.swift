import Diagnostics
import StyleValues

extension Browser {
  /// Shows the list of palettes in the place of the themes.
  mutating func openPalettes() {
    palettes.open()
    focus = .list
    status.message = settings.paletteProblems.first.map { problem in
      let others = settings.paletteProblems.count - 1
      let place = problem.location.map { Inspector.shortPlace($0) + ": " } ?? ""
      return "× left out: \(place)\(problem.message)" + (others > 0 ? ", and \(others) more" : "")
    }
  }

  /// Does what an action means while the palettes are listed.
  ///
  /// - Returns: True if it means something there.
  mutating func performInPalettes(_ action: BrowserAction, as responder: Responder) -> Bool {
    switch action {
    case .choose, .showPalettes: palettes.close(keeping: true)
    case .cancel: palettes.close(keeping: false)
    default:
      guard action.step(screenful: 1) != nil, responder == .list || responder == .browser else {
        return false
      }
      palettes.perform(action)
    }
    return true
  }

  /// Selects the next part of the sample that is hard to read under the palette in force, or says
  /// that there is none.
  mutating func showPoorRun(step: Int) {
    let runs = preview.selected?.poorRuns.map(\.run) ?? []
    let next = step > 0 ? runs.first { $0 > run } : runs.last { $0 < run }
    guard let found = next ?? (step > 0 ? runs.first : runs.last) else {
      status.message = "every part can be read under \(palettes.chosen.name)"
      return
    }
    preview.showRun(found)
    inspector.selectFirst()
  }
}
