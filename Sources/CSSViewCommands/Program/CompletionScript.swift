import ArgumentParser

/// Additions to the argument parser's completion scripts: the commands after `help`, and values
/// after `--option=`.
enum CompletionScript {
  /// A script for a shell with its additions; any other text as it is.
  static func completed(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash") { return bash(text) }
    if text.hasPrefix("#compdef") { return zsh(text) }
    return text.hasPrefix("function __cssview") ? fish(text) : text
  }

  private static var commands: String {
    var names: [String] = []
    for command in CSSViewCommand.configuration.subcommands {
      names.append(command.configuration.commandName ?? "")
    }
    return names.joined(separator: " ")
  }

  /// bash takes the `=` for a word of its own.
  private static func bash(_ text: String) -> String {
    text.replacing(
      """
          local -r cur="${2}"
          local -r prev="${3}"

      """,
      with: """
            local cur="${2}"
            local prev="${3}"
            if [[ "${COMP_WORDS[COMP_CWORD]}" = '=' ]]; then
                cur=''
            elif [[ "${prev}" = '=' && "${COMP_CWORD}" -ge 2 ]]; then
                prev="${COMP_WORDS[COMP_CWORD - 2]}"
            fi

        """
    ).replacing(
      "\n_cssview_help() {\n",
      with: """

        _cssview_help() {
            [[ "${cur}" = -* ]] || COMPREPLY+=($(compgen -W '\(commands)' -- "${cur}"))

        """)
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
    return result.replacing("'*:subcommands:'", with: "'1:command:(\(commands))'")
  }

  private static func fish(_ text: String) -> String {
    text + "\ncomplete -c 'cssview' -n '__fish_seen_subcommand_from help' -fa '\(commands)'"
  }
}
