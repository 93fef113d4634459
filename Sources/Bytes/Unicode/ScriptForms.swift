/// The superscript or subscript forms of characters.
package struct ScriptForms: Sendable {
  /// The characters that have one, in order.
  package let bases: [UInt16]

  package let forms: [UInt16]

  /// The form of a character, if it has one.
  package subscript(_ scalar: UInt32) -> Unicode.Scalar? {
    let index = bases.partitioningIndex { UInt32($0) >= scalar }
    guard index < bases.count, UInt32(bases[index]) == scalar else { return nil }
    return Unicode.Scalar(forms[index])
  }
}
