package import Styling

/// A reader for the palette files that a stylesheet may name with `@palette`.
///
/// `CSSViewPalettes` has the one for the files of thirteen terminals, `.files`. Without a reader, the
/// name of a palette file is a finding.
public struct PaletteReader: Sendable {
  let read: PaletteReading

  /// A reader that gives colours and findings.
  package init(_ read: @escaping PaletteReading) {
    self.read = read
  }
}
