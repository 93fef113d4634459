public import ArgumentParser
import CSSSyntax
import Diagnostics
public import StyleValues
import TerminalOutput

/// Converts one typed value.
struct ValueCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "value",
    abstract: "Converts a typed value and prints it.",
    discussion: """
      Types: \(ValueType.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @Argument(help: "The type of the value.")
  var type: ValueType

  @Argument(help: "The value.")
  var text: String?

  @Option(
    help: ArgumentHelp("The dialect that the value is written in.", valueName: "dialect"))
  var dialect = Dialect.viewcss

  @Option(
    help: ArgumentHelp(
      "Which side of light-dark() counts: dark, light or #rrggbb.", valueName: "background"))
  var background = BackgroundOption.scheme(.dark)

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Convert each line of standard input, a JSON value, to a line of JSON.")
  var batch = false

  func validate() throws {
    if batch, text != nil { throw ValidationError("'--batch' takes no TEXT.") }
    if !batch, text == nil { throw ValidationError("Missing expected argument '<text>'") }
  }

  func run(in console: Console) throws -> ExitStatus {
    let context = ConversionContext(dialect: dialect, colorScheme: background.scheme ?? .dark)
    if batch {
      try LineExchange(console).run { line in answer(to: line, in: context) }
      return .success
    }
    let written = CSSText(ArgumentText.shown(text ?? ""))
    let value: DescribedValue
    do throws(ConversionError) {
      value = try type.describe(RawValue(written), in: context)
    } catch {
      throw CommandFailure(.unusableInput, Self.message(error))
    }
    try console.write((json ? answer(value).text : value.text) + "\n")
    return .success
  }

  private func answer(_ value: DescribedValue) -> JSONOutput {
    ["type": .string(type.rawValue), "value": value.json]
  }

  private func answer(to line: [UInt8], in context: ConversionContext) -> JSONOutput {
    let document = JSONDocument(SourceText(name: "<stdin>", bytes: line))
    if let failure = JSONOutput(firstErrorIn: document) { return failure }
    guard let root = document.root else { return JSONOutput(error: "no value", column: 1) }
    do throws(ConversionError) {
      return answer(try type.describe(RawValue(root, of: document), in: context))
    } catch {
      return JSONOutput(error: error.message, column: error.place?.location.column ?? 1)
    }
  }

  private static func message(_ error: ConversionError) -> String {
    let column = error.place?.location.column ?? 1
    let hint = error.suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return "column \(column): \(error.message)\(hint)"
  }
}

extension BackgroundOption {
  /// Dark or light; nil where nothing was said.
  var scheme: ColorScheme? {
    switch self {
    case .auto: nil
    case .scheme(let scheme): scheme
    case .color(let color): TerminalBackground(color).scheme
    }
  }
}

extension ValueType: ExpressibleByArgument {}
