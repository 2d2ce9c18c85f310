import Foundation
import TestSupport
import Testing

/// System limits so low that hardly anything works: a message, but never a crash or an endless
/// wait.
@Suite struct LimitTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 8;")
    try directory.file("list.txt", (0..<20_000).map { "Passw0rd\($0)\n" }.joined())
  }

  /// 0 to 2 are answers; 127 is the loader's, which has no room for the libraries.
  private func expectAnswer(_ run: Program.Run, _ limit: String) {
    #expect(["0\n", "1\n", "2\n", "127\n"].contains(run.output), "\(limit): \(run.output)")
    if run.output == "2\n" { #expect(run.errors.contains("error: "), "\(limit): \(run.errors)") }
  }

  @Test(arguments: few(3, of: Array(3...22)))
  func `a limit on descriptors is reported`(count: Int) throws {
    // Dispatch crashes when its watch over a concurrent queue finds none.
    for command in [
      "--rules site.policy -q -o out list.txt", "filter --rules site.policy -q -o kept list.txt",
      "blocklist build -q -o list.blocklist list.txt",
    ] {
      let run = try directory.shell(
        "\"$audit\" --version > /dev/null; (ulimit -n \(count); exec \"$audit\" \(command)); echo $?"
      )
      expectAnswer(run, "ulimit -n \(count): \(command)")
      // What has begun also has the descriptors to end.
      #expect(
        run.output != "1\n" && (run.output != "2\n" || run.errors.contains("more files")),
        "ulimit -n \(count): \(command): \(run.errors)")
    }
  }

  @Test(arguments: few(3, of: (5...20).map { $0 * 15_000 }))
  func `a limit on addresses is reported`(kibibytes: Int) throws {
    // When a thread finds no addresses for its stack, Dispatch waits for ever, deaf to SIGTERM.
    let limited = "ulimit -c 0; ulimit -v \(kibibytes); exec timeout -s KILL 60 \"$audit\""
    for command in [
      "--rules site.policy -q -o out --threads 2 list.txt",
      "filter --rules site.policy -q -o kept --force --threads 3 list.txt",
      "check --rules site.policy < list.txt > answers",
    ] {
      let run = try directory.shell("(\(limited) \(command)); echo $?")
      // With a sanitizer, or with larger libraries, it may not even start.
      let start = try directory.shell("(\(limited) --version > /dev/null); echo $?")
      if start.output == "0\n" { expectAnswer(run, "ulimit -v \(kibibytes): \(command)") }
    }
  }

  @Test(arguments: [64, 100, 128, 256, 1000])
  func `a limit on the stack is reported`(kibibytes: Int) throws {
    // The main thread ended by a signal, without a word.
    for command in ["--rules site.policy -q -o out list.txt", "", "--version", "score < list.txt"] {
      let run = try directory.shell("(ulimit -s \(kibibytes); exec \"$audit\" \(command)); echo $?")
      #expect(
        run.output == "2\n"
          && run.errors
            == "error: the stack is limited to \(kibibytes) KiB ('ulimit -s'); expected at least "
            + "1024\n  Raise the limit: ulimit -s 8192\n",
        "\(command): \(run)")
    }
  }

  private static let asOther =
    "setpriv --reuid 54321 --regid 54321 --clear-groups bash -c 'ulimit -c 0; ulimit -u"

  private static let canBeOther: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    let run = try? directory.shell("\(asOther) 99; exec \"$audit\" --version'", code: nil)
    return run?.code == 0
  }()

  @Test(
    .enabled(if: canBeOther, "needs the right to be another user, who can run the program"),
    arguments: few(2, of: [1, 2, 3, 5]))
  func `a program without threads works on its own`(count: Int) throws {
    // Dispatch waits for a thread for ever. The superuser has no limit.
    try directory.shell("chmod 777 .; gzip < list.txt > other.txt.gz; chmod a+r *")
    for command in [
      "--rules site.policy -q -o out --threads 4 list.txt other.txt.gz",
      "--rules site.policy --distinct -q -o distinct --threads 4 other.txt.gz",
      "scan --distinct -q -o scan.tally list.txt other.txt.gz",
      "report --rules site.policy -q -o report scan.tally", "sweep --minlength 8,9 -q scan.tally",
      "filter --rules site.policy -q -o kept --threads 4 list.txt",
      "blocklist build -q -o list.blocklist list.txt", "score < list.txt > scores",
    ] {
      let run = try directory.shell(
        "timeout -s KILL 100 \(Self.asOther) \(count); exec \"$audit\" \(command)' >&2; echo $?")
      #expect(run.output == "0\n", "\(command): \(run)")
    }
    try directory.shell(
      "\"$audit\" --rules site.policy -q -o usual list.txt other.txt.gz")
    let rows = try #require(directory.text("usual/audit.csv"))
    #expect(directory.text("out/audit.csv") == rows)
  }

  private static let canUnmount: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    return (try? directory.shell("unshare -m umount -l /proc", code: nil))?.code == 0
  }()

  @Test(.enabled(if: canUnmount, "needs the right to unmount a file system"))
  func `a system without files about processes is reported`() throws {
    // Swift then knew no arguments, and the program read standard input in place of the list.
    let run = try directory.shell(
      "unshare -m bash -c 'umount -l /proc; \"$audit\" --rules site.policy -o out list.txt'; echo $?"
    )
    expectAnswer(run, "without /proc")
    #expect(run.output == "2\n" && run.errors.contains("/proc/self: error: "), "\(run)")
    #expect(!directory.names().contains("out"))
  }
}
