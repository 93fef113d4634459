/// The raised or lowered forms of characters.
package struct ScriptForms: Sendable {
  /// The characters that have one, in order.
  package let bases: [UInt16]

  /// The form of each.
  package let forms: [UInt16]

  /// The form of a character, if it has one.
  package subscript(_ scalar: UInt32) -> Unicode.Scalar? {
    var (low, high) = (0, bases.count)
    while low < high {
      let middle = (low + high) / 2
      if UInt32(bases[middle]) < scalar { low = middle + 1 } else { high = middle }
    }
    guard low < bases.count, UInt32(bases[low]) == scalar else { return nil }
    return Unicode.Scalar(forms[low])
  }
}
