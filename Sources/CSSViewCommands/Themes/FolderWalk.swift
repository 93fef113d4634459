import CSSView
import OperatingSystem
import SystemPackage

/// The names in a folder and in those inside it, each folder once.
///
/// Names that begin with a dot are left out, and links that lead back are not followed.
struct FolderWalk: Sequence, IteratorProtocol {
  /// A folder with what is in it, by name.
  struct Folder {
    var path: String

    /// The path with a slash at its end.
    var start: String { path.hasSuffix("/") ? path : path + "/" }

    var names: [String]
  }

  private let system = SystemFiles()
  private var pending: [String]
  private var known: Set<String> = []

  /// How many names may still be looked at: somebody may name a whole disk.
  private var namesLeft = 200_000

  /// Which names are taken for files without a look at what they are.
  private let isFile: (String) -> Bool

  /// The folders from one on.
  ///
  /// - Parameters:
  ///   - folder: The first one.
  ///   - isFile: Which names are taken for files without a look at what they are.
  init(from folder: String, takingForFiles isFile: @escaping (String) -> Bool = { _ in false }) {
    pending = [folder]
    self.isFile = isFile
  }

  /// The next folder, those inside of one right after it.
  mutating func next() -> Folder? {
    while namesLeft > 0, let path = pending.popLast() {
      guard known.insert(system.canonicalPath(of: path) ?? path).inserted else { continue }
      let names = ((try? system.names(in: path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
      namesLeft -= names.count
      let folder = Folder(path: path, names: names)
      let inside = names.filter { !isFile($0) && SheetFolder.isFolder(folder.start + $0) }
      pending += inside.reversed().map { folder.start + $0 }
      return folder
    }
    return nil
  }
}
