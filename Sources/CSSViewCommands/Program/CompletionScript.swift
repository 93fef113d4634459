import ArgumentParser
import Bytes

/// Adds to the argument parser's completion scripts: commands after `help`, values after
/// `--option=`, and files in place of a command.
enum CompletionScript {
  /// A script for a shell with the additions; other text is not changed.
  static func completed(_ text: String) -> String {
    // In bash `=` is a word of its own.
    if text.hasPrefix("#!/bin/bash") { return changed(text, for: "bash") }
    if text.hasPrefix("#compdef") { return zsh(text) }
    return text.hasPrefix("function __cssview") ? fish(text) : text
  }

  private static var commands: String { CSSViewCommand.names.joined(separator: " ") }

  /// The script with the changes in the table of data for its shell.
  private static func changed(_ script: String, for shell: String) -> String {
    var (script, old, new) = (script, "\n", "\n")
    let changes = DataFile.completions.lines.filter { $0.hasPrefix(shell) }
    for change in changes.map({ $0.dropFirst(shell.count) }) + ["-"] {
      if change.first == "-", new != "\n" {
        script = script.replacing(old, with: new.replacing("@commands@", with: commands))
        (old, new) = ("\n", "\n")
      }
      let line = change.dropFirst() + "\n"
      if change.first == "-" { old += line } else { new += line }
    }
    return script
  }

  private static func zsh(_ text: String) -> String {
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = String(line)
      if line.hasPrefix("        '--") || line.hasPrefix("        '*--"), line.contains("]:"),
        let bracket = line.firstIndex(of: "[")
      {
        line.insert("=", at: bracket)
      }
      result += line + "\n"
    }
    result.removeLast()
    result = result.replacing("'*:subcommands:'", with: "'1:command:(\(commands))'")
    return changed(result, for: "zsh")
  }

  private static func fish(_ text: String) -> String {
    text + "\ncomplete -c 'cssview' -n '__fish_seen_subcommand_from help' -fa '\(commands)'"
      + "\ncomplete -c 'cssview' -n 'not __fish_seen_subcommand_from \(commands) help' -F"
  }
}
