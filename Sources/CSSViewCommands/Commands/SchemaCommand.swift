import ArgumentParser
import StyledText

/// Prints the schema of JSON that cssview reads or writes.
struct SchemaCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", _superCommandName: CSSViewCommand.name,
    abstract: "Print the JSON Schema of stylesheets or of output.",
    discussion: """
      With the schema 'sheet', editors complete and check stylesheets in JSON. The schemas for \
      --batch describe the answers. '$defs/request' in explain-batch and measure-batch describes \
      the requests; a request of 'value --batch' is any JSON value.
      """)

  static let examples = """
    cssview schema sheet > cssview-sheet.json
    cssview schema explain
    """

  @Argument(help: "Name of the schema.")
  var name: SchemaName

  func run(in console: Console) throws -> ExitStatus {
    try console.write(.text(name.schema))
    return .success
  }
}
