import ArgumentParser

/// Adds to the argument parser's completion scripts: commands after `help`, values after
/// `--option=`, and files in place of a command.
enum CompletionScript {
  /// A script for a shell with the additions; other text is not changed.
  static func completed(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash") { return bash(text) }
    if text.hasPrefix("#compdef") { return zsh(text) }
    return text.hasPrefix("function __cssview") ? fish(text) : text
  }

  private static var commands: String { CSSViewCommand.names.joined(separator: " ") }

  /// For bash, in which `=` is a word of its own.
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

        """
    ).replacing(
      """
          *)
              # Offer subcommand completions

      """,
      with: """
            *)
                # Files to show, with the options of 'show', then subcommand completions
                unparsed_words=("${subcommand}" "${unparsed_words[@]}")
                _cssview_show
                [[ "${COMP_CWORD}" -eq 1 ]] || return

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
    return result.replacing("'*:subcommands:'", with: "'1:command:(\(commands))'").replacing(
      "        _describe -V subcommand subcommands && ret=0\n",
      with: """
                _describe -V subcommand subcommands && ret=0
                _files && ret=0

        """
    ).replacing(
      """
                  "_cssview_${words[1]}" && ret=0
                  ;;
              esac

      """,
      with: """
                    "_cssview_${words[1]}" && ret=0
                    ;;
                *)
                    _cssview_show && ret=0
                    ;;
                esac

        """)
  }

  private static func fish(_ text: String) -> String {
    text + "\ncomplete -c 'cssview' -n '__fish_seen_subcommand_from help' -fa '\(commands)'"
      + "\ncomplete -c 'cssview' -n 'not __fish_seen_subcommand_from \(commands) help' -F"
  }
}
