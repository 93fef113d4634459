import Bytes

/// A field that every logger has, under one of many names: `{$time}`, `{$level}` and `{$message}`
/// in templates.
enum KnownField: String, CaseIterable, Sendable {
  case time, level, message

  struct Name: Hashable, Sendable {
    /// The name; a full stop separates the names of an object and its member.
    let text: String

    /// Lists of fields of which the record must have one each, for an ambiguous name; empty for
    /// other names.
    var beside: [[String]] = []
  }

  /// Its names, in order of preference.
  var names: [Name] { Self.allNames[self] ?? [] }

  private static let allNames = Dictionary(
    uniqueKeysWithValues: allCases.map { field in
      (field, plainNames(of: field).map { Name(text: $0) } + field.weakNames)
    })

  private static func plainNames(of field: KnownField) -> [String] {
    switch field {
    case .time: timeNames
    case .level: levelNames
    case .message: messageNames
    }
  }

  private static let timeNames = words(
    """
    time ts timestamp @timestamp @t asctime datetime eventTime Timestamp __REALTIME_TIMESTAMP
    timeUnixNano
    """)

  private static let levelNames = words(
    """
    level lvl severity log.level @level @l loglevel LogLevel Level levelname error_severity
    severityText
    """)

  private static let messageNames = words(
    """
    msg message @message @m @mt MESSAGE fields.message textPayload jsonPayload.message
    RenderedMessage Message
    """)

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Names that count only beside the field that shows which logger wrote the record.
  private var weakNames: [Name] {
    switch self {
    case .time: [Name(text: "t.$date", beside: [["s"], ["msg"]])]
    case .level:
      [
        Name(text: "s", beside: [["t.$date"]]), Name(text: "PRIORITY", beside: [["MESSAGE"]]),
        Name(text: "priority", beside: [Self.messageNames]),
      ]
    case .message:
      ["body.stringValue", "body"].map {
        Name(text: $0, beside: [["severityText", "timeUnixNano"]])
      } + [
        Name(text: "log", beside: [["stream"]]),
        Name(text: "event", beside: [Self.timeNames, Self.levelNames]),
      ]
    }
  }
}

extension KnownField {
  /// The field of a placeholder such as `$time`; `$class` is the level, whose classes it lists, and
  /// `$timed` the time, which a class marks.
  init?(placeholder: String) {
    switch placeholder {
    case "$class": self = .level
    case "$timed": self = .time
    default: self.init(rawValue: String(placeholder.dropFirst()))
    }
  }
}

/// The severity of a record, as a class of it.
enum KnownLevel: String, CaseIterable, Sendable {
  case trace, debug, info, notice, warn, error, fatal

  /// Its classes: a fatal record is an error, too.
  var classes: [String] { self == .fatal ? ["error", "fatal"] : [rawValue] }

  /// Reads a level; the name of its field distinguishes syslog's numbers from those of pino and
  /// bunyan.
  init?(_ text: String, in name: String = "level") {
    let word = text.lowercasedASCII
    if let number = Int(word) {
      let isSyslog = name == "PRIORITY" || name == "priority"
      guard let level = isSyslog ? Self.bySyslog[number] : Self.byPino[number] else { return nil }
      self = level
      return
    }
    // OpenTelemetry has INFO2, MongoDB has D1.
    let plain = word.last.map { "12345".contains($0) } == true ? String(word.dropLast()) : word
    guard let level = Self.byWord[plain] else { return nil }
    self = level
  }

  /// Words of syslog, java.util.logging, .NET, Python, zap and npm; letters of Android and klog.
  private static let byWord: [String: KnownLevel] = {
    let words: [(KnownLevel, String)] = [
      (.trace, "trace trc verbose verb silly finest finer v t"),
      (.debug, "debug debg dbug dbg fine d"),
      (.info, "info inf information informational config log http i"), (.notice, "notice ntc n"),
      (.warn, "warn warning wrn w"), (.error, "error err eror severe failure fail e"),
      (.fatal, "fatal ftl critical crit crt alert emerg emergency panic pnc dpanic f c"),
    ]
    return Dictionary(
      uniqueKeysWithValues: words.flatMap { level, list in
        list.split(separator: " ").map { (String($0), level) }
      })
  }()

  private static let byPino: [Int: KnownLevel] = [
    10: .trace, 20: .debug, 30: .info, 40: .warn, 50: .error, 60: .fatal,
  ]

  /// RFC 5424 §6.2.1.
  private static let bySyslog: [Int: KnownLevel] = [
    0: .fatal, 1: .fatal, 2: .fatal, 3: .error, 4: .warn, 5: .notice, 6: .info, 7: .debug,
  ]
}

/// Times that are numbers since 1970: seconds, milliseconds, microseconds or nanoseconds.
enum KnownTime {
  /// The time as ISO 8601 in UTC, with the digits of the number, if that is between 2000 and 2100
  /// in one of the units; nil for any other text.
  static func iso8601(_ number: String) -> String? {
    guard var decimal = Decimal(number) else { return nil }
    for power in [0, 3, 6, 9] {
      decimal.point = decimal.writtenPoint - power
      guard let seconds = decimal.whole, (first..<end).contains(seconds) else { continue }
      return text(seconds, decimal.fraction)
    }
    return nil
  }

  /// True if strings in a field are numbers, too, as their loggers write large ones.
  static func areNumbers(in name: String) -> Bool {
    name == "__REALTIME_TIMESTAMP" || name == "timeUnixNano"
  }

  /// The years 2000 and 2100.
  private static let first = 946_684_800
  private static let end = 4_102_444_800

  private static func text(_ seconds: Int, _ fraction: ArraySlice<UInt8>) -> String {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (year, month, day) = date(days)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
    let part = fraction.isEmpty ? "" : "." + String(decoding: fraction.prefix(9), as: UTF8.self)
    return "\(year)-\(two(month))-\(two(day))T\(clock)\(part)Z"
  }

  /// The Gregorian date of a day since 1970, computed with years that begin in March.
  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let day = days + 719_468
    let era = day / 146_097
    let ofEra = day % 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    return (
      year + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      ofYear - (153 * month + 2) / 5 + 1
    )
  }

  /// A decimal number by its digits.
  private struct Decimal {
    private var digits: [UInt8] = []
    /// Number of digits before the point, as it is written and as it is moved.
    private(set) var writtenPoint = 0
    var point = 0

    /// A number of JSON that is not negative; nil for any other text, and for a very long one.
    init?(_ text: String) {
      guard text.utf8.count <= 40 else { return nil }
      var rest = text.utf8[...]
      let whole = rest.prefix(while: \.isASCIIDigit)
      rest = rest.dropFirst(whole.count)
      guard !whole.isEmpty else { return nil }
      digits = Array(whole)
      if rest.first == UInt8(ascii: ".") {
        let part = rest.dropFirst().prefix(while: \.isASCIIDigit)
        guard !part.isEmpty else { return nil }
        digits += part
        rest = rest.dropFirst(1 + part.count)
      }
      writtenPoint = whole.count
      if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
        guard let exponent = Int(Substring(rest.dropFirst())), abs(exponent) < 40 else {
          return nil
        }
        writtenPoint += exponent
        rest = rest.dropFirst(rest.count)
      }
      guard rest.isEmpty else { return nil }
      point = writtenPoint
    }

    /// The digits before the point as a number; nil if there are none or too many.
    var whole: Int? {
      guard point > 0, point <= 18 else { return nil }
      var number = 0
      for index in 0..<point {
        number = number * 10 + (index < digits.count ? Int(digits[index] - UInt8(ascii: "0")) : 0)
      }
      return number
    }

    /// The digits behind the point.
    var fraction: ArraySlice<UInt8> { point < digits.count ? digits[max(0, point)...] : [] }
  }
}
