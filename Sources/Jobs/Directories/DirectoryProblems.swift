import Diagnostics
import Directories
import Overview

/// A problem of a dump's lines.
enum DumpProblem: Diagnosable {
  case malformed(name: String, line: UInt64, count: UInt64, of: UInt64)
  case conflicting(name: String, line: UInt64, count: UInt64)
  case noAccounts(name: String, lines: UInt64)
  case foreign(name: String, ForeignLines.Kind)

  /// The problems of a dump, by its lines and the first line of each kind.
  static func all(
    _ name: String, _ lines: [UInt64], _ firstLines: [UInt64], _ foreign: ForeignLines
  ) -> [DumpProblem] {
    let count = { (kind: DumpLineKind) in lines[kind.rawValue] }
    let first = { (kind: DumpLineKind) in firstLines[kind.rawValue] }
    let all = lines.reduce(0, +)
    if count(.account) == 0 {
      return [foreign.kind.map { .foreign(name: name, $0) } ?? .noAccounts(name: name, lines: all)]
    }
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

  var isFatal: Bool {
    switch self {
    case .noAccounts, .foreign: true
    case .malformed, .conflicting: false
    }
  }

  var location: Location? {
    switch self {
    case .malformed(let name, let line, _, _), .conflicting(let name, let line, _):
      place(name, line)
    case .noAccounts(let name, _), .foreign(let name, _): Location(file: name)
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
    case .foreign(_, .lm): "the hashes are LM hashes"
    case .foreign(_, .bare): "hashes without names"
    case .foreign(_, .cracked): "these lines hold cracked passwords"
    }
  }

  var expected: String? {
    switch self {
    case .malformed, .noAccounts: "NAME:RID:LM:NT:::"
    case .foreign(_, .lm): "NT hashes"
    case .foreign(_, .bare): "NAME:HASH"
    case .foreign(_, .cracked): "a dump"
    case .conflicting: nil
    }
  }

  var remedy: String? {
    switch self {
    case .malformed: nil
    case .conflicting: "Was a dump resumed, or were two joined? Dump again."
    case .noAccounts:
      "Name dumps as lists, and what was cracked with --potfile."
    case .foreign(_, .lm): "DSInternals: -ExportFormat HashcatNT; impacket writes both."
    case .foreign(_, .bare): "DSInternals: -ExportFormat HashcatNT instead of NTHash."
    case .foreign(_, .cracked):
      "Give the dump as list, and this file with --potfile; or audit the cracked alone: --layout "
        + "user:hash:password."
    }
  }
}

/// What a file without accounts holds instead, by its first lines.
struct ForeignLines {
  enum Kind: CaseIterable { case lm, bare, cracked }

  private var lines = 0
  private var counts: [Kind: Int] = [:]

  /// Examines a line of a file in which no account was found so far.
  mutating func add(_ line: Span<UInt8>) {
    if lines >= 1000 { return }
    lines += 1
    if let kind = Kind.allCases.first(where: { $0.fits(line) }) { counts[kind, default: 0] += 1 }
  }

  /// What half of the lines or more are; nil if it is nothing that is known.
  var kind: Kind? { counts.first { $0.value * 2 >= lines }?.key }
}

extension ForeignLines.Kind {
  fileprivate func fits(_ line: Span<UInt8>) -> Bool {
    let text = TableText.trimmed(line.array(line.indices))
    let last = Array(text.suffix(32))
    let isBehindName = text.dropLast(32).last == 0x3A
    let hash = NTHash(digits: last.span)
    switch self {
    case .lm: return isBehindName && hash?.low == 0xAAD3_B435_B514_04EE
    case .bare: return text.count == 32 && hash != nil
    case .cracked: if case .hashed = PotfileLine(line) { return true } else { return false }
    }
  }
}

/// A line of a file.
func place(_ name: String, _ line: UInt64) -> Location {
  Location(file: name, Location.Position(line: Int(clamping: line), column: 1))
}

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
  func problems(_ outcomes: [UInt64]) -> [PotfileProblem] {
    let count = { (outcome: PotfileOutcome) in outcomes[outcome.rawValue] }
    let joined = count(.used) + count(.repeated) + count(.unproven)
    let foreign = count(.unmatched) + count(.other)
    var problems: [PotfileProblem] = []
    if joined + count(.unmatched) + count(.lm) == 0, dumpLines > 0 {
      return [.isDump(name: name)]
    }
    if joined == 0, isJSON { return [.isJSON(name: name)] }
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
  case isJSON(name: String)
  case joinsNothing(name: String, lines: UInt64)
  case unproven(name: String, line: UInt64, count: UInt64)
  case halves(name: String, count: UInt64)

  var isFatal: Bool {
    switch self {
    case .isDump, .isJSON: true
    case .joinsNothing, .unproven, .halves: false
    }
  }

  var severity: Severity {
    switch self {
    case .isDump, .isJSON, .unproven: .error
    case .joinsNothing: .warning
    case .halves: .note
    }
  }

  var location: Location? {
    switch self {
    case .isDump(let name), .isJSON(let name), .joinsNothing(let name, _), .halves(let name, _):
      Location(file: name)
    case .unproven(let name, let line, _): place(name, line)
    }
  }

  var found: String {
    switch self {
    case .isDump: "a dump, not a potfile"
    case .isJSON: "JSON, not a potfile"
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
    case .isJSON: "Run hashcat without --outfile-json."
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
    blank = counts.counts(of: .password)?[AccountPassword.blank.rawValue] ?? 0
    accounts = counts.accounts
    if blank < 20 || blank * 10 < accounts { return nil }
  }
}

/// The tables of a directory would need more memory than is allowed.
struct TooMuchMemory: Diagnosable {
  let hashes: Int
  let bytes: Int
  let limit: Int
  var location: Location? { nil }
  var found: String {
    "\(counted(hashes, "distinct hash", "distinct hashes")) need \(Self.size(bytes))"
  }
  var expected: String? { "at most \(Self.size(limit))" }
  var remedy: String? { "Raise --memory, or leave out history: --no-history." }

  private static func size(_ bytes: Int) -> String {
    let mebibytes = (bytes + (1 << 20) - 1) >> 20
    return mebibytes < 1024
      ? "\(mebibytes) MiB" : "\(mebibytes / 1024).\(mebibytes % 1024 * 10 / 1024) GiB"
  }
}

/// A policy is in force since a day, but no account says when its password was set.
struct NoDates: Diagnosable {
  let policy: String
  let day: String
  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String { "policy '\(policy)' is in force since \(day), but no account has a date" }
  var expected: String? { nil }
  var remedy: String? {
    "secretsdump -pwd-last-set writes dates, or give a table with --attributes."
  }
}
