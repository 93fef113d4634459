import Bytes
import CSSViewObjects

/// An action of a key, the mouse or a control.
package enum BrowserAction: String, Hashable, Sendable, CaseIterable {
  case moveUp, moveDown, pageUp, pageDown, moveToTop, moveToBottom, previousSpan, nextSpan
  case nextPane, previousPane, showList, showPreview, showInspector, showSource
  case find, nextProblem, cycleScheme, cycleInspector, cycleProfile, cycleProfileBack, cycleVision
  case cycleBackdrop, showView, showPalettes, pin, swapPinned, zoom
  case editText, editTextOutside, changeValue, addDeclaration, turnDeclaration, undo, redo
  case openSample, editSource, saveCopy
  case copyStyle, copyOutput, export, showOutput, reload, redraw, help, choose, cancel, quit

  package var name: String { rawValue + ":" }

  init?(named name: String) {
    guard name.hasSuffix(":") else { return nil }
    self.init(rawValue: String(name.dropLast()))
  }

  static let names = allCases.map(\.name)

  /// The rows by which it moves the focused pane; nil for other actions.
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

  /// More rows than any pane has.
  private static let everything = 1 << 30

  /// True if the list of commands contains it; other actions are in the menu, or need no command.
  package var isListed: Bool { row[1].contains("l") }

  /// True if an action only changes the view, so that later keys keep their meaning and nothing is
  /// lost without it.
  var isOnlySeen: Bool { row[1].contains("s") }

  /// A few words for the list of commands.
  package var summary: String { row[2] }

  /// The name, the marks and the words.
  private var row: [String] { Self.table[rawValue] ?? ["", "", ""] }

  private static let table = Dictionary(
    uniqueKeysWithValues: DataFile.browserActions.lines.map { line in
      let row = line.split(separator: " ", maxSplits: 2).map(String.init)
      return (row[0], row)
    })
}

/// An object of the screen that may perform actions.
///
/// A key goes to the focused control, then to its pane, and last to the browser. The first one that
/// binds the key names the action; the first one that can performs it.
package enum Responder: String, Hashable, Sendable, CaseIterable {
  case list, preview, inspector, browser

  package var chain: [Responder] { self == .browser ? [.browser] : [self, .browser] }
}

extension Responder: ActionResponder {
  package var actionNames: [String] { BrowserAction.allCases.filter(responds).map(\.name) }

  /// True if it can perform an action: panes scroll, and the browser performs the rest.
  func responds(to action: BrowserAction) -> Bool {
    switch self {
    case .list, .preview, .inspector: return action.step(screenful: 1) != nil
    case .browser: return true
    }
  }
}

extension Pane {
  package var responder: Responder {
    switch self {
    case .list: .list
    case .preview: .preview
    case .inspector: .inspector
    }
  }
}
