import OperatingSystem
import StyleValues
import StyledText
import SystemPackage
import TerminalOutput

/// Standard output through a pager, if it is taller than the screen.
///
/// Up to a screen's height all output waits, and is then written as without a pager. A running
/// pager has the screen, and messages wait for its end.
final class PagedOutput: ByteSink {
  /// Text, or a message.
  private struct Piece {
    let bytes: [UInt8]
    let isMessage: Bool
  }

  private enum State {
    /// All output is kept.
    case waiting
    /// The pager runs.
    case paged
    /// Output is written directly, because there is no pager.
    case direct
    case left
  }

  private let command: PagerCommand
  private let hasOptions: Bool
  private let output: any ByteSink
  private let errors: any ByteSink
  private let complain: (String) -> Void

  /// The rows that are shown without a pager; negative if there is always one.
  private let rows: Int

  private var state = State.waiting
  private var pieces: [Piece] = []

  /// The number of parts that were written, because there was no more output for a while.
  private var shown = 0
  private var height: ScreenHeight

  /// The text of the pager that may have to be written again.
  private var given: [UInt8]? = []
  private var links: LinkFilter?

  /// True if text was lost with a pager that failed.
  private(set) var hasLostText = false

  /// In bytes: the text that is kept in case the pager fails.
  private static let kept = 1 << 20

  /// `hasOptions` if the variable `LESS` is set; without a `size` all text is paged.
  init(
    _ command: PagerCommand, hasOptions: Bool, size: ScreenSize?, output: any ByteSink,
    errors: any ByteSink, complain: @escaping (String) -> Void
  ) {
    (self.command, self.hasOptions) = (command, hasOptions)
    (self.output, self.errors, self.complain) = (output, errors, complain)
    rows = size?.rows ?? -1
    height = ScreenHeight(columns: size?.columns ?? 80)
  }

  /// True if the user left the pager before the end.
  var wasLeft: Bool { if case .left = state { true } else { false } }

  /// True if text waits for more.
  var isWaiting: Bool { if case .waiting = state { shown < pieces.count } else { false } }

  /// True if output goes directly to the terminal.
  private var isDirect: Bool { if case .direct = state { true } else { false } }

  func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    guard unsafe !bytes.isEmpty else { return }
    switch state {
    case .direct: try unsafe output.write(bytes)
    case .left: throw .brokenPipe
    case .paged: try giveToPager(unsafe Array(bytes))
    case .waiting:
      let piece = unsafe Array(bytes)
      pieces.append(Piece(bytes: piece, isMessage: false))
      height.add(piece)
      if height.rows > rows || height.bytes > Self.kept { try startPager() }
    }
  }

  /// Writes a message to standard error, or keeps it until the pager ends.
  func report(_ bytes: [UInt8]) {
    switch state {
    case .direct: try? errors.write(bytes)
    case .waiting where !isWaiting:
      // There is nothing that has to be read before.
      try? errors.write(bytes)
    case .waiting, .paged, .left: pieces.append(Piece(bytes: bytes, isMessage: true))
    }
  }

  /// Writes the waiting text, because there is no more output for a while.
  func showWaiting() throws(Errno) {
    guard isWaiting else { return }
    let next = pieces[shown...]
    shown = pieces.count
    for piece in next { try (piece.isMessage ? errors : output).write(piece.bytes) }
  }

  /// Writes the waiting text, or waits for the end of the pager.
  func finish() throws(Errno) {
    switch state {
    case .waiting: try showWaiting()
    case .paged: _ = try endPager()
    case .direct, .left: break
    }
    showMessages()
  }

  /// True if output continues after the pager has stopped reading.
  func goesOn() throws(Errno) -> Bool {
    if case .paged = state { return try endPager() }
    return isDirect
  }

  private func startPager() throws(Errno) {
    let version = command.version
    do throws(Errno) {
      try PagerProgram.start(command.arguments(version: version, hasOptions: hasOptions))
    } catch {
      complain(
        "the pager \(ShellText.quoted(command.name)) cannot be run: \(error.reason); "
          + "set CSSVIEW_PAGER, or use '--paging never'")
      try writeRest()
      return
    }
    state = .paged
    if !command.showsLinks(version: version) { links = LinkFilter() }
    let waiting = pieces
    pieces = waiting[shown...].filter(\.isMessage)
    for piece in waiting where !piece.isMessage {
      // It may have failed meanwhile.
      if isDirect { try output.write(piece.bytes) } else { try giveToPager(piece.bytes) }
    }
  }

  private func giveToPager(_ bytes: [UInt8]) throws(Errno) {
    if (given?.count ?? 0) + bytes.count > Self.kept { given = nil }
    given?.append(contentsOf: bytes)
    do throws(Errno) {
      try PagerProgram.write(links?.removing(from: bytes) ?? bytes)
    } catch .brokenPipe { guard try endPager() else { throw .brokenPipe } }
  }

  /// Waits for the end of the pager, and writes its text if it failed; returns true if output
  /// continues without it.
  private func endPager() throws(Errno) -> Bool {
    let end = PagerProgram.waitForEnd()
    state = .left
    // A signal to this process ends the pager, too.
    guard !command.wasLeft(end), Interruption.signal == nil else { return false }
    if case .signal = end { try output.write(Self.mainScreen) }
    guard let given else {
      hasLostText = true
      complain("the pager \(ShellText.quoted(command.name)) \(end.explanation); text is missing")
      return false
    }
    complain(
      "the pager \(ShellText.quoted(command.name)) \(end.explanation); "
        + "the text follows without it; set CSSVIEW_PAGER, or use '--paging never'")
    state = .direct
    try output.write(given)
    self.given = nil
    showMessages()
    return true
  }

  /// Leaves an alternate screen that the pager did not leave, and shows the cursor; otherwise
  /// without effect (xterm's DECRST 1047, DECTCEM).
  private static let mainScreen = Array("\u{1B}[?1047l\u{1B}[?25h\r\n".utf8)

  private func writeRest() throws(Errno) {
    try showWaiting()
    pieces = []
    shown = 0
    state = .direct
  }

  private func showMessages() {
    for piece in pieces.dropFirst(shown) where piece.isMessage { try? errors.write(piece.bytes) }
    pieces = []
    shown = 0
  }
}

/// The rows of text on a screen.
struct ScreenHeight {
  private let columns: Int

  private var line: [UInt8] = []
  private var lineRows = 0

  /// The size of the line at which its rows are counted again.
  private var next = 0
  private var complete = 0

  /// The size of the whole text.
  private(set) var bytes = 0

  var rows: Int { complete + lineRows }

  init(columns: Int) { self.columns = max(1, columns) }

  /// Adds text with our own sequences.
  mutating func add(_ text: [UInt8]) {
    bytes += text.count
    var rest = text[...]
    while let end = rest.firstIndex(of: 0x0A) {
      line += rest[..<end]
      complete += rowsOfLine
      line.removeAll(keepingCapacity: true)
      (lineRows, next) = (0, 0)
      rest = rest[(end + 1)...]
    }
    guard !rest.isEmpty else { return }
    line += rest
    lineRows = max(1, lineRows)
    // A line that comes in small pieces is not counted anew for each.
    guard line.count >= next else { return }
    lineRows = rowsOfLine
    next = line.count + max(columns, line.count / 2)
  }

  private var rowsOfLine: Int { Measure.rows(of: SequenceFilter.text(of: line), columns: columns) }
}

/// Removes the sequences of links (OSC 8) from text with our own sequences, which comes in parts.
struct LinkFilter {
  private var sequences = SequenceFilter()
  /// The introducer of a sequence of which no more has come.
  private var held: [UInt8] = []

  mutating func removing(from bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      let wasInString = sequences.isInString
      if !sequences.advance(byte) {
        result.append(byte)
      } else if byte == 0x1B, !wasInString {
        held = [byte]
      } else if !wasInString, !sequences.isInString {
        result += held + [byte]
        held = []
      }
    }
    return result
  }
}
