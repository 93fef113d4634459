import CSSView

/// An action that a key, the mouse or a control can ask for.
package enum BrowserAction: String, Hashable, Sendable, CaseIterable {
  case moveUp, moveDown, pageUp, pageDown, moveToTop, moveToBottom, previousSpan, nextSpan
  case nextPane, previousPane, showList, showPreview, showInspector, showSource
  case find, nextProblem, cycleScheme, cycleInspector, cycleProfile, cycleProfileBack, cycleVision
  case cycleBackdrop, showView, showPalettes, pin, swapPinned, zoom
  case editText, editTextOutside, changeValue, undo, openSample, editSource, saveCopy
  case copyStyle, copyOutput, export, showOutput, reload, redraw, help, choose, cancel, quit

  /// The name in bindings.
  package var name: String { rawValue + ":" }

  /// Finds the action with a name.
  init?(named name: String) {
    guard name.hasSuffix(":") else { return nil }
    self.init(rawValue: String(name.dropLast()))
  }

  /// The names of all actions.
  static let names = allCases.map(\.name)

  /// Rows that it moves down in the pane that has the keys; nil if it does something else.
  func step(screenful: Int) -> Int? {
    switch self {
    case .moveUp: -1
    case .moveDown: 1
    case .pageUp: -max(1, screenful)
    case .pageDown: max(1, screenful)
    case .moveToTop: -Self.everything
    case .moveToBottom: Self.everything
    default: nil
    }
  }

  /// More rows than anything has.
  private static let everything = 1 << 30

  /// True if the list of commands has it: others do what the menu does, or what needs no command.
  package var isListed: Bool {
    switch self {
    case .cycleProfile, .cycleProfileBack, .cycleVision, .cycleBackdrop, .cycleScheme,
      .showPalettes, .showList, .showPreview, .showSource, .editTextOutside, .openSample, .reload,
      .redraw:
      false
    default: true
    }
  }

  /// A few words for the list of commands.
  package var summary: String {
    switch self {
    case .moveUp: "theme or line before"
    case .moveDown: "theme or line after"
    case .pageUp: "a screenful up"
    case .pageDown: "a screenful down"
    case .moveToTop: "to the first"
    case .moveToBottom: "to the last"
    case .previousSpan: "previous part of the sample"
    case .nextSpan: "next part of the sample"
    case .nextPane: "edit the theme; then, the other pane"
    case .previousPane: "previous pane"
    case .showList: "themes"
    case .showPreview: "preview"
    case .showInspector: "edit the theme"
    case .showSource: "source of the stylesheet"
    case .find: "find a theme by letters"
    case .nextProblem: "next part or theme with a problem"
    case .cycleScheme: "all, dark, light, problems"
    case .cycleInspector: "next tab of the inspector"
    case .cycleProfile: "simulate fewer colours"
    case .cycleProfileBack: "simulate more colours"
    case .cycleVision: "simulate colour vision"
    case .cycleBackdrop: "show on white, black, terminal"
    case .showView: "colours, eyes, background, palette; dark or light themes"
    case .showPalettes: "palettes to show it under"
    case .pin: "compare two themes, or end that"
    case .swapPinned: "swap pinned and selected"
    case .zoom: "one pane on the whole screen"
    case .editText: "edit the sample text"
    case .editTextOutside: "edit the sample in $EDITOR"
    case .changeValue: "change the selected value"
    case .undo: "undo the last change"
    case .openSample: "open the sample in the editor"
    case .editSource: "open the stylesheet in the editor"
    case .saveCopy: "save a copy among your themes"
    case .copyStyle: "copy the computed style"
    case .copyOutput: "copy the output"
    case .export: "export"
    case .showOutput: "real output on the main screen"
    case .reload: "reload"
    case .redraw: "draw again"
    case .help: "commands and keys"
    case .choose: "use the theme; when editing, act on the line"
    case .cancel: "back, or quit"
    case .quit: "quit without a choice"
    }
  }
}

/// An object of the browser's screen that may answer an action.
///
/// A key goes to the control that has the keys, from there to its pane, and last to the browser.
/// The first on the way that binds the key names the action; the first on the way that can,
/// performs it.
package enum Responder: String, Hashable, Sendable, CaseIterable {
  /// The list of themes.
  case list
  /// The sample.
  case preview
  /// The inspector.
  case inspector
  /// The whole window.
  case browser

  /// The responders from here to the browser.
  package var chain: [Responder] { self == .browser ? [.browser] : [self, .browser] }
}

extension Responder: ActionResponder {
  /// The names of the actions that it can perform.
  package var actionNames: [String] {
    BrowserAction.allCases.filter(responds).map(\.name)
  }

  /// True if it can perform an action: panes move in their own way, the browser does the rest.
  func responds(to action: BrowserAction) -> Bool {
    switch self {
    case .list, .preview, .inspector: return action.step(screenful: 1) != nil
    case .browser: return true
    }
  }
}

extension Pane {
  /// The pane as a responder.
  package var responder: Responder {
    switch self {
    case .list: .list
    case .preview: .preview
    case .inspector: .inspector
    }
  }
}
