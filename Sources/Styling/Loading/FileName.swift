import Bytes

/// Takes paths apart and puts them together, without asking the file system.
///
/// Paths are bytes: a combining mark behind a `/` is part of the name, and two ways to write a
/// letter are two names.
enum FileName {
  private static let slash = UInt8(ascii: "/")

  /// Returns the path before the last `/`; `.` when there is none.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the name after the last `/`.
  static func name(of path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// A path relative to a directory; an absolute one stays.
  static func join(_ directory: String, _ path: String) -> String {
    if path.utf8.first == slash || directory == "." { return path }
    return withSlash(directory) + path
  }

  /// The part before the extension, and the extension with its dot (empty without one).
  static func split(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return (name, "")
    }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// True if a canonical path is a directory's own or below it.
  static func isInside(_ path: String, _ directory: String) -> Bool {
    path.utf8.elementsEqual(directory.utf8) || path.hasBytePrefix(withSlash(directory))
  }

  private static func withSlash(_ directory: String) -> String {
    directory.utf8.last == slash ? directory : directory + "/"
  }
}
