package import Diagnostics
import Glibc
package import Metrics
import PasswordPolicies
import PasswordSpaces
import Tallies

/// All contents of a report for people, as values: the text summary and the page show the same.
///
/// Combines the results of all parts about each policy.
package struct ReportOverview: Sendable {
  /// The inputs and how they were understood.
  package let manifest: Manifest
  /// The guesses at which zxcvbn's score of 1 ends.
  private let easyGuesses: Double
  /// The lists, and how they were read.
  package let inputs: InputsOverview
  /// The lines of the lists by result.
  package let lines: LinesOverview
  /// The number of passwords audited, repetitions included.
  package let entries: UInt64
  /// The number of distinct passwords; nil unless they were counted.
  package let distinct: Part?
  /// The policies, in the order given.
  package let policies: [PolicyOverview]
  /// The strength of all passwords; nil if it was not estimated.
  package let strength: StrengthOverview?
  /// How near the shares found in a day come to attacks; nil without an estimate.
  package let errors: StatedErrors?
  /// The hits of blocklists; nil without any.
  package let blocklists: BlocklistsOverview?
  /// The lengths of all passwords.
  package let lengths: LengthOverview
  /// The composition of all passwords.
  package let composition: CompositionOverview
  /// The habits of all passwords; nil unless they were counted.
  package let habits: ListHabits?
  /// Published policies that maps show to compare with.
  let references: [PolicyMap.MappedPolicy]
  private let list: ListFindings
  private let shapeListing: ShapeListing
  /// What guesses find without a policy; nil unless distinct passwords were counted.
  let guessed: Guessed?
  /// The same in exact metrics; nil by a folded tally.
  package var whole: PolicyGuessing? { guessed?.exact }
  /// What guesses find of what a limit on popularity leaves.
  let limited: [PolicyGuessing]
  /// The meaning of repetition; nil unless distinct passwords were counted.
  package let weights: Weights?
  /// What guesses find by what the refused do; nil unless requested.
  package let behaviours: BehaviourOverview?
  /// Whether keyspaces were requested.
  package let hasSpace: Bool
  /// The day that pages state; nil for none.
  package let date: CalendarDay?
  /// How rows were joined, if it is made from a folded tally.
  private let folding: RecordedFolding?
  private let isApproximate: Bool

  /// What the reader must know of numbers of a folded tally before any of them; nil if it is exact.
  package var foldingNote: String? {
    if isApproximate {
      return
        "Answered from a tally that an earlier version folded: numbers are approximate, without "
        + "bounds."
    }
    return folding.map {
      ($0.least > 1
        ? "Answered from a tally folded at \(grouped($0.least)): rows of fewer entries were joined. "
        : "Answered from tallies of which some are folded. ")
        + "Each number is exact between its ends."
        + (guessed == nil ? "" : " Not from a folded tally: \(FoldedGuessing.leftOut).")
    }
  }

  /// The most shapes shown to people; `audit.csv` has more.
  private static let mostShapes = 10

  /// Combines the parts of a report.
  init(
    _ manifest: Manifest, _ findings: Findings, _ policies: [PolicyOverview],
    _ guessed: GuessedPolicies?, _ behaviours: BehaviourFindings?, hasSpace: Bool,
    date: CalendarDay?
  ) {
    self.manifest = manifest
    easyGuesses = findings.easyGuesses
    inputs = InputsOverview(manifest.inputs)
    lines = LinesOverview(findings.list.lines)
    entries = findings.entries
    distinct = findings.distinctCount.map { Part($0, of: findings.entries) }
    let most = findings.ofMost
    strength = StrengthOverview(
      findings.list.passwords.strength, of: findings.entries,
      upTo: most.map { ($0.list.passwords.strength, $0.entries) }, attacks: findings.attacks,
      budgets: findings.guessBudgets)
    errors = strength?.headline.map {
      StatedErrors($0.estimate, of: $0.attack, in: findings.list.lines)
    }
    lengths = LengthOverview(
      findings.list.passwords.lengths, most: most?.list.passwords.lengths,
      entries: findings.entries)
    composition = CompositionOverview(findings, most)
    let base = FindingsBase(findings)
    references =
      most != nil
      ? []
      : findings.references.compactMap { [strength] in
        PolicyMap.MappedPolicy($0, of: base, estimate: strength?.estimate)
      }
    folding = findings.folding
    isApproximate = manifest.readings[Recording.foldingReading] != nil
    // A folded row does not tell how habits go together.
    habits = most == nil ? ListHabits(findings.list, entries: findings.entries) : nil
    list = findings.list
    shapeListing = findings.shapeListing
    blocklists = BlocklistsOverview(manifest.blocklists, findings, most)
    self.guessed = guessed?.whole
    limited = guessed?.exact?.limited ?? []
    weights = guessed?.weights
    self.behaviours = behaviours.map { BehaviourOverview($0, all: policies.count) }
    self.hasSpace = hasSpace
    self.date = date
    self.policies = policies
  }

  /// How near the share of a policy that is found in a day comes to attacks, in a few words; nil without
  /// an estimate.
  package func error(of policy: PolicyOverview) -> StatedError? { errors?.of(policy.kind) }

  /// The estimate behind what is found in a day and its error, by policy, in a few words; nil without
  /// one.
  package var estimateInBrief: String? {
    errors?.brief(policies.map { ($0.name, $0.kind) })
  }
  /// The same in sentences.
  package var calibration: String? { errors?.calibration(policies.map(\.kind)) }

  /// Whether it says what guesses find, since distinct passwords were counted.
  package var countsGuesses: Bool { weights != nil }

  /// Whether policies are in force for some accounts only, so that shares are of different numbers.
  package var isOfSome: Bool { policies.contains { $0.audience != nil } }

  /// Whether no password was read, so that there are no shares.
  package var isEmpty: Bool { entries == 0 }

  /// Whether the lists name users, so that they are accounts of one's own, not leaked lines.
  package var namesUsers: Bool { blank != nil || blocklists?.related != nil }
  /// What is counted: a password, or an account.
  package var noun: String { namesUsers ? "account" : "password" }

  /// The accounts without a password, of all; nil if there are none.
  package var blank: Part? { list.blank == 0 ? nil : Part(list.blank, of: entries) }

  /// The upper end of a score of 1, in words: `10⁶ guesses`.
  package var easyBound: String {
    let decades = log10(easyGuesses)
    let isPower = decades == decades.rounded() && decades >= 0 && decades < 300
    if isPower { return "10\(superscript(Int(decades))) guesses" }
    return (UInt64(exactly: easyGuesses).map { grouped($0) } ?? "\(easyGuesses)") + " guesses"
  }

  /// The commonest shapes of passwords; empty unless they were counted.
  ///
  /// - Complexity: O(shapes), so computed only on demand.
  package var shapes: [(text: String, part: Part)] {
    (list.commonestShapes(shapeListing) ?? []).prefix(Self.mostShapes).map {
      ($0.0, Part($0.1, of: entries))
    }
  }

  /// The caveats of all numbers, once each.
  package var caveats: [Caveat] { (spaces + guesses).unique }
  /// The caveats of keyspaces.
  package var spaceCaveats: [Caveat] { spaces.unique }

  private var spaces: [Caveat] { policies.flatMap { $0.space?.keyspace.caveats ?? [] } }
  private var guesses: [Caveat] {
    (whole?.caveats ?? []) + policies.flatMap { $0.guessing?.caveats ?? [] }
  }
}

/// The composition of a list's passwords.
package struct CompositionOverview: Sendable {
  /// Passwords by their kinds of character, the commonest first; twelve at most.
  package let charsets: [(name: String, part: Part)]
  /// Passwords by the pattern that determines their guesses, the commonest first; empty without
  /// scores.
  package let patterns: [(name: String, part: Part)]

  init(_ findings: Findings, _ most: Findings?) {
    func ranked(_ metric: Metric) -> [(name: String, part: Part)] {
      let bins = metric.histogram(of: .list(findings))?.bins ?? []
      let upper = most.flatMap { metric.histogram(of: .list($0)) }
      return bins.filter { $0.count > 0 && $0.name != "none" }
        .sorted { ($1.count, $0.order) < ($0.count, $1.order) }.prefix(12)
        .map { bin in
          let part = Part(bin.count, of: findings.entries)
          return (
            bin.name,
            part.upTo(upper?.count(of: bin.name).map { Part($0, of: findings.entries) })
          )
        }
    }
    charsets = ranked(.charset)
    patterns = ranked(.pattern)
  }
}
