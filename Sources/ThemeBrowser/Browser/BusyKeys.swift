package import CellLayout
import StyledText
import TerminalOutput

/// The keys that are handled while the browser is busy: those that quit.
///
/// All others wait. A key quits at once only if it would do so in its turn: it also waits if a
/// waiting key before it may open a field, in which it would be a letter, or has an effect outside
/// of the browser.
package struct BusyKeys {
  private let settings: ChromeSettings

  /// True if the meaning of the next key is known.
  package private(set) var areKnown: Bool

  /// The name of the key that quits at once.
  fileprivate var leavingKey: String {
    areKnown ? settings.keys(for: .quit).first ?? "Ctrl-C" : "Ctrl-C"
  }

  fileprivate init(_ settings: ChromeSettings, areKnown: Bool) {
    (self.settings, self.areKnown) = (settings, areKnown)
  }

  /// Handles the next waiting event; returns true for a key that quits.
  package mutating func leaves(_ event: InputEvent) -> Bool {
    guard areKnown, case .key(let press) = event else { return false }
    // The keys before it may have moved the focus to another pane.
    let actions = Pane.allCases.map { settings.action(for: press, along: $0.responder.chain) }
    if actions.allSatisfy({ $0 == .quit }) { return true }
    areKnown = actions.allSatisfy { $0?.isOnlySeen != false }
    return false
  }
}

extension Browser {
  /// The keys that are handled while the browser is busy with an event or with drawing.
  package func busyKeys(on event: BrowserEvent? = nil) -> BusyKeys {
    var keys = BusyKeys(
      chrome.settings,
      areKnown: status.prompt == nil && status.question == nil && commands == nil && viewMenu == nil
        && edits.writing == nil)
    // A key that leaves is handled at once.
    if case .input(let input)? = event { _ = keys.leaves(input) }
    return keys
  }
}

extension BrowserAction {
  /// True if an action only changes the view, so that later keys keep their meaning and nothing is
  /// lost without it.
  fileprivate var isOnlySeen: Bool {
    switch self {
    case .moveUp, .moveDown, .pageUp, .pageDown, .moveToTop, .moveToBottom, .previousSpan,
      .nextSpan, .nextPane, .previousPane, .showList, .showPreview, .showInspector, .showSource,
      .nextProblem, .cycleScheme, .cycleInspector, .cycleProfile, .cycleProfileBack, .cycleVision,
      .cycleBackdrop, .showPalettes, .pin, .swapPinned, .zoom, .cancel, .quit, .reload, .redraw:
      true
    case .find, .help, .showView, .editText, .editTextOutside, .changeValue, .addDeclaration,
      .turnDeclaration, .undo, .redo, .openSample,
      .editSource, .saveCopy, .copyStyle, .copyOutput, .export, .showOutput, .choose:
      false
    }
  }
}

/// A frame on the screen, and its variant while the next one is late.
package struct ShownFrame {
  package let buffer: CellBuffer

  /// nil hides the cursor.
  package let cursor: CellPosition?

  /// Rectangles with previews, whose rows are shown as they would be printed.
  package let prints: [CellRect]

  fileprivate let look: GraphicRendition
  fileprivate let rules: WidthRules

  /// The frame with a last row that says that the browser is busy, and which key quits.
  package func late(_ keys: BusyKeys) -> CellBuffer {
    var late = buffer
    let words = SafeText.label(" still working; \(keys.leavingKey) leaves").string
    let bytes = Array(words.utf8)
    guard cellWidth(of: words, rules: rules) <= late.columns, late.rows > 0 else { return late }
    let row = late.rows - 1
    for column in 0..<late.columns {
      let letter = bytes.indices.contains(column) ? bytes[column] : 0x20
      late[column, row] = Cell(text: .label(String(Unicode.Scalar(letter))), rendition: look)
    }
    return late
  }
}

extension Browser {
  /// Updates everything and draws it; a message then counts as shown.
  package mutating func draw() -> ShownFrame {
    updateLayout(isForFrame: true)
    status.noteShown()
    let frame = view()
    return shown(frame.buffer, cursor: frame.cursor, prints: frame.prints)
  }

  /// The screen before the first frame.
  package var blank: ShownFrame { shown(CellBuffer(columns: columns, rows: rows)) }

  private func shown(
    _ buffer: CellBuffer, cursor: CellPosition? = nil, prints: [CellRect] = []
  ) -> ShownFrame {
    ShownFrame(
      buffer: buffer, cursor: cursor, prints: prints, look: chrome.rendition(.status),
      rules: settings.target.widthRules)
  }
}
