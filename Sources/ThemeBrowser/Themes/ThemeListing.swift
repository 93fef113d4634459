/// The sheets there are to browse, and where they were found.
package struct ThemeListing: Hashable, Sendable {
  /// The paths, in the order in which they are listed.
  package var paths: [String]

  /// Those that were named one by one: they are listed whatever they hold.
  package var named: Set<String>

  /// Those that there are only variants of, for dark and for light.
  package var pairs: Set<String> = []

  /// The directories that were searched, and those that would be if they were there.
  package var folders: [String]

  /// Messages for a person about directories that were not searched.
  package var notes: [String] = []

  /// Puts a listing together.
  package init(_ paths: [String] = [], named: Set<String> = [], folders: [String] = []) {
    self.paths = paths
    self.named = named
    self.folders = folders
  }
}
