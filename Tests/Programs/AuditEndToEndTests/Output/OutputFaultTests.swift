import Foundation
import TestSupport
import Testing

/// Outputs that really cannot be written: a message, exit code 2, and no incomplete file under its
/// final name.
@Suite struct OutputFaultTests {
  private static let policy =
    "minlength: 8; required: upper; required: digit; allowed: ascii-printable;"
  private static let rules = "--rules site.policy --no-blocklist"

  /// All commands that write to standard output.
  static let commands = [
    "run \(rules) --strength none list.txt", "run \(rules) --strength none --format csv list.txt",
    "run \(rules) --strength none --format json list.txt", "check \(rules)",
    "check \(rules) --format csv", "check --format jsonl", "score", "score --format csv",
    "score --format jsonl --explain", "filter \(rules) list.txt", "keyspace --rules site.policy",
    "keyspace --rules site.policy --format csv", "keyspace --format jsonl",
    "generate --rules site.policy --length 9", "generate --rules site.policy --length 9 -n 20000",
    "rules print --rules site.policy", "rules lint --rules site.policy --format json",
    "rules print --lines --format jsonl", "rules presets", "rules presets nist-63b-4",
    "rules new --length 8", "--help",
    "run --help", "--version", "--generate-completion-script bash",
  ]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", Self.policy)
    try directory.file("list.txt", Self.list(100))
  }

  private static func list(_ lines: Int) -> String {
    (0..<lines).map { "Password\($0)\n" }.joined()
  }

  @Test(.needsFullDevice, arguments: few(6, of: commands))
  func `a full disk behind standard output is reported`(command: String) throws {
    let run = try directory.shell(
      "\"$audit\" \(command) > /dev/full", input: Self.list(100).utf8, code: 2)
    #expect(run.errors.contains("<stdout>: error: cannot write: no space left on device"))
  }

  @Test(arguments: few(6, of: commands))
  func `a closed standard output is reported, and no file takes its place`(command: String) throws {
    let run = try directory.shell("\"$audit\" \(command) >&-", input: Self.list(100).utf8, code: 2)
    #expect(run.errors.contains("<stdout>: error: cannot write: bad file descriptor"))
    let table = directory.text("Reports/list/audit.csv")
    #expect(table?.hasPrefix("dataset,policy,") != false && table?.contains("report") != true)
    #expect(directory.text("list.txt") == Self.list(100))
  }

  @Test(arguments: few(6, of: commands))
  func `a closed pipe is no fault`(command: String) throws {
    // More than any pipe holds.
    let run = try directory.shell(
      "\"$audit\" \(command) | head -n 1 > first; echo ${PIPESTATUS[0]}",
      input: Self.list(30_000).utf8)
    // A command may fail for input that is not JSON, or for its findings, not for the closed pipe.
    let isAsked = command.contains("jsonl") || command.contains("lint")
    #expect(["0\n", isAsked ? "1\n" : "0\n"].contains(run.output))
    #expect(!run.errors.contains("error: cannot write"))
  }

  @Test func `the program's files do not take the place of closed standard input and error`() throws
  {
    let options = "\(Self.rules) --strength none -o out"
    let closed = try directory.shell("\"$audit\" \(options) - <&-; echo $?")
    #expect(closed.output == "2\n")
    #expect(closed.errors.contains("<stdin>: error: "))
    let check = try directory.shell("\"$audit\" check \(Self.rules) <&-; echo $?")
    #expect(check.output == "2\n")
    let silent = try directory.shell("\"$audit\" \(options) -q gone.txt list.txt 2>&- <&-; echo $?")
    #expect(silent.output == "1\n")
    #expect(directory.text("out/audit.csv")?.hasPrefix("dataset,") == true)
    #expect(directory.text("out/audit.json")?.hasPrefix("{") == true)
    #expect(directory.text("list.txt") == Self.list(100))
  }

  @Test func `a limit on the size of files is reported like a full disk`() throws {
    try directory.file("list.txt", Self.list(3_000))
    let report = try directory.shell(
      "ulimit -f 1; \"$audit\" \(Self.rules) --strength none -o out list.txt", code: 2)
    #expect(report.errors.contains(": error: cannot write: file too large"))
    #expect(directory.names(in: "out") == [])
    let filter = try directory.shell(
      "ulimit -f 1; \"$audit\" filter \(Self.rules) -o kept.txt list.txt", code: 2)
    #expect(filter.errors.contains("kept.txt: error: cannot write: file too large"))
    #expect(!directory.names().contains { $0.hasPrefix("kept") })
  }

  @Test(.needsMounts)
  func `a full disk is reported, and leaves nothing behind`() throws {
    try directory.file("list.txt", Self.list(9_000))
    for command in [
      "\(Self.rules) --strength none -q -o m/out list.txt",
      "\(Self.rules) --strength none -q --split -o m/out list.txt",
      "filter \(Self.rules) -q -o m/kept.txt list.txt",
      "filter \(Self.rules) -q -o m/kept.txt.gz list.txt",
      "blocklist build -q -o m/list.blocklist list.txt",
    ] {
      let script = """
        mkdir -p m && unshare -m bash -c 'mount -t tmpfs -o size=8k none m && "$audit" \(command)
        code=$?; echo $code; find m -type f'
        """
      let run = try directory.shell(script)
      #expect(run.output == "2\n", "\(command)")
      #expect(
        run.errors.lowercased().contains("no space left on device"), "\(command): \(run.errors)")
    }
  }

  @Test func `a directory that vanishes is made again for a report, otherwise reported`() throws {
    for arguments in [
      ["run", "--strength", "none", "-o", "out/report"],
      ["filter", "--quiet", "-o", "out/kept.txt"],
    ] {
      try FileManager.default.createDirectory(
        atPath: directory.path + "/out", withIntermediateDirectories: true)
      let program = try RunningProgram(
        arguments + ["--rules", "site.policy", "--no-blocklist", "-"], in: directory,
        writing: "Passw0rd\n".utf8)
      #expect(wait { !directory.names(in: "out").isEmpty })
      #expect(program.hasRead())
      try FileManager.default.removeItem(atPath: directory.path + "/out")
      program.end()
      #expect(!program.isKilled)
      if arguments[0] == "run" {
        #expect(program.status == 0 && directory.names(in: "out") == ["report"])
      } else {
        #expect(program.status == 2)
        let message = directory.text(".stderr") ?? ""
        #expect(message.contains(": error: cannot write: no such file or directory"))
      }
    }
  }

  @Test(arguments: [
    ("run --strength none -o out/report --rules site.policy --no-blocklist -", "report"),
    ("filter -o out/kept.txt --rules site.policy --no-blocklist -", "kept.txt"),
    ("blocklist build -o out/list --rules site.policy -", "list"),
  ])
  func `the next run replaces the files of a killed run`(command: String, name: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/out", withIntermediateDirectories: true)
    let arguments = command.split(separator: " ").map(String.init) + ["--quiet"]
    let program = try RunningProgram(arguments, in: directory, writing: "Passw0rd\n".utf8)
    if name == "list" {
      // The compiler writes only after reading everything, too fast for the test to catch.
      try directory.file("out/list.partial-\(program.process.processIdentifier)", "begun")
    }
    // A report's directory is there a moment before its first file.
    let place = name == "report" ? "out/report" : "out"
    #expect(wait { !directory.names(in: place).isEmpty })
    program.end(by: SIGKILL)
    let left = directory.names(in: place)
    #expect(left.count == 1 && left.allSatisfy { $0.contains(".partial-") })
    try directory.audit(arguments, input: "Passw0rd\n".utf8)
    #expect(directory.names(in: "out") == [name])
    #expect(!directory.names(in: "out/report").contains { $0.contains(".partial-") })
  }

  @Test func `a link planted under a provisional name is not followed`() throws {
    // After `exec`, the shell's process id is the program's.
    for command in [
      "blocklist build -q -o out/list --rules site.policy list.txt",
      "filter -q \(Self.rules) -o out/list list.txt",
    ] {
      try directory.shell(
        """
        mkdir -p out; echo mine > victim; ln -sf ../victim out/list.partial-$$
        exec "$audit" \(command)
        """)
      #expect(directory.text("victim") == "mine\n")
      try FileManager.default.removeItem(atPath: directory.path + "/out")
    }
  }

  @Test func `a filter writes into a FIFO, refuses a directory and replaces neither`()
    throws
  {
    try directory.shell(
      """
      mkfifo pipe; mkdir dir; cat pipe > got &
      "$audit" filter \(Self.rules) -q -o pipe list.txt && wait && test -p pipe && cmp got list.txt
      """)
    let refused = try directory.shell(
      "\"$audit\" filter \(Self.rules) -q --force -o dir list.txt", code: 2)
    #expect(refused.errors.hasPrefix("dir: error: cannot write: is a directory"))
    #expect(directory.names(in: "dir") == [])
  }

  @Test func `a report of another shape is replaced whole`() throws {
    let options = "\(Self.rules) --strength none -q -o out list.txt"
    try directory.shell("\"$audit\" --split \(options)")
    #expect(directory.names(in: "out").contains("length.csv"))
    try directory.shell("\"$audit\" \(options)")
    #expect(
      directory.names(in: "out") == [
        "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
      ])
  }

  /// Runs the program where `m` is a small disk.
  private func run(_ command: String, code: Int32? = 0) throws -> Program.Run {
    try TemporaryDirectory().shell(
      """
      mkdir m && seq 500000 700000 | sed 's/$/-abcdefghijklmnopqrstuvwxyz-abcdefgh/' >list.txt
      unshare -m bash -c 'mount -t tmpfs -o size=64k none m && "$audit" \(command); echo $?'
      """, code: code)
  }

  @Test(.needsMounts)
  func `a full disk of fingerprints names their file`() throws {
    let run = try run(
      "scan -q --strength none --no-blocklist --distinct --fingerprints m/prints --fingerprint-key key "
        + "-o list.tally list.txt")
    #expect(run.output == "2\n")
    #expect(
      run.errors == """
        m/prints: error: cannot write: no space left on device
          Name a place with room for 32 bytes a distinct password. A new key is kept: the next scan \
        takes it.

        """)
  }

  @Test(.needsMounts)
  func `a checkpoint that cannot be written is warned of once`() throws {
    let run = try run(
      "--preset basic8 -q --strength none --no-report --checkpoint m/x/c --checkpoint-every 0 list.txt"
    )
    #expect(run.output == "0\n")
    #expect(run.errors.components(separatedBy: "the checkpoint cannot be written").count == 2)
  }
}
