import Testing

@testable import DataRecords

@Suite("Fields that every logger has") struct KnownFieldTests {
  @Test(
    "numbers are read as the time between 2000 and 2100",
    arguments: [
      ("1711000000", "2024-03-21T05:46:40Z"), ("1711000000.5", "2024-03-21T05:46:40.5Z"),
      ("1711000000123", "2024-03-21T05:46:40.123Z"),
      ("1711000000221373", "2024-03-21T05:46:40.221373Z"),
      ("1711000000221373001", "2024-03-21T05:46:40.221373001Z"),
      ("1.711e9", "2024-03-21T05:46:40Z"), ("1.7110000005E+9", "2024-03-21T05:46:40.5Z"),
      ("946684800", "2000-01-01T00:00:00Z"), ("4102444799", "2099-12-31T23:59:59Z"),
      ("951782400", "2000-02-29T00:00:00Z"), ("1709210096", "2024-02-29T12:34:56Z"),
    ])
  func times(number: String, time: String) {
    #expect(KnownTime.iso8601(number) == time)
  }

  @Test(
    "other texts are no number of a time",
    arguments: [
      "", "0", "-1711000000", "946684799", "4102444800", "20240321", "2024-03-21", "1711000000Z",
      "1711000000.", ".5", "1e", "1e99999999999999999999", "NaN",
      String(repeating: "1", count: 100_000),
    ])
  func noTimes(text: String) {
    #expect(KnownTime.iso8601(text) == nil)
  }

  @Test(
    "levels have the words and numbers of many loggers",
    arguments: [
      ("crit", "level", KnownLevel.fatal), ("alert", "level", .fatal), ("SEVERE", "level", .error),
      ("emergency", "level", .fatal), ("err", "level", .error), ("Warning", "level", .warn),
      ("Information", "LogLevel", .info), ("FINER", "level", .trace), ("dpanic", "level", .fatal),
      ("silly", "level", .trace), ("NOTICE", "severity", .notice), ("INFO2", "severityText", .info),
      ("D1", "s", .debug), ("E", "s", .error), ("V", "level", .trace), ("30", "level", .info),
      ("60", "level", .fatal), ("3", "PRIORITY", .error), ("6", "PRIORITY", .info),
      ("0", "priority", .fatal),
    ])
  func levels(text: String, name: String, level: KnownLevel) {
    #expect(KnownLevel(text, in: name) == level)
  }

  @Test("other texts are no level", arguments: ["", "35", "7", "DEFAULT", "errors", "2", "1"])
  func noLevels(text: String) {
    #expect(KnownLevel(text) == nil)
  }

  @Test("what is fatal is an error, too")
  func fatal() {
    #expect(KnownLevel.fatal.classes == ["error", "fatal"])
    #expect(KnownLevel.warn.classes == ["warn"])
  }

  @Test("a name that may mean something else counts beside another one only")
  func weakNames() {
    for field in KnownField.allCases {
      let names = field.names
      #expect(Set(names.map(\.text)).count == names.count)
      let firstWeak = names.firstIndex { !$0.beside.isEmpty } ?? names.count
      #expect(names[firstWeak...].allSatisfy { !$0.beside.isEmpty })
    }
    let event = KnownField.message.names.first { $0.text == "event" }
    #expect(event?.beside.count == 2)
    #expect(KnownField.level.names.first { $0.text == "PRIORITY" }?.beside == [["MESSAGE"]])
  }
}
