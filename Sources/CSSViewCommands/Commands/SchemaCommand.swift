import ArgumentParser
import StyledText

/// Prints what JSON looks like that cssview reads or writes.
struct SchemaCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    _superCommandName: CSSViewCommand.name,
    abstract: "Prints a JSON Schema: of sheets, or of what a command prints.",
    discussion: """
      Editors complete and check sheets by it. The schemas of batches are those of the lines that \
      are printed; the lines that are read are in their $defs, as 'request'.
      """)

  @Argument(help: "What the schema is of.")
  var name: SchemaName

  func run(in console: Console) throws -> ExitStatus {
    try console.write(.text(name.schema))
    return .success
  }
}

/// Name of a JSON schema.
enum SchemaName: String, CaseIterable, ExpressibleByArgument {
  case sheet
  case explain
  case doctor
  case themes
  case check
  case explainBatch = "explain-batch"
  case valueBatch = "value-batch"
  case measureBatch = "measure-batch"
}
