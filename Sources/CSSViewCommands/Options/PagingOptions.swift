import ArgumentParser
import OperatingSystem
import TerminalOutput

struct PagingOptions: ParsableArguments {
  @Option(
    help: .rare(
      "Show the output in a pager: auto, always or never.",
      """
      auto is for files that are taller than the screen. The pager is CSSVIEW_PAGER, PAGER or \
      less.
      """, value: "when"))
  var paging = SwitchOption.auto

  @Flag(name: .customShort("P"), help: .rare("Use no pager, as '--paging never' does."))
  var usesNoPager = false

  /// Passes the results of a command through a pager if one is wanted; the status is success if the
  /// user leaves the pager before the end.
  func page(
    _ files: [String], isForTerminal: Bool, in console: Console, _ body: () throws -> ExitStatus
  ) throws -> ExitStatus {
    guard isForTerminal, wantsPager(for: files, in: console),
      let paged = console.startPaging(always: paging == .always)
    else { return try body() }
    let result = Result { try body() }
    try console.endPaging()
    if paged.hasLostText { return .writeFailed }
    if paged.wasLeft, case .failure(let failure as CommandFailure) = result,
      failure.status == .brokenPipe
    {
      return .success
    }
    return try result.get()
  }

  /// True if man or git has started the program as its pager: git sets two variables, unless the
  /// user has set them.
  private static func isPager(in console: Console) -> Bool {
    console.variable("MAN_PN") != nil
      || console.variable("LESS") == "FRX" && console.variable("LV") == "-c"
  }

  private func wantsPager(for files: [String], in console: Console) -> Bool {
    guard console.isOutputTerminal, !usesNoPager else { return false }
    switch paging {
    case .never: return false
    case .always: return true
    case .auto:
      return
        (Self.isPager(in: console)
        || console.isInputTerminal && !files.isEmpty && !files.contains("-"))
        && console.variable("TERM") != "dumb" && (console.variable("CI") ?? "").isEmpty
    }
  }
}

extension PagingOptions {
  static var defaults: Self { with { ($0.paging, $0.usesNoPager) = (.auto, false) } }
}
