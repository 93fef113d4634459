import CellLayout
import CursesScreen
import StyleValues
import Styling
import SystemPackage
import TerminalOutput
import ThemeBrowser

/// The theme browser over some files, with a sample of its own.
enum BrowserProbe {
  static func run(sheets: [String]) throws(ScreenError) -> String {
    let depth = ScreenProbe.variable("PROBE_DEPTH").flatMap { ColorDepth(rawValue: $0) }
    let environment = Environment(colorDepth: depth ?? .truecolor)
    let files = ProbeFiles(sheets: sheets)
    var settings = BrowserSettings(
      target: OutputTarget(environment),
      loader: StylesheetLoader(environment: environment, files: files))
    settings.sample = Sample(
      markup: "Hi <span class=title>Title</span>, <span class=note>note</span>.")
    let session = BrowserSession(
      try Screen(
        term: ScreenProbe.variable("TERM") ?? "",
        features: ScreenFeatures(renditions: [.underlineStyles, .overline])),
      settings: settings, files: files,
      editor: EditorCommand(ScreenProbe.variable("EDITOR") ?? "vi"))
    switch try session.run() {
    case .chosen(let path): return "chose \(path)"
    case .left: return "left"
    case .interrupted(let signal): return "signal \(signal)"
    }
  }
}

/// The files of the disk, as far as the browser needs them.
private struct ProbeFiles: BrowserFiles {
  let sheets: [String]

  func themes() -> ThemeListing { ThemeListing(sheets, named: Set(sheets)) }

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      return try file.closeAfter {
        let size = Int(try file.seek(offset: 0, from: .end))
        return try Array(unsafeUninitializedCapacity: size) { buffer, count in
          count = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
        }
      }
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch {
      throw StylesheetFileError("\(error)")
    }
  }

  func write(
    _ bytes: [UInt8]?, to path: String, over replaced: BrowserEffect.Replaced
  ) throws(StylesheetFileError) -> WriteResult {
    guard let bytes else { throw StylesheetFileError("no file is removed here") }
    let present = try contents(of: path)
    switch replaced {
    case .nothing: if present != nil { return .exists }
    case .bytes(let expected): if present != expected { return .changedMeanwhile }
    case .anything: break
    }
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
      _ = try file.closeAfter { try file.writeAll(bytes) }
      return .written
    } catch {
      throw StylesheetFileError("\(error)")
    }
  }

  func makeTemporaryFile(
    _ bytes: [UInt8], extension: String
  ) throws(StylesheetFileError) -> String { throw StylesheetFileError("not here") }

  func removeTemporaryFile(_ path: String) {}

  func names(in directory: String) -> [String] { [] }

  func canonicalPath(of path: String) -> String? { path }
}
