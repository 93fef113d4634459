import OperatingSystem
package import Styling
import SystemPackage

/// Hands the files of the system to the loader of stylesheets: regular ones, as whoever waits for
/// a FIFO or reads a device to its end may do so for ever.
package struct SystemFiles: StylesheetFiles {
  /// A larger file is refused, in bytes.
  package var largest: Int

  /// Files up to a size.
  package init(largest: Int = StylesheetLoader.largestFile) {
    self.largest = largest
  }

  /// The bytes of a file, or nil when there is none of that name.
  package func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(Errno) {
      bytes = try FileReading.contents(ofRegular: FilePath(argument: path), limit: largest)
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw StylesheetFileError("\(error)".lowercased())
    }
    guard let bytes else { throw StylesheetFileError("not a regular file") }
    guard bytes.count <= largest else {
      throw StylesheetFileError("larger than \(largest >> 20) MiB")
    }
    return bytes
  }

  /// The names in a directory; none when it is not there.
  package func names(in directory: String) throws(StylesheetFileError) -> [String] {
    do throws(Errno) {
      return try FilePath(argument: directory).readNames().map(\.argument)
    } catch .noSuchFileOrDirectory {
      return []
    } catch .notDirectory {
      return []
    } catch {
      throw StylesheetFileError("\(error)".lowercased())
    }
  }

  /// The path without links and `..`, or nil when nothing is there.
  package func canonicalPath(of path: String) -> String? {
    FilePath(argument: path).canonical?.argument
  }
}
