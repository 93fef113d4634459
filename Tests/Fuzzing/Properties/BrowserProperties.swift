import CellLayout
import StyleValues
import Styling
import TerminalOutput
package import ThemeBrowser

/// What is typed, clicked and pasted: it becomes events, and the browser has a whole screen after
/// each of them.
package enum BrowserProperties {
  /// Bytes as ncurses would give them: most are characters, some are keys, the start of a mouse
  /// report, a paste, silence.
  static func keys(_ bytes: [UInt8]) throws {
    var decoder = InputDecoder()
    var events: [BrowserEvent] = []
    var pasted: String?
    for byte in bytes {
      var event: InputEvent?
      switch byte {
      case 0xE0: event = decoder.take(.mouseStart)
      case 0xE1:
        event = decoder.take(.pasteStart)
        if pasted == nil { pasted = "" }
      case 0xE2: event = decoder.take(.pasteEnd)
      case 0xE3: event = decoder.idle()
      case 0xE4: event = decoder.giveUp()
      case 0xE5...0xEF:
        events.append(.resize(columns: Int(byte - 0xE5) * 11, rows: Int(byte) % 14))
      case 0xF0...: event = decoder.take(.key(KeyPress(keys[Int(byte - 0xF0)])))
      default:
        let scalar = scalars[Int(byte)] ?? Unicode.Scalar(byte)
        event = decoder.take(.scalar(scalar))
        pasted?.unicodeScalars.append(scalar)
      }
      guard let event else { continue }
      if case .paste(let text, _) = event {
        try hold(text == pasted, "another text was pasted")
        pasted = nil
      } else {
        try hold(pasted == nil, "a key inside of what was pasted")
      }
      events.append(.input(event))
    }
    _ = decoder.giveUp()
    _ = decoder.idle()
    try hold(!decoder.isWaiting, "it waits for what will not come")
    try hold(
      decoder.take(.scalar("j")) == .key(KeyPress(.character("j"))), "what is typed next is lost")
    try browse(events)
  }

  private static let keys: [Key] = [
    .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace, .tab,
    .enter, .escape, .function(1), .function(5),
  ]

  /// Characters that no single byte is, and those that are drawn in other ways.
  private static let scalars: [Int: Unicode.Scalar] = [
    0xA0: "漢", 0xA1: "\u{301}", 0xA2: "\u{1F469}", 0xA3: "\u{200D}", 0xA4: "\u{202E}",
    0xA5: "\u{FE0F}", 0xA6: "\u{E0001}", 0xA7: "\u{10FFFF}",
  ]

  // MARK: The browser

  private static let themes = [
    "t/a.json": ##"{"text": {"color": "#333", "padding": "1ch"}, ".title": {"color": "red"}}"##,
    "t/b.css": ".title { color: var(--x, blue); border: solid } .note { color: nonsense }",
    "t/c.json": "{,",
  ]

  /// So many events are tried with an input: each may lay out everything anew.
  private static let mostEvents = 16

  private static func browse(_ events: [BrowserEvent]) throws {
    let environment = Environment(columns: 60, rows: 18, colorDepth: .ansi256)
    var settings = BrowserSettings(
      target: OutputTarget(environment), loader: StylesheetLoader(environment: environment))
    settings.sample = Sample(markup: "Hi <span class=title>漢字 title</span> and <b>bold</b>\n<i>x")
    var browser = Browser(settings, columns: 60, rows: 18)
    var (columns, rows) = (60, 18)
    perform(browser.firstEffects, themes, &browser)
    for event in events.prefix(mostEvents) {
      if case .resize(let newColumns, let newRows) = event {
        (columns, rows) = (newColumns, newRows)
      }
      perform(browser.handle(event), themes, &browser)
    }
    try hold(browser.view().isWhole(columns: columns, rows: rows), "a broken screen")
  }

  /// Answers what the browser asks for; its files cannot be written.
  package static func perform(
    _ wanted: [BrowserEffect], _ themes: [String: String], _ browser: inout Browser
  ) {
    var pending = wanted[...]
    while true {
      guard let effect = pending.popFirst() else {
        guard let more = browser.workAhead() else { return }
        pending = more[...]
        continue
      }
      switch effect {
      case .listThemes:
        pending += browser.handle(.themes(ThemeListing(themes.keys.sorted(), folders: ["t"])))
      case .read(let paths):
        for path in paths {
          let contents = themes[path].map {
            BrowserEvent.contents(path: path, bytes: Array($0.utf8))
          }
          pending += browser.handle(contents ?? .missing(path: path))
        }
      case .write(let path, _, _):
        pending += browser.handle(.wrote(path: path, .failed("it is read-only")))
      default: break
      }
    }
  }
}

extension Frame {
  /// Whether it has its size, its cursor inside, and every wide cell whole.
  package func isWhole(columns: Int, rows: Int) -> Bool {
    guard buffer.columns == columns, buffer.rows == rows else { return false }
    if let cursor,
      !(0..<columns).contains(cursor.column) || !(0..<rows).contains(cursor.row)
    {
      return false
    }
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let width = Int(buffer[column, row].width)
        guard width > 0, column + width <= columns else { return false }
        for rest in column + 1..<max(column + 1, column + width) where buffer[rest, row].width != 0
        {
          return false
        }
        column += width
      }
    }
    return true
  }
}

extension Browser {
  /// Takes notice of an event, and brings everything up to date as the session does.
  ///
  /// - Returns: the effects to perform outside, in order.
  package mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
    let effects = take(event)
    updateLayout()
    return effects + newWatch()
  }
}
