import CPlatform
package import SystemPackage

/// A small file by which programs of one user share data, in a folder of that user such as
/// `XDG_RUNTIME_DIR`.
///
/// Nobody else can read it. Links are not followed, neither of the folder nor of the file.
package struct KeptFile: Sendable {
  private let folder: FilePath
  private let name: String

  /// The most bytes of the file.
  package static let limit = 4096

  /// Creates the name of a file in a folder; nil unless the folder's path is absolute.
  package init?(_ name: String, in folder: FilePath) {
    guard folder.isAbsolute else { return nil }
    self.folder = folder
    self.name = name
  }

  /// The bytes; nil if there are none, or another user could have written them.
  package func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Self.limit)
    let count = unsafe folder.withPlatformString {
      unsafe cp_kept_read($0, name, &bytes, Self.limit)
    }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// Replaces the bytes at once; false if they could not be written.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Self.limit else { return false }
    return unsafe folder.withPlatformString { unsafe cp_kept_write($0, name, bytes, bytes.count) }
  }
}
