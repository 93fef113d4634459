#if Logging
  import Bytes
  import CSSView
  import Logging

  /// Renders records for one theme and one terminal.
  ///
  /// Records of the same form differ only in their texts. Unless the theme looks at these, they are
  /// put into a template, which gives the same bytes as rendering their markup.
  struct LogPainter {
    private let renderer: ThemeRenderer
    private var forms: [FormKey: Form] = [:]

    /// Bytes of the templates in `forms`.
    private var templateBytes = 0

    /// False to render all markup, for tests.
    var usesTemplates = true

    /// Limits of what is kept; labels may be as many as requests.
    private static let mostForms = 1024
    private static let mostTemplateBytes = 1 << 20

    /// Records with more pairs are rarely alike.
    private static let mostPairs = 64

    /// All that a stylesheet can ask of a record.
    private struct FormKey: Hashable {
      let level: Logger.Level
      let label: String
      let pairCount: Int
    }

    /// Facts about records of one form.
    private struct Form {
      /// Classes of the parts that the theme hides.
      let hidden: Set<String>

      /// The output around the texts; nil if the theme looks at these.
      let template: OutputTemplate?
    }

    init(theme: Theme, terminal: Terminal) {
      renderer = theme.renderer(for: terminal)
    }

    /// Number of forms that are kept.
    var formCount: Int { forms.count }

    /// Appends a record without a line feed; nothing if the theme shows nothing of it.
    mutating func append(_ record: LogRecord, time: [UInt8], to output: inout [UInt8]) {
      let form = form(of: record)
      if let template = form.template, record.texts.fitTemplates, usesTemplates {
        let texts = record.texts
        template.append(to: &output) { value, output in
          if value == 0 {
            output += time
          } else {
            output.append(texts.range(value - 1), of: texts.bytes.span)
          }
        }
      } else {
        let values =
          [String(decoding: time, as: UTF8.self)]
          + record.texts.ends.indices.map(record.texts.string)
        renderer.append(record.markup(values, hidden: form.hidden), to: &output)
      }
    }

    private mutating func form(of record: LogRecord) -> Form {
      let key = FormKey(level: record.level, label: record.label, pairCount: record.pairCount)
      if let form = forms[key] { return form }
      let form = newForm(of: record)
      guard record.pairCount <= Self.mostPairs else { return form }
      if forms.count >= Self.mostForms || templateBytes >= Self.mostTemplateBytes {
        forms.removeAll(keepingCapacity: true)
        templateBytes = 0
      }
      templateBytes += form.template?.count ?? 0
      forms[key] = form
      return form
    }

    private func newForm(of record: LogRecord) -> Form {
      let count = 2 + 2 * record.pairCount
      let hidden = renderer.hiddenClasses(
        in: record.markup([String](repeating: "x", count: count), hidden: []))
      let template =
        record.pairCount <= Self.mostPairs
        ? renderer.template(values: count) { record.markup($0, hidden: hidden) } : nil
      return Form(hidden: hidden, template: template)
    }
  }
#endif
