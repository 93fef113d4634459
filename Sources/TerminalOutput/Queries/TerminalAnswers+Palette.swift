package import StyleValues

extension TerminalAnswers {
  /// Entries whose colours tell whether the cube and the grey ramp are xterm's: both ends, three
  /// corners, and two places between.
  ///
  /// A terminal that works its cube out from the first sixteen entries has none of xterm's colours
  /// at the ends.
  package static let probes: [UInt8] = [16, 52, 110, 196, 226, 231, 244]

  /// True if a probe was answered with another colour than xterm's.
  package var hasOwnCube: Bool {
    Self.probes.contains { probe in palette[probe].map { $0 != ANSIPalette.color(probe) } ?? false }
  }

  /// The terminal's colours; nil if it told none of them.
  ///
  /// A cube of which only some entries were told is none.
  package var colors: TerminalPalette? {
    var entries = palette
    if (16...UInt8.max).contains(where: { entries[$0] == nil }) {
      entries = entries.filter { $0.key < 16 }
    }
    let own = [foreground, cursor, selectionBackground, selectionForeground]
    guard !entries.isEmpty || own.contains(where: { $0 != nil }) else { return nil }
    return TerminalPalette(
      entries: entries, foreground: foreground, background: background, cursor: cursor,
      selectionBackground: selectionBackground, selectionForeground: selectionForeground)
  }
}
