/// `border-style` (CSS Backgrounds 3 §3.2), as far as there are box-drawing characters for it.
///
/// ```swift
/// print(try BorderStyle.convert("UITextBorderStyleLine") == .solid)  // true
/// ```
package enum BorderStyle: String, CaseIterable, Hashable, Sendable {
  /// No border.
  case none
  /// A line whose weight follows from its width.
  case solid
  /// `╌╎`
  case dashed
  /// `┄┆`
  case dotted
  /// `═║`
  case double
}

extension BorderStyle: StyleEnumeration {
  /// The type's names here and in UIKit.
  package static var qualifiers: [String] { ["BorderStyle", "UITextBorderStyle"] }

  /// UIKit says line.
  package static var aliases: [(name: String, value: BorderStyle)] { [("line", .solid)] }
}
