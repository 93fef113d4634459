import Diagnostics
import Styling

/// A value of a sheet that is being changed in place.
struct ValueEdit {
  /// The file.
  let path: String

  /// The bytes of the file before.
  let original: [UInt8]

  /// Where the value stands in them.
  let range: Range<Int>

  /// The property.
  let name: String

  /// Whether the value stands in a JSON string.
  let isString: Bool

  /// Finds a declaration's value in a file; nil if the file holds something else there.
  init?(_ declaration: ExplainedDeclaration, in source: SourceText) {
    let location = declaration.location
    guard declaration.origin != .builtIn, location.file == source.name,
      (1...source.lineCount).contains(location.line)
    else { return nil }
    let line = source.lineRange(location.line)
    // Columns count scalars.
    var start = line.lowerBound
    var column = 1
    while start < line.upperBound, column < location.column {
      start += 1
      while start < line.upperBound, source.bytes[start] & 0xC0 == 0x80 { start += 1 }
      column += 1
    }
    var value = Array(declaration.value.utf8)
    // The place may be that of the string with its quotes.
    if value.first == UInt8(ascii: "\""), value.count > 1, value.last == UInt8(ascii: "\"") {
      value = Array(value.dropFirst().dropLast())
      start += 1
    }
    let end = start + value.count
    guard end <= source.bytes.count, Array(source.bytes[start..<end]) == value else { return nil }
    path = source.name
    original = source.bytes
    range = start..<end
    name = declaration.name
    isString = start > 0 && source.bytes[start - 1] == UInt8(ascii: "\"")
  }

  /// The value as it was.
  var text: String { String(decoding: original[range], as: UTF8.self) }

  /// The file with another value; every other byte stays.
  func bytes(with value: String) -> [UInt8] {
    var new: [UInt8] = []
    for byte in value.utf8 {
      // What was typed into a JSON string may already hold escapes; only a bare quote would end it.
      if isString, byte == UInt8(ascii: "\""), new.last != UInt8(ascii: "\\") {
        new.append(UInt8(ascii: "\\"))
      }
      new.append(byte)
    }
    return Array(original[..<range.lowerBound]) + new + Array(original[range.upperBound...])
  }
}

/// Files as they are, but for one that is being edited.
struct DraftFiles: StylesheetFiles {
  let base: (any StylesheetFiles)?
  let path: String
  let bytes: [UInt8]

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    if path == self.path { return bytes }
    return try base?.contents(of: path)
  }

  func names(in directory: String) -> [String] { base?.names(in: directory) ?? [] }

  func canonicalPath(of path: String) -> String? { base?.canonicalPath(of: path) ?? path }
}
