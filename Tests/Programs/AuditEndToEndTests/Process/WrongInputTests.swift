import TestSupport
import Testing

/// Typical mistakes of a new user, answered with the right command.
@Suite struct WrongInputTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [
    "minlength: 8; required: digit; allowed: ascii-printable;", "[site]\nminlength: 8;\n",
    "# ours\nmaxlength: 20;\n", "minlen = 10\nucredit = -1\n",
    "password requisite pam_pwquality.so minlen=12\n",
    "[System Access]\nMinimumPasswordLength = 8\n",
  ])
  func `a policy named as a list is an error that names --rules`(policy: String) throws {
    try directory.file("five.txt", policy)
    try directory.file("list.txt", "Passw0rd\n")
    for arguments in [["five.txt", "list.txt"], ["--rules", "five.txt", "list.txt", "five.txt"]] {
      let run = try directory.audit(arguments, code: 2)
      #expect(
        run.errors.contains("five.txt: error: the file is a policy, and is named as a list"))
      #expect(run.errors.contains("audit --rules five.txt"))
      #expect(run.output.isEmpty)
    }
    // It is read as a list with --binary, and through a pipe.
    for arguments in [["--binary", "-q", "five.txt"], ["-q", "-"]] {
      try directory.audit(arguments, input: policy.utf8, code: nil)
    }
  }

  @Test(arguments: [
    "minlength\n", "user: secret\n", "minlength: 8; requierd: digit;\n", "password: hunter2\n", "",
    "minlen\n", "^abc$\n", "length(8)\n", "minlen\nPassw0rd\nlampe99\n",
    String(repeating: "minlength: 8;\n", count: 5000),
  ])
  func `a list is no policy, even if it begins like one`(list: String) throws {
    try directory.file("list.txt", list)
    let run = try directory.audit("list.txt -q", code: nil)
    #expect(!run.errors.contains("is a policy"))
    #expect(run.code == (list.isEmpty || run.errors.contains("warning: ") ? 1 : 0), "\(run.errors)")
  }

  @Test(arguments: [
    ("swep", "'audit sweep'"), ("lint", "'audit rules lint'"), ("fitler", "'audit filter'"),
    ("infos", "'audit blocklist info' or 'audit tally info' or 'audit model info'"),
    ("Keyspace", "'audit keyspace'"),
  ])
  func `a misspelled command is not read as a list`(word: String, command: String) throws {
    let run = try directory.audit([word, "x.txt"], code: 64)
    #expect(
      run.errors.hasPrefix(
        "error: '\(word)' is neither a command nor a file. Did you mean \(command)?\n"))
  }

  @Test func `a preset after --rules gets its option, which works as it stands`() throws {
    #expect(
      try directory.audit("keyspace --rules nist-63b-4", code: 2).errors.contains(
        "preset: --preset nist-63b-4"))
    try directory.audit("keyspace --preset nist-63b-4")
    #expect(
      try directory.audit("keyspace --rules nist-63b", code: 2).errors
        .contains("no such file or directory\n  Check the name: ls\n"))
  }

  @Test func `a list whose name begins with a dash is told, and a run of it is no success`() throws
  {
    try directory.file("-dash.txt", "Passw0rd\n")
    for arguments in [["-dash.txt"], ["scan", "-o", "t.tally", "-dash.txt"]] {
      #expect(
        try directory.audit(arguments, code: 64).errors.hasPrefix(
          "error: '-dash.txt' is a file, but begins as options do. Write ./-dash.txt.\n"))
    }
    for arguments in [
      ["-q", "./-dash.txt"], ["-q", "--", "-dash.txt"], ["-q", "-o", "out", "./-dash.txt"],
    ] {
      try directory.audit(arguments)
    }
  }

  @Test func `a table of hashes is no list of names, and its columns can be named`() throws {
    // 12345 and others, as NT hashes.
    let hashes = [
      "7a21990fcd3d759941e45c490f143d5f", "32ed87bdb5fdc5e9cba88547376818d4",
      "b4b9b02e6f09a9bd760f388b67351e2b", "8846f7eaee8fb117ad06bdd830b7586c",
      "209c6174da490caeb422f3fa5a7ae634", "0cb6948805f797bf2a82807973b89537",
    ]
    let rows = hashes.enumerated().map { "user\($0),True,\($1)\n" }.joined()
    try directory.file("dump.csv", "SamAccountName,Enabled,NTHash\n" + rows)
    try directory.file("nt.potfile", hashes[0] + ":12345\n")
    let alone = try directory.audit("-q dump.csv", code: nil)
    #expect(alone.code > 0 && !alone.errors.contains("csv:1"), "\(alone.errors)")
    let unnamed = try directory.audit("-q --potfile nt.potfile dump.csv", code: 2)
    #expect(unnamed.errors.contains("--layout csv:hash=NTHash,user=Name"))
    let named = try directory.audit(
      "--potfile nt.potfile --layout csv:hash=NTHash,user=SamAccountName dump.csv")
    #expect(named.output.contains("1 known password of 6 accounts"))
  }

  @Test(arguments: ["run list.txt", "report list.tally", "rules lint"])
  func `a format that is typed as an option is answered with --format`(command: String) throws {
    for format in ["json", "csv"] {
      #expect(
        try directory.audit(command + " --\(format)", code: 64).errors.hasPrefix(
          "error: Unknown option '--\(format)'. Say --format \(format).\n"))
    }
  }

  @Test(arguments: ["keyspace --format csv", "rules lint", "rules print", "rules vectors"])
  func `a command without lists takes policies without an option`(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let text = "minlength: 8; maxlength: 20; required: digit;"
    try directory.file("policy.txt", text + "\n")
    for (policy, option) in [(text, "--rules"), ("policy.txt", "--rules"), ("bsi", "--preset")] {
      let (with, without) = (
        try directory.audit(words + [option, policy], code: nil),
        try directory.audit(words + [policy], code: nil)
      )
      #expect(without.code == with.code)
      #expect(without.output == with.output && without.errors == with.errors, "\(policy)")
    }
    #expect(
      try directory.audit(words + ["polcy.txt"], code: 2).errors.hasPrefix("polcy.txt: error: "))
  }

  @Test func `a file of a command's name is a list`() throws {
    try directory.file("swep", "Passw0rd\n")
    try directory.audit("swep -q")
  }

  @Test(arguments: [
    ("u1:Pass1", "--layout user:password"), ("CORP\\u:P", "--layout user:password"),
    ("user;Word", "--layout user:password --separator ';'"),
    ("u:0123456789abcdef0123456789abcdef:Pass", "--layout user:hash:password"),
  ])
  func `lines that contain more than a password are reported`(line: String, options: String) throws
  {
    try directory.file("dump.txt", line + "\n" + line + "2\n")
    let run = try directory.audit("-q dump.txt", code: 1)
    #expect(run.errors.contains("dump.txt: warning: all of the first 2 lines look like "))
    #expect(run.errors.contains("  If so, use \(options)\n"))
  }

  @Test func `a Windows account database is refused, and its cracked form is audited`() throws {
    let hash = "31d6cfe0d16ae931b73c59d7e0c089c0"
    try directory.file(
      "ntds.txt", "CORP\\ann:1104:aad3b435b51404eeaad3b435b51404ee:\(hash):::\n")
    let raw = try directory.audit("ntds.txt", code: 2)
    #expect(
      raw.errors.contains("ntds.txt: error: the first line is of a Windows account"))
    #expect(raw.errors.contains("  To audit a directory: audit run with --potfile"))
    try directory.file("shown.txt", "CORP\\ann:\(hash):Ann2024!\nCORP\\bob:\(hash):\n")
    try directory.audit(
      "--layout user:hash:password --preset ad-complexity -q -o out shown.txt")
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains(",compliance,violating,1,entries,2,1.000000"))
    #expect(table.contains("shown,,blank,blank,0,entries,1,0.500000"))
  }

  @Test(arguments: [[UInt8](), [0xFF, 0xFE], [0xFE, 0xFF]])
  func `a policy in UTF-16, as PowerShell writes it, is read`(mark: [UInt8]) throws {
    let isBigEndian = mark.first == 0xFE
    let text = "minlength: 9; allowed: unicode;\r\n".utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    try directory.file("site.policy", mark + text)
    let run = try directory.audit("rules print --rules site.policy")
    #expect(run.output.contains("minlength: 9;"))
  }

  @Test(arguments: [
    (
      ["--fail-under", "50%%"], "Expected per cent from 0 to 100, such as 50% or 99.5, not '50%%'."
    ),
    (["--max-bytes", "1X"], "Expected a size such as 512MiB, 4G or 1GB, not '1X'."),
    (
      ["--rate", "100X/s"], "Expected a rate such as 1000/s, 20/min, 1e6/d or 100G/s, not '100X/s'."
    ),
  ])
  func `a quantity that cannot be read is wrong usage`(option: [String], message: String) throws {
    try directory.file("list.txt", "Passw0rd\n")
    let run = try directory.audit(option + ["list.txt"], code: 64)
    #expect(run.errors.contains(message))
  }

  @Test func `a directory in place of a policy is answered with its policies`() throws {
    try directory.shell("mkdir site none")
    try directory.file("site/a b.policy", "minlength: 8; allowed: unicode;")
    try directory.file("site/pwquality.conf", "minlen = 10\n")
    try directory.file("site/words", "lampe\n")
    let run = try directory.audit("rules print --rules site", code: 2)
    #expect(
      run.errors == """
        site: error: a directory; --rules reads files
          Name its files: --rules 'site/a b.policy' --rules site/pwquality.conf

        """)
    let remedy = try #require(run.errors.split(separator: ": ").last)
    try directory.shell("\"$audit\" rules print \(remedy)")
    #expect(
      try directory.audit("keyspace --rules none", code: 2).errors
        == "none: error: a directory; --rules reads files\n  No file in it is a policy. Name a policy "
        + "file, and lists without an option.\n")
  }

  @Test func `login definitions are refused by their name`() throws {
    try directory.file("login.defs", "# shadow\nPASS_MAX_DAYS\t99999\nPASS_MIN_LEN 8\nUMASK 022\n")
    let run = try directory.audit("rules print --rules login.defs", code: 2)
    #expect(
      run.errors.hasPrefix(
        "login.defs: error: login.defs is no password policy: its PASS_MIN_LEN counts only for a passwd "
          + "without PAM\n  Give the file that PAM reads"))
    #expect(run.errors.contains("--rules 'minlength: 8; allowed: unicode;'"))
  }

  @Test(arguments: [
    ("rules new --min 10", "Unknown option '--min'"),
    ("check --fail-over 5", "Unknown option '--fail-over'"),
    ("score --explian 5", "Unknown option '--explian'. Did you mean '--explain'?"),
    ("generate --cuont 10", "Unknown option '--cuont'. Did you mean '--count'?"),
    ("generate 10", "'10' follows no option. Say how many: --count 10"),
    ("generate -q 10", "'10' follows no option. Say how many: --count 10"),
    ("keyspace 10", "'10' follows no option."),
    ("check hunter2", "Passwords are read from standard"),
    (
      "rules standards bsi",
      "'bsi' follows no option. The clauses of a standard: audit rules clauses"
    ),
    ("rules new upper", "'upper' follows no option. Classes stand together"),
  ])
  func `of an unknown option and its value the option is named`(command: String, words: String)
    throws
  {
    let run = try directory.audit(command, code: 64)
    #expect(run.errors.hasPrefix("error: \(words)"), "\(run.errors)")
  }

  @Test func `a site without its file is answered with the option`() throws {
    #expect(
      try directory.audit("rules print --only apple.com", code: 2).errors.hasPrefix(
        "error: --only chooses among the policies of a file: --rules apple-password-rules.json --only "
          + "apple.com\n"))
  }

  @Test func `an empty name is seen`() throws {
    try directory.file("list.txt", "Passw0rd\n")
    for arguments in [
      [""], ["-o", "", "list.txt"], ["scan", "-o", "", "list.txt"], ["report", ""],
      ["filter", "--preset", "nist-63b-4", "-o", "", "list.txt"], ["tally", "info", ""],
    ] {
      let run = try directory.audit(arguments, code: 2)
      #expect(run.errors.hasPrefix("<empty name>: error: "), "\(arguments): \(run.errors)")
    }
  }
}
