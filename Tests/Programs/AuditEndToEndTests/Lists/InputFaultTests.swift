import Foundation
import TestSupport
import Testing

/// Lists that really cannot be read, or not to their end: a message, exit code 1 if anything was
/// counted, and counts that are right for the part that was read.
@Suite struct InputFaultTests {
  private static let options = [
    "--rules", "site.policy", "--no-blocklist", "--strength", "none", "-q", "-o", "out",
  ]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 8;")
  }

  private func audited(_ directory: TemporaryDirectory) -> Int? {
    let row = directory.text("out/audit.csv")?.split(separator: "\n")
      .first { $0.contains(",entries,audited,") }
    return row.flatMap { Int($0.split(separator: ",").dropLast().last ?? "") }
  }

  @Test(arguments: ["gone.txt", "/proc/self/mem", "loop", "socket", "dangling", "list1.txt/x"])
  func `a run names an unreadable list, and counts the lists around it`(name: String) throws {
    try directory.file("list1.txt", "one\ntwo\n")
    try directory.file("list2.txt", "three\nfour\nfive")
    let setUp =
      "ln -s loop loop; ln -s nowhere dangling; "
      + "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")'"
    try directory.shell(setUp)
    let run = try directory.audit(Self.options + ["list1.txt", name, "list2.txt"], code: 1)
    #expect(run.errors.hasPrefix("\(name): error: "))
    #expect(audited(directory) == 5)
    #expect(directory.text("out/audit.json")?.contains("\"complete\" : false") == true)
    try directory.audit(Self.options + [name], code: 2)
  }

  // Root may read anything, so the test drops its rights first.
  private static let drop =
    "drop=; [ \"$(id -u)\" = 0 ] && drop='setpriv --reuid=65534 --clear-groups'"

  private static let canDropRights: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    let run = try? directory.shell("chmod 755 .\n\(drop)\n$drop \"$audit\" --version", code: nil)
    return run?.code == 0
  }()

  @Test(.enabled(if: canDropRights, "needs the right to drop rights"))
  func `a run names a file that it may not read`() throws {
    try directory.file("lists/a.txt", "one\n")
    try directory.file("lists/b.txt", "secret\n")
    try directory.file("lists/c.txt", "two\n")
    let script = """
      chmod 755 . lists; chmod 644 lists/*; chmod 000 lists/b.txt; mkdir -m 777 open
      \(Self.drop)
      $drop "$audit" --rules site.policy --no-blocklist --strength none -q -o open/out lists
      """
    let run = try directory.shell(script, code: 1)
    #expect(
      run.errors
        == "lists/b.txt: error: cannot be read: permission denied\n  See who may read it: ls -l lists/b.txt\n"
    )
    #expect(directory.text("open/out/audit.csv")?.contains("audited,0,entries,2,") == true)
  }

  @Test(.enabled(if: geteuid() == 0 && canDropRights, "needs the right to be another user"))
  func `the report of another user is neither replaced nor moved`() throws {
    try directory.file("list.txt", "one\n")
    let script = """
      chmod 777 .; chmod 644 list.txt
      "$audit" --strength none -q list.txt; chmod 777 Reports
      \(Self.drop)
      $drop "$audit" --strength none -q list.txt
      """
    let run = try directory.shell(script, code: 2)
    #expect(
      run.errors == """
        Reports/list: error: cannot write: permission denied
          Choose another place with --output. To print only, say --no-report.

        """)
    #expect(directory.names(in: "Reports") == ["list"])
  }

  /// The memory of this process as a file: reading fails with EIO at a page that is mapped from a
  /// file without that page.
  @Test(arguments: [false, true])
  func `a read error in the middle keeps the whole lines before it`(isPacked: Bool) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let lines = (0..<4_000).map { "Password\($0)\n" }.joined()
    let text = isPacked ? try gzip(Array(lines.utf8), in: directory) : Array(lines.utf8)
    try #require(text.count > page)
    let size = text.count / page * page
    let pages = unsafe open(try directory.file("pages", text[..<size]), O_RDONLY)
    try #require(pages >= 0)
    defer { close(pages) }
    // SAFETY: a mapping of our own that nobody accesses; its last page stays without memory.
    let memory = unsafe mmap(nil, size + page, PROT_READ, MAP_PRIVATE, pages, 0)
    try #require(unsafe memory != MAP_FAILED)
    let base = unsafe try #require(unsafe memory)
    defer { unsafe munmap(base, size + page) }
    let file = unsafe open("/proc/self/mem", O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    lseek(file, Int(bitPattern: base), SEEK_SET)

    let process = Program.start(Self.options + ["-"], in: directory)
    process.standardInput = FileHandle(fileDescriptor: file)
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    #expect(
      message.hasPrefix("<stdin>: error: reading failed at byte \(size): input/output error\n"))
    if !isPacked { #expect(audited(directory) == text[..<size].count { $0 == 10 }) }
    #expect(directory.text("out/audit.json")?.contains("\"complete\" : false") == true)
  }

  @Test func `a directory on standard input is reported`() throws {
    let directory = try TemporaryDirectory()
    for command in ["run --no-blocklist --strength none -", "check --no-blocklist", "score"] {
      let run = try directory.shell("\"$audit\" \(command) < /tmp", code: 2)
      #expect(run.errors.lowercased().contains("is a directory"), "\(run.errors)")
    }
  }

  @Test func `an empty list is a failure, also where it is the only one that is read`() throws {
    try directory.file("empty.txt", "")
    let message = "empty.txt: error: no passwords; expected at least one\n"
    let run = try directory.audit(Self.options + ["empty.txt"], code: 1)
    #expect(run.errors.hasPrefix(message))
    #expect(audited(directory) == 0)
    let filter = try directory.audit("filter -q --rules site.policy empty.txt", code: 1)
    #expect(filter.errors.hasPrefix(message))
    #expect(filter.output == "")
    try directory.file("more.txt", "Passw0rd\n")
    let both = try directory.audit(Self.options + ["--force", "empty.txt", "more.txt"])
    #expect(audited(directory) == 1, "\(both.errors)")
    for command in [["check"], ["score"]] {
      let run = try directory.audit(command)
      #expect(run.output == "")
    }
  }

  @Test func `a list that grows while it is read is counted as far as it was read`() throws {
    let lines = 400_000
    let path = try directory.file("list.txt", String(repeating: "Password1\n", count: lines))
    let process = Program.start(Self.options + ["list.txt"], in: directory)
    let errors = try directory.file("errors", "")
    process.standardError = FileHandle(forWritingAtPath: errors)
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    try process.run()
    var added = 0
    while process.isRunning {
      _ = try writer.seekToEnd()
      try writer.write(contentsOf: Data("Password1\n".utf8))
      added += 1
      usleep(2_000)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let count = try #require(audited(directory))
    #expect((lines...lines + added).contains(count))
    #expect(directory.text("out/audit.json")?.contains("\"textBytes\" : \(count * 10)") == true)
  }

  @Test func `a list that gets shorter while it is read is incomplete`() throws {
    let lines = 100_000
    let path = try directory.file("list.txt", String(repeating: "Password1\n", count: lines))
    // A hole after them, which takes seconds to read, but no space.
    let byteCount = 40 << 30
    try #require(unsafe truncate(path, byteCount) == 0)
    let process = Program.start(Self.options + ["list.txt"], in: directory)
    let errors = try directory.file("errors", "")
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    let place = "/proc/\(process.processIdentifier)/io"
    // A megabyte is more than the headers of libraries that are read at start.
    let hasBegun = wait(until: {
      let text = (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
      let bytes = text.split(separator: "\n").first?.split(separator: " ").last
      return Int(bytes ?? "") ?? 0 > 1_000_000 || !process.isRunning
    })
    try #require(hasBegun)
    _ = unsafe truncate(path, 1_000_005)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    let count = try #require(audited(directory))
    let message = directory.text("errors") ?? ""
    #expect(count == lines)
    #expect(message.hasPrefix("list.txt: error: file ends early at byte "))
    #expect(
      message.contains(
        """
        : it got shorter while it was read; expected \(byteCount) bytes, as when it was opened
          The whole lines before it were read; read the list again when no program writes to it any more.

        """))
    #expect(directory.text("out/audit.json")?.contains("\"complete\" : false") == true)
  }

  @Test func `a FIFO that stops in the middle of a line is cut there`() throws {
    try directory.shell(
      "mkfifo f; (printf 'one\\ntwo\\nthr' > f) & \"$audit\" \(Self.options.joined(separator: " ")) f"
    )
    #expect(audited(directory) == 3)
  }
}
