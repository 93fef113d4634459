package import Diagnostics

/// What `<--` uses besides its two sides.
///
/// Both are bound to a task for the time of a closure, so that two parts of a program do not see
/// each other's settings:
///
/// ```swift
/// var colors: [ColorValue] = []
/// Conversions.$context.withValue(ConversionContext(dialect: .architect)) {
///   Conversions.$log.withValue({ print($0.message) }) {
///     colors <-- ["#80ff0000", "gren"] as RawValue
///   }
/// }
/// // expected a colour, found “gren”
/// print(colors.map { $0.srgb()?.hex8 ?? "" })  // ["#ff000080"]
/// ```
package enum Conversions {
  /// Gets a finding for everything that could not be converted; nil drops them.
  @TaskLocal package static var log: (@Sendable (Diagnostic) -> Void)?

  /// The dialect and whatever else conversions depend on.
  @TaskLocal package static var context = ConversionContext(dialect: .jsonhelper)

  /// The value, or nil after a note in the log.
  static func converted<Value: Convertible>(
    _ raw: RawValue, in context: ConversionContext
  ) -> Value? {
    do {
      return try Value.convert(raw, in: context)
    } catch {
      log?(error.diagnostic(.warning))
      return nil
    }
  }

  /// The same, where nothing and `null` are nil and need no note.
  static func converted<Value: Convertible>(_ source: (some RawConvertible)?) -> Value? {
    guard let raw = source?.raw, !raw.isNull else { return nil }
    return converted(raw, in: context)
  }
}
