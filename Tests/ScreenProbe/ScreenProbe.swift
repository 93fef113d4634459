import CellLayout
import CursesScreen
import FileChanges
import OperatingSystem
import StyleValues
import StyledText
import TerminalOutput
import ThemeBrowser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A small program for the tests of `CursesScreen`.
///
/// It shows a sample of everything a cell can be, and below it every event as a line of text. Some
/// keys make it do more.
///
/// Usage: `screen-probe [FILE…]`; the files are watched. `screen-probe --ask` prints what the
/// terminal answers. `screen-probe --browse SHEET…` is the theme browser over these sheets.
/// `screen-probe --frames` draws frames in which much changes, and prints how many bytes each took.
@main
struct ScreenProbe {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(ScreenError) {
      switch arguments.first {
      case "--ask": ask()
      case "--frames": print(try FrameProbe.run())
      case "--browse": print(try BrowserProbe.run(sheets: Array(arguments.dropFirst())))
      default: print("ended by \(try run(files: arguments))")
      }
    } catch {
      print("error: \(error)")
      exit(error.isAboutTerm ? 78 : 69)
    }
  }

  private static func ask() {
    guard
      let conversation = TerminalConversation.hold(
        TerminalQuery(), patience: .seconds(5), sparesTypedAhead: false)
    else {
      print("nobody to ask")
      return
    }
    print("complete \(conversation.answers.isComplete)")
    print("program \(conversation.answers.program ?? "?")")
    print("typed \(String(decoding: conversation.typedAhead, as: UTF8.self))")
  }

  /// Runs until a signal or `q`.
  private static func run(files: [String]) throws(ScreenError) -> String {
    let term = variable("TERM") ?? ""
    var screen = try Screen(
      term: term,
      features: ScreenFeatures(
        renditions: [.underlineStyles, .overline], synchronizedOutput: true))
    var watch: FileWatch?
    if !files.isEmpty {
      var watched = FileWatch()
      watched.watch(files)
      watch = consume watched
    }
    var log: [String] = []
    var sent = 0
    while true {
      let again = try screen.present(picture(of: screen, log: log, sent: sent))
      // A frame that changes nothing sends nothing.
      sent = try screen.present(picture(of: screen, log: log, sent: sent))
      if again == 0 { log.append("nothing was drawn") }
      guard let event = try screen.nextEvent(watching: &watch) else { continue }
      log.append(name(of: event))
      if case .quit = event { return name(of: event) }
      guard case .input(.key(let press)) = event, case .character(let character) = press.key
      else { continue }
      switch character {
      case "q": return "q"
      case "e": log.append("\(try screen.run(["sh", "-c", "echo outside; exit 3"]))")
      case "v": _ = try screen.run(["sh", "-c", "echo outside; read line; test -t 1"])
      case "!": try screen.showOnMainScreen(Array("main screen\r\n".utf8))
      case "m": writeError("a stray message\n")
      case "c": fatalError("a crash")
      case "o": log.append("\(depth(of: 1))")
      case "x": exit(3)
      default: break
      }
    }
  }

  /// An environment variable.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func depth(of number: Int) -> Int {
    number == 0 ? 0 : 1 + depth(of: number + 1)
  }

  private static func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(2, bytes, bytes.count)
  }

  private static func picture(of screen: borrowing Screen, log: [String], sent: Int) -> CellBuffer {
    var buffer = CellBuffer(columns: screen.columns, rows: screen.rows)
    buffer.write("\(screen.columns)x\(screen.rows) exact \(screen.showsExactColors)", row: 0)
    for step in 0..<16 {
      let byte = UInt8(step * 17)
      buffer.write(
        "#", column: step, row: 1,
        GraphicRendition(foreground: .rgb(RGB8(red: byte, green: 128, blue: 255 - byte))))
      buffer.write(
        "#", column: 20 + step, row: 1,
        GraphicRendition(foreground: .palette(UInt8(step)), background: .palette(240)))
    }
    let attributes: [CellAttributes] = [
      .bold, .faint, .italic, .blink, .reverse, .strikethrough, .overline,
    ]
    for (index, attribute) in attributes.enumerated() {
      buffer.write("a", column: index, row: 2, GraphicRendition(attributes: attribute))
    }
    for style in UnderlineStyle.allCases {
      buffer.write(
        "u", column: 10 + Int(style.rawValue), row: 2, GraphicRendition(underline: style))
    }
    buffer.write("漢", width: 2, column: 20, row: 2)
    buffer.write("e\u{301}", column: 22, row: 2)
    buffer.write("🇮🇹", width: 2, column: 24, row: 2)
    buffer.write("|", column: 26, row: 2)
    for (index, line) in log.suffix(max(0, buffer.rows - 3)).enumerated() {
      for (column, character) in line.enumerated() {
        buffer.write(String(character), column: column, row: 3 + index)
      }
    }
    buffer.write("sent \(sent)", column: 40, row: 0)
    return buffer
  }

  private static func name(of event: ScreenEvent) -> String {
    switch event {
    case .input(.key(let press)): "key \(press.key) \(press.modifiers.rawValue)"
    case .input(.mouse(let mouse)): "mouse \(mouse.action) \(mouse.column),\(mouse.row)"
    case .input(.paste(let text, _)): "paste \(Array(text.utf8).count) \(text.prefix(8))"
    case .input(.schemeReport): "scheme"
    case .resize(let columns, let rows): "resize \(columns)x\(rows)"
    case .resumed: "resumed"
    case .quit(let signal): "signal \(signal)"
    case .filesChanged(let paths, _): "changed \(paths.map { $0.split(separator: "/").last ?? "" })"
    }
  }
}

extension ScreenError {
  /// Whether another `TERM` would help.
  fileprivate var isAboutTerm: Bool {
    if case .unusableTerminal = self { true } else { false }
  }
}

extension CellBuffer {
  /// Writes text of one width; what falls outside is dropped.
  fileprivate mutating func write(
    _ text: String, width: UInt8 = 1, column: Int = 0, row: Int,
    _ rendition: GraphicRendition = .standard
  ) {
    let texts = width == 1 ? text.map { String($0) } : [text]
    for (index, text) in texts.enumerated() {
      let place = column + index
      guard place + Int(width) <= columns, row < rows else { return }
      self[place, row] = Cell(text: .label(text), width: width, rendition: rendition)
      if width == 2 { self[place + 1, row] = Cell(text: "", width: 0, rendition: rendition) }
    }
  }
}
