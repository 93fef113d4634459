import Bytes

/// Lines of a JSON array that has an object on each line.
enum ArrayLines {
  /// The object of a line, without the brackets and commas of the array around it.
  ///
  /// - Parameters:
  ///   - line: The place of the line.
  ///   - bytes: The bytes.
  /// - Returns: The place of the object; empty where there is nothing else, and the line as it is
  ///   where something else stands in it.
  static func element(_ line: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    var element = trimmed(line, of: bytes)
    guard let first = element.first else { return line }
    switch bytes[first] {
    case UInt8(ascii: "["):
      element = trimmed(first + 1..<element.upperBound, of: bytes)
    case UInt8(ascii: ","):
      element = trimmed(first + 1..<element.upperBound, of: bytes)
    default: break
    }
    // An array ends once, and a comma stands before or behind that.
    for end in [",", "]", ","] {
      guard let last = element.last, bytes[last] == end.utf8.first else { continue }
      element = trimmed(element.lowerBound..<last, of: bytes)
    }
    guard let first = element.first else { return element }
    return bytes[first] == UInt8(ascii: "{") ? element : line
  }

  /// A place without the white space at its ends.
  private static func trimmed(_ range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    var range = range
    while let first = range.first, bytes[first].isASCIIWhitespace { range.removeFirst() }
    while let last = range.last, bytes[last].isASCIIWhitespace { range.removeLast() }
    return range
  }
}
