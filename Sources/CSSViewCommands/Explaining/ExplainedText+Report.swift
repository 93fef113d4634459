import CSSView

extension ExplainedText {
  /// The explanation for a person, readable at 80 columns.
  ///
  /// It is handed out run by run, so that a long text costs no more memory than its own.
  /// - Parameters:
  ///   - ink: How to emphasise.
  ///   - write: Takes the next piece of the report.
  /// - Throws: What `write` throws.
  func report<Failure: Error>(
    ink: Ink, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let environment = renderer.environment
    let sources = renderer.styles.stylesheet.sources.map { Self.shown($0.source.name) }
    var report = ""
    let count = text.runs.count
    report += ink.bold("\(count) \(count == 1 ? "run" : "runs")")
    report += ", \(environment.colorDepth.rawValue) on \(environment.colorScheme.rawValue)"
    report += ", \(environment.columns) × \(environment.rows)\n"
    report += "from \(sources.joined(separator: ", "))\n"
    try write(report)
    for run in text.runs { try write(self.report(run, ink: ink)) }
  }

  private func report(_ run: AttributedText.Run, ink: Ink) -> String {
    var report = "\n" + ink.bold("“\(TextSanitizer.label(run.string))”")
    let element = Self.shown(run.element)
    report += "  \(run.span.parent == nil ? element : "<\(run.tag?.name ?? "span")>")"
    report += run.classes.map { " ." + TextSanitizer.label($0) }.joined()
    if let link = run.link { report += " → \(link)" }
    report += "\n"
    for property in declaredProperties(of: run) {
      let declarations = declarations(of: property, for: run)
      report += "  " + ink.bold(property.name) + "\n"
      for declaration in declarations { append(declaration, to: &report, ink: ink) }
      let omitted = omittedCount(of: property, for: run)
      if omitted > 0 { report += ink.faint("    · and \(omitted) more, inherited\n") }
      if let note = Self.missingEffect(of: property, in: run.style) {
        report += "        \(note)\n"
      }
    }
    report += "  shown as"
    for (depth, parameters) in parameters(of: run) {
      report += "  \(depth.rawValue) \(parameters.isEmpty ? "–" : parameters)"
    }
    return report + "\n"
  }

  private func append(
    _ declaration: ExplainedDeclaration, to report: inout String, ink: Ink
  ) {
    let sign = declaration.won ? "→" : "·"
    let selector = declaration.selector.map(TextSanitizer.label) ?? "style"
    let value = TextSanitizer.label(declaration.value)
    let place = Self.shown(declaration.location.description)
    var line = "    \(sign) \(value)"
    line += String(repeating: " ", count: max(2, 26 - cellWidth(of: line))) + selector
    line += String(repeating: " ", count: max(2, 48 - cellWidth(of: line))) + place + "\n"
    if let resolved = declaration.resolved, resolved != declaration.value {
      line += "        = \(TextSanitizer.label(resolved))\n"
    }
    for step in declaration.variables {
      let indent = String(repeating: "  ", count: 4 + step.depth)
      let value = step.value.map(TextSanitizer.label) ?? "not declared"
      let place = step.location.map { "  \(Self.shown($0.description))" } ?? ""
      line += "\(indent)\(TextSanitizer.label(step.name)): \(value)\(place)\n"
    }
    line += "        \(TextSanitizer.label(declaration.reason))\n"
    report += declaration.won ? line : ink.faint(line)
  }

  /// What to know about a value that is kept but that a terminal does not show.
  private static func missingEffect(of property: PropertyID, in style: TextStyle) -> String? {
    switch property {
    case .backgroundImage:
      guard case .image? = style.backgroundImage else { return nil }
      return "kept without effect: pictures are not drawn"
    case .fontFamily where style.fontVariant == .normal:
      return "kept without effect: a terminal has one font"
    default: return nil
    }
  }

  private static func shown(_ name: String) -> String {
    TextSanitizer.label(ArgumentText.shown(name))
  }
}
