import CursesScreen
import TestSupport
import Testing
import ThemeBrowser

@testable import CSSViewCommands

@Suite("The themes of folders")
struct ThemeFilesTests {
  @Test("names that begin alike are found among all, each folder read once until it is forgotten")
  func names() throws {
    let directory = try ScratchDirectory()
    let all = ["a.css", "night-80w.css", "night.css", "nightly.css", "night~dark.css", "öl.css"]
    for name in all { try directory.file(name, "") }
    let files = ThemeFiles(arguments: [directory.path])
    func found(_ start: String) throws -> [String]? {
      try files.names(in: directory.path, beginningWith: start)
    }
    #expect(
      try found("night") == ["night-80w.css", "night.css", "nightly.css", "night~dark.css"])
    #expect(try found("") == all)
    #expect(try found("ö") == ["öl.css"])
    #expect(try found("x") == [])
    try directory.file("x.css", "")
    #expect(try found("x") == [])
    files.forgetNames()
    #expect(try found("x") == ["x.css"])
  }

  @Test("a name is listed before longer ones that begin with it")
  func order() throws {
    let directory = try ScratchDirectory()
    try directory.shell("touch dusk.css dusk-soft.css dusk.json dawn.css")
    let listing = ThemeFiles(arguments: [directory.path]).themes()
    let names = listing.paths.map { $0.split(separator: "/").last ?? "" }
    #expect(names == ["dawn.css", "dusk.css", "dusk.json", "dusk-soft.css"])
  }

  @Test("a file that is reached in two ways is listed once, and counts as named")
  func once() throws {
    let directory = try ScratchDirectory()
    try directory.shell("mkdir a; touch a/x.css; ln -s x.css a/y.css; ln -s a b")
    let path = directory.path
    let listing = ThemeFiles(arguments: ["\(path)/a", "\(path)/b/x.css", "\(path)/a/../a"]).themes()
    #expect(listing.paths == ["\(path)/a/x.css", "\(path)/a/y.css"])
    #expect(listing.named.contains("\(path)/a/x.css"))
  }
}
