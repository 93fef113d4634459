import Styling
import SystemPackage

/// Reads the files that a command names.
enum FileReading {
  /// How much is asked of the system at once.
  private static let piece = 1 << 16

  /// The bytes of a whole file, at most `limit` of them and one more, which tells that there were
  /// too many.
  static func contents(of path: FilePath, limit: Int) throws(Errno) -> [UInt8] {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      return try file.closeAfter {
        let size = (try? file.seek(offset: 0, from: .end)) ?? 0
        _ = try? file.seek(offset: 0, from: .start)
        return try contents(
          of: DescriptorSource(file), limit: limit, expecting: Int(clamping: size))
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// What is left in a stream, at most `limit` bytes and one more.
  static func contents(
    of source: any ByteSource, limit: Int, expecting size: Int = 0
  ) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    // A directory has the largest size there is.
    var piece = max(piece, min(size, limit) + 1)
    while bytes.count <= limit {
      let part = try source.read(atMost: min(piece, limit + 1 - bytes.count))
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      piece = Self.piece
    }
    return bytes
  }
}

/// Hands the files of the system to the loader of stylesheets.
struct SystemFiles: StylesheetFiles {
  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    do {
      let bytes = try FileReading.contents(
        of: ArgumentText.path(path), limit: StylesheetLoader.largestFile)
      guard bytes.count <= StylesheetLoader.largestFile else {
        throw StylesheetFileError("larger than 64 MiB")
      }
      return bytes
    } catch let error as StylesheetFileError {
      throw error
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch {
      throw StylesheetFileError("\(error)".lowercased())
    }
  }

  func names(in directory: String) -> [String] {
    let names = ArgumentText.withCString(directory) { CLibrary.names(in: $0) }
    return (names ?? []).map(ArgumentText.string)
  }

  func canonicalPath(of path: String) -> String? {
    ArgumentText.withCString(path) { CLibrary.realPath($0) }.map(ArgumentText.string)
  }
}
