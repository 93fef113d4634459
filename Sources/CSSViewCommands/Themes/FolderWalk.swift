import CSSView
import OperatingSystem
import SystemPackage

/// The names in a folder and in those inside it, each folder once.
///
/// Names that begin with a dot are left out, and links that lead back or out of the folder are not
/// followed.
struct FolderWalk {
  /// A folder with what is in it, by name.
  struct Folder {
    var path: String

    /// The path with a slash at its end.
    var start: String { path.hasSuffix("/") ? path : path + "/" }

    var names: [String]
  }

  private let system = SystemFiles()
  private let root: String
  private var pending: [(path: String, depth: Int)]
  private var known: Set<String> = []
  private var linksOut: [String] = []
  private var isCutByDepth = false

  /// How many names may still be looked at: somebody may name a whole disk.
  private var namesLeft = mostNames

  /// Which names are taken for files without a look at what they are.
  private let isFile: (String) -> Bool

  private static let mostNames = 200_000
  private static let mostFolders = 10_000
  private static let deepest = 64

  /// The folders from one on.
  ///
  /// - Parameters:
  ///   - folder: The first one.
  ///   - isFile: Which names are taken for files without a look at what they are.
  init(from folder: String, takingForFiles isFile: @escaping (String) -> Bool = { _ in false }) {
    root = system.canonicalPath(of: folder) ?? folder
    pending = [(folder, 0)]
    self.isFile = isFile
  }

  /// The next folder, those inside of one right after it.
  mutating func next() -> Folder? {
    while !isCutByNumber, let (path, depth) = pending.popLast() {
      let place = system.canonicalPath(of: path) ?? path
      guard FilePath(argument: place).starts(with: FilePath(argument: root)) else {
        linksOut.append(path)
        continue
      }
      guard known.insert(place).inserted else { continue }
      let names = ((try? system.names(in: path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
      namesLeft -= names.count
      let folder = Folder(path: path, names: names)
      let inside = names.filter { !isFile($0) && SheetFolder.isFolder(folder.start + $0) }
      if depth < Self.deepest {
        pending += inside.reversed().map { (folder.start + $0, depth + 1) }
      } else if !inside.isEmpty {
        isCutByDepth = true
      }
      return folder
    }
    return nil
  }

  private var isCutByNumber: Bool { namesLeft <= 0 || known.count >= Self.mostFolders }

  /// True if there are folders that were not looked into although they are inside.
  var isCut: Bool { isCutByDepth || isCutByNumber && !pending.isEmpty }

  /// What was not looked into, for a person.
  var notes: [String] {
    var notes: [String] = []
    if let link = linksOut.first {
      let others = linksOut.count == 1 ? "" : " and \(linksOut.count - 1) more"
      notes.append("\(link)\(others): not followed: a link out of the folder")
    }
    if isCutByNumber, let next = pending.last {
      notes.append(
        "\(next.path): not read, nor what follows: more than \(Self.mostNames) names or "
          + "\(Self.mostFolders) folders")
    }
    if isCutByDepth {
      notes.append("\(root): folders inside of more than \(Self.deepest) others are not read")
    }
    return notes
  }
}
