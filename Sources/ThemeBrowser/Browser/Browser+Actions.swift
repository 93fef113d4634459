import Diagnostics
import StyleValues
import StyledText
import Styling

extension Browser {
  /// Performs an action: the first responder in the chain that can, does.
  mutating func perform(_ action: BrowserAction) -> [BrowserEffect] {
    let responder = responderChain.first { $0.responds(to: action.rawValue) }
    return responder.map { perform(action, as: $0) } ?? []
  }

  /// Performs an action as a responder that responds to it.
  mutating func perform(_ action: BrowserAction, as responder: Responder) -> [BrowserEffect] {
    // One action after another may have to do with what the first one has brought to light.
    settle()
    switch responder {
    case .list: changeList { $0.list.perform(action) }
    case .preview: preview.perform(action)
    case .inspector: inspector.list.perform(action)
    case .help:
      guard var list = help else { break }
      help = list.perform(action, chrome.settings, in: layout.screen) ? list : nil
    case .browser: return performInWindow(action)
    }
    return []
  }

  private mutating func performInWindow(_ action: BrowserAction) -> [BrowserEffect] {
    switch action {
    case .moveUp, .moveDown, .pageUp, .pageDown, .moveToTop, .moveToBottom:
      changeList { $0.list.perform(action) }
    case .previousSpan, .nextSpan:
      if preview.moveRun(by: action == .nextSpan ? 1 : -1) { inspector.selectFirst() }
    case .nextPane: focus = focus.next()
    case .previousPane: focus = focus.next(-1)
    case .showList: focus = .list
    case .showPreview: focus = .preview
    case .showInspector: focus = .inspector
    case .showSource:
      focus = .inspector
      inspector.show(.source)
    case .find: status.prompt = .init(themes.filter, for: .find(before: themes.filter))
    case .clearFilter: themes.filter = ""
    case .nextProblem, .previousProblem:
      let row = themes.problem(
        after: themes.list.selection, step: action == .nextProblem ? 1 : -1)
      if let row { changeList { $0.list.select(row) } }
    case .cycleScheme:
      themes.choice = themes.choice.next()
      preview.themeChanged()
      inspector.selectFirst()
    case .cycleInspector: inspector.show(tab.next())
    case .cycleProfile: preview.simulation.cycleDepth(by: 1, from: settings.environment.colorDepth)
    case .cycleProfileBack:
      preview.simulation.cycleDepth(by: -1, from: settings.environment.colorDepth)
    case .cycleVision: preview.simulation.vision = simulation.vision.next()
    case .cycleBackdrop: preview.simulation.backdrop = simulation.backdrop.next()
    case .pin:
      let path = themes.selectedTheme?.path
      preview.pinned = preview.pinned == path ? nil : path
    case .help: help = HelpPane()
    case .quit: return [.finish(nil)]
    case .cancel: return cancel()
    case .choose: return themes.selectedTheme.map { [.finish($0.path)] } ?? []
    case .reload:
      themes.forgetContents()
      return [.listThemes]
    case .redraw: return [.redraw]
    case .undo: return undo()
    case .editText: editText()
    case .changeValue: changeValue()
    case .openSample:
      if let path = preview.sample.path { return [.edit(path: path, line: 1)] }
      status.message = "the sample is in no file"
    case .editSource: return editSource()
    case .copyStyle: return copyStyle()
    case .copyOutput:
      return preview.selected.map { [.copy($0.output)] } ?? []
    case .export:
      status.prompt = themes.selectedTheme.map {
        .init($0.name + ".ansi", for: .export(replacing: nil))
      }
    case .showOutput:
      let output = themes.selectedTheme.flatMap {
        preview.output(of: $0, columns: columns, settings)
      }
      return output.map { [.show($0)] } ?? []
    }
    return []
  }

  /// Leaves one thing after another, at last the browser.
  private mutating func cancel() -> [BrowserEffect] {
    if !themes.filter.isEmpty {
      themes.filter = ""
    } else if preview.pinned != nil {
      preview.pinned = nil
    } else {
      return [.finish(nil)]
    }
    return []
  }

  private func editSource() -> [BrowserEffect] {
    guard let theme = themes.selectedTheme else { return [] }
    if let location = theme.problem?.location {
      return [.edit(path: location.file, line: location.line)]
    }
    guard let location = inspector.selectedDeclaration?.location,
      theme.dependencies.files.contains(location.file)
    else { return [.edit(path: theme.path, line: 1)] }
    return [.edit(path: location.file, line: location.line)]
  }

  private mutating func copyStyle() -> [BrowserEffect] {
    guard let selected = preview.selected else { return [] }
    let lines = selected.explanation(ofRun: run).winners.map { property, winner in
      "\(property.name): \(winner.resolved ?? winner.value);\n"
    }
    status.message = "copied \(lines.count) declarations of \(selected.name(ofRun: run))"
    return [.copy(Array(lines.joined().utf8))]
  }
}

extension CaseIterable where Self: Equatable {
  /// The case so many further on, going round.
  fileprivate func next(_ step: Int = 1) -> Self {
    let all = Array(Self.allCases)
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + step + all.count) % all.count]
  }
}
