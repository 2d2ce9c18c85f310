import Foundation
import TestSupport
import Testing

/// The permitted outputs, and the names of reports.
@Suite struct OutputPlaceTests {
  private static let rules = "--rules site.policy --no-blocklist"
  private static let run = "\(rules) --strength none"

  /// The summary's lines about the place of the report.
  private static func lastLines(_ place: String) -> String {
    "\nPage          \(place)/report.html\n"
  }

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 8;")
    try directory.file("list.txt", "Passw0rd\nhello\n")
  }

  @discardableResult
  private func shell(_ command: String, code: Int32? = 0) throws -> Program.Run {
    try directory.shell("\"$audit\" \(command)", code: code)
  }

  @Test(arguments: ["a", "é", "-x", "./-", "sub/y"])
  func `an output may have a name of one character`(name: String) throws {
    // Foundation's `deletingLastPathComponent` once crashed here.
    try directory.file("sub/x", "")
    try shell("filter \(Self.rules) -q -o=\(name) list.txt")
    #expect(directory.text(name) == "Passw0rd\n")
    try shell("blocklist build -q -o=\(name).b list.txt")
    try shell("\(Self.run) -q -o=\(name).d list.txt")
    #expect(
      directory.names(in: "\(name).d") == [
        "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
      ])
  }

  @Test(arguments: ["y/", "sub/", "sub/.", "..", "."])
  func `an impossible file name is reported`(name: String) throws {
    try directory.file("sub/x", "")
    let filter = try shell("filter \(Self.rules) -q -o \(name) list.txt", code: 2)
    #expect(filter.errors.contains("error: cannot write: "))
    #expect(directory.names(in: "sub") == ["x"])
  }

  @Test func `checkpoints of one character are kept and removed`() throws {
    try shell("\(Self.run) -q -o out --checkpoint c --checkpoint-every 0 list.txt")
    #expect(!directory.names().contains { $0.hasPrefix("c") })
    let refused = try shell("\(Self.run) --checkpoint - list.txt", code: 64)
    #expect(refused.errors.contains("--checkpoint takes a file, not standard output"))
  }

  @Test func `a dash is standard output, and no directory`() throws {
    let filter = try shell("filter \(Self.rules) -q -o - list.txt")
    #expect(filter.output == "Passw0rd\n")
    try directory.shell(
      """
      "$audit" blocklist build -o - list.txt > stdout.b && "$audit" blocklist build -q -o file.b list.txt \
      && cmp stdout.b file.b && "$audit" blocklist info stdout.b
      """)
    for command in ["\(Self.run) -o - list.txt", "run \(Self.run) --output=- list.txt"] {
      let run = try shell(command, code: 64)
      #expect(run.errors.contains("--output takes a directory, not standard output."))
    }
    #expect(!directory.names().contains { $0.hasPrefix("-") })
  }

  @Test(.needsFullDevice) func `a blocklist that a full disk cuts is reported`() throws {
    let full = try shell("blocklist build -o - list.txt > /dev/full", code: 2)
    #expect(full.errors.hasPrefix("<stdout>: error: cannot write: no space left on device"))
  }

  @Test func `an error names the file in the way of an output`() throws {
    let file = try shell("\(Self.run) -o list.txt list.txt", code: 2)
    #expect(
      file.errors == """
        list.txt: error: cannot write: there is a file; expected a directory, or a new name for one
          Choose another place with --output. To print only, say --no-report.

        """)
    let link = try directory.shell(
      "ln -s gone link; \"$audit\" \(Self.run) -o link list.txt", code: 2)
    #expect(
      link.errors.hasPrefix(
        "link: error: cannot write: the path is a link whose target does not exist; expected "))
    let filter = try shell("filter \(Self.rules) -q -o link list.txt", code: 2)
    #expect(
      filter.errors == """
        link: error: the path is a link whose target does not exist
          Choose another name, or replace it with --force.

        """)
    try shell("filter \(Self.rules) -q --force -o link list.txt")
    #expect(directory.text("link") == "Passw0rd\n")
    #expect(!directory.names().contains("gone"))
  }

  @Test func `lists of one name do not overwrite each other's reports`() throws {
    for year in ["2018", "2019", "2020"] {
      try directory.file("\(year)/dump.txt", "Password\(year)\n")
    }
    for (year, place) in [("2018", "dump"), ("2019", "dump-2"), ("2020", "dump-3")] {
      // The second time, it replaces its own report.
      for _ in 1...2 {
        let run = try shell("\(Self.run) \(year)/dump.txt")
        #expect(run.output.hasSuffix(Self.lastLines("Reports/\(place)")))
        let note = """
          Reports/dump: note: holds the report of 2018/dump.txt
            The report of this run goes to Reports/\(place). Name a place with --output.

          """
        #expect(run.errors == (place == "dump" ? "" : note))
      }
      #expect(
        directory.text("Reports/\(place)/audit.json")?.contains("\"\(year)/dump.txt\"") == true)
    }
    #expect(directory.names(in: "Reports") == ["dump", "dump-2", "dump-3"])
    let again = try shell("\(Self.run) \"$PWD\"/./2019//dump.txt")
    #expect(again.output.hasSuffix(Self.lastLines("Reports/dump-2")))
    let named = try shell("\(Self.run) -o Reports/dump 2020/dump.txt")
    #expect(named.errors == "Reports/dump: note: replaced the report of 2018/dump.txt\n")
    let quiet = try shell("\(Self.run) -q -o Reports/dump 2019/dump.txt 2018/dump.txt")
    #expect(quiet.errors.isEmpty)
    let both = try shell("\(Self.run) -o Reports/dump 2020/dump.txt")
    #expect(both.errors == "Reports/dump: note: replaced the report of 2019/dump.txt and 1 more\n")
  }

  @Test func `lists of one name that are audited at once have a report each`() throws {
    // All runs wait for their lists until the last one has chosen its place.
    let run = try directory.shell(
      """
      mkdir 1 2 3
      mkfifo 1/dump.txt 2/dump.txt 3/dump.txt
      for i in 1 2 3; do
        { "$audit" \(Self.rules) --strength none -q $i/dump.txt || echo $?; } &
      done
      sleep 3
      for i in 1 2 3; do echo Password$i > $i/dump.txt; done
      wait
      """)
    #expect(run.output == "", "\(run.errors)")
    #expect(directory.names(in: "Reports") == ["dump", "dump-2", "dump-3"])
    let lists = ["dump", "dump-2", "dump-3"].flatMap { place in
      (1...3).filter {
        directory.text("Reports/\(place)/audit.json")?.contains("\"\($0)/dump.txt\"") == true
      }
    }
    #expect(lists.sorted() == [1, 2, 3])
  }

  @Test(arguments: [
    ("lists", "lists"), ("lists/", "lists"), ("./lists/.", "lists"), ("lists/../lists", "lists"),
    ("lists.txt", "lists.txt"), ("lists other.txt", "lists+1"), ("other.txt lists", "other+1"),
    ("lists/README.md", "README.md"), ("gone other.txt", "other"), ("- < other.txt", "stdin"),
  ])
  func `a directory is labelled by its own name`(arguments: String, label: String) throws {
    for name in ["README.md", "a.txt", "b/c.txt"] {
      try directory.file("lists/\(name)", "Passw0rd\n")
      try directory.file("lists.txt/\(name)", "Passw0rd\n")
    }
    try directory.file("other.txt", "Passw0rd\n")
    let run = try shell("\(Self.run) --format csv \(arguments)", code: nil)
    // The lists of a directory are the same, so they count twice.
    let isWhole = ["lists/README.md", "- < other.txt"].contains(arguments)
    #expect(run.code == (isWhole ? 0 : 1), "\(run.errors)")
    #expect(run.output.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix(label + ",") })
    let name = label.hasSuffix("+1") ? String(label.dropLast(2)) : label
    #expect(directory.names(in: "Reports") == [name])
  }

  @Test func `a directory that is the working directory has a name`() throws {
    let run = try directory.shell(
      """
      mkdir lists && cd lists && echo Passw0rd > x.txt \
      && "$audit" --rules ../site.policy --no-blocklist --strength none --format csv -o ../out .
      """)
    #expect(run.output.contains("\nlists,,entries,audited,0,entries,1,"))
  }
}
