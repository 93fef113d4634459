import StyleValues

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
