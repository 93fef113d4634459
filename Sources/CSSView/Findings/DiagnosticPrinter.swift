import CellLayout
package import Diagnostics
import OperatingSystem
package import StyledText
import Styling
import TerminalOutput

/// Formats findings for people, with the line and a caret.
///
///     theme.json:4:13: error: unknown property 'font-weigth' [unknown-property]
///       4 |     "font-weigth": "bold",
///         |     ^~~~~~~~~~~~~ did you mean 'font-weight'?
///
/// No line has more than 500 bytes.
package struct DiagnosticPrinter {
  /// The most findings of one code that are printed in full; the others are counted.
  package static let mostOfOneCode = 20

  /// In bytes, without colours, which take less than 60.
  private static let longestLine = 440

  /// The most columns of a line of a file.
  private static let widestExcerpt = 160

  /// True if the output is a terminal that shows colour.
  package let usesColor: Bool

  /// True if the command succeeds in spite of the errors: the word `error` is for a failure.
  private let showsErrorsAsWarnings: Bool

  /// Replaces the location of findings without one.
  private let program: String?

  private var colors: MessageColors { MessageColors(depth: usesColor ? .ansi16 : .none) }

  package init(
    usesColor: Bool = false, showsErrorsAsWarnings: Bool = false, program: String? = "cssview"
  ) {
    self.usesColor = usesColor
    self.showsErrorsAsWarnings = showsErrorsAsWarnings
    self.program = program
  }

  // MARK: All of them

  /// The findings as text, in their order; empty without any.
  package func text(_ diagnostics: [Diagnostic]) -> SafeText {
    let list = FindingList(diagnostics)
    return text([list.findings], omitted: list.omitted)
  }

  /// All findings, file by file.
  package func report(_ list: FindingList) -> SafeText {
    text(list.byFile(), omitted: list.omitted)
  }

  /// The numbers of findings and of `files` that were checked, in one line.
  package func tally(_ list: FindingList, files: Int) -> SafeText {
    let counts = list.counts
    let pieces = [Diagnostic.Severity.error, .warning, .note].compactMap { severity -> SafeText? in
      guard let count = counts[severity], count > 0 else { return nil }
      return colors.color("\(count) \(severity.rawValue)\(count == 1 ? "" : "s")", severity.hue)
    }
    let sum: SafeText =
      pieces.count < 2
      ? pieces.first ?? "no findings"
      : pieces.dropLast().joined(separator: ", ") + " and " + (pieces.last ?? "")
    return colors.bold("\(sum) in \(files) file\(files == 1 ? "" : "s")") + "\n"
  }

  private func text(_ groups: [[Diagnostic]], omitted: [DiagnosticCode: Int]) -> SafeText {
    var pieces: [SafeText] = []
    var counts: [DiagnosticCode: Int] = [:]
    var order: [DiagnosticCode] = []
    for group in groups {
      var text: SafeText = ""
      for diagnostic in group {
        let count = counts[diagnostic.code, default: 0]
        if count == 0 { order.append(diagnostic.code) }
        counts[diagnostic.code] = count + 1
        if count < Self.mostOfOneCode {
          text += line(diagnostic, hasFrame: true) + frame(of: diagnostic)
        }
      }
      if !text.isEmpty { pieces.append(text) }
    }
    var more: SafeText = ""
    for code in order {
      let left = max(0, counts[code, default: 0] - Self.mostOfOneCode) + (omitted[code] ?? 0)
      if left > 0 { more += "… and \(left) more [\(code.rawValue)]\n" }
    }
    return pieces.joined(separator: "\n") + more
  }

  // MARK: The first of each code

  /// The most lines of a summary, so that it does not hide a result.
  private static let mostLines = 5

  /// A line for each code, the most severe first, with its first location and its number; if there
  /// are very many codes, the rest is counted.
  ///
  /// Notes are left out, and errors have their line of the file if there is room. `hint` is advice,
  /// and the command that shows all findings. There are at most five lines; none if there are only
  /// notes.
  package func summary(
    _ list: FindingList, seeAll hint: (advice: String, command: String)
  ) -> SafeText {
    let groups = list.groups(from: .warning)
    let isAll = groups.count <= Self.mostLines && groups.allSatisfy { $0.count == 1 }
    let available = Self.mostLines - (isAll ? 0 : 1)
    var remainingFrames = (available - min(groups.count, available)) / 2
    var text: SafeText = ""
    for group in groups.prefix(available) {
      let hasFrame = remainingFrames > 0 && group.first.isShownWithLine
      if hasFrame { remainingFrames -= 1 }
      text += first(group.first, further: group.count - 1, hasFrame: hasFrame)
    }
    let others: [SafeText] = groups.dropFirst(available).map {
      "\($0.count) [\($0.first.code.rawValue)]"
    }
    return isAll ? text : text + tally(others, seeAll: hint)
  }

  /// One line with the numbers of findings that were not printed, and the command that shows all.
  package func tally(
    _ counts: [SafeText], seeAll hint: (advice: String, command: String)
  ) -> SafeText {
    let more = counts.joined(separator: ", ")
    return colors.faint("cssview: ") + (more.isEmpty ? "" : more.limited(toBytes: 200) + "; ")
      + colors.faint(Self.safe(hint.advice) + ": ")
      + Self.safe(hint.command).limited(toBytes: 260 - hint.advice.utf8.count) + "\n"
  }

  /// The first finding of its code in one line, followed by that of the file if it is an error.
  package func first(
    _ diagnostic: Diagnostic, further: Int = 0, hasFrame: Bool? = nil
  ) -> SafeText {
    let hasFrame = hasFrame ?? diagnostic.isShownWithLine
    return line(diagnostic, hasFrame: hasFrame, further: further)
      + (hasFrame ? frame(of: diagnostic) : "")
  }

  // MARK: One

  private func line(_ diagnostic: Diagnostic, hasFrame: Bool, further: Int = 0) -> SafeText {
    var position: SafeText = program.map { "\($0):" } ?? ""
    if let location = diagnostic.location {
      let file = Self.safe(ArgumentText.shown(location.file)).limited(toBytes: 180)
      position = "\(file):\(location.line):\(location.column):"
    }
    let shown = shownSeverity(of: diagnostic)
    let severity: SafeText = "\(shown.rawValue):"
    var tail: SafeText = " [\(diagnostic.code.rawValue)]"
    if further > 0 { tail += " ×\(further + 1)" }
    let isShown = hasFrame && diagnostic.excerpt != nil && diagnostic.location != nil
    let hint: SafeText? = isShown ? nil : hint(of: diagnostic).map { "; \($0)" }
    let limit = Self.longestLine - position.utf8.count - severity.utf8.count - tail.utf8.count
    let message = Self.safe(diagnostic.message).limited(toBytes: limit - (hint?.utf8.count ?? 0))
    let start: SafeText = position.isEmpty ? "" : colors.bold(position) + " "
    return start + colors.bold(colors.color(severity, shown.hue)) + " "
      + colors.bold(message) + (hint ?? "") + colors.faint(tail) + "\n"
  }

  private func shownSeverity(of diagnostic: Diagnostic) -> Diagnostic.Severity {
    showsErrorsAsWarnings ? min(diagnostic.severity, .warning) : diagnostic.severity
  }

  private func hint(of diagnostic: Diagnostic) -> SafeText? {
    diagnostic.suggestion.map {
      let text = Self.safe($0).limited(toBytes: 200)
      if isRule($0) { return "add '\(text)'" }
      return isDeclaration($0) ? "use '\(text)'" : "did you mean '\(text)'?"
    }
  }

  /// The line of the file with a caret line.
  private func frame(of diagnostic: Diagnostic) -> SafeText {
    guard let excerpt = diagnostic.excerpt, let location = diagnostic.location else { return "" }
    let number = String(location.line)
    let margin = SafeText(repeating: " ", count: number.count)
    let scalars = excerpt.text.unicodeScalars
    let marked = scalars.dropFirst(excerpt.caret).prefix(excerpt.length)
    // Sanitized separately, so that the caret is under the marked text.
    let before = Self.end(of: Self.safe(scalars.prefix(excerpt.caret)))
    let most = (columns: Self.widestExcerpt - before.columns, bytes: 400 - before.text.utf8.count)
    let middle = Self.start(of: Self.safe(marked), columns: most.columns, bytes: most.bytes)
    let after = Self.start(
      of: Self.safe(scalars.dropFirst(excerpt.caret + excerpt.length)),
      columns: most.columns - middle.columns, bytes: most.bytes - middle.text.utf8.count)
    let tail = SafeText(repeating: "~", count: max(0, middle.columns - 1))
    var text = colors.faint("  \(number) | ") + before.text + middle.text + after.text + "\n"
    text += colors.faint("  \(margin) | ") + SafeText(repeating: " ", count: before.columns)
    text += colors.color("^" + tail, shownSeverity(of: diagnostic).hue)
    text += hint(of: diagnostic).map { " " + colors.color($0, .green) } ?? ""
    return text + "\n"
  }

  /// The last 80 columns of the text before a caret.
  private static func end(of safe: SafeText) -> (text: SafeText, columns: Int) {
    let text = safe.string
    var columns = 0
    var bytes = 0
    var start = text.endIndex
    for index in text.indices.reversed() {
      columns += cellWidth(of: String(text[index]), rules: .clusters)
      bytes += text[index].utf8.count
      guard columns <= widestExcerpt / 2, bytes <= 200 else { break }
      start = index
    }
    let end = String(text[start...])
    return (SafeText(trusted: end), cellWidth(of: end, rules: .clusters))
  }

  /// The start of a text that fits.
  private static func start(
    of text: SafeText, columns: Int, bytes: Int
  ) -> (text: SafeText, columns: Int) {
    var columnsLeft = columns
    var bytesLeft = bytes
    let start = String(
      text.string.prefix { character in
        columnsLeft -= cellWidth(of: String(character), rules: .clusters)
        bytesLeft -= character.utf8.count
        return columnsLeft >= 0 && bytesLeft >= 0
      })
    return (SafeText(trusted: start), cellWidth(of: start, rules: .clusters))
  }

  /// Text on one line; a tab becomes a space, because its width varies.
  private static func safe(_ text: String) -> SafeText { safe(text.unicodeScalars[...]) }

  private static func safe(_ scalars: Substring.UnicodeScalarView) -> SafeText {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.map { $0 == "\t" ? " " : $0 })
    return .label(String(text))
  }
}

extension Diagnostic {
  /// True if its line of the file is worth the room.
  fileprivate var isShownWithLine: Bool { severity == .error && location != nil && excerpt != nil }
}

extension Diagnostic.Severity {
  fileprivate var hue: MessageColors.Hue {
    switch self {
    case .note: .cyan
    case .warning: .magenta
    case .error: .red
    }
  }
}
