import CSSSyntax
import StyleValues

/// A declaration that applies to an element, and its priority; only numbers, which index into the
/// request.
struct CascadeCandidate {
  /// Priority in the cascade; the order is its declaration's number.
  let priority: CascadePriority

  let cause: Cause

  let properties: PropertySet

  enum Cause {
    /// The number of a rule, and that of its selector.
    case rule(Int32, selector: Int32)
    case style, builtIn
  }
}

/// Parsed long values, each read once for all elements.
///
/// Without it, many elements that use one variable with a long value, such as a gradient, would
/// cost the product of the sizes of stylesheet and text.
final class ExpandedValues {
  /// Shorter texts, in bytes, are parsed faster than they are looked up.
  static let shortest = 256

  /// With more bytes of texts, the table is emptied.
  private static let mostBytes = 1 << 20

  private struct Key: Hashable {
    let property: PropertyName
    let dialect: Dialect
    let text: ArraySlice<UInt8>

    /// Hashes the text as one number, because the standard library hashes each byte by itself.
    func hash(into hasher: inout Hasher) {
      hasher.combine(property)
      hasher.combine(dialect)
      hasher.combine(text.reduce(UInt64(text.count)) { $0 &* 31 &+ UInt64($1) })
    }
  }

  private var values: [Key: Result<SpecifiedValue, UnexpectedValue>] = [:]
  private var bytes = 0

  /// The value of a text without variables.
  ///
  /// - Throws: An error that names the values that the property accepts.
  func value(
    of property: PropertyName, _ text: CSSText, in dialect: Dialect
  ) throws(UnexpectedValue) -> SpecifiedValue {
    let key = Key(property: property, dialect: dialect, text: text.bytes[text.range])
    if let known = values[key] { return try known.get() }
    let read: Result<SpecifiedValue, UnexpectedValue>
    do throws(UnexpectedValue) {
      read = .success(try PropertyParser(dialect).specify(property, .text(text)))
    } catch {
      read = .failure(error)
    }
    bytes += text.range.count
    if bytes > Self.mostBytes {
      values.removeAll()
      bytes = text.range.count
    }
    values[key] = read
    return try read.get()
  }
}
