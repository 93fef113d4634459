import CellLayout
import OperatingSystem
import StyledText
import SystemPackage
import TerminalOutput

/// The progress of a long stream: one line on standard error that is overwritten.
///
/// It is for users who see a terminal while the result goes elsewhere. Other writers to standard
/// error clear it first.
final class ProgressLine {
  private let errors: any ByteSink

  /// The size of all inputs in bytes; nil unless they are regular files.
  private let total: Int?

  private let start = ContinuousClock.now
  private var bytes = 0

  /// The time of the next update since the start.
  private var next = patience

  /// The cells of the line that is shown.
  private var shown = 0

  /// Shorter streams need no progress line.
  private static let patience = Duration.seconds(2)

  private static let pause = Duration.milliseconds(200)

  /// `total` is the size of all inputs in bytes.
  init(errors: any ByteSink, total: Int?) {
    self.errors = errors
    self.total = total
  }

  /// Counts bytes that were read.
  func count(_ more: Int) {
    bytes += more
    let elapsed = start.duration(to: .now)
    guard elapsed >= next else { return }
    next = elapsed + Self.pause
    // The result may be shown in a pager.
    guard FileDescriptor.standardError.isLineTerminal else { return }
    let columns = ScreenSize(of: .standardError)?.columns ?? 80
    // A full row continues in the next one, where it could not be overwritten.
    let text = Self.text(bytes: bytes, of: total, after: elapsed).prefix(max(0, columns - 1))
    write("\r" + text + String(repeating: " ", count: max(0, shown - text.count)))
    shown = text.count
  }

  /// Removes the line until the next update.
  func clear() {
    guard shown > 0 else { return }
    write("\r" + String(repeating: " ", count: shown) + "\r")
    shown = 0
  }

  private func write(_ text: String) { try? errors.write(Array(text.utf8)) }

  /// The line: bytes, bytes in a second, and the remaining time at that rate.
  static func text(bytes: Int, of total: Int?, after elapsed: Duration) -> String {
    let seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    let pace = Double(bytes) / max(seconds, 1e-3)
    var text = "cssview: \(amount(Double(bytes)))"
    // A file may grow while it is read.
    let known = total.flatMap { $0 >= bytes ? $0 : nil }
    if let known { text += " of \(amount(Double(known)))" }
    text += ", \(amount(pace))/s"
    if let known, pace > 0 { text += ", \(time(Double(known - bytes) / pace)) left" }
    return text
  }

  /// Bytes in two or three digits.
  private static func amount(_ bytes: Double) -> String {
    var rest = bytes
    var units = ["B", "kB", "MB", "GB", "TB"][...]
    while rest >= 999.5, units.count > 1 {
      rest /= 1000
      units.removeFirst()
    }
    if rest < 9.95, units.first != "B" {
      let tenths = Int((rest * 10).rounded())
      return "\(tenths / 10).\(tenths % 10) \(units.first ?? "")"
    }
    return "\(Int(rest.rounded())) \(units.first ?? "")"
  }

  /// Minutes and seconds, or also hours.
  private static func time(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 359_999))
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
    let end = ":" + twoDigits(seconds % 60)
    return hours > 0 ? "\(hours):\(twoDigits(minutes))\(end)" : "\(minutes)\(end)"
  }
}

final class CountedSource: ByteSource {
  private let source: any ByteSource
  private let progress: ProgressLine

  init(_ source: any ByteSource, for progress: ProgressLine) {
    self.source = source
    self.progress = progress
  }

  /// Reads the next bytes, and waits until there are some.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let count = try unsafe source.read(into: buffer)
    progress.count(count)
    return count
  }

  /// True if a read would not block.
  func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    try source.hasInput(within: milliseconds)
  }
}

/// A text on a terminal that is drawn again in its place.
struct RedrawnText {
  /// The last output for a valid stylesheet and text.
  var good: [UInt8]?

  /// The cells of each drawn line.
  private var widths: [Int] = []

  /// Records drawn lines, which have our own sequences.
  mutating func note(_ drawn: [UInt8], rules: WidthRules) {
    for line in SequenceFilter.text(of: drawn).split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).dropLast() {
      var column = 0
      widths.append(Measure.cells(of: Array(line), rules: rules, tabSize: 8, from: &column))
    }
  }

  /// The sequences that return to the first line and clear the screen from there (ECMA-48 CUU, ED);
  /// none if nothing was drawn.
  ///
  /// Lines that have left the screen stay.
  mutating func clear(on size: ScreenSize) -> [UInt8] {
    guard !widths.isEmpty else { return [] }
    // A terminal that has become narrower has broken the lines.
    let columns = max(1, size.columns)
    let rows = widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    widths.removeAll()
    let up = min(rows, size.rows - 1)
    return Array(("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J").utf8)
  }
}
