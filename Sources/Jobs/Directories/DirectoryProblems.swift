import Diagnostics
import Directories
import Overview

/// A problem of a dump's lines.
enum DumpProblem: Diagnosable {
  case malformed(name: String, line: UInt64, count: UInt64, of: UInt64)
  case conflicting(name: String, line: UInt64, count: UInt64)
  case noAccounts(name: String, lines: UInt64)

  /// The problems of a dump, by its lines and the first line of each kind.
  static func all(_ name: String, _ lines: [UInt64], _ firstLines: [UInt64]) -> [DumpProblem] {
    let count = { (kind: DumpLineKind) in lines[kind.rawValue] }
    let first = { (kind: DumpLineKind) in firstLines[kind.rawValue] }
    let all = lines.reduce(0, +)
    if count(.account) == 0 { return [.noAccounts(name: name, lines: all)] }
    var problems: [DumpProblem] = []
    if count(.malformed) > 0 {
      problems.append(
        .malformed(name: name, line: first(.malformed), count: count(.malformed), of: all))
    }
    if count(.conflicting) > 0 {
      problems.append(
        .conflicting(name: name, line: first(.conflicting), count: count(.conflicting)))
    }
    return problems
  }

  var isFatal: Bool { if case .noAccounts = self { true } else { false } }

  var location: Location? {
    switch self {
    case .malformed(let name, let line, _, _), .conflicting(let name, let line, _):
      place(name, line)
    case .noAccounts(let name, _): Location(file: name)
    }
  }

  var found: String {
    switch self {
    case .malformed(_, _, let count, let all):
      "\(grouped(count)) of \(counted(all, "line")) \(count == 1 ? "is" : "are") not of a dump and "
        + "\(count == 1 ? "was" : "were") skipped; this is the first"
    case .conflicting(_, _, let count):
      "\(counted(count, "line")) \(count == 1 ? "gives" : "give") an account a second hash; the first "
        + "was taken"
    case .noAccounts(_, let lines): "no account among \(counted(lines, "line"))"
    }
  }

  var expected: String? {
    switch self {
    case .malformed, .noAccounts: "NAME:RID:LM:NT:::"
    case .conflicting: nil
    }
  }

  var remedy: String? {
    switch self {
    case .malformed: nil
    case .conflicting: "Was a dump resumed, or were two joined? Dump again."
    case .noAccounts:
      "Name dumps as lists, and what was cracked with --potfile. DSInternals: -ExportFormat "
        + "HashcatNT, not NTHash or LMHash."
    }
  }
}

/// A line of a file.
private func place(_ name: String, _ line: UInt64) -> Location {
  Location(file: name, Location.Position(line: Int(clamping: line), column: 1))
}

/// What a potfile's lines show besides their outcomes.
struct PotfileFacts {
  let name: String
  private var line: UInt64 = 0
  private var firstUnproven: UInt64 = 0
  private var dumpLines: UInt64 = 0

  init(name: String) { self.name = name }

  /// Counts a line with its outcome.
  mutating func count(_ outcome: PotfileOutcome, _ text: Span<UInt8>) {
    line += 1
    if outcome == .unproven, firstUnproven == 0 { firstUnproven = line }
    if outcome == .other, case .account = DumpLine(text) { dumpLines += 1 }
  }

  /// The problems of the file, whose lines have these outcomes.
  func problems(_ outcomes: [UInt64]) -> [PotfileProblem] {
    let count = { (outcome: PotfileOutcome) in outcomes[outcome.rawValue] }
    let joined = count(.used) + count(.repeated) + count(.unproven)
    let foreign = count(.unmatched) + count(.other)
    var problems: [PotfileProblem] = []
    if joined + count(.unmatched) + count(.lm) == 0, dumpLines > 0 {
      return [.isDump(name: name)]
    }
    if joined == 0, foreign > 0 {
      problems.append(.joinsNothing(name: name, lines: outcomes.reduce(0, +)))
    }
    if count(.unproven) > 0 {
      problems.append(.unproven(name: name, line: firstUnproven, count: count(.unproven)))
    }
    if count(.lm) > 0 { problems.append(.halves(name: name, count: count(.lm))) }
    return problems
  }
}

/// A problem of a potfile.
enum PotfileProblem: Diagnosable {
  case isDump(name: String)
  case joinsNothing(name: String, lines: UInt64)
  case unproven(name: String, line: UInt64, count: UInt64)
  case halves(name: String, count: UInt64)

  var isFatal: Bool { if case .isDump = self { true } else { false } }

  var severity: Severity {
    switch self {
    case .isDump, .unproven: .error
    case .joinsNothing: .warning
    case .halves: .note
    }
  }

  var location: Location? {
    switch self {
    case .isDump(let name), .joinsNothing(let name, _), .halves(let name, _): Location(file: name)
    case .unproven(let name, let line, _): place(name, line)
    }
  }

  var found: String {
    switch self {
    case .isDump: "a dump, not a potfile"
    case .joinsNothing(_, let lines): "none of \(counted(lines, "line")) has a hash of the dump"
    case .unproven(_, _, let count):
      "\(counted(count, "password")) \(count == 1 ? "does" : "do") not have the hash beside "
        + "\(count == 1 ? "it, and was" : "them, and were") not audited; this is the first"
    case .halves(_, let count):
      "\(counted(count, "line")) \(count == 1 ? "is half an LM hash, which is no password" : "are halves of LM hashes, which are no passwords")"
    }
  }

  var expected: String? { nil }

  var remedy: String? {
    switch self {
    case .isDump: "Exchange the two."
    case .joinsNothing: "Is it of this directory? Were LM or other hashes cracked?"
    case .unproven:
      "Was --outfile-format not 1,2, or a word list neither UTF-8 nor Latin-1? Crack these hashes "
        + "again."
    case .halves: "hashcat -m 1000 with their candidates gives the NT passwords."
    }
  }
}

/// A dump that is named twice.
struct DumpTwice: Diagnosable {
  let name: String
  let other: String
  var location: Location? { Location(file: name) }
  var found: String { "the same bytes as '\(other)', so every account would count twice" }
  var expected: String? { nil }
  var remedy: String? { "Name the dump once." }
}

/// A file of names of which no account has any.
struct NoMembers: Diagnosable {
  let name: String
  let count: Int
  var location: Location? { Location(file: name) }
  var found: String {
    count == 0 ? "no names of accounts" : "none of \(counted(count, "name")) is in a dump"
  }
  var expected: String? { "names of accounts, one a line" }
  var remedy: String? { nil }
}

/// Names of a file that no account has.
struct MissingMembers: Diagnosable {
  let name: String
  let missing: Int
  let all: Int
  var location: Location? { Location(file: name) }
  var severity: Severity { .note }
  var found: String {
    "\(grouped(missing)) of \(counted(all, "name")) \(missing == 1 ? "is" : "are") in no dump "
      + "(groups, other domains)"
  }
  var expected: String? { nil }
  var remedy: String? { nil }
}

/// Names of a file that several accounts have.
struct AmbiguousMembers: Diagnosable {
  let name: String
  let count: Int
  let line: Int
  var location: Location? { place(name, UInt64(line)) }
  var found: String {
    "\(counted(count, "name")) \(count == 1 ? "fits" : "fit") several accounts and "
      + "\(count == 1 ? "was" : "were") not counted"
  }
  var expected: String? { nil }
  var remedy: String? {
    "Write DOMAIN\\user, or give the domain of each dump with --domain, in order."
  }
}

/// Many accounts have the hash of the empty password.
struct ManyBlanks: Diagnosable {
  let blank: UInt64
  let accounts: UInt64
  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String {
    "\(grouped(blank)) of \(counted(accounts, "account")) have the hash of a blank password"
  }
  var expected: String? { nil }
  var remedy: String? {
    "A read-only domain controller, or a tool that could not decrypt, writes it for accounts whose "
      + "hash it lacks: then say --blank none."
  }

  /// The problem of a directory; nil if blank passwords are few.
  init?(_ counts: AccountCounts) {
    blank = counts.bins[.password]?[AccountPassword.blank.rawValue] ?? 0
    accounts = counts.accounts
    if blank < 20 || blank * 10 < accounts { return nil }
  }
}

/// There are too many datasets.
struct TooManyStrata: Diagnosable {
  let count: Int
  let minCell: Int
  var location: Location? { nil }
  var found: String {
    "--by domain gives \(grouped(count)) datasets of \(counted(minCell, "account")) or more"
  }
  var expected: String? { "at most \(grouped(DirectorySettings.mostDatasets))" }
  var remedy: String? { "Raise --min-cell." }
}
