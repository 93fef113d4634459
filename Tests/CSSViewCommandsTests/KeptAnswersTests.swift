import CSSViewCommands
import OperatingSystem
import StyleValues
import TerminalOutput
import TestSupport
import Testing

@Suite("Answers that are kept for a terminal")
struct KeptAnswersTests {
  private static let session = TerminalSession(device: 34816, leader: 77, start: 5)

  private static let answers: TerminalAnswers = {
    var answers = TerminalAnswers()
    answers.background = RGB8(0xfdf6e3)
    answers.palette = [1: RGB8(0xcc241d)]
    answers.isComplete = true
    return answers
  }()

  /// A folder with answers in it, and the path of their file.
  private func folder() throws -> (ScratchDirectory, KeptAnswers, path: String) {
    let directory = try ScratchDirectory()
    let kept = try #require(KeptAnswers(Self.session, in: directory.path))
    #expect(kept.answers == nil)
    #expect(kept.keep(Self.answers))
    #expect(kept.answers == Self.answers)
    return (directory, kept, "\(directory.path)/cssview-terminal-8800")
  }

  @Test("Only their user can read them, and they are replaced as a whole")
  func file() throws {
    let (directory, kept, _) = try folder()
    let listed = try directory.shell("ls -l | tail -n +2")
    #expect(listed.hasPrefix("-rw-------") && listed.hasSuffix(" cssview-terminal-8800\n"))
    var others = Self.answers
    others.background = RGB8(0x000000)
    #expect(kept.keep(others))
    #expect(kept.answers == others)
    #expect(try directory.shell("ls | wc -l").contains("1"))
  }

  @Test("They are those of one session on one device")
  func sessions() throws {
    let (directory, _, _) = try folder()
    for session in [
      TerminalSession(device: 34816, leader: 77, start: 6),
      TerminalSession(device: 34816, leader: 78, start: 5),
      TerminalSession(device: 34817, leader: 77, start: 5),
    ] {
      #expect(KeptAnswers(session, in: directory.path)?.answers == nil)
    }
  }

  @Test(
    "What another one could have put there is not read",
    arguments: [
      "chmod 644 F", "chmod 620 F", "mv F g; ln -s g F", "ln F g", "chmod 777 .", "chmod 770 .",
      "rm F; mkdir F", "rm F; mkfifo F", "head -c 5000 /dev/zero >>F", "printf x >>F",
      "printf '' >F", "sed -i s/fdf6e3/fdf6eg/ F; chmod 600 F", "sed -i '1s/1/2/' F; chmod 600 F",
    ])
  func untrusted(change: String) throws {
    let (directory, kept, path) = try folder()
    try directory.shell(change.replacing("F", with: path))
    #expect(kept.answers == nil, "\(change)")
    try directory.shell("chmod 700 .")
  }

  @Test("They are never written through a link")
  func links() throws {
    let (directory, kept, path) = try folder()
    try directory.shell("printf precious >target; ln -sf target \(path)")
    #expect(kept.keep(Self.answers))
    #expect(try directory.shell("cat target") == "precious")
    #expect(kept.answers == Self.answers)
    // A folder that is a link is none, and neither is one with a relative path.
    try directory.shell("mkdir -m 700 real; ln -s real link")
    let linked = try #require(KeptAnswers(Self.session, in: "\(directory.path)/link"))
    #expect(!linked.keep(Self.answers) && linked.answers == nil)
    #expect(try directory.shell("ls real") == "")
    #expect(KeptAnswers(Self.session, in: "relative") == nil)
    #expect(KeptAnswers(Self.session, in: "") == nil)
    let missing = try #require(KeptAnswers(Self.session, in: "\(directory.path)/missing"))
    #expect(!missing.keep(Self.answers))
  }

  @Test("They are kept while others keep theirs, and read whole")
  func concurrent() async throws {
    let (directory, kept, _) = try folder()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<50).allSatisfy { _ in
            _ = kept.keep(Self.answers)
            return kept.answers == Self.answers
          }
        }
      }
      for await isWhole in group { #expect(isWhole) }
    }
    #expect(try directory.shell("ls | wc -l").contains("1"))
  }
}
