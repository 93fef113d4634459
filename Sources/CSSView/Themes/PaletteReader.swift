package import Styling

/// A reader for the palette files of `@palette`.
///
/// `CSSViewPalettes` has one for the files of thirteen terminals, `.files`. Without a reader,
/// `@palette` is a finding.
public struct PaletteReader: Sendable {
  let read: PaletteReading

  package init(_ read: @escaping PaletteReading) { self.read = read }
}
