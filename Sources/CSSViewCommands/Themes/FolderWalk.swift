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

  private struct Pending {
    var path: String

    /// The path as the system knows it, without links.
    var place: String

    var depth: Int
  }

  private let root: String
  private var pending: [Pending]
  private var known: Set<String> = []
  private var linksOut: [String] = []
  private var isCutByDepth = false

  /// Number of names that may still be looked at: somebody may name a whole disk.
  private var namesLeft = mostNames

  /// Returns true for names that are taken for files without a look at their kind.
  private let isFile: (String) -> Bool

  private static let mostNames = 200_000
  private static let mostFolders = 10_000
  private static let deepest = 64

  /// The folders from one on.
  ///
  /// - Parameters:
  ///   - folder: The first one.
  ///   - isFile: Returns true for names that are taken for files without a look at their kind.
  init(from folder: String, takingForFiles isFile: @escaping (String) -> Bool = { _ in false }) {
    root = FilePath(argument: folder).canonical?.argument ?? folder
    pending = [Pending(path: folder, place: root, depth: 0)]
    self.isFile = isFile
  }

  /// The next folder, those inside of one right after it.
  mutating func next() -> Folder? {
    while !isCutByNumber, let next = pending.popLast() {
      guard known.insert(next.place).inserted else { continue }
      let read = (try? FilePath(argument: next.path).readEntries()) ?? []
      let entries = read.map { ($0.name.argument, $0.kind) }
        .filter { !$0.0.hasPrefix(".") }.sorted { $0.0 < $1.0 }
      namesLeft -= entries.count
      let folder = Folder(path: next.path, names: entries.map(\.0))
      var inside: [Pending] = []
      for (name, kind) in entries where kind != .other && !isFile(name) {
        let path = folder.start + name
        guard let place = place(of: name, kind, at: path, in: next.place) else { continue }
        inside.append(Pending(path: path, place: place, depth: next.depth + 1))
      }
      if next.depth < Self.deepest {
        pending += inside.reversed()
      } else if !inside.isEmpty {
        isCutByDepth = true
      }
      return folder
    }
    return nil
  }

  /// Returns the canonical path of a folder inside another; nil for anything but a folder, and for
  /// a link that leads out.
  private mutating func place(
    of name: String, _ kind: FilePath.EntryKind, at path: String, in folder: String
  ) -> String? {
    guard kind != .directory else { return (folder == "/" ? "" : folder) + "/" + name }
    guard SheetFolder.isFolder(path), let place = FilePath(argument: path).canonical else {
      return nil
    }
    guard place.starts(with: FilePath(argument: root)) else {
      linksOut.append(path)
      return nil
    }
    return place.argument
  }

  private var isCutByNumber: Bool { namesLeft <= 0 || known.count >= Self.mostFolders }

  /// True if there are folders that were not looked into although they are inside.
  var isCut: Bool { isCutByDepth || isCutByNumber && !pending.isEmpty }

  /// Messages for a person about folders that were not read.
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
