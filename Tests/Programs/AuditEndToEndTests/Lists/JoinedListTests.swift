import TestSupport
import Testing

/// Files that were joined, and rows of another width than their header: what is no password is told.
@Suite struct JoinedListTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func audit(_ arguments: String, code: Int32 = 0) throws -> Program.Run {
    try directory.shell(
      "\"$audit\" \(arguments) -q --rules 'minlength: 8; allowed: unicode;' --strength none "
        + "--no-blocklist -o out --force", code: code)
  }

  /// The line of `audit.csv` with the number of passwords.
  private func passwords() -> String? {
    directory.text("out/audit.csv")?.split(separator: "\n")
      .first { $0.contains(",lines,audited,") }.map(String.init)
  }

  @Test(arguments: ["csv:password", "csv:2", "auto"])
  func `rows of another width than the header are skipped and told`(layout: String) throws {
    let rows = (0..<60).map { "u\($0),Tisch\($0),n\n" }.joined()
    try directory.file("list.csv", "user,password,note\n" + rows + "u,Lampe7,7,n\nv,Sofa\n")
    let run = try audit("--layout \(layout) list.csv", code: 1)
    #expect(
      run.errors.contains(
        "list.csv:62:1: error: 2 of 63 lines are not of layout csv:2"), "\(run.errors)")
    #expect(run.errors.contains("this is the first; expected 3 cells, every quote closed"))
    #expect(passwords()?.contains(",60,") == true)
  }

  @Test func `without a header, most rows tell the width`() throws {
    let rows = (0..<20).map { "u\($0);Tisch\($0);n\n" }.joined()
    try directory.file("list.csv", "u;Lampe7;7;n\n" + rows)
    let run = try audit("--layout csv:2 --separator ';' list.csv", code: 1)
    #expect(run.errors.contains("list.csv:1:1: error: 1 of 21 lines is not of layout csv:2"))
    #expect(passwords()?.contains(",20,") == true)
  }

  @Test func `a header that stands again, and byte order marks, are no passwords`() throws {
    let text = "\u{FEFF}\"password\",\"user\"\r\n\"Tisch1\",\"u1\"\r\n\"Tisch2\",\"u2\"\r\n"
    try directory.file("twice.csv", text + text)
    let run = try audit("--layout csv:password twice.csv", code: 1)
    #expect(
      run.errors.contains(
        "twice.csv: warning: 1 line behind the first begins with a byte order mark"))
    #expect(run.errors.contains("twice.csv: warning: 1 more line is the header once again"))
    #expect(passwords()?.contains(",4,") == true)

    #expect(run.errors.split(separator: "\n").count { $0.contains("byte order mark") } == 1)
    #expect(run.errors.split(separator: "\n").count { $0.contains("header") } == 1)

    // Only the second file has a mark.
    try directory.file("half.txt", "Sofa\n\u{FEFF}Tisch77\nOfen\n")
    let half = try audit("half.txt", code: 1)
    #expect(
      half.errors
        == "half.txt: warning: 1 line behind the first begins with a byte order mark (U+FEFF), "
        + "as of files that were joined, and is read without it\n")
    #expect(directory.text("out/audit.csv")?.contains(",length,7,7,") == true)

    try directory.file("list.txt", "\u{FEFF}Tisch77\nSofa\n\u{FEFF}Tisch77\n\u{FEFF}\nSofa\n")
    let plain = try audit("list.txt", code: 1)
    #expect(
      plain.errors.contains(
        "list.txt: warning: 2 lines behind the first begin with a byte order mark"))
    #expect(passwords()?.contains(",4,") == true)
    // Seven characters, not eight.
    #expect(directory.text("out/audit.csv")?.contains(",length,7,7,") == true)
    #expect(
      try directory.shell("\"$audit\" filter --rules 'minlength: 7;' list.txt", code: 1).output
        == "Tisch77\nTisch77\n")
    try directory.file("words.txt", "Ofen\n\u{FEFF}Tisch77\n")
    #expect(
      try directory.shell("printf 'Tisch77\\n' | \"$audit\" blocklist test words.txt").output
        == "1\tlisted\t10\n")
  }

  // The Spark job reads pieces of a list so; it counted another password than a run over the whole.
  @Test func `a byte order mark within a list stays in its password with --binary`() throws {
    try directory.file("list.txt", "Tisch12\n\u{FEFF}Lampe77\n")
    let run = try directory.audit(
      ["filter", "--rules", "minlength: 8; allowed: unicode;", "--binary", "-q", "list.txt"])
    #expect(run.output == "\u{FEFF}Lampe77\n", "\(run.errors)")
  }

  @Test func `a list that is mostly not UTF-8 is told how to state its encoding`() throws {
    try directory.shell("for i in $(seq 9); do printf 'M\\374nchen%s\\n' $i; done > latin.txt")
    let run = try audit("latin.txt", code: 1)
    #expect(run.errors.contains("latin.txt: warning: 9 of 9 passwords are not UTF-8"))
    #expect(run.errors.contains("--fallback latin-1"))
    #expect(try audit("--fallback latin-1 latin.txt").errors.isEmpty)
    // A few such lines among many are what lists have.
    try directory.shell("for i in $(seq 900); do echo Tisch$i; done >> latin.txt")
    #expect(try audit("latin.txt").errors.isEmpty)
  }

  @Test func `a list of several encodings is never complete, and the command of the hint reads it`()
    throws
  {
    let lines = (100..<140).map { "Tisch\($0)\n" }.joined()
    let wide = Array(lines.utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let long = String(repeating: "Lampe4711\n", count: 8000)
    try directory.file("short.txt", Array(lines.utf8) + wide)
    try directory.file("long.txt", Array(long.utf8) + wide)
    try directory.file("back.txt", wide + Array(lines.utf8))
    for (file, options, code) in [
      ("short.txt", "", 2), ("long.txt", "", 1), ("back.txt", "--encoding auto", 2),
    ] {
      let run = try audit("\(options) \(file)", code: Int32(code))
      let command = try #require(
        run.errors.split(separator: "\n").compactMap {
          $0.split(separator: "way: ").dropFirst().first
        }
        .first?.replacing(
          "audit -", with: "\"$audit\" - -q --rules 'minlength: 9;' -o \(file).out"))
      try directory.shell(String(command))
      let table = directory.text("\(file).out/audit.csv") ?? ""
      #expect(table.contains(file == "long.txt" ? ",8040," : ",80,"), "\(command)")
    }
  }
}
