import ArgumentParser

/// The completion scripts that `--generate-completion-script` prints, extended: `audit` alone means
/// `audit run`, so it offers the same completions.
struct CompletionScript {
  /// The names of all commands, separated by spaces.
  private let commands: String

  /// Prepares the extension for a program with these commands, besides `help`.
  init(commands: [String]) { self.commands = (commands + ["help"]).joined(separator: " ") }

  /// The shell whose script was requested; nil if none was.
  static func shell(in arguments: [String]) -> String? {
    let option = "--generate-completion-script"
    guard let index = arguments.firstIndex(where: { $0.hasPrefix(option) }) else { return nil }
    let word = arguments[index]
    if word != option { return String(word.dropFirst(option.count + 1)) }
    return index + 1 < arguments.count ? arguments[index + 1] : nil
  }

  /// A script of the argument parser, with the extension.
  func withHeadline(_ script: String, for shell: String) -> String {
    switch shell {
    case "bash":
      script.replacing("complete -o filenames -F _audit audit", with: bash)
    case "zsh":
      script.replacing("_audit() {", with: "_audit_command() {")
        .replacing("if [[ \"${funcstack[1]}\" = _audit ]]; then", with: zsh)
    case "fish":
      script.replacing(
        "    set -l unparsed_tokens (__audit_tokens -pc)\n    switch", with: fish + "    switch")
        + Self.fishFiles
    default: script
    }
  }

  private var bash: String {
    #"""
    # 'audit' alone is 'audit run'.
    _audit_headline() {
        local -a words=("${COMP_WORDS[@]}")
        local -i cword="${COMP_CWORD}"
        local cur="${2}" prev="${3}" prefix=''
        # Bash takes words apart at colons, as in user:password; put them together again.
        if [[ "${COMP_LINE}" = *:* && "${COMP_WORDBREAKS}" = *:* ]]; then
            local line="${COMP_LINE:0:${COMP_POINT}}"
            read -r -a words <<<"${line}"
            [[ "${line}" = *[[:space:]] ]] && words+=('')
            cword=$((${#words[@]} - 1))
            cur="${words[cword]}"
            prev="${words[cword - 1]}"
            [[ "${cur}" = *:* ]] && prefix="${cur%"${cur##*:}"}"
        fi
        local is_run=false
        case " \#(commands) " in
        *" ${words[1]} "*) ;;
        *)
            if ((cword > 1)) || [[ "${cur}" = -* ]]; then
                words=("${words[0]}" run "${words[@]:1}")
                cword+=1
                is_run=true
            fi
            ;;
        esac
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD="${cword}"
        _audit "${1}" "${cur}" "${prev}"
        if ((cword == 1)) && ! "${is_run}"; then
            __audit_add_completions -f
        fi
        if [[ -n "${prefix}" ]]; then
            COMPREPLY=("${COMPREPLY[@]#"${prefix}"}")
        fi
    }

    complete -o filenames -F _audit_headline audit
    """#
  }

  private var zsh: String {
    #"""
    # 'audit' alone is 'audit run'.
    _audit() {
        local -ar audit_commands=(\#(commands))
        if (( CURRENT == 2 )) && [[ "${words[2]}" != -* ]]; then
            _audit_command "${@}"
            _files
            return
        fi
        if (( ! ${audit_commands[(Ie)${words[2]}]} )); then
            words=("${words[1]}" run "${(@)words[2,-1]}")
            (( CURRENT++ ))
        fi
        _audit_command "${@}"
    }

    if [[ "${funcstack[1]}" = _audit ]]; then
    """#
  }

  private var fish: String {
    #"""
        set -l unparsed_tokens (__audit_tokens -pc)
        # 'audit' alone is 'audit run'.
        if not contains -- "$unparsed_tokens[2]" \#(commands)
            if test (count $unparsed_tokens) -gt 1; or string match -q -- '-*' (commandline -ct)
                set unparsed_tokens $unparsed_tokens[1] run $unparsed_tokens[2..]
            end
        end

    """#
  }

  private static let fishFiles =
    "\ncomplete -c 'audit' -n '__audit_should_offer_completions_for_positional \"audit\" -eq 1' -F\n"
}
