import ArgumentParser
import CSSView
import Diagnostics
import PatternMatching
import Rendering
import StyledText
import Styling
import TerminalOutput

struct SearchOptions: ParsableArguments {
  @Option(
    help: .rare(
      "Mark the matches of a pattern; repeatable.",
      "They have the class mark, which is shown in reverse.", value: "pattern"))
  var mark: [String] = []

  @Option(help: .rare("Give the matches of a pattern a class; repeatable.", value: "class=pattern"))
  var markAs: [String] = []

  @Option(
    help: .rare(
      "Show only lines with one of these classes.",
      "For example error,warn. Stack traces belong to the line before them.", value: "class,..."),
    completion: .custom(NameCompletion.classes))
  var only: [String] = []

  @Option(
    help: .rare("Leave out lines with one of these classes.", value: "class,..."),
    completion: .custom(NameCompletion.classes))
  var hide: [String] = []

  /// The first of these options that is set.
  var given: String? { !mark.isEmpty ? "--mark" : !markAs.isEmpty ? "--mark-as" : filterOption }

  /// The first option that is set and leaves out lines.
  var filterOption: String? { !only.isEmpty ? "--only" : !hide.isEmpty ? "--hide" : nil }

  func validate() throws {
    for (option, names) in [("--only", only), ("--hide", hide)] {
      for name in names where Self.classes(name).isEmpty {
        throw ValidationError("'\(option)' needs a class, such as error")
      }
    }
    let patterns = try patterns()
    do throws(PatternSet.LimitError) {
      if !patterns.isEmpty { _ = try PatternSet(patterns.map(\.pattern), matching: .parts) }
    } catch {
      throw ValidationError("the patterns of '--mark' are too large: \(error.message)")
    }
  }

  private static func classes(_ list: String) -> [String] {
    list.split { $0 == "," || $0 == " " }.map(String.init)
  }

  private func patterns() throws -> [MarkedPattern] {
    try mark.map {
      try Self.pattern($0, "mark", "--mark", declarations: "text-decoration-line: reverse")
    }
      + markAs.map { argument in
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex,
          !argument[..<sign].contains(where: \.isWhitespace)
        else {
          throw ValidationError("'--mark-as' needs a class and a pattern, such as 'warn=slow \\w+'")
        }
        return try Self.pattern(
          String(argument[argument.index(after: sign)...]), String(argument[..<sign]), "--mark-as")
      }
  }

  private static func pattern(
    _ text: String, _ name: String, _ option: String, declarations: String? = nil
  ) throws -> MarkedPattern {
    guard !text.isEmpty else { throw ValidationError("'\(option)' needs a pattern") }
    do throws(PatternError) {
      return MarkedPattern(
        name: name, pattern: try Pattern(text), option: option, declarations: declarations)
    } catch {
      throw ValidationError(
        "invalid pattern '\(SafeText.label(text))' in '\(option)': \(error.message)")
    }
  }

  /// Applies the options to those of markup.
  func apply(to options: inout MarkupOptions) {
    // They were read before.
    options.marks = (try? patterns()) ?? []
    guard filterOption != nil else { return }
    options.filter = LineFilter(
      only: Set(only.flatMap(Self.classes)), hidden: Set(hide.flatMap(Self.classes)))
  }

  /// Rejects formats without lines, and classes that no line can have.
  func check(_ renderer: TextRenderer, _ format: InputFormat) throws(CommandFailure) {
    guard let given else { return }
    if renderer.options.form.isDocument {
      throw CommandFailure(.usage, "'\(given)' cannot be used with '--from \(format.rawValue)'")
    }
    guard filterOption != nil, let known = knownClasses(renderer) else { return }
    for (option, names) in [("--only", only), ("--hide", hide)] {
      for name in names.flatMap(Self.classes) where !known.contains(name) {
        if renderer.options.form == .ansi, GraphicRendition.hasClass(name) { continue }
        let near = nearestName(to: name, in: known.sorted())
        throw CommandFailure(
          .usage,
          "no line can have the class '\(SafeText.label(name))' of '\(option)'; "
            + (near.map { "did you mean '\($0)'?" }
              ?? (known.isEmpty
                ? "the stylesheet has no patterns"
                : "choose one of \(known.sorted().joined(separator: ", "))"))
        )
      }
    }
  }

  /// The classes of patterns; nil if the text itself has classes.
  private func knownClasses(_ renderer: TextRenderer) -> Set<String>? {
    let form = renderer.options.form
    guard form == .text || form == .ansi else { return nil }
    var names: Set<String> = []
    for kind in HighlightRule.Kind.allCases {
      for pattern in renderer.styles.highlights(kind)?.patterns ?? [] {
        names.insert(pattern.name)
        names.formUnion(pattern.source.pattern.groups)
      }
    }
    for mark in renderer.options.marks {
      names.insert(mark.name)
      names.formUnion(mark.pattern.groups)
    }
    return names
  }
}

extension SearchOptions {
  static var defaults: Self { with { ($0.mark, $0.markAs, $0.only, $0.hide) = ([], [], [], []) } }
}
