import Diagnostics
import Directories
import Files
import Intake
import Reports
import Tallies

/// A verb after a number: `is`, or `are`.
private func verb(_ count: some BinaryInteger, _ one: String, _ several: String) -> String {
  count == 1 ? one : several
}

// The problems of a directory's files.

// MARK: Dumps

extension Problem {
  /// The problems of a dump, by its lines and the first line of each kind.
  ///
  /// - Throws: The one for which the file is of no use.
  static func ofDump(
    _ name: String, _ lines: [UInt64], _ firstLines: [UInt64], _ foreign: ForeignLines,
    form: String
  ) throws(Problem) -> [Problem] {
    let count = { (kind: DumpLineKind) in lines[kind.rawValue] }
    let all = counted(lines.reduce(0, +), "line")
    let (clear, keys) = (count(.cleartext), count(.key))
    if count(.account) + count(.malformed) == 0, clear + keys > 0 {
      let beside = [
        clear == 0 ? nil : counted(clear, "password") + " in clear text",
        keys == 0 ? nil : counted(keys, "key") + " of Kerberos",
      ]
      return [
        Problem(
          "dump-without-hashes", in: name,
          beside.compactMap(\.self).joined(separator: ", ") + ", and no account",
          remedy: clear == 0
            ? nil : "Give it with --potfile too: then these passwords are known.", .note)
      ]
    }
    if let kind = foreign.kind, count(.account) < count(.malformed) {
      throw kind.asProblem(of: name)
    }
    if count(.account) == 0 {
      throw Problem(
        "no-account-in-dump", in: name, "no account among \(all)", expected: form,
        remedy:
          "Name dumps as lists, and what was cracked with --potfile. Of a table name the columns, as in "
          + "--layout csv:hash=NTHash,user=Name.")
    }
    let (bad, second) = (count(.malformed), count(.conflicting))
    return [
      bad == 0
        ? nil
        : Problem(
          "malformed-dump-lines", in: name,
          line: Int(clamping: firstLines[DumpLineKind.malformed.rawValue]),
          "\(grouped(bad)) of \(all) \(verb(bad, "is", "are")) not of a dump and "
            + "\(verb(bad, "was", "were")) skipped; this is the first",
          expected: form),
      second == 0
        ? nil
        : Problem(
          "second-hash", in: name,
          line: Int(clamping: firstLines[DumpLineKind.conflicting.rawValue]),
          "\(counted(second, "line")) \(verb(second, "gives", "give")) an account a second hash; the "
            + "first was taken", remedy: "Dump the directory again: the file may hold two dumps."),
    ].compactMap(\.self)
  }

  /// A dump, or a directory of dumps, that is compared as if it were a tally or a report; nil of
  /// anything else.
  static func dumpAsSide(_ path: String) -> Problem? {
    let isDump = ListInput.resolve([path]).inputs.prefix(100).contains { input in
      let head = (try? ReadableFile(input.name).head(4096)) ?? []
      return head.split(separator: 0x0A).dropLast().contains { line in
        if case .account = DumpLine(Array(line).span) { true } else { false }
      }
    }
    guard isDump else { return nil }
    return Problem(
      "dump-as-side", in: path, "a dump of a directory, which holds hashes",
      expected: "a tally, or a report's directory",
      remedy: "Compare dumps by what was cracked: audit compare OLD NEW --potfile hashcat.potfile")
  }

  /// No dump has an account.
  static var noAccounts: Problem {
    Problem(
      "no-accounts", "no account in any dump", expected: "NAME:RID:LM:NT:::",
      remedy: "impacket writes accounts to the file whose name ends in .ntds.")
  }

  /// A dump that is named twice.
  static func dumpTwice(_ dump: RecordedInput, as twin: RecordedInput) -> Problem {
    Problem(
      "dump-twice", in: dump.name,
      "\(dump.likeness(to: twin)) '\(twin.name)', so every account would count twice",
      remedy: "Name the dump once.")
  }

  /// Lines of a dump or of a table are not UTF-8, so names in them may fit no other ones.
  static func illFormedNames(_ name: String, _ lines: FirstAndCount) -> Problem {
    Problem(
      "ill-formed-names", in: name, line: lines.line,
      "\(counted(lines.count, "line")) \(verb(lines.count, "is", "are")) not UTF-8, so names there may be "
        + "others; this is the first",
      remedy: "Convert the file first: iconv -f WINDOWS-1252 -t UTF-8 \(name.shellWord) > FILE.",
      .warning)
  }

  /// Many accounts have the hash of the empty password; nil if they are few.
  static func manyBlanks(_ counts: AccountCounts) -> Problem? {
    let blank = counts.counts(of: .password)?[AccountPassword.blank.rawValue] ?? 0
    if blank < 20 || blank * 10 < counts.accounts { return nil }
    return Problem(
      "many-blanks",
      "\(grouped(blank)) of \(counted(counts.accounts, "account")) have the hash of a blank password",
      remedy:
        "A read-only domain controller, or a tool that could not decrypt, writes it for accounts whose "
        + "hash it lacks: then say --blank none.", .warning)
  }

  /// The tables would need more memory than is allowed.
  static func tooMuchMemory(_ accounts: Accounts, limit: Int) -> Problem {
    let size = { (bytes: Int) in
      let mebibytes = (bytes + (1 << 20) - 1) >> 20
      return mebibytes < 1024
        ? "\(mebibytes) MiB" : "\(mebibytes / 1024).\(mebibytes % 1024 * 10 / 1024) GiB"
    }
    let hashes = counted(accounts.hashes.count, "distinct hash", "distinct hashes")
    return Problem(
      "much-memory", "\(hashes) need \(size(accounts.byteCount))",
      expected: "at most \(size(limit))",
      remedy:
        "Raise it: --memory \((accounts.byteCount >> 20) + 1)MiB. Or leave out history: --no-history"
    )
  }

  /// A policy is in force since a day, but no account says when its password was set.
  static func noDates(_ policy: String, since day: String) -> Problem {
    Problem(
      "no-dates", "policy '\(policy)' is in force since \(day), but no account has a date",
      remedy: "secretsdump -pwd-last-set writes dates, or give a table with --attributes.",
      .warning)
  }
}

/// What a file holds instead of accounts, by its first lines.
struct ForeignLines {
  enum Kind: CaseIterable { case lm, bare, cracked, crackedOfUsers }

  private var lines = 0
  private var counts: [Kind: Int] = [:]

  /// Examines one of the first lines of a file.
  mutating func add(_ line: Span<UInt8>) {
    if lines >= 1000 { return }
    lines += 1
    if let kind = Kind.allCases.first(where: { $0.fits(line) }) { counts[kind, default: 0] += 1 }
  }

  /// What half of the lines or more are; nil if it is nothing that is known.
  var kind: Kind? { Kind.allCases.first { lines > 0 && counts[$0, default: 0] * 2 >= lines } }
}

extension ForeignLines.Kind {
  fileprivate func fits(_ line: Span<UInt8>) -> Bool {
    let text = TableText.trimmed(line.array(line.indices))
    let hash = NTHash(digits: Array(text.suffix(32)).span)
    switch self {
    case .lm: return text.dropLast(32).last == 0x3A && hash?.low == 0xAAD3_B435_B514_04EE
    case .bare: return text.count == 32 && hash != nil
    case .cracked, .crackedOfUsers:
      guard case .hashed = PotfileLine(line) else { return false }
      let first = text.prefix { $0 != 0x3A }
      let isHashFirst = NTHash(digits: Array(first.suffix(32)).span) != nil
      return isHashFirst == (self == .cracked)
    }
  }

  /// The problem of a file of such lines.
  fileprivate func asProblem(of name: String) -> Problem {
    let tool = "DSInternals: -ExportFormat HashcatNT"
    let (found, expected, remedy) =
      switch self {
      case .lm: ("the hashes are LM hashes", "NT hashes", tool + "; impacket writes both.")
      case .bare: ("hashes without names", "NAME:HASH", tool + " instead of NTHash.")
      case .cracked, .crackedOfUsers:
        (
          "these lines hold cracked passwords", "a dump",
          "Give the dump as list, and this file with --potfile; or audit the cracked alone: "
            + "--layout \(self == .cracked ? "hash:password" : "user:hash:password")."
        )
      }
    return Problem("foreign-lines", in: name, found, expected: expected, remedy: remedy)
  }
}

// MARK: Potfiles

/// What a potfile's lines show besides their outcomes.
struct PotfileFacts {
  let name: String
  private var line: UInt64 = 0
  private var firstUnproven: UInt64 = 0
  private var dumpLines: UInt64 = 0
  private var isJSON = false

  init(name: String) { self.name = name }

  /// Counts a line with its outcome.
  mutating func count(_ outcome: PotfileOutcome, _ text: Span<UInt8>) {
    line += 1
    if outcome == .unproven, firstUnproven == 0 { firstUnproven = line }
    if outcome == .other, case .account = DumpLine(text) { dumpLines += 1 }
    if line == 1, outcome == .other, text.count > 0 { isJSON = text[0] == 0x7B || text[0] == 0x5B }
  }

  /// The problems of the file, whose lines have these outcomes.
  ///
  /// - Throws: The one for which the file is of no use.
  func problems(_ outcomes: [UInt64]) throws(Problem) -> [Problem] {
    let count = { (outcome: PotfileOutcome) in outcomes[outcome.rawValue] }
    let (unproven, halves) = (count(.unproven), count(.lm))
    let joined = count(.used) + count(.repeated) + unproven
    if joined + count(.unmatched) + halves == 0, dumpLines > 0 {
      throw Problem(
        "dump-as-potfile", in: name, "a dump, not a potfile",
        remedy: "Exchange the two: audit --potfile POTFILE \(name.shellWord)")
    }
    if joined == 0, isJSON {
      throw Problem(
        "json-as-potfile", in: name, "JSON, not a potfile",
        remedy: "Run hashcat without --outfile-json.")
    }
    let idle = Problem(
      "idle-potfile", in: name,
      "none of \(counted(outcomes.reduce(0, +), "line")) has a hash of the dump",
      remedy:
        "Name the potfile of this directory, or crack its NT hashes: hashcat -m 1000 DUMP WORDS",
      .warning)
    let ofUnproven = Problem(
      "unproven-passwords", in: name, line: Int(clamping: firstUnproven),
      "\(counted(unproven, "password")) \(verb(unproven, "does", "do")) not have the hash beside "
        + "\(verb(unproven, "it, and was", "them, and were")) not audited; this is the first",
      remedy:
        "Crack these hashes again, with words in UTF-8 or Latin-1: hashcat --outfile-format 1,2")
    let ofHalves = Problem(
      "lm-halves", in: name,
      "\(counted(halves, "line")) "
        + verb(
          halves, "is half an LM hash, which is no password",
          "are halves of LM hashes, which are no passwords"),
      remedy: "hashcat -m 1000 with their candidates gives the NT passwords.", .note)
    return [
      joined == 0 && count(.unmatched) + count(.other) > 0 ? idle : nil,
      unproven > 0 ? ofUnproven : nil, halves > 0 ? ofHalves : nil,
    ].compactMap(\.self)
  }
}

// MARK: Tables, groups and files of labels

extension Problem {
  static func noUserColumn(_ name: String, _ header: [String]) -> Problem {
    Problem(
      "no-users", in: name,
      "no column with account names among "
        + header.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
        + (header.count > 8 ? ", …" : ""), expected: "SamAccountName or UserPrincipalName",
      remedy: "Rename the column in the header, or export the table with it.")
  }

  static func notTwoColumns(_ name: String, _ line: Int) -> Problem {
    Problem("not-two-cells", in: name, line: line, "not two cells", expected: "account and label")
  }

  static func unclearDates(_ name: String, _ column: String) -> Problem {
    Problem(
      "unclear-dates", in: name, "nothing in column \(column) tells day from month",
      remedy: "State it: --date-order dmy or --date-order mdy")
  }

  static func unreadDates(_ name: String, _ lines: FirstAndCount) -> Problem {
    Problem(
      "unread-dates", in: name, line: lines.line,
      "\(counted(lines.count, "date")) cannot be read; this is the first",
      remedy: "A spreadsheet may have shortened them: export the table again.")
  }

  static func openQuote(_ name: String, _ line: Int) -> Problem {
    Problem(
      "open-quote", in: name, line: line, "a quote that nothing closes",
      remedy: "Close it, or export the table again.")
  }

  /// None of the names in a file is in a dump.
  static func noAccountFound(_ name: String, _ noun: String, _ count: Int) -> Problem {
    Problem(
      "none-found", in: name,
      count == 0 ? "no \(noun)s of accounts" : "none of \(counted(count, noun)) is in a dump",
      expected: noun == "name" ? "names of accounts, one a line" : "accounts of the dumps")
  }

  static func missingAccounts(
    _ name: String, _ noun: String, _ missing: Int, of all: Int
  ) -> Problem {
    Problem(
      "missing-accounts", in: name,
      "\(grouped(missing)) of \(counted(all, noun)) \(verb(missing, "is", "are")) in no dump "
        + "(groups, other domains)", .note)
  }

  static func severalFit(_ name: String, _ noun: String, _ lines: FirstAndCount) -> Problem {
    Problem(
      "several-fit", in: name, line: lines.line,
      "\(counted(lines.count, noun)) \(verb(lines.count, "fits", "fit")) several accounts and "
        + "\(verb(lines.count, "was", "were")) not counted",
      remedy: "Write DOMAIN\\user, or give the domain of each dump with --domain, in order.",
      noun == "row" ? .note : .error)
  }

  // MARK: Strata

  /// `--by` names neither a column nor a file.
  static func unknownStrata(_ request: StrataRequest, columns: [String]) -> Problem {
    Problem(
      "unknown-strata",
      "--by \(request.text): "
        + (columns.isEmpty
          ? "no file, and no --attributes with such a column" : "neither a column nor a file"),
      expected: columns.isEmpty
        ? nil : "one of " + columns.map { "'\($0)'" }.joined(separator: ", "),
      remedy: nearest(to: request.name, among: columns + ["domain"])
        .map { "Did you mean '\($0)'?" }, isUsage: true)
  }

  /// `--by` names a column that is a file, too.
  static func ambiguousStrata(_ name: String) -> Problem {
    Problem(
      "ambiguous-strata", "--by \(name): a column and a file",
      remedy: "Say --by column:\(name) or --by file:\(name).", isUsage: true)
  }

  static func tooManyStrata(_ option: String, _ count: Int, minCell: Int) -> Problem {
    Problem(
      "many-strata",
      "--by \(option): \(grouped(count)) strata of \(counted(minCell, "account")) or more",
      expected: "at most \(grouped(DirectorySettings.mostDatasets))",
      remedy: "Raise --min-cell, or choose a coarser column.")
  }

  // MARK: The file of accounts

  static var namesOnStandardOutput: Problem {
    Problem(
      "names-on-output", "--accounts names people, and does not go to standard output",
      remedy: "Name a file that only you may read: --accounts accounts.csv.")
  }

  /// The file of accounts would lie in the directory of the report.
  static func namesBelow(_ directory: String, _ path: String) -> Problem {
    Problem(
      "names-in-report", in: path,
      "--accounts names people, and '\(directory)' is the directory of the report",
      expected: "a file outside",
      remedy: "Reports are passed on; name a file in another directory.")
  }

  static func unwritableAccounts(_ path: String, _ error: some Error) -> Problem {
    Problem(
      "unwritable-accounts", in: path, "cannot be written: \(error)",
      remedy: "Choose another place with --accounts.")
  }
}

// Rows of tables that say less than they should.
extension Problem {
  /// Words that should be states of accounts.
  static func unreadStates(_ name: String, _ states: UnreadStates) -> Problem {
    let words = states.words.map { "'\(escaped(String(decoding: $0.prefix(40), as: UTF8.self)))'" }
    return Problem(
      "unread-states", in: name, line: states.lines.line,
      "state of \(counted(states.lines.count, "account")) unknown: \(words.joined(separator: ", ")); this is "
        + "the first, and they count like enabled ones",
      expected: "True or False, Enabled or Disabled, or userAccountControl",
      remedy: "Replace these words, or leave the accounts that may not sign in out with --exclude.")
  }

  /// Rows that have another number of cells than the header.
  static func otherRows(_ name: String, _ rows: FirstAndCount, width: Int) -> Problem {
    Problem(
      "other-rows", in: name, line: rows.line,
      "\(counted(rows.count, "row")) \(rows.count == 1 ? "has" : "have") more cells than the header, or fewer, "
        + "and \(rows.count == 1 ? "was" : "were") skipped; this is the first",
      expected: "\(counted(width, "cell")) in each row",
      remedy: "A cell that holds the separator must be in quotes: export the table anew.")
  }

  /// A header that stands again, as in files that were joined.
  static func headersAgain(_ name: String, _ count: Int) -> Problem {
    Problem(
      "headers-again", in: name,
      "\(counted(count, "row")) \(count == 1 ? "is" : "are") the header once again", .note)
  }
}
