#if Logging
  public import CSSView
  public import Logging

  /// Log handler whose records a stylesheet styles.
  ///
  /// Install it once, when the program starts:
  ///
  /// ```swift
  /// let theme = Theme("[data-level=error] .message { color: #d7373f }", syntax: .css)
  /// LoggingSystem.bootstrap { StyledLogHandler(label: $0, theme: theme) }
  /// ```
  ///
  /// Without `theme` records have the look of `defaultTheme`.
  ///
  /// On a terminal with colours its records are coloured and in columns. Elsewhere, in a file or
  /// with `NO_COLOR`, they are plain:
  ///
  ///     2026-02-28T23:59:59+0100 info shop.orders: order placed id=7 user=ada
  ///
  /// For the stylesheet a record is a `span` with the class `log`, `data-level` and `data-label`.
  /// In it are spans with the classes `time`, `level`, `label`, `colon`, `message` and `metadata`,
  /// and in `metadata` those with `key` and `value`. Their texts are values: tags in them are text.
  ///
  /// A part that is empty or has `display: none` takes its space with it. A record that shows
  /// nothing is not written, so `[data-level=debug] { display: none }` leaves out these records.
  ///
  /// One record is one line. Line feeds and other control characters in its texts become visible,
  /// such as `␊`, so no message can look like a second record. A record has at most 4 MiB of texts,
  /// and a label 4096 bytes; longer ones end in `…`.
  ///
  /// Metadata is that of the handler, then of the provider, then of the call; the later one counts
  /// if they share a key. Keys are sorted. An error of the call becomes `error.message` and
  /// `error.type`.
  ///
  /// Each record is one call of the system. Threads may share a handler, and handlers a stream.
  /// What cannot be written, because the disk is full or the reader is gone, is dropped without an
  /// error.
  public struct StyledLogHandler: LogHandler {
    /// Least severe level that is logged; `info` by default.
    public var logLevel: Logger.Level = .info

    /// Metadata of every record; values are described when they are set.
    public var metadata: Logger.Metadata = [:] { didSet { ownPairs = LogTexts(pairs: metadata) } }

    /// Provider of more metadata, called for every record; nil for none.
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let output: LogOutput

    /// The texts of `metadata`.
    private var ownPairs = LogTexts()

    /// Destination of records.
    public enum Stream: Hashable, Sendable {
      /// Standard error, as in the handlers of swift-log.
      case standardError

      /// Standard output; text in the buffer of `print` appears after the record.
      case standardOutput

      /// An open file, which the program has to close.
      case fileDescriptor(Int32)

      var descriptor: Int32 {
        switch self {
        case .standardOutput: 1
        case .standardError: 2
        case .fileDescriptor(let descriptor): descriptor
        }
      }
    }

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The name of the logger, which records show.
    ///   - theme: The stylesheet. The valid part of one with mistakes is used; `Theme.findings`
    ///     lists them.
    ///   - terminal: The terminal of the records; nil detects that of the stream: of a standard
    ///     stream once for the program, of another file for each handler.
    ///   - stream: The destination.
    ///   - metadataProvider: Provider of more metadata; that of `LoggingSystem` by default.
    public init(
      label: String, theme: Theme = StyledLogHandler.defaultTheme, terminal: Terminal? = nil,
      stream: Stream = .standardError,
      metadataProvider: Logger.MetadataProvider? = LoggingSystem.metadataProvider
    ) {
      self.label = LogTexts.label(label)
      self.metadataProvider = metadataProvider
      output = LogOutput.shared(
        theme: theme, terminal: terminal ?? stream.terminal, descriptor: stream.descriptor)
    }

    /// A value of `metadata`; nil if the key has none.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    /// Writes a record of any level.
    public func log(event: LogEvent) {
      var texts = LogTexts()
      texts.append(event.message.description)
      if let pairs = changedMetadata(by: event) {
        texts.append(pairs: pairs)
      } else {
        texts.append(ownPairs)
      }
      output.write(LogRecord(level: event.level, label: label, texts: texts))
    }

    /// All metadata of a record; nil if only the handler has some.
    private func changedMetadata(by event: LogEvent) -> Logger.Metadata? {
      let provided = metadataProvider?.get() ?? [:]
      let called = event.metadata ?? [:]
      guard !provided.isEmpty || !called.isEmpty || event.error != nil else { return nil }
      if metadata.isEmpty, provided.isEmpty, event.error == nil { return called }
      var all = metadata.merging(provided) { $1 }.merging(called) { $1 }
      if let error = event.error {
        all["error.message"] = "\(error)"
        all["error.type"] = "\(String(reflecting: type(of: error)))"
      }
      return all
    }
  }

  extension StyledLogHandler.Stream {
    private static let standardErrorTerminal = Terminal.standardError
    private static let standardOutputTerminal = Terminal.standardOutput

    fileprivate var terminal: Terminal {
      switch self {
      case .standardError: Self.standardErrorTerminal
      case .standardOutput: Self.standardOutputTerminal
      case .fileDescriptor(let descriptor): Terminal(ofDescriptor: descriptor)
      }
    }
  }
#endif
