import CSSView
import StyleValues

extension String {
  /// The code of the text as StringCoding reads one: a single character is its own, `65` and `0x41`
  /// are numbers, `yes` is 1 and `no` 0; nil for any other text.
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
  /// nil where there is no such class, where it is no class of Swift at the top of its module, and
  /// where its name has anything but ASCII letters, digits and `_`.
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
