/// The files that a stylesheet may be put together from, as the loader asks for them.
///
/// The library reads no file itself; a program hands in how to. Paths are those of the system.
package protocol StylesheetFiles {
  /// The bytes of a file, or nil when there is none of that name.
  /// - Throws: Why a file that exists cannot be read.
  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]?

  /// The names in a directory; none when it is not there.
  /// - Throws: Why a directory that exists cannot be read.
  func names(in directory: String) throws(StylesheetFileError) -> [String]

  /// The names in a directory that begin with a text, where that is quicker than to list all; else
  /// nil.
  /// - Throws: Why a directory that exists cannot be read.
  func names(
    in directory: String, beginningWith start: String
  ) throws(StylesheetFileError) -> [String]?

  /// The path without links and `..`, or nil when nothing is there.
  func canonicalPath(of path: String) -> String?
}

extension StylesheetFiles {
  /// Nil: all are listed.
  package func names(
    in directory: String, beginningWith start: String
  ) throws(StylesheetFileError) -> [String]? { nil }
}

/// Why a file could not be read.
package struct StylesheetFileError: Error, Hashable, Sendable {
  /// A phrase such as `permission denied`.
  package var reason: String

  /// Says why.
  package init(_ reason: String) {
    self.reason = reason
  }

  /// A file is larger than the loader takes.
  static let tooLarge = StylesheetFileError("the file is larger than 64 MiB")
}
