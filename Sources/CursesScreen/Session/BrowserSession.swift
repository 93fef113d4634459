import CellLayout
import FileChanges
import OperatingSystem
package import Styling
package import TerminalOutput
package import ThemeBrowser

/// Runs the theme browser: the loop between a screen and a browser.
///
/// The browser decides and draws, the screen shows; the session performs the browser's effects. The
/// browser works in a thread of its own, as its work may take long: the session continues to read,
/// and can be left at any moment.
package struct BrowserSession: ~Copyable {
  private var screen: Screen
  private let desk: Desk
  private let side = SideThread()
  private var watch: FileWatch?
  private var shown: ShownFrame
  private let editor: EditorCommand
  private let askTerminal: TerminalQuestion?

  /// Queries the terminal's colours, and returns it with them and the bytes that were typed
  /// meanwhile; nil if it does not answer.
  package typealias TerminalQuestion = () -> (target: OutputTarget, typedAhead: [UInt8])?

  package enum Outcome: Hashable, Sendable {
    /// With a theme, by its path.
    case chosen(String)
    /// Without one.
    case left
    /// By a signal, of this number.
    case interrupted(Int32)
  }

  private enum Ending: Error {
    case outcome(Outcome)
    case failure(ScreenError)
  }

  /// Starts on an open screen, which the session closes.
  ///
  /// A screen without exact colours lowers the depth of the settings. `askTerminal` queries the
  /// colours of a terminal that has become dark or light; nil if they do not matter.
  package init(
    _ screen: consuming Screen, settings: BrowserSettings, files: any BrowserFiles,
    editor: EditorCommand, askTerminal: TerminalQuestion? = nil
  ) {
    var settings = settings
    settings.target.fit(screen)
    desk = Desk(Browser(settings, columns: screen.columns, rows: screen.rows), files)
    shown = desk.browser.blank
    watch = FileWatch(newFiles: { StylesheetForm(ofFile: $0) != nil })
    self.screen = screen
    self.editor = editor
    self.askTerminal = askTerminal
  }

  /// Runs until the user has chosen or left.
  ///
  /// - Returns: The result of the session; the terminal is restored. Unfinished work may continue
  ///   until the process ends.
  /// - Throws: `ScreenError` if the terminal is gone.
  package consuming func run() throws(ScreenError) -> Outcome {
    do throws(Ending) {
      try perform(desk.browser.firstEffects)
      while true { try takeTurn() }
    } catch {
      switch error {
      case .outcome(let outcome): return outcome
      case .failure(let failure): throw failure
      }
    }
  }

  /// Draws, waits, and handles the next events.
  private mutating func takeTurn() throws(Ending) {
    try draw()
    var next = try nextEvent()
    // Events that wait already share one frame, unless they do not stop coming.
    let latest = ContinuousClock.now + Self.longestWithoutFrame
    while let event = next {
      try perform(try handle(event))
      if case .filesChanged(_, let noticed) = event {
        // Drawn first and measured then; how long it took is in the next frame.
        try draw()
        let time = milliseconds(from: noticed, to: .now)
        try perform(try update(on: .shown(milliseconds: time)))
      }
      next = ContinuousClock.now < latest ? screen.waitingEvent() : nil
    }
  }

  /// Waits for the next event; meanwhile the browser works ahead.
  private mutating func nextEvent() throws(Ending) -> ScreenEvent? {
    var isStale = false
    var latest = ContinuousClock.now + Self.longestWithoutFrame
    while let effects = try aside({ $0.browser.workAhead() }) {
      try perform(effects)
      isStale = true
      if ContinuousClock.now >= latest {
        try draw()
        latest = .now + Self.longestWithoutFrame
      }
      let event = try onScreen { (screen, watch) throws(ScreenError) in
        try screen.nextEvent(watching: &watch, waits: false)
      }
      if let event { return event }
    }
    if isStale { try draw() }
    return try onScreen { (screen, watch) throws(ScreenError) in
      try screen.nextEvent(watching: &watch)
    }
  }

  /// Maximum time for which continuous keys, or work ahead, share one frame.
  private static let longestWithoutFrame = Duration.milliseconds(40)

  private mutating func draw() throws(Ending) {
    try perform(desk.browser.effectsBeforeFrame)
    shown = try aside { $0.browser.draw() }
    try present(shown.buffer)
  }

  private mutating func present(_ buffer: CellBuffer) throws(Ending) {
    let shown = shown
    try onScreen { (screen, _) throws(ScreenError) in
      try screen.present(buffer, cursor: shown.cursor, prints: shown.prints)
    }
  }

  /// Calls the screen; an error ends the session.
  @discardableResult
  private mutating func onScreen<Result>(
    _ body: (inout Screen, inout FileWatch?) throws(ScreenError) -> Result
  ) throws(Ending) -> Result {
    do throws(ScreenError) {
      return try body(&screen, &watch)
    } catch {
      throw .failure(error)
    }
  }

  private mutating func handle(_ event: ScreenEvent) throws(Ending) -> [BrowserEffect] {
    if case .filesChanged = event { desk.files.forgetNames() }
    return switch event {
    case .input(.schemeReport): try followTerminal()
    case .input(let input): try take(.input(input))
    case .resize(let columns, let rows): try update(on: .resize(columns: columns, rows: rows))
    case .filesChanged(let paths, _): try update(on: .changed(paths))
    case .resumed: []
    case .quit(let signal): throw .outcome(.interrupted(signal))
    }
  }

  private mutating func take(_ event: BrowserEvent) throws(Ending) -> [BrowserEffect] {
    try aside(on: event) { $0.browser.take(event) + $0.browser.newWatch() }
  }

  /// Sends an event to the browser, and updates its layout.
  private mutating func update(on event: BrowserEvent) throws(Ending) -> [BrowserEffect] {
    let effects = try take(event)
    try aside { $0.browser.updateLayout() }
    return effects
  }

  /// Shows everything in the present colours of the terminal.
  private mutating func followTerminal() throws(Ending) -> [BrowserEffect] {
    guard var colors = askTerminal?() else { return [] }
    screen.take(colors.typedAhead)
    colors.target.fit(screen)
    return try update(on: .terminal(colors.target))
  }

  // MARK: The browser's thread

  /// Time of waiting for work before keys are read, which may be meant for its result.
  private static let patience = Duration.milliseconds(30)

  /// Time after which running work is reported.
  private static let longestSilence = Duration.milliseconds(500)

  /// Runs work in another thread, and waits for its end unless the session ends first.
  ///
  /// Nothing else uses the browser meanwhile. The event is nil if the work only shows known data.
  ///
  /// - Throws: The end of the session; the work may continue.
  private mutating func aside<Result>(
    on event: BrowserEvent? = nil, _ work: @escaping @Sendable (Desk) -> Result
  ) throws(Ending) -> Result {
    let desk = desk
    let keys = desk.browser.busyKeys(on: event)
    let outcome = Outbox<Result>()
    guard let side, side.start({ outcome.result = work(desk) }) else { return work(desk) }
    try wait(for: side, keys)
    side.takeEnd()
    guard let result = outcome.result else { preconditionFailure("work without a result") }
    return result
  }

  private mutating func wait(for side: SideThread, _ keys: BusyKeys) throws(Ending) {
    let start = ContinuousClock.now
    var read: BusyKeys?
    var deadline: ContinuousClock.Instant? = start + Self.patience
    while true {
      let end = try onScreen { (screen, _) throws(ScreenError) in
        try screen.wait(for: side.descriptor, until: deadline, &read)
      }
      switch end {
      case .done: return
      case .left: throw .outcome(.left)
      case .quit(let signal): throw .outcome(.interrupted(signal))
      case .late where read == nil:
        read = keys
        if screen.isLeft(&read) { throw .outcome(.left) }
        deadline = start + Self.longestSilence
      case .late, .disturbed:
        if end == .late { deadline = nil }
        try present(deadline == nil ? shown.late(read ?? keys) : shown.buffer)
      }
    }
  }

  // MARK: What the browser wants

  /// Performs effects, and the further effects of their results.
  private mutating func perform(_ effects: [BrowserEffect]) throws(Ending) {
    var pending = effects
    var next = 0
    while next < pending.count {
      let effect = pending[next]
      next += 1
      // Themes are read one after the other, and each may import more: the last word counts.
      if effect.isWatch, pending[next...].contains(where: \.isWatch) { continue }
      pending += try perform(effect)
    }
  }

  private mutating func perform(_ effect: BrowserEffect) throws(Ending) -> [BrowserEffect] {
    switch effect {
    case .listThemes:
      let listing = try aside { desk in
        desk.files.forgetNames()
        return desk.files.themes()
      }
      return try update(on: .themes(listing))
    case .listPalettes:
      let listing = try aside { $0.files.palettes() }
      return try update(on: .palettes(listing))
    case .read(let paths): return try read(paths)
    case .watch(let files, let directories):
      watch?.watch(files, newFilesIn: directories)
      return []
    case .write(let path, let bytes, let replaced):
      let result = desk.write(bytes, to: path, over: replaced)
      // The watch must not report a file that the browser has written.
      if result == .written { watch?.noteRead(bytes, of: path) }
      return try update(on: .wrote(path: path, result))
    case .edit(let path, let line): return try edit(path, line: line)
    case .editText(let text): return try edit(text)
    case .copy(let bytes):
      try copy(bytes)
      return []
    case .show(let bytes):
      try onScreen { (screen, _) throws(ScreenError) in try screen.showOnMainScreen(bytes) }
      return []
    case .redraw:
      screen.forget()
      return []
    case .finish(let path): throw .outcome(path.map { .chosen($0) } ?? .left)
    }
  }

  private mutating func read(_ paths: [String]) throws(Ending) -> [BrowserEffect] {
    let (effects, events) = try aside { desk in
      let events = paths.map { path in
        let event = desk.read(path)
        return (event, desk.browser.take(event))
      }
      return (events.flatMap(\.1) + desk.browser.newWatch(), events.map(\.0))
    }
    for event in events {
      switch event {
      case .contents(let path, let bytes): watch?.noteRead(bytes, of: path)
      case .missing(let path): watch?.noteRead(nil, of: path)
      default: break
      }
    }
    return effects
  }

  private mutating func edit(_ path: String, line: Int) throws(Ending) -> [BrowserEffect] {
    let arguments = editor.arguments(path: path, line: line)
    let end = try onScreen { (screen, _) throws(ScreenError) in try screen.run(arguments) }
    guard let problem = end.problem(of: editor.words[0]) else { return [] }
    return try update(on: .note(problem))
  }

  /// Opens an editor for a text in a temporary file; the file stays if it cannot be read again.
  private mutating func edit(_ text: String) throws(Ending) -> [BrowserEffect] {
    let bytes = Array(text.utf8)
    let path: String
    do throws(StylesheetFileError) {
      path = try desk.files.makeTemporaryFile(bytes, extension: "html")
    } catch {
      return try update(on: .note("cannot make a file for the editor: \(error.reason)"))
    }
    let effects = try edit(path, line: 1)
    switch desk.read(path) {
    case .contents(_, bytes): break
    case .contents(_, let changed):
      // Editors end the last line, which was no line of its own.
      var edited = String(decoding: changed, as: UTF8.self)
      if edited.hasSuffix("\n"), !text.hasSuffix("\n") { edited.removeLast() }
      desk.files.removeTemporaryFile(path)
      return try effects + update(on: .edited(edited))
    case .unreadable(_, let reason):
      let problem = "cannot read the edited text: \(reason); it is in \(path)"
      return try effects + update(on: .note(problem))
    default: return try effects + update(on: .note("the edited text is gone; it is as it was"))
    }
    desk.files.removeTemporaryFile(path)
    return effects
  }

  /// Copies a text to the clipboard by OSC 52, if the terminal allows it.
  private mutating func copy(_ bytes: [UInt8]) throws(Ending) {
    // Without any it would empty the clipboard.
    guard 1...BrowserEffect.longestCopy ~= bytes.count else { return }
    let request = Array("\u{1B}]52;c;\(base64(bytes))\u{7}".utf8)
    try onScreen { (screen, _) throws(ScreenError) in try screen.send(request) }
  }
}

/// The browser and its files.
///
/// One thread at a time uses them: the session waits for its work in another thread before it uses
/// them again.
private final class Desk: @unchecked Sendable {
  var browser: Browser
  let files: any BrowserFiles

  init(_ browser: Browser, _ files: any BrowserFiles) {
    (self.browser, self.files) = (browser, files)
  }

  func read(_ path: String) -> BrowserEvent {
    do throws(StylesheetFileError) {
      guard let bytes = try files.contents(of: path) else { return .missing(path: path) }
      return .contents(path: path, bytes: bytes)
    } catch {
      return .unreadable(path: path, reason: error.reason)
    }
  }

  func write(
    _ bytes: [UInt8]?, to path: String, over replaced: BrowserEffect.Replaced
  ) -> WriteResult {
    do throws(StylesheetFileError) {
      return try files.write(bytes, to: path, over: replaced)
    } catch {
      return .failed(error.reason)
    }
  }
}

/// The result of work, which is read when the work is done.
private final class Outbox<Result>: @unchecked Sendable { var result: Result? }

extension OutputTarget {
  /// Sets the size and the depth of a screen.
  fileprivate mutating func fit(_ screen: borrowing Screen) {
    environment.columns = screen.columns
    environment.rows = screen.rows
    if !screen.showsExactColors, environment.colorDepth == .truecolor {
      environment.colorDepth = .ansi256
    }
  }
}

extension BrowserEffect {
  fileprivate var isWatch: Bool { if case .watch = self { true } else { false } }
}

/// The files of a browser, which the program provides.
package protocol BrowserFiles: StylesheetFiles {
  /// The themes in the order of the list.
  func themes() -> ThemeListing

  /// The palettes under which themes can be shown.
  func palettes() -> PaletteListing

  /// Makes the names in directories be read again; they may be cached until then.
  func forgetNames()

  /// Replaces the contents of a file: by all of the bytes, or not at all. Without bytes the file is
  /// removed.
  ///
  /// - Returns: The result; unexpected contents of the file stay unchanged.
  func write(
    _ bytes: [UInt8]?, to path: String, over replaced: BrowserEffect.Replaced
  ) throws(StylesheetFileError) -> WriteResult

  /// Makes a file that nobody else can read, for an editor.
  func makeTemporaryFile(_ bytes: [UInt8], extension: String) throws(StylesheetFileError) -> String

  func removeTemporaryFile(_ path: String)
}

extension BrowserFiles {
  /// An empty listing by default.
  package func palettes() -> PaletteListing { PaletteListing() }

  /// Nothing by default, without a cache.
  package func forgetNames() {}
}
