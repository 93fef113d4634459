import Foundation
import StyleValues

/// The palette files in a folder that `PALETTES` names.
///
/// Files have lines as kitty's themes (`color1 #dd5152`) or ghostty's (`palette = 1=#dd5152`): the
/// folders `kitty` and `ghostty` of the collection iTerm2-Color-Schemes fit.
enum PublishedPalettes {
  static let all: [[RGB8]] = {
    guard let folder = ProcessInfo.processInfo.environment["PALETTES"],
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return [] }
    return names.sorted().compactMap { name in
      FileManager.default.contents(atPath: "\(folder)/\(name)").flatMap { bytes in
        palette(String(decoding: bytes, as: UTF8.self))
      }
    }
  }()

  static func explain() {
    print("  left out: PALETTES names no folder with themes of kitty or ghostty")
  }

  /// The sixteen colours, if there are all of them.
  private static func palette(_ text: String) -> [RGB8]? {
    var colors = [RGB8?](repeating: nil, count: 16)
    for line in text.split(whereSeparator: \.isNewline) {
      var words = line.split { $0 == " " || $0 == "\t" || $0 == "=" }
      if words.first == "palette" {
        words.removeFirst()
      } else if let first = words.first, first.hasPrefix("color") {
        words[0] = first.dropFirst("color".count)
      }
      guard words.count >= 2, let index = Int(words[0]), colors.indices.contains(index),
        words[1].count == 7, let value = UInt32(words[1].dropFirst(), radix: 16)
      else { continue }
      colors[index] = RGB8(value)
    }
    let found = colors.compactMap(\.self)
    return found.count == 16 ? found : nil
  }
}
