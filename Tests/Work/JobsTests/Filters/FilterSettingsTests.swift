import Auditing
import Diagnostics
import Files
import Intake
import Jobs
import PasswordPolicies
import PasswordStrength
import TestSupport
import Testing

/// The settings of a filter of lists by a least length, without blocklists.
private func settings(
  _ lists: [String], isInverted: Bool = false, layout: LayoutRequest = .plain
) throws -> FilterSettings {
  FilterSettings(
    JudgingSettings(
      policies: try policies("minlength: 8;"), lists: ListSettings(names: lists, layout: layout),
      strength: StrengthSettings(referenceYear: 2026), blocklists: .off),
    isInverted: isInverted)
}

@Suite struct FilterSettingsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Filters into a file of the directory.
  private func filter(
    _ settings: FilterSettings, _ listener: Listener = Listener(), showing display: Display? = nil
  ) throws -> FilterOutcome? {
    try settings.prepare(
      to: "\(directory.path)/kept.txt", standardOutput: 1, replacing: false, tell: listener.tell
    ).run(showing: display)
  }

  @Test(arguments: [(false, "abcdefg1\n"), (true, "abc\n")])
  func `a filter is prepared and run from values`(isInverted: Bool, kept: String) throws {
    let list = try directory.file("leak.txt", "abc\nabcdefg1\n")
    let found = try #require(try filter(settings([list], isInverted: isInverted)))
    #expect(directory.text("kept.txt") == kept)
    #expect(found.shortfalls.isEmpty)
  }

  @Test func `a filter of a list of which nothing can be read is impossible, and leaves no file`()
    throws
  {
    let damaged = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    let listener = Listener()
    let found = try #require(try filter(settings([damaged]), listener))
    #expect(found.conclude(tell: listener.tell) == .impossible)
    #expect(listener.told.count == 1)
    #expect(!directory.names().contains("kept.txt"))
  }

  @Test func `a filter that judged no password is incomplete, and says so`() throws {
    let empty = try directory.file("leak.txt", "\n\n")
    let listener = Listener()
    let found = try #require(try filter(settings([empty]), listener))
    #expect(listener.told == [])
    #expect(found.conclude(tell: listener.tell) == .incomplete)
    #expect(
      listener.told == [
        """
        \(empty): error: no passwords; expected at least one
          Name a list that holds some: audit LIST
        """
      ])
  }

  @Test func `lines that are not of the layout are a shortfall of a filter`() throws {
    let list = try directory.file("leak.txt", "3 abcdefgh\nabcdefgh\n")
    let layout = LayoutRequest(.stated(.counted(.prefix)))
    #expect(try filter(settings([list], layout: layout))?.shortfalls == [.malformedLines, .warned])
  }

  @Test func `what passes is written to a file, with an account of it`() throws {
    let list = try directory.file("leak.txt", "mxadow12\nabc\nbrackxn1\n\nmxadow12\n")
    let found = try filter(settings([list]))
    #expect(directory.text("kept.txt") == "mxadow12\nbrackxn1\nmxadow12\n")
    #expect(found?.text == "kept 3 of 4 passwords (75.0 %); 1 empty")
    #expect(found?.conclude { _ in } == .done)
  }

  @Test func `a display begins and ends with the reading, before problems are told`() throws {
    let damaged = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    let listener = Listener()
    let display = Display(listener)
    _ = try filter(settings([damaged]), listener, showing: display)
    #expect(display.events == ["begins, 0 told", "ends, 0 told"])
    #expect(listener.told.count == 1)
  }

  @Test(arguments: ["leak.txt", "users.txt"])
  func `a rule on users' names that no line can break is told`(name: String) throws {
    let list = try directory.file(name, name == "users.txt" ? "ann:ann\nbob:lark\n" : "ann\nlark\n")
    let rules = try policies("context: username;")
    let listener = Listener()
    let settings = FilterSettings(
      JudgingSettings(
        policies: rules,
        lists: ListSettings(
          names: [list],
          layout: name == "users.txt" ? LayoutRequest(.stated(.user)) : LayoutRequest(.auto)),
        strength: StrengthSettings(referenceYear: 2026), blocklists: .off))
    let found = try settings.prepare(
      to: "\(directory.path)/kept.txt", standardOutput: 1, replacing: false, tell: listener.tell
    ).run()
    #expect(found?.text.hasPrefix("kept \(name == "users.txt" ? 1 : 2) of 2 passwords") == true)
    #expect((listener.told.count == 1) == (name == "leak.txt"), "\(listener.told)")
    #expect(listener.told.allSatisfy { $0.contains("username") })
  }

  @Test func `what no line is, is not told`() throws {
    let list = try directory.file("leak.txt", "mxadow12\nabc\n")
    #expect(try filter(settings([list]))?.text == "kept 1 of 2 passwords (50.0 %)")
    let long = try directory.file(
      "long.txt", "mxadow12\n" + String(repeating: "x", count: 70_000) + "\n")
    let job = try settings([long]).prepare(
      to: "\(directory.path)/other.txt", standardOutput: 1, replacing: false
    ) { _ in }
    #expect(try job.run()?.text == "kept 1 of 1 passwords (100.0 %); 1 over-long")
  }

  @Test func `a filter opens its output before it reads, and replaces none unasked`() throws {
    let list = try directory.file("leak.txt", "mxadow12\n")
    let code = problem {
      try settings([list]).prepare(
        to: list, standardOutput: 1, replacing: false, tell: { _ in })
    }?.code
    #expect(code == "output-is-input")
  }

  @Test(arguments: 0...9)
  func `what is kept and what is refused are the whole, in its order`(length: Int) throws {
    let words = ["mxadow12", "abc", "brackxn1", "", "x", "mxadow12", "heathxr7 "]
    let list = try directory.file("leak.txt", words.map { $0 + "\n" }.joined())
    func kept(_ isInverted: Bool) throws -> [Substring] {
      let settings = FilterSettings(
        JudgingSettings(
          policies: try policies("minlength: \(length); allowed: unicode;"),
          lists: ListSettings(names: [list]), blocklists: .off), isInverted: isInverted)
      let path = "\(directory.path)/\(isInverted)\(length)"
      let job = try settings.prepare(to: path, standardOutput: 1, replacing: false) { _ in }
      let found = try #require(try job.run())
      let lines = try #require(directory.text("\(isInverted)\(length)")).split(separator: "\n")
      #expect(
        found.text
          == "kept \(lines.count) of 6 passwords (\((Double(lines.count) / 6 * 1000).rounded() / 10) %); 1 empty"
      )
      return lines
    }
    let (passing, refused) = try (kept(false), kept(true))
    #expect(passing == words.filter { $0.count >= max(length, 1) }[...].map { $0[...] })
    #expect(refused == words.filter { !$0.isEmpty && $0.count < length }.map { $0[...] })
  }

  @Test(arguments: [0, 3])
  func `a filter reads its policies, and dictionaries only for scores`(least: Int) throws {
    let list = try directory.file("leak.txt", "quorvane77\nkX9!qqzt2#\nabc\n")
    let words = try directory.file("words.txt", "quorvane\n")
    var judging = JudgingSettings(
      lists: ListSettings(names: [list]), blocklists: .off)
    judging.sources = StrengthSources(year: 2026, dictionaries: [words])
    let settings = FilterSettings(judging, leastScore: least)
    let rules = PolicySettings(files: [try directory.file("p.txt", "minlength: 8;")])
    if least == 0 {
      #expect(
        problem { try settings.loading(rules) { _ in } }?.found.hasPrefix("--dictionary") == true)
      return
    }
    _ = try filter(settings.loading(rules) { _ in })
    #expect(directory.text("kept.txt") == "kX9!qqzt2#\n")
  }

  @Test func `a blocklist, a score and --passwords each say what to keep`() throws {
    let list = try directory.file("leak.txt", "3 meadow\n1 lark\n2 kX9!qqzt2#\n")
    let refused = try directory.file("refused.txt", "lark\n")
    func kept(
      files: [String] = [], isOff: Bool = false, least: Int = 0, takesPasswords: Bool = false
    ) throws -> String? {
      let settings = FilterSettings(
        JudgingSettings(
          lists: ListSettings(
            names: [list], layout: LayoutRequest(.stated(.counted(.prefix)))),
          strength: StrengthSettings(referenceYear: 2026),
          blocklists: BlocklistSettings(files: files, isOff: isOff)), leastScore: least,
        takesPasswords: takesPasswords)
      let name = "kept\(directory.names().count)"
      let job = try settings.prepare(
        to: "\(directory.path)/\(name)", standardOutput: 1, replacing: false
      ) { _ in }
      _ = try job.run()
      return directory.text(name)
    }
    #expect(try kept(files: [refused]) == "3 meadow\n2 kX9!qqzt2#\n")
    #expect(try kept(files: [refused], takesPasswords: true) == "meadow\nkX9!qqzt2#\n")
    #expect(try kept(isOff: true, takesPasswords: true) == "meadow\nlark\nkX9!qqzt2#\n")
    #expect(try kept(least: 3) == "2 kX9!qqzt2#\n")
    #expect(
      problem { try kept(isOff: true) }?.found.hasPrefix("Nothing says what to keep.") == true)
    #expect(problem { try kept() } != nil)
  }
}

/// Notes when it is called, and how many problems were told before.
final class Display: ProgressDisplay {
  private(set) var events: [String] = []
  private let listener: Listener

  init(_ listener: Listener) { self.listener = listener }

  func begin(_ progress: AuditProgress) { events.append("begins, \(listener.told.count) told") }
  func end() { events.append("ends, \(listener.told.count) told") }
}
