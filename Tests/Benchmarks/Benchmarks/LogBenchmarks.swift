#if Logging
  import CSSView
  import CSSViewLogging
  import Dispatch
  import Logging

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Records of swift-log, beside its own handler; both write to /dev/null in this run.
  enum LogBenchmarks {
    private static let records = 100_000

    /// Calls of an ordinary program: nothing, handler's metadata, the call's, text beyond ASCII.
    private static func log(_ logger: Logger, _ number: Int) {
      switch number % 4 {
      case 0: logger.info("GET /orders 200 in 12 ms")
      case 1: logger.warning("slow query", metadata: ["table": "orders", "rows": "\(number)"])
      case 2: logger.notice("Bestellung größer als üblich", metadata: ["id": "\(number)"])
      default: logger.error("cannot connect to 10.0.0.7: timed out", metadata: ["try": "3"])
      }
    }

    static func handlers() {
      Report.line("", "styled ns", "StreamLogHandler", "ratio")
      // StreamLogHandler knows no other stream than the standard ones.
      let standardError = dup(2)
      let null = open("/dev/null", O_WRONLY)
      defer {
        close(standardError)
        close(null)
      }
      let stream = { (label: String) in StreamLogHandler.standardError(label: label) }
      let color = Terminal(columns: 100)
      let boxes = Theme(".message { display: inline-block; width: 40ch }", syntax: .css)
      for (name, theme, terminal) in [
        ("plain", StyledLogHandler.defaultTheme, Terminal.plain),
        ("colour", StyledLogHandler.defaultTheme, color), ("messages in boxes", boxes, color),
      ] {
        let styled = { (label: String) in
          StyledLogHandler(label: label, theme: theme, terminal: terminal)
        }
        for threads in [1, 8] {
          dup2(null, 2)
          var best = [Double.infinity, .infinity]
          // In turn, so that both see the same machine.
          for _ in 0..<Report.repetitions {
            best[0] = min(best[0], nanoseconds(threads, styled))
            best[1] = min(best[1], nanoseconds(threads, stream))
          }
          dup2(standardError, 2)
          Report.line(
            "\(name), \(threads) \(threads == 1 ? "thread" : "threads")",
            Report.number(best[0], decimals: 0), Report.number(best[1], decimals: 0),
            Report.number(best[0] / best[1]))
        }
      }
    }

    /// Time of a record, from so many threads at once.
    private static func nanoseconds(
      _ threads: Int, _ handler: (String) -> any LogHandler
    ) -> Double {
      var logger = Logger(label: "shop.orders", factory: handler)
      logger[metadataKey: "host"] = "web-1"
      let shared = logger
      let seconds = Report.secondsOnce {
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
          for number in 0..<records / threads { log(shared, number) }
        }
      }
      return seconds * 1e9 / Double(records)
    }
  }
#endif
