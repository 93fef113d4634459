import ArgumentParser
import CSSView
import Diagnostics
package import StyleValues
package import Styling

/// Options for finding and reading a stylesheet.
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

  /// Loads a sheet that was read, with all that it imports.
  ///
  /// Mistakes in it are in its diagnostics.
  func load(_ source: SourceText, for environment: Environment) -> Stylesheet {
    let isStandardInput = source.name == InputFile.standardInput
    return loader(for: environment).load(source, form: isStandardInput ? form : nil)
  }

  /// A loader that takes imports and variants from the file system.
  func loader(
    for environment: Environment, files: any StylesheetFiles = SystemFiles()
  ) -> StylesheetLoader {
    StylesheetLoader(
      environment: environment, dialect: dialect, files: files,
      allowedDirectories: allowImportsFrom)
  }
}

extension Dialect: ExpressibleByArgument {}
extension StylesheetForm: ExpressibleByArgument {}

extension SheetOptions {
  /// The options with their default values.
  static var plain: Self {
    var options = Self()
    (options.dialect, options.form, options.allowImportsFrom) = (nil, nil, [])
    return options
  }

  /// Takes an option that needs no parser.
  mutating func take(_ option: inout PlainOption) -> Bool {
    switch option.name {
    case "--dialect": option.read(into: &dialect)
    default: false
    }
  }
}
