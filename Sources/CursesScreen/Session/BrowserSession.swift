import CellLayout
import OperatingSystem
package import Styling
package import TerminalOutput
package import ThemeBrowser

/// Lets a person browse themes: the loop between a screen and a browser.
///
/// The browser decides and draws, the screen shows; the session does what the browser wants done
/// outside of it.
package struct BrowserSession: ~Copyable {
  private var screen: Screen
  private var browser: Browser
  private var watch: FileWatch?
  private let files: any BrowserFiles
  private let editor: EditorCommand
  private let askTerminal: TerminalQuestion?

  /// Asks the terminal for its colours, and returns it with them and the bytes that were typed
  /// meanwhile; nil if it does not answer.
  package typealias TerminalQuestion = () -> (target: OutputTarget, typedAhead: [UInt8])?

  /// Result of a session.
  package enum Outcome: Hashable, Sendable {
    /// With a theme, by its path.
    case chosen(String)
    /// Without one.
    case left
    /// By a signal, of this number.
    case interrupted(Int32)
  }

  /// Starts on a screen that has been opened.
  ///
  /// - Parameters:
  ///   - screen: the screen; the session closes it.
  ///   - settings: the settings of the browser. A screen without exact colours lowers the depth.
  ///   - files: the themes.
  ///   - editor: the editor that opens files.
  ///   - askTerminal: asks for the colours of a terminal that has become dark or light; nil if they
  ///     do not matter.
  package init(
    _ screen: consuming Screen, settings: BrowserSettings, files: any BrowserFiles,
    editor: EditorCommand, askTerminal: TerminalQuestion? = nil
  ) {
    var settings = settings
    settings.target.fit(screen)
    browser = Browser(settings, columns: screen.columns, rows: screen.rows)
    watch = FileWatch(newFiles: { StylesheetForm(ofFile: $0) != nil })
    self.screen = screen
    self.files = files
    self.editor = editor
    self.askTerminal = askTerminal
  }

  /// Runs until the person has chosen or left.
  ///
  /// - Returns: the result of the session; the terminal is back.
  /// - Throws: `ScreenError` if the terminal goes away.
  package consuming func run() throws(ScreenError) -> Outcome {
    if let outcome = try perform(browser.firstEffects) { return outcome }
    while true {
      try draw()
      var next = try nextEvent()
      // Events that wait already share one frame, unless they do not stop coming.
      let latest = ContinuousClock.now + Self.longestWithoutFrame
      while let event = next {
        if case .quit(let signal) = event { return .interrupted(signal) }
        if let outcome = try perform(handle(event)) { return outcome }
        if case .filesChanged(_, let noticed) = event {
          // Drawn first and measured then; how long it took is in the next frame.
          try draw()
          let time = milliseconds(from: noticed, to: .now)
          let effects = browser.handle(.shown(milliseconds: time))
          if let outcome = try perform(effects) { return outcome }
        }
        next = ContinuousClock.now < latest ? screen.waitingEvent() : nil
      }
    }
  }

  /// Waits for the next event; while nothing happens, the themes in sight are measured.
  private mutating func nextEvent() throws(ScreenError) -> ScreenEvent? {
    var isStale = false
    while browser.measureTheme() {
      isStale = true
      if let event = try screen.nextEvent(watching: &watch, waits: false) { return event }
    }
    if isStale { try draw() }
    return try screen.nextEvent(watching: &watch)
  }

  /// Maximum time for which keys that do not stop coming share one frame.
  private static let longestWithoutFrame = Duration.milliseconds(40)

  private mutating func draw() throws(ScreenError) {
    browser.updateLayout()
    let view = browser.view()
    try screen.present(view.buffer, cursor: view.cursor, prints: view.prints)
  }

  private mutating func handle(_ event: ScreenEvent) -> [BrowserEffect] {
    switch event {
    case .input(.schemeReport): followTerminal()
    case .input(let input): browser.take(.input(input))
    case .resize(let columns, let rows): browser.handle(.resize(columns: columns, rows: rows))
    case .filesChanged(let paths, _): browser.handle(.changed(paths))
    case .resumed, .quit: []
    }
  }

  /// Shows everything in the colours that the terminal has now.
  private mutating func followTerminal() -> [BrowserEffect] {
    guard var colors = askTerminal?() else { return [] }
    screen.take(colors.typedAhead)
    colors.target.fit(screen)
    return browser.handle(.terminal(colors.target))
  }

  // MARK: What the browser wants

  /// Does what is wanted, and what the answers make wanted in turn.
  private mutating func perform(_ effects: [BrowserEffect]) throws(ScreenError) -> Outcome? {
    var pending = effects
    var next = 0
    while next < pending.count {
      let effect = pending[next]
      next += 1
      if case .finish(let path) = effect { return path.map { .chosen($0) } ?? .left }
      // Themes are read one after the other, and each may import more: the last word counts.
      if effect.isWatch, pending[next...].contains(where: \.isWatch) { continue }
      pending += try perform(effect)
    }
    return nil
  }

  private mutating func perform(_ effect: BrowserEffect) throws(ScreenError) -> [BrowserEffect] {
    switch effect {
    case .listThemes: return browser.handle(.themes(files.themes()))
    case .read(let paths):
      files.forgetNames()
      return paths.flatMap { browser.take(read($0)) } + browser.newWatch()
    case .watch(let files, let directories):
      watch?.watch(files, newFilesIn: directories)
      return []
    case .write(let path, let bytes, let replaced):
      let result = write(bytes, to: path, over: replaced)
      // The watch must not report a file that the browser has written.
      if result == .written { watch?.noteRead(bytes, of: path) }
      return browser.handle(.wrote(path: path, result))
    case .edit(let path, let line): return try edit(path, line: line)
    case .editText(let text): return try edit(text)
    case .copy(let bytes):
      try copy(bytes)
      return []
    case .show(let bytes):
      try screen.showOnMainScreen(bytes)
      return []
    case .redraw:
      screen.forget()
      return []
    case .finish: return []
    }
  }

  private mutating func read(_ path: String) -> BrowserEvent {
    do throws(StylesheetFileError) {
      let bytes = try files.contents(of: path)
      watch?.noteRead(bytes, of: path)
      guard let bytes else { return .missing(path: path) }
      return .contents(path: path, bytes: bytes)
    } catch {
      return .unreadable(path: path, reason: error.reason)
    }
  }

  private func write(
    _ bytes: [UInt8], to path: String, over replaced: BrowserEffect.Replaced
  ) -> WriteResult {
    do throws(StylesheetFileError) {
      return try files.write(bytes, to: path, over: replaced)
    } catch {
      return .failed(error.reason)
    }
  }

  private mutating func edit(_ path: String, line: Int) throws(ScreenError) -> [BrowserEffect] {
    let status: Int
    do {
      status = try screen.run(editor.arguments(path: path, line: line))
    } catch {
      // An editor that cannot be started is no reason to end.
      guard case .system(_, let doing) = error, doing.hasPrefix("starting") else { throw error }
      return browser.handle(.note(error.description))
    }
    let note = status == 0 ? nil : "\(editor.words[0]) ended with status \(status)"
    return note.map { browser.handle(.note($0)) } ?? []
  }

  /// Lets the person edit a text that is in no file, in one that is there as long as the editor.
  private mutating func edit(_ text: String) throws(ScreenError) -> [BrowserEffect] {
    let path: String
    do throws(StylesheetFileError) {
      path = try files.makeTemporaryFile(Array(text.utf8), extension: "html")
    } catch {
      return browser.handle(.note(error.reason))
    }
    defer { files.removeTemporaryFile(path) }
    let effects = try edit(path, line: 1)
    guard let bytes = try? files.contents(of: path), bytes != Array(text.utf8) else {
      return effects
    }
    // Editors end the last line, which was no line of its own.
    var edited = String(decoding: bytes, as: UTF8.self)
    if edited.hasSuffix("\n"), !text.hasSuffix("\n") { edited.removeLast() }
    return effects + browser.handle(.edited(edited))
  }

  /// OSC 52: the terminal puts the text on the clipboard, if it is allowed to.
  private func copy(_ bytes: [UInt8]) throws(ScreenError) {
    // Without any it would empty the clipboard.
    guard 1...BrowserEffect.longestCopy ~= bytes.count else { return }
    try screen.send(Array("\u{1B}]52;c;\(base64(bytes))\u{7}".utf8))
  }
}

extension OutputTarget {
  /// Gives it the size and the depth of a screen.
  fileprivate mutating func fit(_ screen: borrowing Screen) {
    environment.columns = screen.columns
    environment.rows = screen.rows
    if !screen.showsExactColors, environment.colorDepth == .truecolor {
      environment.colorDepth = .ansi256
    }
  }
}

extension BrowserEffect {
  fileprivate var isWatch: Bool {
    if case .watch = self { true } else { false }
  }
}

/// The files that a browser works on, as a program hands them in.
package protocol BrowserFiles: StylesheetFiles {
  /// The themes there are, in the order in which they are listed.
  func themes() -> ThemeListing

  /// Lets the names in directories be read again; until then they may be those from before.
  func forgetNames()

  /// Puts bytes in a file, in place of what it may hold: all of them, or it stays as it was.
  ///
  /// - Returns: the result; something else in the file stays as it is.
  /// - Throws: an error if the file cannot be written.
  func write(
    _ bytes: [UInt8], to path: String, over replaced: BrowserEffect.Replaced
  ) throws(StylesheetFileError) -> WriteResult

  /// Makes a file that nobody else can read, for an editor.
  ///
  /// - Returns: its path.
  /// - Throws: an error if the file cannot be made.
  func makeTemporaryFile(
    _ bytes: [UInt8], extension: String
  ) throws(StylesheetFileError) -> String

  /// Removes such a file.
  func removeTemporaryFile(_ path: String)
}

extension BrowserFiles {
  /// Nothing is kept.
  package func forgetNames() {}
}
