#if Logging
  import CSSView
  import Foundation
  import Logging
  import Synchronization
  import TestSupport
  import Testing

  @testable import CSSViewLogging

  @Suite("Log handler")
  struct StyledLogHandlerTests {
    /// What a body writes to a file, without the times.
    private func written(_ body: (Int32) throws -> Void) throws -> [String] {
      let scratch = try ScratchDirectory()
      let path = try scratch.file("log", "")
      let descriptor = open(path, O_WRONLY | O_APPEND)
      defer { close(descriptor) }
      try body(descriptor)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return text.split(separator: "\n").map { line in
        #expect(line.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} .*/#) != nil)
        return String(line.drop { $0 != " " }.dropFirst())
      }
    }

    private func handler(
      _ descriptor: Int32, label: String = "shop", terminal: Terminal? = .plain,
      provider: Logger.MetadataProvider? = nil
    ) -> StyledLogHandler {
      StyledLogHandler(
        label: label, terminal: terminal, stream: .fileDescriptor(descriptor),
        metadataProvider: provider)
    }

    private func logger(_ handler: StyledLogHandler) -> Logger {
      Logger(label: "shop") { _ in handler }
    }

    @Test("a file gets plain lines, of the level and above")
    func plainLines() throws {
      let lines = try written { descriptor in
        var logger = logger(handler(descriptor, terminal: nil))
        logger.info("placed", metadata: ["id": "7"])
        logger.debug("left out")
        logger.logLevel = .trace
        logger.trace("a\nb")
        logger.critical("")
      }
      #expect(lines == ["info shop: placed id=7", "trace shop: a␊b", "critical shop:"])
    }

    @Test("metadata of the call counts before the provider's, and that before the handler's")
    func mergedMetadata() throws {
      let lines = try written { descriptor in
        let provider = Logger.MetadataProvider { ["b": "provider", "c": "provider"] }
        var logger = logger(handler(descriptor, provider: provider))
        logger[metadataKey: "a"] = "handler"
        logger[metadataKey: "b"] = "handler"
        logger.info("m", metadata: ["c": "call", "d": .stringConvertible(4)])
        logger.info("m")
        logger.handler.metadataProvider = nil
        logger.info("m")
        logger[metadataKey: "a"] = nil
        logger.info("m", metadata: ["b": "call"])
      }
      #expect(
        lines == [
          "info shop: m a=handler b=provider c=call d=4",
          "info shop: m a=handler b=provider c=provider", "info shop: m a=handler b=handler",
          "info shop: m b=call",
        ])
    }

    private struct Full: Error {}

    @Test("an error is metadata")
    func errors() throws {
      let lines = try written { descriptor in
        handler(descriptor).log(
          event: LogEvent(
            level: .error, message: "m", error: Full(), metadata: nil, source: nil, file: "",
            function: "", line: 1))
      }
      #expect(lines.count == 1)
      #expect(lines[0].contains("error.message=Full() error.type=CSSViewLoggingTests."))
    }

    @Test("a copy has its own level and metadata")
    func values() throws {
      let lines = try written { descriptor in
        let first = handler(descriptor)
        var second = first
        second.logLevel = .error
        second[metadataKey: "k"] = "v"
        #expect(first.logLevel == .info && first.metadata.isEmpty)
        logger(first).info("first")
        logger(second).info("second")
        logger(second).error("second")
      }
      #expect(lines == ["info shop: first", "error shop: second k=v"])
    }

    @Test("handlers with the same theme share what they know")
    func sharing() {
      let theme = Theme(".time { color: red }", syntax: .css)
      func output(_ theme: Theme, _ terminal: Terminal = .plain) -> LogOutput {
        LogOutput.shared(theme: theme, terminal: terminal, descriptor: -1)
      }
      var copy = theme
      #expect(output(theme) === output(copy))
      copy.policy.allowsBidirectional = true
      #expect(output(theme) !== output(copy))
      #expect(output(theme) !== output(Theme(".time { color: red }", syntax: .css)))
      #expect(output(theme) !== output(theme, Terminal()))
    }

    @Test("eight threads write whole records", arguments: [Terminal.plain, Terminal()])
    func threads(terminal: Terminal) throws {
      let pipe = Pipe()
      let reading = Mutex(Data())
      let reader = Thread {
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        reading.withLock { $0 = data }
      }
      reader.start()
      let descriptor = pipe.fileHandleForWriting.fileDescriptor
      let long = String(repeating: "long ", count: 20_000)
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        let logger = Logger(label: "shop") { label in
          StyledLogHandler(
            label: label, theme: thread % 2 == 0 ? StyledLogHandler.defaultTheme : [:],
            terminal: terminal, stream: .fileDescriptor(descriptor))
        }
        for number in 0..<200 {
          logger.info(number % 50 == 0 ? "\(long)" : "short", metadata: ["thread": "\(thread)"])
        }
      }
      try pipe.fileHandleForWriting.close()
      while !reader.isFinished { usleep(1000) }
      let text = String(decoding: reading.withLock { $0 }, as: UTF8.self)
      let lines = CapturedScreen(capture: text).lines
      #expect(lines.count == 1600)
      for line in lines {
        #expect(line.firstMatch(of: #/^[^ ]+ info +shop:? +(short|(long )+) thread=\d$/#) != nil)
      }
    }

    @Test("a pipe without a reader, a closed file and a full disk cost nothing but the record")
    func lostRecords() throws {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let toNobody = logger(handler(pipe.fileHandleForWriting.fileDescriptor))
      for _ in 0..<3 { toNobody.info("m") }
      var pending = sigset_t()
      sigpending(&pending)
      #expect(sigismember(&pending, SIGPIPE) == 0)

      // Beyond what a process may open, so that no other test gets the number.
      logger(handler(.max)).info("m")

      #if os(Linux)
        let full = open("/dev/full", O_WRONLY)
        logger(handler(full)).info("m")
        close(full)
      #endif
    }

    @Test("a record after one that was cut begins a new line")
    func cutRecords() throws {
      let scratch = try ScratchDirectory()
      let path = try scratch.file("log", "")
      let pipe = Pipe()
      let descriptor = dup(pipe.fileHandleForWriting.fileDescriptor)
      defer { close(descriptor) }
      let logger = logger(handler(descriptor))
      let reader = Thread {
        _ = try? pipe.fileHandleForReading.read(upToCount: 10)
        try? pipe.fileHandleForReading.close()
      }
      reader.start()
      logger.info("\(String(repeating: "x", count: 1_000_000))")
      let file = open(path, O_WRONLY)
      dup2(file, descriptor)
      close(file)
      logger.info("next")
      logger.info("last")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.wholeMatch(of: #/\n[^ ]+ info shop: next\n[^ ]+ info shop: last\n/#) != nil)
    }
  }
#endif
