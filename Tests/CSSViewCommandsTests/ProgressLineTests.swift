import Testing

@testable import CSSViewCommands

@Suite struct ProgressLineTests {
  @Test(
    "Amounts have two digits or three, and the time left is rounded up",
    arguments: [
      (0, nil, 2, "cssview: 0 B, 0 B/s"), (999, nil, 3, "cssview: 999 B, 333 B/s"),
      (1000, nil, 2, "cssview: 1.0 kB, 500 B/s"), (999_600, nil, 2, "cssview: 1.0 MB, 500 kB/s"),
      (20_000_000, 50_000_000, 2, "cssview: 20 MB of 50 MB, 10 MB/s, 0:03 left"),
      (1_000_000, 3_600_500_000, 1, "cssview: 1.0 MB of 3.6 GB, 1.0 MB/s, 1:00:00 left"),
      (5_000_000, 5_000_000, 4, "cssview: 5.0 MB of 5.0 MB, 1.3 MB/s, 0:00 left"),
      (6_000_000, 5_000_000, 4, "cssview: 6.0 MB, 1.5 MB/s"),
      (0, 10, 2, "cssview: 0 B of 10 B, 0 B/s"),
      (.max, nil, 1, "cssview: 9223372 TB, 9223372 TB/s"),
    ] as [(Int, Int?, Int, String)])
  func text(bytes: Int, total: Int?, seconds: Int, expected: String) {
    #expect(ProgressLine.text(bytes: bytes, of: total, after: .seconds(seconds)) == expected)
  }
}
