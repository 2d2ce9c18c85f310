import Foundation
import TestSupport
import Testing

/// The permitted outputs, and the names of reports.
@Suite struct OutputPlaceTests {
  private static let rules = "--rules site.policy --no-blocklist"
  private static let run = "\(rules) --strength none"

  /// The summary's lines about the place of the report.
  private static func lastLines(_ place: String) -> String {
    "details   audit … --verbose        page   \(place)/report.html\n"
  }

  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    _ = try directory.file("site.policy", "minlength: 8;")
    _ = try directory.file("list.txt", "Passw0rd\nhello\n")
    return directory
  }

  private func shell(_ command: String, _ directory: TemporaryDirectory) throws -> Program.Run {
    try Program.shell("\"$audit\" \(command)", in: directory)
  }

  @Test(arguments: ["a", "é", "-x", "./-", "sub/y"])
  func `an output may have a name of one character`(name: String) throws {
    // Foundation's `deletingLastPathComponent` once crashed here.
    let directory = try directory()
    _ = try directory.file("sub/x", "")
    let filter = try shell("filter \(Self.rules) -q -o=\(name) list.txt", directory)
    #expect(filter.code == 0, "\(filter.errors)")
    #expect(directory.text(name) == "Passw0rd\n")
    let build = try shell("blocklist build -q -o=\(name).b list.txt", directory)
    #expect(build.code == 0, "\(build.errors)")
    let run = try shell("\(Self.run) -q -o=\(name).d list.txt", directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      directory.names(in: "\(name).d") == ["audit.csv", "audit.json", "report.html", "rules.csv"])
  }

  @Test(arguments: ["y/", "sub/", "sub/.", "..", "."])
  func `an impossible file name is reported`(name: String) throws {
    let directory = try directory()
    _ = try directory.file("sub/x", "")
    let filter = try shell("filter \(Self.rules) -q -o \(name) list.txt", directory)
    #expect(filter.code == 2)
    #expect(filter.errors.contains("error: cannot write: "))
    #expect(directory.names(in: "sub") == ["x"])
  }

  @Test func `checkpoints of one character are kept and removed`() throws {
    let directory = try directory()
    let run = try shell(
      "\(Self.run) -q -o out --checkpoint c --checkpoint-every 0 list.txt", directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(!directory.names().contains { $0.hasPrefix("c") })
    let refused = try shell("\(Self.run) --checkpoint - list.txt", directory)
    #expect(refused.code == 64)
    #expect(refused.errors.contains("--checkpoint takes a file, not standard output"))
  }

  @Test func `a dash is standard output, and no directory`() throws {
    let directory = try directory()
    let filter = try shell("filter \(Self.rules) -q -o - list.txt", directory)
    #expect(filter.code == 0 && filter.output == "Passw0rd\n")
    let built = try Program.shell(
      """
      "$audit" blocklist build -o - list.txt > stdout.b && "$audit" blocklist build -q -o file.b list.txt \
      && cmp stdout.b file.b && "$audit" blocklist info stdout.b
      """, in: directory)
    #expect(built.code == 0, "\(built.errors)")
    for command in ["\(Self.run) -o - list.txt", "run \(Self.run) --output=- list.txt"] {
      let run = try shell(command, directory)
      #expect(run.code == 64)
      #expect(run.errors.contains("--output takes a directory, not standard output."))
    }
    #expect(!directory.names().contains { $0.hasPrefix("-") })
  }

  @Test(.needsFullDevice) func `a blocklist that a full disk cuts is reported`() throws {
    let directory = try directory()
    let full = try shell("blocklist build -o - list.txt > /dev/full", directory)
    #expect(full.code == 2)
    #expect(full.errors.hasPrefix("<stdout>: error: cannot write: no space left on device"))
  }

  @Test func `an error names the file in the way of an output`() throws {
    let directory = try directory()
    let file = try shell("\(Self.run) -o list.txt list.txt", directory)
    #expect(file.code == 2)
    #expect(
      file.errors == """
        list.txt: error: cannot write: there is a file; expected a directory, or a new name for one
          Choose another place with --output. To print only, say --no-report.

        """)
    let link = try Program.shell(
      "ln -s gone link; \"$audit\" \(Self.run) -o link list.txt", in: directory)
    #expect(link.code == 2)
    #expect(
      link.errors.hasPrefix(
        "link: error: cannot write: the path is a link whose target does not exist; expected "))
    let filter = try shell("filter \(Self.rules) -q -o link list.txt", directory)
    #expect(filter.code == 2)
    #expect(
      filter.errors == """
        link: error: the path is a link whose target does not exist
          Choose another name, or replace it with --force.

        """)
    #expect(try shell("filter \(Self.rules) -q --force -o link list.txt", directory).code == 0)
    #expect(directory.text("link") == "Passw0rd\n")
    #expect(!directory.names().contains("gone"))
  }

  @Test func `lists of one name do not overwrite each other's reports`() throws {
    let directory = try directory()
    for year in ["2018", "2019", "2020"] {
      _ = try directory.file("\(year)/dump.txt", "Password\(year)\n")
    }
    for (year, place) in [("2018", "dump"), ("2019", "dump-2"), ("2020", "dump-3")] {
      // The second time, it replaces its own report.
      for _ in 1...2 {
        let run = try shell("\(Self.run) \(year)/dump.txt", directory)
        #expect(run.code == 0)
        #expect(run.output.hasSuffix(Self.lastLines("Reports/\(place)")), "\(run.output)")
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
    let again = try shell("\(Self.run) \"$PWD\"/./2019//dump.txt", directory)
    #expect(again.output.hasSuffix(Self.lastLines("Reports/dump-2")))
    let named = try shell("\(Self.run) -o Reports/dump 2020/dump.txt", directory)
    #expect(named.code == 0)
    #expect(named.errors == "Reports/dump: note: replaced the report of 2018/dump.txt\n")
    let quiet = try shell("\(Self.run) -q -o Reports/dump 2019/dump.txt 2018/dump.txt", directory)
    #expect(quiet.code == 0 && quiet.errors.isEmpty)
    let both = try shell("\(Self.run) -o Reports/dump 2020/dump.txt", directory)
    #expect(both.errors == "Reports/dump: note: replaced the report of 2019/dump.txt and 1 more\n")
  }

  @Test func `lists of one name that are audited at once have a report each`() throws {
    let directory = try directory()
    // All runs wait for their lists until the last one has chosen its place.
    let run = try Program.shell(
      """
      mkdir 1 2 3
      mkfifo 1/dump.txt 2/dump.txt 3/dump.txt
      for i in 1 2 3; do
        { "$audit" \(Self.rules) --strength none -q $i/dump.txt || echo $?; } &
      done
      sleep 3
      for i in 1 2 3; do echo Password$i > $i/dump.txt; done
      wait
      """, in: directory)
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
    let directory = try directory()
    for name in ["README.md", "a.txt", "b/c.txt"] {
      _ = try directory.file("lists/\(name)", "Passw0rd\n")
      _ = try directory.file("lists.txt/\(name)", "Passw0rd\n")
    }
    _ = try directory.file("other.txt", "Passw0rd\n")
    let run = try shell("\(Self.run) --format csv \(arguments)", directory)
    #expect(run.code == (arguments.hasPrefix("gone") ? 1 : 0), "\(run.errors)")
    #expect(run.output.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix(label + ",") })
    let name = label.hasSuffix("+1") ? String(label.dropLast(2)) : label
    #expect(directory.names(in: "Reports") == [name])
  }

  @Test func `a directory that is the working directory has a name`() throws {
    let directory = try directory()
    let run = try Program.shell(
      """
      mkdir lists && cd lists && echo Passw0rd > x.txt \
      && "$audit" --rules ../site.policy --no-blocklist --strength none --format csv -o ../out .
      """, in: directory)
    #expect(run.output.contains("\nlists,,entries,audited,0,entries,1,"))
  }
}
