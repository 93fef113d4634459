/// Options of the markup, with the values of its placeholders.
package struct MarkupOptions: Sendable {
  /// True when bidirectional controls pass that are balanced within a line of a run.
  package var allowsBidirectional: Bool

  /// The schemes that link targets may have, in lower case.
  package var allowedSchemes: Set<String>

  /// True when a link target may have no scheme.
  package var allowsRelativeLinks = true

  /// True when the target of a link stands in parentheses behind its text.
  ///
  /// It is for output that cannot hold links.
  package var showsLinkTargets: Bool

  /// The values of placeholders.
  package var placeholders: Placeholders

  /// True when a tag, comment or reference ends on the line where it starts, or else is text.
  ///
  /// Then no line waits for the next one.
  package var readsByLine: Bool

  /// True when elements keep all attributes that selectors may ask for.
  ///
  /// `ComputedStyleTable` knows whether one does.
  var keepsAttributes = false

  /// Syntax of the text.
  package var form = TextForm.markup

  /// Treatment of SGR and OSC 8 in markup.
  package var sequences = SequenceTreatment.show

  /// True when controls without a meaning are left out of text for terminals, and a lone CR starts
  /// its line over; otherwise they are shown.
  package var dropsControls = false

  /// Number of findings of one kind are kept; the rest is counted.
  package var findingLimit: Int

  /// Puts options together; without arguments they are those for text from anywhere.
  package init(
    allowsBidirectional: Bool = false,
    allowedSchemes: Set<String> = LinkTarget.defaultSchemes,
    placeholders: Placeholders = Placeholders(),
    showsLinkTargets: Bool = false,
    readsByLine: Bool = false,
    findingLimit: Int = 100
  ) {
    self.allowsBidirectional = allowsBidirectional
    self.allowedSchemes = allowedSchemes
    self.placeholders = placeholders
    self.showsLinkTargets = showsLinkTargets
    self.readsByLine = readsByLine
    self.findingLimit = findingLimit
  }
}

/// Syntax of a text.
package enum TextForm: String, CaseIterable, Hashable, Sendable {
  /// With tags and character references.
  case markup
  /// With control sequences, as programs write for a terminal.
  case ansi
}

/// Treatment of the sequences SGR and OSC 8 in markup.
package enum SequenceTreatment: String, CaseIterable, Hashable, Sendable {
  /// They are shown, as every control is.
  case show
  /// They are left out.
  case strip
  /// They are style.
  case apply
}
