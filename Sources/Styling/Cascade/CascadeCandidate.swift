import CSSSyntax
import StyleValues

/// A declaration that applies to an element, and how strongly.
///
/// It is a few numbers; its request knows the declaration.
struct CascadeCandidate {
  /// Priority in the cascade; the order is its declaration's number.
  let priority: CascadePriority

  let cause: Cause

  let properties: PropertySet

  enum Cause {
    /// A rule of the sheet, by its number and that of its selector.
    case rule(Int32, selector: Int32)
    /// The `style` attribute.
    case style
    case builtIn
  }
}

/// Long values, each read once for all elements.
///
/// Very many elements may use one variable with a long value, such as a gradient. Reading it for
/// each of them would cost the product of the stylesheet and the text.
final class ExpandedValues {
  /// A text with fewer bytes is read sooner than it is looked up.
  static let shortest = 256

  /// With more bytes of texts, all of them are forgotten (1 MiB).
  private static let mostBytes = 1 << 20

  private struct Key: Hashable {
    let property: PropertyName
    let dialect: Dialect
    let text: ArraySlice<UInt8>

    /// Hashes the text as one number; the standard library hashes each byte by itself.
    func hash(into hasher: inout Hasher) {
      hasher.combine(property)
      hasher.combine(dialect)
      hasher.combine(text.reduce(UInt64(text.count)) { $0 &* 31 &+ UInt64($1) })
    }
  }

  private var values: [Key: Result<SpecifiedValue, ConversionError>] = [:]
  private var bytes = 0

  /// The value of a text without variables.
  ///
  /// - Throws: An error that names the values that the property takes.
  func value(
    of property: PropertyName, _ text: CSSText, in dialect: Dialect
  ) throws(ConversionError) -> SpecifiedValue {
    let key = Key(property: property, dialect: dialect, text: text.bytes[text.range])
    if let known = values[key] { return try known.get() }
    let read: Result<SpecifiedValue, ConversionError>
    do throws(ConversionError) {
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
