import CellLayout
import Diagnostics
import FuzzProperties
import StyleValues
import Styling
import TerminalOutput
import ThemeBrowser

/// A browser over files that exist only in a test, with the outside played by the driver.
struct BrowserDriver {
  var browser: Browser
  var files: [String: String]
  /// Files that cannot be written.
  var readOnly: Set<String> = []
  /// What the browser wanted done that is no reading or listing.
  var effects: [BrowserEffect] = []
  /// Counts what a test does again and again.
  var steps = 0

  static let themes = [
    "themes/dawn.json": #"""
    {
      "text": {"color": "#333333", "background-color": "#fafafa"},
      ".title": {"color": "#8839ef", "font-weight": "bold"}
    }
    """#,
    "themes/midnight.json": #"""
    {
      "text": {"color": "#cdd6f4", "background-color": "#1e1e2e"},
      ".title": {
        "color": "#cba6f7",
        "font-weight": "bold"
      },
      ".faint": {"color": "#2e2e3e"}
    }
    """#,
    "themes/midwest.json": #"{"text": {"color": "red"},, ".title" {}"#,
  ]

  init(
    columns: Int = 100, rows: Int = 30, files: [String: String] = Self.themes,
    sample: Sample = Sample(markup: "Hi <span class=title>Title</span> and <b>bold</b>"),
    depth: ColorDepth = .truecolor, change: (inout BrowserSettings) -> Void = { _ in }
  ) {
    let environment = Environment(columns: columns, rows: rows, colorDepth: depth)
    var settings = BrowserSettings(
      target: OutputTarget(environment),
      loader: StylesheetLoader(environment: environment))
    settings.sample = sample
    change(&settings)
    self.files = files
    browser = Browser(settings, columns: columns, rows: rows)
    perform(browser.firstEffects)
  }

  /// A browser over themes that cannot be changed, with the user's own in `/me`.
  static func bundled(
    _ themes: [String: String], sample: String = "<span class=title>Title</span>"
  ) -> BrowserDriver {
    BrowserDriver(files: themes, sample: Sample(markup: sample)) {
      $0.bundledPrefix = "themes/"
      $0.userThemes = "/me"
      $0.loader.files = FixedFiles(files: [:])
      $0.loader.named = NamedSheets { name, _ in
        let path = themes.keys.first { $0.hasPrefix("themes/\(name).") }
        return path.map { [.embedded(SourceText(name: $0, text: themes[$0] ?? ""))] } ?? []
      }
    }
  }

  /// The line of keys on a screen of some size.
  static func hints(columns: Int, rows: Int) -> String {
    var driver = BrowserDriver(columns: columns, rows: rows)
    return driver.lines().last ?? ""
  }

  /// Sends an event and does what the browser then wants done.
  mutating func send(_ event: BrowserEvent) {
    perform(browser.handle(event))
  }

  private mutating func perform(_ wanted: [BrowserEffect]) {
    var pending = wanted
    while true {
      if pending.isEmpty {
        guard let more = browser.workAhead() else { return }
        pending = more
        continue
      }
      switch pending.removeFirst() {
      case .listThemes:
        let paths = files.keys.filter { $0.hasPrefix("themes/") }.sorted()
        pending += browser.handle(.themes(ThemeListing(paths, folders: ["themes"])))
      case .read(let paths):
        for path in paths {
          if let text = files[path] {
            pending += browser.handle(.contents(path: path, bytes: Array(text.utf8)))
          } else {
            pending += browser.handle(.missing(path: path))
          }
        }
      case .write(let path, let bytes, let replaced):
        effects.append(.write(path: path, bytes: bytes, over: replaced))
        let result = write(bytes, to: path, over: replaced)
        pending += browser.handle(.wrote(path: path, result))
      case let other: effects.append(other)
      }
    }
  }

  private mutating func write(
    _ bytes: [UInt8]?, to path: String, over replaced: BrowserEffect.Replaced
  ) -> WriteResult {
    let present = files[path].map { Array($0.utf8) }
    switch replaced {
    case .nothing where present != nil: return .exists
    case .bytes(let expected) where present != expected: return .changedMeanwhile
    default: break
    }
    if readOnly.contains(path) { return .failed("it is read-only") }
    files[path] = bytes.map { String(decoding: $0, as: UTF8.self) }
    return .written
  }

  /// Presses keys by name.
  mutating func press(_ names: String...) {
    for name in names {
      guard let press = KeyPress(named: name) else { continue }
      send(.input(.key(press)))
    }
  }

  /// Types text.
  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { send(.input(.key(KeyPress(.character(scalar))))) }
  }

  /// Chooses in a row of the menu of how themes are seen, so many steps further on.
  mutating func choose(row: Int, steps: Int = 1) {
    press("v")
    for _ in 0..<row { press("Down") }
    for _ in 0..<steps { press("Right") }
    press("Escape")
  }

  /// Writes another value of the declaration that is selected.
  mutating func change(to value: String) {
    press("c", "Ctrl-U")
    type(value)
    press("Enter")
  }

  /// Saves a file and tells the browser.
  mutating func save(_ path: String, _ text: String?) {
    files[path] = text
    send(.changed([path]))
  }

  /// A cell of the selected theme's preview.
  func cell(_ column: Int, _ row: Int) -> Cell {
    let preview = browser.layout.preview
    return browser.view().buffer[preview.column + column, preview.row + row]
  }

  /// What is shown, as lines of text without blanks at their ends.
  mutating func lines() -> [String] {
    let buffer = browser.draw().buffer
    return (0..<buffer.rows).map { row in
      var line = buffer.row(row).map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// What is shown, as one text.
  mutating func text() -> String {
    lines().joined(separator: "\n")
  }
}
