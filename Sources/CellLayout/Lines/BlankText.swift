import Bytes

/// What takes the place of text with `visibility: hidden`: as many blanks as it has cells.
///
/// They are no-break spaces, so that lines break where the text could break.
///
/// - Parameters:
///   - text: UTF-8, fit for a terminal; white space stays.
///   - rules: How its cells are counted.
/// - Returns: The blanks.
package func blanks(insteadOf text: [UInt8], rules: WidthRules) -> [UInt8] {
  var blanks: [UInt8] = []
  for cluster in TextClusters(text, rules: rules) {
    let first = text[cluster.range.lowerBound]
    if first.isASCIIWhitespace {
      blanks.append(first)
    } else {
      for _ in 0..<cluster.width { blanks += [0xC2, 0xA0] }
    }
  }
  return blanks
}
