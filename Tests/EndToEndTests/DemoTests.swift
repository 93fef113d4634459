import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The scripts of `demo/` that nobody runs for every change; `.ci/run` runs the others.
@Suite("scripts of the demonstration")
struct DemoTests {
  private static let program = "\(builtProductsDirectory())/cssview"

  private func shell(_ line: String) async throws -> (output: String, errors: String, status: Int) {
    let result = try await run(
      .path("/bin/sh"),
      arguments: ["-c", "set -e; root=\(packageDirectory) program=\(Self.program)\n\(line)"],
      environment: .inherit, output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    guard case .exited(let status) = result.terminationStatus else {
      return (result.standardOutput, result.standardError, -1)
    }
    return (result.standardOutput, result.standardError, Int(status))
  }

  @Test("demo/gallery draws the pictures that are there, to the byte")
  func gallery() async throws {
    let run = try await shell(
      """
      folder=$(mktemp -d)
      trap 'rm -r "$folder"' EXIT
      mkdir "$folder/demo" "$folder/demo/pictures"
      cd "$root/demo"
      cp gallery ./*.log ./*.txt ./*.json ./*.css ./*.jsonl ./*.csv guide.md "$folder/demo"
      cp pictures/gallery.css "$folder/demo/pictures"
      "$folder/demo/gallery" "$program"
      diff -r pictures "$folder/demo/pictures"
      """)
    #expect(run.output.hasPrefix("demo/pictures: "))
    #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test(
    "what a script needs and is not there is named, with the command that installs it",
    arguments: [
      ("spark", "default-jre-headless python3-venv"),
      ("need tmux valgrind", "tmux valgrind"),
    ])
  func needs(script: String, packages: String) async throws {
    // A machine that has a shell and little else, and whose user is not the administrator.
    let run = try await shell(
      """
      bin=$(mktemp -d)
      path=$PATH
      trap 'PATH=$path; rm -r "$bin"' EXIT
      ln -s "$(command -v dirname)" "$bin"
      printf '#!/bin/sh\\necho 1000\\n' > "$bin/id"
      printf '#!/bin/sh\\necho Linux\\n' > "$bin/uname"
      chmod +x "$bin/id" "$bin/uname"
      PATH=$bin
      /bin/sh "$root/demo/"\(script)
      """)
    #expect(run.errors == "Please install first:  sudo apt-get install \(packages)\n")
    #expect(run.output == "")
    #expect(run.status == 1)
  }
}
