import StyleValues

/// The valid selectors of CSS that have no meaning in a tree of spans.
///
/// The pseudo-classes and pseudo-elements of the CSS specifications and their editors' drafts
/// (Selectors 4 and 5, Pseudo-Elements 4, Scoping 1, Overflow 5, View Transitions 2, Form Control
/// Styling 1, WebVTT, HTML's own), as the W3C's Webref project extracts them (`@webref/css`,
/// <https://github.com/w3c/webref>, 2026) and MDN's `mdn-data` 2.0.30 lists them, less those that
/// `SelectorParser` reads.
enum UnansweredSelectors {
  /// Pseudo-classes that text in a terminal certainly does not meet: `:not()` of them matches.
  static let states = names(
    """
    active active-view-transition autofill blank buffering checked current default focus
    focus-visible focus-within fullscreen future high-value hover in-range indeterminate
    interest-source interest-target invalid low-value modal muted open optimal-value optional
    out-of-range past paused picture-in-picture placeholder-shown playing popover-open required
    seeking stalled target target-after target-before target-current target-within user-invalid
    user-valid valid visited volume-locked xr-overlay
    """)

  /// Pseudo-classes that text might meet: neither they nor `:not()` of them match.
  static let questions = names(
    """
    any-link defined empty enabled first-of-type has-slotted heading host last-of-type link
    local-link only-of-type read-only read-write
    """)

  static let functions = names(
    """
    active-navigation active-view-transition-type any current dir has heading host host-context lang
    link-to matches nth-col nth-last-col nth-last-of-type nth-of-type state
    """)

  /// Pseudo-elements, with those that are functions.
  static let elements = names(
    """
    backdrop checkmark clear-icon color-swatch column cue cue-region details-content
    field-component field-separator field-text file-selector-button fill first-letter first-line
    footnote-call footnote-marker grammar-error highlight interest-hint nth-fragment
    overscroll-area part picker picker-icon placeholder postfix prefix reveal-icon scroll-button
    scroll-marker scroll-marker-group search-text selection slider-fill slider-thumb slider-track
    slotted spelling-error step-control step-down step-up target-text thumb track view-transition
    view-transition-group view-transition-group-children view-transition-image-pair
    view-transition-new view-transition-old
    """)

  /// The pseudo-elements of CSS 2, which may have one colon.
  static let oldElements: Set<String> = ["after", "before", "first-letter", "first-line"]

  private static func names(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

extension ControlState {
  /// The state of a name in selectors; nil if there is none.
  ///
  /// `normal` is no condition, so it is the empty set.
  init?(selectorName name: String) {
    guard let member = Self.members.first(where: { $0.name == name }) else { return nil }
    self = member.value == .normal ? [] : member.value
  }

  var count: Int { rawValue.nonzeroBitCount }
}
