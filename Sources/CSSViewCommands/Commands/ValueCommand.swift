import ArgumentParser
import Bytes
import CSSSyntax
import CSSView
import Diagnostics
import OperatingSystem
package import StyleValues
import StyledText
import Styling

struct ValueCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "value", _superCommandName: CSSViewCommand.name,
    abstract: "Check a value, such as a colour, and print its standard form.",
    usage: """
      cssview value [<options>] <type> <text>
      cssview value [<options>] <type> --sheet <stylesheet> --key <key>
      cssview value [<options>] <type> --batch
      """,
    discussion: """
      Print the converted value, or an error with the column of the mistake.
      """)

  static let examples = """
    cssview value color "oklch(70% 0.1 200)"
    cssview value length 2em --json
    """

  @Argument(help: "Type of the value.")
  var type: ValueType

  @Argument(help: "Value: text, or a JSON array or object.")
  var text: String?

  @Option(
    help: .value("stylesheet", "Read the value from this JSON stylesheet; needs --key."),
    completion: .custom(SheetCompletion.names))
  var sheet: String?

  @Option(help: .value("key", "Key of the value in --sheet, such as '.bold.color'."))
  var key: String?

  @Option(help: .value("dialect", "Dialect of the value; ignored for fonts."))
  var dialect: Dialect?

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "For each line of JSON read, print one line of JSON.")
  var batch = false

  @OptionGroup(title: "Terminal", visibility: .fullHelp) var environment: EnvironmentOptions

  @OptionGroup(title: "Warnings and errors") var findings: FindingOptions

  func validate() throws {
    if sheet == nil, key != nil { throw ValidationError("'--key' needs '--sheet'") }
    if sheet != nil, key == nil { throw ValidationError("'--sheet' needs '--key'") }
    if batch || sheet != nil, text != nil {
      throw ValidationError("'\(batch ? "--batch" : "--sheet")' cannot be used with <text>")
    }
    if batch, sheet != nil { throw ValidationError("'--batch' cannot be used with '--sheet'") }
    if !batch, sheet == nil, text == nil { throw ValidationError("missing argument '<text>'") }
  }

  func run(in console: Console) throws -> ExitStatus {
    let terminal = try environment.idealEnvironment(in: console, followsTerminal: true)
    let context = ConversionContext(
      dialect: dialect ?? .viewcss, colorScheme: terminal.colorScheme,
      palette: terminal.terminalColors)
    if batch {
      try LineExchange(console: console).run { (document, root) throws(LineExchange.Refusal) in
        do throws(UnexpectedValue) {
          let value = try type.describe(RawValue(root, of: document), in: context)
          return SafeText(answer(value))
        } catch {
          throw LineExchange.Refusal(
            message: error.message, column: error.range?.location.column ?? 1)
        }
      }
      return .success
    }
    let value: DescribedValue
    var status = ExitStatus.success
    if let sheet, let key {
      var options = SheetOptions.defaults
      options.dialect = dialect
      let keyed = KeyedSheet(
        try SheetArgument.source(sheet, in: console),
        loader: options.loader(for: terminal, ThemeCatalog(variable: console.variable)))
      status = findings.report(
        keyed.diagnostics, color: environment.color, seeAll: CheckLine(sheet: sheet), in: console)
      value = try self.value(ArgumentText.shown(key), of: sheet, keyed)
    } else {
      do throws(UnexpectedValue) {
        value = try type.describe(written(ArgumentText.shown(text ?? "")), in: context)
      } catch {
        throw CommandFailure(
          .unusableInput,
          error.found == "'var('"
            ? "variables need a stylesheet; add '--sheet' and '--key'" : Self.message(error))
      }
    }
    try console.write((json ? SafeText(answer(value)) : .text(value.text)) + "\n")
    return status
  }

  /// The value of a text; as in a stylesheet, it may be an array or an object of JSON.
  private func written(_ text: String) -> RawValue {
    let first = text.utf8.first { !$0.isASCIIWhitespace }
    guard type.rawValue != "string", first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return RawValue(text)
    }
    let document = JSONDocument(SourceText(name: "TEXT", bytes: Array(text.utf8)))
    guard let root = document.root, !document.diagnostics.contains(where: { $0.severity == .error })
    else { return RawValue(text) }
    return RawValue(root, of: document)
  }

  private func value(
    _ key: String, of sheet: String, _ keyed: KeyedSheet
  ) throws(CommandFailure) -> DescribedValue {
    do {
      return try type.describe(keyed.values.expandedRaw(forKey: key), in: keyed.values.context)
    } catch let error as KeyedValueError {
      throw CommandFailure(
        .unusableInput, "\(sheet): \(error.message)\(hint(at: error.suggestion))")
    } catch let error as UnexpectedValue {
      let position = error.range.map { "\($0.location): " } ?? ""
      throw CommandFailure(.unusableInput, position + error.message)
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
  }

  private func answer(_ value: DescribedValue) -> JSONOutput {
    ["type": .string(type.rawValue), "value": value.json]
  }

  private static func message(_ error: UnexpectedValue) -> String {
    let column = error.range?.location.column ?? 1
    return "column \(column): \(error.message)\(hint(at: error.suggestion))"
  }
}

extension ValueType: ExpressibleByArgument {}
