import TestSupport
import Testing

/// Shells complete `audit` like `audit run`, and the values of its options.
///
/// For bash and zsh, the test calls the functions that the scripts define; for fish, its own
/// command.
@Suite struct CompletionTests {
  /// The completions that a shell offers after a line.
  private func offers(_ shell: String, behind line: String) throws -> [String] {
    let directory = try TemporaryDirectory()
    try directory.file("policy.txt", "minlength: 8;")
    let script = try directory.audit(["--generate-completion-script", shell])
    try directory.file("script", script.output)
    let run: Program.Run
    switch shell {
    case "bash":
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
      run = try directory.shell(
        """
        bash -c '
        source ./script
        function="$(complete -p audit | sed -E "s/.*-F ([^ ]+) .*/\\1/")"
        COMP_LINE="\(line)"; COMP_POINT=${#COMP_LINE}
        COMP_WORDS=(\(words.joined(separator: " ").replacing("'", with: "\"")))
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        "$function" audit "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\\n" "${COMPREPLY[@]}"
        '
        """)
    case "fish":
      run = try directory.shell(
        "HOME=$PWD fish --no-config -c 'source ./script; complete -C \"\(line)\"' | cut -f 1")
    default: throw NoSuchShell()
    }
    #expect(run.code == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  private struct NoSuchShell: Error {}

  @Test(arguments: ["bash", "fish"])
  func `the headline offers the options of a run, and commands`(shell: String) throws {
    let options = try offers(shell, behind: "audit --")
    for option in ["--rules", "--layout", "--by-list", "--checkpoint", "--threads"] {
      #expect(options.contains(option))
    }
    let later = try offers(shell, behind: "audit --rules policy.txt --la")
    #expect(later.contains("--layout") && !later.contains("--lanes"), "\(later)")
    let first = try offers(shell, behind: "audit ")
    for word in ["sweep", "keyspace", "policy.txt"] { #expect(first.contains(word)) }
    #expect(try offers(shell, behind: "audit rules ").contains("lint"))
    #expect(try offers(shell, behind: "audit filter --pa").contains("--passwords"))
  }

  @Test(arguments: ["bash", "fish"], ["audit --layout ", "audit filter --layout "])
  func `layouts are offered where one must be named`(shell: String, line: String) throws {
    let layouts = try offers(shell, behind: line)
    for layout in ["plain", "user:password", "user:hash:password", "auto"] {
      #expect(layouts.contains(layout))
    }
    #expect(try offers(shell, behind: "audit --preset nist").contains("nist-63b-4"))
  }

  @Test func `bash completes a word after a colon`() throws {
    let behind = try offers("bash", behind: "audit --layout user:p")
    #expect(behind.contains("password"))
  }

  @Test func `zsh loads the script`() throws {
    let directory = try TemporaryDirectory()
    let script = try directory.audit("--generate-completion-script zsh")
    try directory.file("site/_audit", script.output)
    let run = try directory.shell(
      """
      zsh -f -c '
      fpath=($PWD/site $fpath); autoload -Uz compinit; compinit -u -d $PWD/dump
      echo "${_comps[audit]}"; autoload +X _audit; _audit 2>/dev/null; whence -w _audit_command _audit
      '
      """)
    #expect(run.output == "_audit\n_audit_command: function\n_audit: function\n", "\(run.errors)")
  }
}
