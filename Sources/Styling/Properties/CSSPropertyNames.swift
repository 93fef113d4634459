import CSSSyntax
import StyleValues

/// The properties of CSS that a terminal has no use for.
enum CSSPropertyNames {
  /// Their names in alphabetical order.
  ///
  /// The properties of the CSS specifications and their editors' drafts, with those of SVG 2, as
  /// the W3C's Webref project extracts them (`@webref/css`, <https://github.com/w3c/webref>, 2026),
  /// and those of MDN's `mdn-data` 2.0.30 and of older levels that sheets still have, less those
  /// that `PropertyID` and `ShorthandID` know.
  static let withoutEffect = names.split(whereSeparator: \.isWhitespace).map(String.init)

  /// Prefixes of vendors' own names: `-webkit-appearance`.
  private static let vendorPrefixes = ["-webkit-", "-moz-", "-ms-", "-o-", "-khtml-", "-apple-"]

  /// True if a name starts as a vendor's own do.
  static func isVendors(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "-") && vendorPrefixes.contains(where: name.hasPrefix)
  }

  private static let names = """
    accelerator accent-color align-content align-items align-self align-tracks alignment-baseline
    alt anchor-name anchor-scope animation animation-composition animation-delay animation-delay-end
    animation-delay-start animation-direction animation-duration animation-fill-mode
    animation-iteration-count animation-name animation-play-state animation-range
    animation-range-center animation-range-end animation-range-start animation-timeline
    animation-timing-function animation-trigger app-region appearance aspect-ratio azimuth
    backdrop-filter backface-visibility background-attachment background-blend-mode
    background-origin background-position background-position-block background-position-inline
    background-position-x background-position-y background-repeat background-repeat-block
    background-repeat-inline background-repeat-x background-repeat-y background-size baseline-shift
    baseline-source behavior bleed block-ellipsis block-overflow block-size block-step
    block-step-align block-step-insert block-step-round block-step-size bookmark-label
    bookmark-level bookmark-state border-block-clip border-block-end-clip border-block-end-radius
    border-block-start-clip border-block-start-radius border-bottom-clip border-bottom-left-radius
    border-bottom-radius border-bottom-right-radius border-boundary border-clip
    border-end-end-radius border-end-start-radius border-image border-image-outset
    border-image-repeat border-image-slice border-image-source border-image-width border-inline-clip
    border-inline-end-clip border-inline-end-radius border-inline-start-clip
    border-inline-start-radius border-left-clip border-left-radius border-limit border-right-clip
    border-right-radius border-shape border-start-end-radius
    border-start-start-radius border-top-clip border-top-left-radius border-top-radius
    border-top-right-radius bottom box-align box-decoration-break box-direction box-flex
    box-flex-group box-lines box-ordinal-group box-orient box-pack box-shadow box-shadow-blur
    box-shadow-color box-shadow-offset box-shadow-position box-shadow-spread box-sizing box-snap
    break-after break-before break-inside buffered-rendering caption-side caret caret-animation
    caret-shape clear clip clip-path clip-rule color-adjust color-interpolation
    color-interpolation-filters color-profile color-rendering column-count column-fill column-gap
    column-height column-rule column-rule-break column-rule-color column-rule-inset
    column-rule-inset-cap column-rule-inset-cap-end column-rule-inset-cap-start
    column-rule-inset-end column-rule-inset-junction column-rule-inset-junction-end
    column-rule-inset-junction-start column-rule-inset-start column-rule-style
    column-rule-visibility-items column-rule-width column-span column-width column-wrap columns
    contain contain-intrinsic-block-size contain-intrinsic-height contain-intrinsic-inline-size
    contain-intrinsic-size contain-intrinsic-width container container-name container-type
    content-visibility continue copy-into corner corner-block-end corner-block-end-shape
    corner-block-start corner-block-start-shape corner-bottom corner-bottom-left
    corner-bottom-left-shape corner-bottom-right corner-bottom-right-shape corner-bottom-shape
    corner-end-end corner-end-end-shape corner-end-start corner-end-start-shape corner-inline-end
    corner-inline-end-shape corner-inline-start corner-inline-start-shape corner-left
    corner-left-shape corner-right corner-right-shape corner-shape corner-start-end
    corner-start-end-shape corner-start-start corner-start-start-shape corner-top corner-top-left
    corner-top-left-shape corner-top-right corner-top-right-shape corner-top-shape counter-increment
    counter-reset counter-set cue cue-after cue-before cursor cx cy d direction dominant-baseline
    dynamic-range-limit elevation empty-cells enable-background event-trigger event-trigger-name
    event-trigger-source field-sizing fill fill-break fill-color fill-image fill-opacity fill-origin
    fill-position fill-repeat fill-rule fill-size filter fit-tolerance flex flex-basis
    flex-direction flex-flow flex-grow flex-line-count flex-shrink flex-wrap float float-defer
    float-offset float-reference flood-color flood-opacity flow-from flow-into flow-tolerance
    font-feature-settings font-kerning font-language-override font-optical-sizing font-palette
    font-size-adjust font-smooth font-stretch font-synthesis font-synthesis-position
    font-synthesis-small-caps font-synthesis-style font-synthesis-weight font-variant-alternates
    font-variant-caps font-variant-east-asian font-variant-emoji font-variant-ligatures
    font-variant-numeric font-variant-position font-variation-settings font-width footnote-display
    footnote-policy forced-color-adjust frame-sizing gap glyph-orientation-horizontal
    glyph-orientation-vertical grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows
    grid-column grid-column-end grid-column-gap grid-column-start grid-gap grid-row grid-row-end
    grid-row-gap grid-row-start grid-template grid-template-areas grid-template-columns
    grid-template-rows hanging-punctuation height hyphenate-character hyphenate-limit-chars
    hyphenate-limit-last hyphenate-limit-lines hyphenate-limit-zone hyphens image-animation
    image-orientation image-rendering image-resolution ime-mode initial-letter initial-letter-align
    initial-letter-wrap inline-sizing input-security inset inset-block inset-block-end
    inset-block-start inset-inline inset-inline-end inset-inline-start interactivity interest-delay
    interest-delay-end interest-delay-start interpolate-size isolation item-cross item-direction
    item-flow item-pack item-slack item-tolerance item-track item-wrap justify-content justify-items
    justify-self justify-tracks kerning leading-trim left letter-spacing lighting-color line-break
    line-clamp line-fit-edge line-grid line-height line-height-step line-padding line-sizing
    line-snap link-parameters list-style-image list-style-position
    margin-break margin-trim marker marker-end marker-knockout-left marker-knockout-right marker-mid
    marker-pattern marker-segment marker-side marker-start marks mask mask-border mask-border-mode
    mask-border-outset mask-border-repeat mask-border-slice mask-border-source mask-border-width
    mask-clip mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size
    mask-source-type mask-type masonry-auto-flow math-depth math-shift math-style max-block-size
    max-height max-size min-block-size min-height min-intrinsic-sizing min-size mix-blend-mode
    nav-down nav-index nav-left nav-right nav-up object-fit object-position object-view-box offset
    offset-anchor offset-distance offset-path offset-position offset-rotate order orphans outline
    outline-color outline-offset outline-style outline-width overflow-anchor overflow-block
    overflow-clip-box overflow-clip-box-block overflow-clip-box-inline overflow-clip-margin
    overflow-clip-margin-block overflow-clip-margin-block-end overflow-clip-margin-block-start
    overflow-clip-margin-bottom overflow-clip-margin-inline overflow-clip-margin-inline-end
    overflow-clip-margin-inline-start overflow-clip-margin-left overflow-clip-margin-right
    overflow-clip-margin-top overflow-inline overflow-x overflow-y overlay overscroll-behavior
    overscroll-behavior-block overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y
    page page-break-after page-break-before page-break-inside paint-order path-length pause
    pause-after pause-before perspective perspective-origin pitch pitch-range place-content
    place-items place-self play-during pointer-events pointer-timeline pointer-timeline-axis
    pointer-timeline-name position position-anchor position-area position-try position-try-fallbacks
    position-try-options position-try-order position-visibility print-color-adjust quotes r
    reading-flow reading-order region-fragment rendering-intent resize rest rest-after rest-before
    richness right rotate row-gap row-rule row-rule-break row-rule-color row-rule-inset
    row-rule-inset-cap row-rule-inset-cap-end row-rule-inset-cap-start row-rule-inset-end
    row-rule-inset-junction row-rule-inset-junction-end row-rule-inset-junction-start
    row-rule-inset-start row-rule-style row-rule-visibility-items row-rule-width ruby-align
    ruby-merge ruby-overhang ruby-position rule rule-break rule-color rule-inset rule-inset-cap
    rule-inset-end rule-inset-junction rule-inset-start rule-overlap rule-paint-order rule-style
    rule-visibility-items rule-width rx ry scale scroll-axis-lock scroll-behavior
    scroll-initial-target scroll-margin scroll-margin-block scroll-margin-block-end
    scroll-margin-block-start scroll-margin-bottom scroll-margin-inline scroll-margin-inline-end
    scroll-margin-inline-start scroll-margin-left scroll-margin-right scroll-margin-top
    scroll-marker-group scroll-padding scroll-padding-block scroll-padding-block-end
    scroll-padding-block-start scroll-padding-bottom scroll-padding-inline scroll-padding-inline-end
    scroll-padding-inline-start scroll-padding-left scroll-padding-right scroll-padding-top
    scroll-snap-align scroll-snap-coordinate scroll-snap-destination scroll-snap-points-x
    scroll-snap-points-y scroll-snap-stop scroll-snap-type scroll-snap-type-x scroll-snap-type-y
    scroll-start scroll-start-block scroll-start-inline scroll-start-target scroll-start-x
    scroll-start-y scroll-target-group scroll-timeline scroll-timeline-axis scroll-timeline-name
    scrollbar-3dlight-color scrollbar-arrow-color scrollbar-base-color scrollbar-color
    scrollbar-darkshadow-color scrollbar-face-color scrollbar-gutter scrollbar-highlight-color
    scrollbar-shadow-color scrollbar-width shape-image-threshold shape-inside shape-margin
    shape-outside shape-padding shape-rendering shape-subtract size slider-orientation
    spatial-navigation-action spatial-navigation-contain spatial-navigation-function speak speak-as
    speak-header speak-numeral speak-punctuation speech-rate stop-color stop-opacity stress
    string-set stroke stroke-align stroke-alignment stroke-break stroke-color stroke-dash-corner
    stroke-dash-justify stroke-dashadjust stroke-dasharray stroke-dashcorner stroke-dashoffset
    stroke-image stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-origin
    stroke-position stroke-repeat stroke-size stroke-width text-align-all
    text-align-last text-anchor text-autospace text-box text-box-edge text-box-trim
    text-combine-upright text-decoration-inset text-decoration-skip text-decoration-skip-box
    text-decoration-skip-ink text-decoration-skip-self text-decoration-skip-spaces
    text-decoration-thickness text-decoration-trim text-emphasis text-emphasis-color
    text-emphasis-position text-emphasis-skip text-emphasis-style text-fit text-group-align
    text-indent text-justify text-orientation text-rendering text-size-adjust text-space-collapse
    text-space-trim text-spacing text-spacing-trim text-underline-offset text-underline-position
    text-wrap text-wrap-mode text-wrap-style timeline-scope timeline-trigger
    timeline-trigger-activation-range timeline-trigger-activation-range-end
    timeline-trigger-activation-range-start timeline-trigger-active-range
    timeline-trigger-active-range-end timeline-trigger-active-range-start timeline-trigger-name
    timeline-trigger-range timeline-trigger-source top touch-action transform transform-box
    transform-origin transform-style transition transition-behavior transition-delay
    transition-duration transition-property transition-timing-function translate trigger-scope
    unicode-bidi user-modify user-select vector-effect view-timeline
    view-timeline-axis view-timeline-inset view-timeline-name view-transition-class
    view-transition-group view-transition-name view-transition-scope voice-balance voice-duration
    voice-family voice-pitch voice-range voice-rate voice-stress voice-volume volume
    white-space-collapse white-space-trim widows will-change window-drag word-break
    word-space-transform word-spacing wrap-after wrap-before wrap-flow wrap-inside wrap-through
    writing-mode x y z-index zoom
    """
}

/// The keys of views and controls in the sheets of the documents that the dialects come from.
///
/// StringCoding and Pixelbits set any property of an object by its name. Some of them mean what a
/// property of CSS means; of the others a terminal has nothing.
package enum DocumentKeys {
  /// The property that a key, written with dashes, is another name for.
  static func property(_ key: String) -> PropertyName? { aliases[key] }

  /// True if a key, written with dashes, is another name for a property.
  package static func isProperty(_ key: String) -> Bool { aliases[key] != nil }

  private static let aliases: [String: PropertyName] = Dictionary(uniqueKeysWithValues: [
    ("line-break-mode", .shorthand(.lineBreakMode)),
    ("content-horizontal-alignment", .shorthand(.contentHorizontalAlignment)),
    ("content-edge-insets", .shorthand(.contentEdgeInsets)), ("alpha", .longhand(.opacity)),
    ("corner-radius", .longhand(.borderRadius)),
    ("number-of-lines", .longhand(.maxLines)), ("shadow-opacity", .longhand(.textShadowOpacity)),
    ("font-name", .longhand(.fontFamily)), ("title-font", .shorthand(.font)),
    ("text-font", .shorthand(.font)), ("content-inset", .shorthand(.contentEdgeInsets)),
    ("text-container-inset", .shorthand(.contentEdgeInsets)),
    ("layout-margins", .shorthand(.contentEdgeInsets)),
  ])

  /// True if a key, written with dashes, is known to have no effect in a terminal.
  static func hasNoEffect(_ key: String) -> Bool {
    withoutEffect.contains(key) || events.contains(key.filter { $0 != "-" }.lowercased())
  }

  /// The names of UIKit's control events, which have actions as values.
  private static let events: Set<String> = Set(
    (ControlEvent.members + ControlEvent.aliases).flatMap { event in
      ["", "uicontrolevent", "uicontrolevents"].map { $0 + event.name }
    })

  private static let withoutEffect: Set<String> = Set(
    """
    title text placeholder attributedText attributedTitle attributedPlaceholder image
    selectedImage backgroundView highlightedImage enabled highlighted selected hidden
    userInteractionEnabled contentMode clipsToBounds masksToBounds opaque tag frame bounds center
    autoresizingMask autoresizesSubviews contentVerticalAlignment adjustsFontSizeToFitWidth
    minimumScaleFactor minimumFontSize baselineAdjustment preferredMaxLayoutWidth
    showsTouchWhenHighlighted reversesTitleShadowWhenHighlighted adjustsImageWhenHighlighted
    adjustsImageWhenDisabled titleEdgeInsets imageEdgeInsets titleShadowColor titleShadowOffset
    shadowColor shadowOffset shadowRadius shadowPath clearButtonMode leftViewMode rightViewMode
    keyboardType keyboardAppearance returnKeyType secureTextEntry autocapitalizationType
    autocorrectionType spellCheckingType dataDetectorTypes editable selectable indicatorStyle
    scrollEnabled pagingEnabled bounces showsHorizontalScrollIndicator
    showsVerticalScrollIndicator scrollIndicatorInsets contentOffset contentSize rowHeight
    sectionHeaderHeight sectionFooterHeight separatorStyle separatorColor separatorInset
    selectionStyle editingStyle accessoryType style buttonType barStyle barMetrics barTintColor
    translucent prompt systemItem finishedSelectedImage finishedUnselectedImage request HTMLString
    baseURL on onTintColor thumbTintColor minimumValue maximumValue value progress
    progressTintColor trackTintColor minimumTrackTintColor maximumTrackTintColor currentPage
    numberOfPages pageIndicatorTintColor currentPageIndicatorTintColor
    """.split(whereSeparator: \.isWhitespace).map { DictionaryKey.dashed(String($0)) })
}

/// Values of the documents' typed getters that are objects: `{"x": 1, "y": 2}`.
enum TypedObjects {
  private static let members: [Set<String>] = [
    ["x", "y"], ["width", "height"], ["horizontal", "vertical"],
    ["top", "left", "bottom", "right"], ["origin", "size"], ["name", "size"], ["family", "size"],
    ["name"], ["x", "y", "width", "height"],
  ]

  /// True if an object with these names is a point, a size, insets, a rectangle or a font rather
  /// than a rule.
  static func contain(_ names: [String]) -> Bool { members.contains(Set(names)) }
}

/// Values that are valid and that no terminal knows: those that only the browsers of one vendor
/// read (`-webkit-match-parent`), and those of a device's screen (`env()`, CSS Environment
/// Variables 1).
enum VendorSyntax {
  /// Returns a description of a value with such a keyword or function; nil for any other value.
  static func kind(of value: DeclaredValue) -> String? {
    guard case .text(let text) = value else { return nil }
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.next()
      switch token.kind {
      case .endOfFile: return nil
      case .function where tokenizer.name(of: token).lowercased() == "env":
        return "env()"
      case .ident, .function:
        if CSSPropertyNames.isVendors(tokenizer.name(of: token)) { return "a vendor's value" }
      default: break
      }
    }
  }
}
