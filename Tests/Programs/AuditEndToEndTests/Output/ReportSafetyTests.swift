import Foundation
import TestSupport
import Testing

/// Runs that are killed at any moment, and simultaneous runs that write the same report: a report
/// with a manifest is always of one run.
@Suite struct ReportSafetyTests {
  private static let rules = "--rules site.policy --no-blocklist --strength none -q"

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 8;")
    try directory.file("list.txt", "Passw0rd\nhello\n")
  }

  /// The datasets in the table, the page and the manifest; nil for a missing file.
  private func datasets() throws -> (table: String?, page: String?, manifest: String?) {
    let row = directory.text("out/audit.csv")?.split(separator: "\n").dropFirst().first
    let table = row?.split(separator: ",").first.map(String.init)
    struct Manifest: Decodable { let dataset: String }
    let manifest = try directory.text("out/audit.json").map {
      try JSONDecoder().decode(Manifest.self, from: Data($0.utf8)).dataset
    }
    let title = directory.text("out/report.html")?.firstMatch(of: #/<title>.*?: (.*?)<\/title>/#)
    return (table, title.map { String($0.1) }, manifest)
  }

  /// A library that kills the program instead of its call number `KILL_AT` that changes a directory,
  /// so that each state that such a run can leave behind is seen.
  private static let killer = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <signal.h>
    #include <stdlib.h>
    static int number;
    static void *call(const char *name) {
      const char *at = getenv("KILL_AT");
      if (at && ++number == atoi(at)) raise(SIGKILL);
      return dlsym(RTLD_NEXT, name);
    }
    #define CALL(name, parameters, ...) int name parameters { \\
      int (*f) parameters = (int (*) parameters)call(#name); return f(__VA_ARGS__); }
    CALL(mkdir, (const char *a, unsigned b), a, b)
    CALL(mkdirat, (int a, const char *b, unsigned c), a, b, c)
    CALL(renameat, (int a, const char *b, int c, const char *d), a, b, c, d)
    CALL(unlinkat, (int a, const char *b, int c), a, b, c)
    CALL(rmdir, (const char *a), a)
    """

  @Test(arguments: [false, true])
  func `killed at any moment, a run leaves a report of one run, or one without a manifest`(
    isShared: Bool
  ) throws {
    try directory.file("kill.c", Self.killer)
    try directory.file("other.txt", "Passw0rd\nhello\nanother1\n")
    let others = isShared ? ["thesis.tex"] : []
    let after =
      ["audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv"]
      + others
    let made = try directory.shell(
      "cc -shared -fPIC -o kill.so kill.c -ldl && \"$audit\" \(Self.rules) -o whole list.txt",
      code: nil)
    try #require(made.code == 0, "\(made.errors)")
    let run = "\"$audit\" \(Self.rules) --force -o out"
    var (kinds, number, isKilled) = (Set<String>(), 0, true)
    while isKilled {
      number += 1
      try? FileManager.default.removeItem(atPath: directory.path + "/out")
      for name in others { _ = try directory.file("out/\(name)", "mine") }
      // Sometimes there is no earlier report.
      if number % 4 != 2 {
        try #require(
          try directory.shell("\(run) --shapes --dataset first list.txt", code: nil).code == 0)
      }
      let before = directory.names(in: "out")
      let killed = try directory.shell(
        "KILL_AT=\(number) LD_PRELOAD=./kill.so \(run) --dataset second other.txt", code: nil)
      // A shell may become the program that it runs last.
      isKilled = [SIGKILL, 128 + SIGKILL].contains(killed.code)
      try #require(isKilled || killed.code == 0, "\(killed.errors)")
      let compared = try directory.shell("\"$audit\" compare out whole", code: nil)
      let left = directory.names(in: "out").filter { !$0.contains(".partial-") }
      let (table, page, manifest) = try datasets()
      if compared.code == 0 {
        let isNew = manifest == "second"
        // Beside files of others, a file of a name of ours may be theirs, and stays.
        let files = isNew ? left.filter { !isShared || after.contains($0) } : left
        try #require(files == (isNew ? after : before).sorted(), "call \(number)")
        try #require(page == manifest && (table ?? "first") == manifest, "call \(number)")
        kinds.insert(isNew ? "new" : "old")
      } else {
        try #require(compared.code == 2 && manifest == nil, "call \(number)")
        let isBegun = left != others
        try #require(
          compared.errors.hasPrefix(
            isBegun
              ? "out: error: the report has no audit.json, which a run writes last; expected the files"
              : "out/audit.json: error: cannot read the report: no such file"),
          "call \(number): \(compared.errors)")
        kinds.insert(isBegun ? "unfinished" : "nothing")
      }
      let next = try directory.shell("\(run) --dataset last list.txt", code: nil)
      try #require(next.code == 0, "\(next.errors)")
      try #require(try datasets() == ("last", "last", "last"))
      let files = directory.names(in: "out").filter { !isShared || after.contains($0) }
      try #require(files == after.sorted(), "call \(number)")
      try #require(!directory.names(in: "out").contains { $0.contains(".partial-") })
    }
    #expect(kinds == ["old", "unfinished", "new", "nothing"] && number > 8)
  }

  @Test func `two runs that race leave the report of one`() throws {
    for race in 0..<(isExhaustive ? 50 : 4) {
      let runs = try ["a", "b"].map { name in
        let process = Program.start(
          "\(Self.rules) --dataset \(name)-\(race) -o out list.txt".split(separator: " ")
            .map(String.init), in: directory)
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
      }
      for run in runs {
        run.waitUntilExit()
        try #require(run.terminationStatus == 0)
      }
      let (table, page, manifest) = try datasets()
      try #require(table != nil && table == manifest && page == manifest, "race \(race)")
      try #require(["a-\(race)", "b-\(race)"].contains(table))
      try #require(
        directory.names(in: "out") == [
          "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
        ])
      try #require(!directory.names().contains { $0.contains(".partial-") })
    }
  }

  @Test func `a report can be written into the working directory`() throws {
    let options = "--rules ../site.policy --no-blocklist --strength none -q -o . ../list.txt"
    let run = try directory.shell(
      """
      mkdir out && cd out && "$audit" \(options) && "$audit" --split \(options) \
      && "$audit" \(options) && ls
      """)
    #expect(
      run.output
        == "audit.csv\naudit.json\ndatapackage.json\nreport.html\nresults.csv\nrules.csv\n")
  }

  @Test(.needsMounts)
  func `a mount point takes a report, too`() throws {
    for mount in ["mount --bind n out", "mount -t tmpfs none out"] {
      let run = try directory.shell(
        """
        mkdir -p n out && unshare -m bash -c '\(mount) \
        && "$audit" \(Self.rules) -o out list.txt && "$audit" \(Self.rules) -o out list.txt \
        && ls out && ls'
        """)
      #expect(
        run.output
          == "audit.csv\naudit.json\ndatapackage.json\nreport.html\nresults.csv\nrules.csv\nlist.txt\nn\nout\nsite.policy\n",
        "\(mount)")
    }
  }
}
