import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import PasswordPolicies
import PasswordSpaces
import PasswordStrength
import Passwords
import Reports
import Tallies
import TallyFiles
import TestSupport
import Testing

/// What audits, scans and questions of tallies tell, state and count, by what they are asked.
@Suite struct AuditTextsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let lists = [
    "one": "mxadow1\nbrackxn\nmxadow1\nOttxr77!\n\nannxlise\npassword\nmxadow1\n",
    "two": "larkx\nx9qvzt2k\nmxadow1\nbrackxn\n",
    "users": "ann:annxlise\nbob:bob\ncarl:brackxn\ndora:brackxn\nno colon\n",
    "counts": "3 mxadow1\n1 larkx\nlarkx\n20 brackxn\n",
  ]

  private static let rules = """
    [site]
    minlength: 6; required: digit; allowed: unicode;
    [listed]
    minlength: 7; blocklist: default;

    """

  /// What is changed of the plainest audit of the first list, by name.
  private var variants: [(name: String, change: (inout AuditSettings) throws -> Void)] {
    let distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    let guesses = "\(directory.path)/guesses.csv"
    func brought(_ settings: inout AuditSettings, _ estimate: FactDemand.StrengthDetail?) throws {
      var judging = settings.judging
      judging.sources = StrengthSources(year: 2026, guesses: [GuessFile("lab=" + guesses)])
      var made = AuditSettings(judging, estimate)
      made.distinct = distinct
      settings = try made.loading(nil) { Issue.record("\($0.message)") }
    }
    return [
      ("plain", { _ in }), ("meter", { $0.estimate = .meter }),
      ("zxcvbn", { $0.estimate = .zxcvbn }),
      ("combined", { $0.estimate = .combined }),
      ("two lists", { $0.lists.names = lists("one", "two") }),
      (
        "each list",
        {
          $0.lists.names = lists("one", "two")
          $0.separatesLists = true
        }
      ),
      (
        "users",
        {
          $0.lists = ListSettings(
            names: lists("users"), layout: LayoutRequest(.stated(.user)))
        }
      ),
      (
        "users, distinct",
        {
          $0.lists = ListSettings(
            names: lists("users"), layout: LayoutRequest(.stated(.user)))
          $0.distinct = distinct
        }
      ),
      (
        "counts",
        {
          $0.lists = ListSettings(
            names: lists("counts"), layout: LayoutRequest(.stated(.counted(.prefix))))
        }
      ),
      ("a folder", { $0.lists.names = ["\(directory.path)/folder", "\(directory.path)/two.txt"] }),
      ("a missing list", { $0.lists.names.append("\(directory.path)/none.txt") }),
      ("twice", { $0.lists.names = lists("one", "one") }),
      ("cut", { $0.lists.reading = TextSettings(maxBytes: 20) }),
      ("distinct", { $0.distinct = distinct }),
      (
        "distinct, as accounts",
        {
          $0.distinct = CountingSettings(
            memory: 16 << 20, directory: directory.path, weights: .accounts)
        }
      ),
      (
        "distinct, head, combined",
        {
          $0.distinct = distinct
          $0.isHead = true
          $0.estimate = .combined
        }
      ),
      (
        "behaviour",
        {
          $0.distinct = distinct
          $0.behaviours = BehaviourSelection([.proportional, .extraneous])
        }
      ),
      ("shapes", { $0.countsShapes = true }), ("habits", { $0.countsHabits = true }),
      ("unique", { $0.countsUnique = true }),
      ("blocklists", { $0.blocklists = BlocklistSettings() }),
      (
        "a blocklist of a file",
        { $0.blocklists = BlocklistSettings(files: ["\(directory.path)/refused.txt"]) }
      ),
      ("space", { $0.space = .ascii }),
      ("standards", { $0.standards = ["nist-63b-4", "pci-4.0.1"].compactMap(Standard.named) }),
      (
        "too little memory",
        { $0.distinct = CountingSettings(memory: 1, directory: directory.path) }
      ),
      ("guesses", { try brought(&$0, nil) }), ("least of all", { try brought(&$0, .minAuto) }),
      (
        "an own model",
        {
          let path = "\(directory.path)/own.model"
          try ModelInfoTests.train(path, 500)
          $0.judging.strength = try $0.judging.strength.using(modelAt: path)
          $0.estimate = .minAuto
          $0.distinct = distinct
        }
      ),
      (
        "a rule by quirks",
        {
          $0.policies =
            PolicySettings(maxConsecutive: .repeatsAndSequences).read(
              Array("[q]\nminlength: 3; max-consecutive: 2;".utf8), file: "q"
            ).policies
          $0.maxConsecutive = .repeatsAndSequences
        }
      ),
    ]
  }

  private func lists(_ names: String...) -> [String] { names.map { "\(directory.path)/\($0).txt" } }

  /// The lines of a manifest and the rows of its table.
  private func lines(of found: AuditFindings) throws -> (manifest: [String], rows: [String]) {
    let report = found.report(version: "1")
    let rows = String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self)
    // To six digits, which no order of sums changes.
    let manifest = String(decoding: try ManifestFile(report).serialized(), as: UTF8.self)
      .replacing(/[0-9]+\.[0-9]{7,}(e-[0-9]+)?/) { number in
        "\(((Double(number.output.0) ?? 0) * 1e6).rounded() / 1e6)"
      }
    return (
      manifest.split(separator: "\n").map(String.init), rows.split(separator: "\n").map(String.init)
    )
  }

  private func outcome(_ shortfalls: Set<Shortfall>) -> String {
    "\(shortfalls.outcome): " + shortfalls.map { "\($0)" }.sorted().joined(separator: ", ")
  }

  @Test func `what an audit states and counts, and its tally, stands recorded`() throws {
    for (name, text) in Self.lists { try directory.file("\(name).txt", text) }
    try directory.file("folder/a.txt", "larkx\n")
    try directory.file("folder/b.txt", "ottxr\n")
    try directory.file("refused.txt", "brackxn\nlarkx\n")
    try directory.file("guesses.csv", "password\tguesses\nmxadow1\t100\nbrackxn\t5\nlarkx\t1e9\n")
    var recorded = RecordedText()
    var plain: Set<String> = []
    for (name, change) in variants {
      var settings = try JobsTests.settings(Self.rules, lists("one"))
      settings.policies = try JobsTests.policies(Self.rules)
      settings.threads = 1
      try change(&settings)
      let listener = Listener()
      var text: [String] = []
      var told = 0
      func tell() {
        text += listener.told[told...]
        told = listener.told.count
      }
      var audited: (manifest: [String], rows: [String]) = ([], [])
      do {
        try settings.validate()
        let found = try settings.prepare(tell: listener.tell).run()
        audited = try lines(of: found)
        let rows = audited.rows.filter { !plain.contains($0) && !$0.hasSuffix(",0.000000") }
        if plain.isEmpty { plain = Set(rows) }
        let ended = found.conclude(tell: listener.tell)
        #expect(ended == found.shortfalls.outcome)
        tell()
        text += [outcome(found.shortfalls)] + audited.manifest + rows.prefix(12)
      } catch {
        tell()
        text.append("fails: \((error as? any Diagnosable)?.problem.message ?? "told")")
      }
      // The same of a tally.
      if !settings.separatesLists, settings.behaviours == nil {
        do {
          let found = try settings.prepareScan(ScanSettings(version: "1"), tell: listener.tell)
            .run()
          let ended = try found.conclude(tell: listener.tell)
          tell()
          text += ["tally, \(ended)"] + TallyInfo(found.recording).lines
          var question = settings
          question.lists = ListSettings(names: [])
          let answer = try question.findings(
            in: AskedRecording(found.recording), of: "a.tally", tell: listener.tell)
          tell()
          let answered = try lines(of: answer)
          #expect(answered.rows == audited.rows || audited.rows.isEmpty, "\(name)")
          text += ["answer, \(outcome(answer.shortfalls))"]
          text += answered.manifest.filter { !audited.manifest.contains($0) }.map { "+ " + $0 }
          text += audited.manifest.filter { !answered.manifest.contains($0) }.map { "- " + $0 }
        } catch {
          tell()
          text.append("fails: \((error as? any Diagnosable)?.problem.message ?? "told")")
        }
      }
      recorded.add(
        name, text.map { $0.replacing(directory.path, with: "DIR") + "\n" }.joined())
    }
    try recorded.expect(in: "audits")
  }
}
