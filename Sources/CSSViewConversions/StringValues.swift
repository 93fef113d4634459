public import CSSView
import StyleValues

extension String {
  /// The character code of the text by StringCoding's rules: a single character is its own, `65`
  /// and `0x41` are numbers, `yes` is 1 and `no` 0; nil for any other text.
  ///
  /// ```swift
  /// print("A".charValue ?? 0, "65".charValue ?? 0, "yes".charValue ?? 0)  // 65 65 1
  /// ```
  public var charValue: Int8? {
    (try? CharacterCode.convert(self)).flatMap { Int8(exactly: $0.value) }
  }

  /// True if the text can be read as a number.
  ///
  /// ```swift
  /// print("12".isNumeric, "-1.5e3".isNumeric, "12px".isNumeric, "".isNumeric)
  /// // true true false false
  /// ```
  public var isNumeric: Bool { (try? Double.convert(ThemeValue(self))) != nil }

  /// The class of this name, with its module before it: `Module.Class`.
  ///
  /// It is nil if there is no such class, if it is not a class of Swift at the top of its module,
  /// or if its name has other characters than ASCII letters, digits and `_`.
  ///
  /// ```swift
  /// print("Nowhere.Class".classValue == nil)  // true
  /// ```
  public var classValue: AnyClass? {
    let components = split(separator: ".", omittingEmptySubsequences: false)
    let isIdentifier = components.allSatisfy { component in
      component.first.map { !$0.isNumber } ?? false
        && component.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
    guard components.count == 2, isIdentifier else { return nil }
    // The mangled name of a class: its module and its name, each with its length before it.
    let mangled = components.map { "\($0.utf8.count)\($0)" }.joined() + "C"
    return _typeByName(mangled) as? AnyClass
  }
}

extension String {
  /// The value of the text, in every notation that keys of objects accept.
  ///
  /// ```swift
  /// print(try "1 2".converted(to: StyleOffset.self).vertical)  // 2.0
  /// ```
  ///
  /// - Throws: `ConversionFailure` with the expected value and the value found.
  public func converted<Value: CSSView.Convertible>(
    to type: Value.Type = Value.self
  ) throws(ConversionFailure) -> Value {
    try ThemeValue(RawValue(self), in: ConversionContext(dialect: .stringcoding)).converted()
  }

  /// The value with a raw value, of a type that does not have to be `Convertible`.
  ///
  /// - Throws: `ConversionFailure` with the value found.
  @_disfavoredOverload
  public func converted<Value: RawRepresentable>(
    to type: Value.Type = Value.self
  ) throws(ConversionFailure) -> Value where Value.RawValue: CSSView.Convertible {
    try ThemeValue(self).converted()
  }

  // The getters of StringCoding, without the prefixes of Apple's types; nil for any other text.

  /// A point: `{1, 2}` or `1 2`.
  ///
  /// ```swift
  /// print("{1, 2}".pointValue?.y ?? 0, "blackColor".colorValue == StyleColor(name: "black"))
  /// // 2.0 true
  /// ```
  public var pointValue: StylePoint? { try? converted() }

  /// A size: `{1, 2}` or `1 2`.
  public var sizeValue: StyleSize? { try? converted() }

  /// A rectangle: `{{1, 2}, {3, 4}}` or `1 2 3 4`.
  public var rectValue: StyleRect? { try? converted() }

  /// Insets: `{1, 2, 3, 4}` or `1 2 3 4`.
  public var edgeInsetsValue: StyleInsets? { try? converted() }

  /// An offset: `{1, 2}` or `1 2`.
  public var offsetValue: StyleOffset? { try? converted() }

  /// A colour, or the pattern of an image.
  public var colorValue: StyleColor? { try? converted() }

  /// A font: `helvetica 17`, `bold`.
  public var fontValue: StyleFont? { try? converted() }

  /// An image by its name, path or URL.
  public var imageValue: StyleImage? { try? converted() }

  /// A URL or a path.
  public var urlValue: StyleURL? { try? converted() }

  /// A URL, with or without a method before it.
  public var urlRequestValue: StyleURLRequest? { try? converted() }

  /// An alignment: `left`, `NSTextAlignmentLeft`.
  public var textAlignmentValue: CSSView.TextAlignment? { try? converted() }

  /// A way to break lines: `wordWrapping`.
  public var lineBreakModeValue: CSSView.LineBreakMode? { try? converted() }

  /// The states of a control: `selected highlighted`.
  public var controlStateValue: CSSView.ControlState? { try? converted() }

  /// Events of a control: `touchDown valueChanged`.
  public var controlEventsValue: CSSView.ControlEvent? { try? converted() }

  /// A way to fit content: `fit`, `UIViewContentModeScaleAspectFit`.
  public var contentModeValue: CSSView.ContentMode? { try? converted() }
}
