import ArgumentParser
import OperatingSystem
import StyledText

/// Options for markup, and the values of its placeholders.
struct MarkupArguments: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Put TEXT in the place of {NAME}; nothing in it is parsed. May be given several times.",
      valueName: "NAME=TEXT"))
  var values: [NamedValue] = []

  @Flag(help: "Let bidirectional controls pass that are balanced within a line.")
  var allowBidi = false

  @Option(
    help: ArgumentHelp(
      "Allow links of this scheme, too. May be given several times.", valueName: "scheme"))
  var allowScheme: [String] = []

  @Flag(
    help: "Write the target of a link behind its text where links are not written.")
  var linkText = false

  func validate() throws {
    for value in values.flatMap(\.parted) where !Placeholders.isName(value.name) {
      throw ValidationError(
        "'\(SafeText.label(value.name))' cannot be the NAME of --set NAME=TEXT: "
          + "a name has no white space, no quotation marks and none of < > & = { }.")
    }
  }

  /// The options for the library.
  ///
  /// - Parameters:
  ///   - writesLinks: True if the result of the markup can hold links.
  ///   - isFlat: True if their targets have to be read in any case.
  /// - Returns: The options that the user set.
  func options(writesLinks: Bool, isFlat: Bool = false) -> MarkupOptions {
    var options = MarkupOptions(
      allowsBidirectional: allowBidi,
      allowedSchemes: LinkTarget.defaultSchemes.union(
        // A scheme may be given as in a link, or without its colon.
        allowScheme.map { ($0.hasSuffix(":") ? String($0.dropLast()) : $0).lowercased() }))
    options.showsLinkTargets = isFlat || linkText && !writesLinks
    for value in values.flatMap(\.parted) { options.placeholders[value.name] = value.bytes }
    return options
  }
}

/// `NAME=TEXT`, or several of them that were joined.
struct NamedValue: ExpressibleByArgument, Sendable {
  var name: String
  var bytes: [UInt8]

  /// Those that were joined.
  private(set) var others: [NamedValue] = []

  /// Each of them.
  var parted: [NamedValue] { [self] + others }

  init?(argument: String) {
    let parts = ArgumentRuns.parted(argument)
    self.init(one: parts[0])
    others = parts.dropFirst().compactMap { NamedValue(one: $0) }
  }

  private init?(one argument: String) {
    guard let sign = argument.firstIndex(of: "=") else { return nil }
    name = ArgumentText.shown(String(argument[..<sign]))
    bytes = ArgumentText.bytes(String(argument[argument.index(after: sign)...]))
  }
}

extension MarkupArguments {
  /// The options with their default values.
  static var plain: Self {
    var options = Self()
    (options.values, options.allowScheme) = ([], [])
    (options.allowBidi, options.linkText) = (false, false)
    return options
  }
}
