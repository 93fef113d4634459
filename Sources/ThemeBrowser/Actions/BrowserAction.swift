import CSSView

/// An action that a key, the mouse or a control can ask for; the raw value is its name in bindings.
package enum BrowserAction: String, Hashable, Sendable, CaseIterable {
  /// Moves the selection, or scrolls, in the pane that has the keys.
  case moveUp = "moveUp:"
  /// One further down.
  case moveDown = "moveDown:"
  /// A screenful up.
  case pageUp = "pageUp:"
  /// A screenful down.
  case pageDown = "pageDown:"
  /// To the first one.
  case moveToTop = "moveToTop:"
  /// To the last one.
  case moveToBottom = "moveToBottom:"

  /// Selects the part of the sample before the selected one.
  case previousSpan = "previousSpan:"
  /// Selects the part of the sample after the selected one.
  case nextSpan = "nextSpan:"

  /// Gives the keys to the next pane.
  case nextPane = "nextPane:"
  /// Gives the keys to the pane before.
  case previousPane = "previousPane:"
  /// Gives the keys to the list.
  case showList = "showList:"
  /// Gives the keys to the preview.
  case showPreview = "showPreview:"
  /// Gives the keys to the inspector.
  case showInspector = "showInspector:"
  /// Shows the source in the inspector.
  case showSource = "showSource:"

  /// Types a filter for the names.
  case find = "find:"
  /// Selects the next theme with a problem.
  case nextProblem = "nextProblem:"
  /// All, dark, light, or those with problems.
  case cycleScheme = "cycleScheme:"

  /// The next tab of the inspector.
  case cycleInspector = "cycleInspector:"
  /// Fewer colours.
  case cycleProfile = "cycleProfile:"
  /// More colours.
  case cycleProfileBack = "cycleProfileBack:"
  /// The next way of seeing colours.
  case cycleVision = "cycleVision:"
  /// The next backdrop of the preview.
  case cycleBackdrop = "cycleBackdrop:"
  /// Opens the menu of how themes are seen and which are listed.
  case showView = "showView:"
  /// Lists palettes, and shows the preview under the selected one.
  case showPalettes = "showPalettes:"
  /// Keeps the selected theme beside others, or lets it go.
  case pin = "pin:"

  /// Swaps the pinned theme and the selected one.
  case swapPinned = "swapPinned:"
  /// Shows one pane on the whole screen, or all again.
  case zoom = "zoom:"

  /// Edits the sample text in place.
  case editText = "editText:"
  /// Edits the sample text in the editor.
  case editTextOutside = "editTextOutside:"
  /// Edits the value of the selected declaration in place.
  case changeValue = "changeValue:"
  /// Takes the last change back.
  case undo = "undo:"
  /// Opens the sample's file in the editor.
  case openSample = "openSample:"
  /// Opens the sheet in the editor, at the selected rule.
  case editSource = "editSource:"
  /// Saves a copy of the theme among the user's own, and goes on there.
  case saveCopy = "saveCopy:"

  /// Copies what the selected part is styled with, as CSS.
  case copyStyle = "copyStyle:"
  /// Copies the preview with its escape sequences.
  case copyOutput = "copyOutput:"
  /// Writes the preview to a file.
  case export = "export:"
  /// Shows the real output on the main screen.
  case showOutput = "showOutput:"

  /// Reads everything again.
  case reload = "reload:"
  /// Draws everything again.
  case redraw = "redraw:"
  /// Shows the keys.
  case help = "help:"
  /// Ends with the selected theme as the answer; while one is edited, acts on the selected line.
  case choose = "choose:"
  /// Leaves what was begun; at last, the browser.
  case cancel = "cancel:"
  /// Ends without an answer.
  case quit = "quit:"

  /// The names of all actions.
  static let names = allCases.map(\.rawValue)

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
    BrowserAction.allCases.filter(responds).map(\.rawValue)
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
