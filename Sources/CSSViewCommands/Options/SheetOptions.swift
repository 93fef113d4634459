import ArgumentParser
import Diagnostics
package import StyleValues
package import Styling
import SystemPackage

/// How a stylesheet is found and read.
struct SheetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read sheets in this dialect, whatever they say: \(Self.dialects).", valueName: "dialect"))
  var dialect: Dialect?

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The form of a sheet on standard input: json or css. Its first byte decides otherwise.",
      valueName: "form"))
  var form: StylesheetForm?

  @Option(
    help: ArgumentHelp(
      "Let sheets import files from this directory, too. May be given several times.",
      valueName: "directory"),
    completion: .directory)
  var allowImportsFrom: [String] = []

  private static let dialects = Dialect.allCases.map(\.rawValue).joined(separator: ", ")

  /// Loads a sheet; `-` is standard input.
  ///
  /// Mistakes in it are in its diagnostics.
  func load(
    _ path: String, for environment: Environment, in console: Console
  ) throws(CommandFailure) -> Stylesheet {
    load(try read(path, in: console), for: environment)
  }

  /// Reads a sheet; `-` is standard input, which can be read only once.
  func read(_ path: String, in console: Console) throws(CommandFailure) -> SourceText {
    let bytes = try InputFile.read(path, limit: StylesheetLoader.largestFile, in: console)
    return SourceText(name: path == "-" ? Self.standardInput : path, bytes: bytes)
  }

  /// Loads a sheet that was read, with all that it imports.
  ///
  /// Mistakes in it are in its diagnostics.
  func load(_ source: SourceText, for environment: Environment) -> Stylesheet {
    let isStandardInput = source.name == Self.standardInput
    return loader(for: environment).load(source, form: isStandardInput ? form : nil)
  }

  private static let standardInput = "<stdin>"

  /// A loader that takes imports and variants from the file system.
  func loader(for environment: Environment) -> StylesheetLoader {
    StylesheetLoader(
      environment: environment, dialect: dialect, files: SystemFiles(),
      allowedDirectories: allowImportsFrom)
  }
}

/// Reads files that were named on the command line.
enum InputFile {
  /// The bytes of a file or of a bundled theme; `-` is standard input.
  static func read(
    _ path: String, limit: Int, in console: Console
  ) throws(CommandFailure) -> [UInt8] {
    if let bundled = BundledThemes.contents(of: path) { return bundled }
    let name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do throws(Errno) {
      bytes =
        path == "-"
        ? try FileReading.contents(of: console.input, limit: limit)
        : try FileReading.contents(of: ArgumentText.path(path), limit: limit)
    } catch {
      throw CommandFailure(.noInput, "\(name): \(error)")
    }
    guard bytes.count <= limit else {
      throw CommandFailure(.unusableInput, "\(name): larger than \(limit >> 20) MiB")
    }
    return bytes
  }
}

extension Dialect: ExpressibleByArgument {}
extension StylesheetForm: ExpressibleByArgument {}
