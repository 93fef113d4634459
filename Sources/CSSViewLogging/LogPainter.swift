#if Logging
  import CSSView
  import Logging

  /// Renders records for one theme and one terminal, as lines of one stream.
  struct LogPainter: ~Copyable {
    private let renderer: ThemeRenderer
    private var stream: RenderStream
    private var markup: [UInt8] = []
    private var hidden: [FormKey: Set<String>] = [:]

    /// Most cached forms: there may be as many labels as requests.
    private static let mostForms = 1024

    /// Longer markup is freed after each record.
    private static let longestMarkup = 1 << 16

    /// All properties of a record that a stylesheet can select.
    private struct FormKey: Hashable {
      let level: Logger.Level
      let label: String
      let hasMetadata: Bool
    }

    init(theme: Theme, terminal: Terminal) {
      renderer = theme.renderer(for: terminal)
      stream = renderer.stream(name: "<log>", separatesLines: true)
    }

    /// Appends a record as a line; nothing if the theme shows no part of it.
    mutating func append(_ record: LogRecord, time: [UInt8], to output: inout [UInt8]) {
      let hidden = hiddenClasses(of: record)
      markup.removeAll(keepingCapacity: markup.capacity <= Self.longestMarkup)
      record.appendMarkup(time: time, hidden: hidden, to: &markup)
      markup.append(0x0A)
      stream.write(markup, to: &output)
    }

    /// The parts that the theme hides in such a record.
    mutating func hiddenClasses(of record: LogRecord) -> Set<String> {
      let key = FormKey(level: record.level, label: record.label, hasMetadata: record.pairCount > 0)
      if let known = hidden[key] { return known }
      var texts = LogTexts()
      for _ in 0..<(key.hasMetadata ? 3 : 1) { texts.append("x") }
      var markup: [UInt8] = []
      LogRecord(level: record.level, label: record.label, texts: texts)
        .appendMarkup(time: [0x78], hidden: [], to: &markup)
      let classes = renderer.hiddenClasses(
        in: Markup(trusted: String(decoding: markup, as: UTF8.self)))
      if hidden.count >= Self.mostForms { hidden.removeAll(keepingCapacity: true) }
      hidden[key] = classes
      return classes
    }
  }
#endif
