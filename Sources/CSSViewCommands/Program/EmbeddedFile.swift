import Bytes
import CResources

/// A file of this package that is embedded in the program.
struct EmbeddedFile: Sendable {
  /// The bundled themes, in alphabetical order.
  static let themes = unsafe files(cr_themes)

  /// The parts that bundled themes import, in alphabetical order.
  static let parts = unsafe files(cr_parts)

  /// The JSON Schemas in alphabetical order.
  static let schemas = unsafe files(cr_schemas)

  /// Without a folder.
  let name: String

  private let content: EmbeddedBytes

  var bytes: [UInt8] { Array(content) }

  private static func files(
    _ list: (UnsafeMutablePointer<Int>) -> UnsafePointer<cr_file>?
  ) -> [EmbeddedFile] {
    var count = 0
    let files = unsafe UnsafeBufferPointer(start: list(&count), count: count)
    return unsafe files.map { file in
      unsafe EmbeddedFile(
        name: String(cString: file.name),
        content: EmbeddedBytes(start: file.bytes, count: file.size))
    }
  }
}
