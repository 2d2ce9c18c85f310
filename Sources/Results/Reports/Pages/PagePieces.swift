import Metrics

/// The report's page in pieces, for a page that answers repeatedly while a policy is edited.
///
///     let pieces = PagePieces(report)
///     pieces.headlines[0].complying   // "2.8 %"
///     pieces.refusals(of: 0)          // its figures, each with its table
///
/// All numbers are the same values that the report's own page and the text summary show.
package struct PagePieces: Sendable {
  private let page: Page

  /// Prepares the pieces of a report.
  package init(_ report: Report) { page = Page(report) }

  /// The main results of a policy, in short words and figures.
  package struct Headline: Sendable {
    /// The policy's name.
    package let name: String
    /// The share that complies.
    package let complying: String
    /// The number that complies.
    package let complyingCount: String
    /// The difference from another policy's share in points, with its sign; nil for that policy
    /// itself.
    package let difference: String?
    /// The rule that refuses most; nil if none refuses anything.
    package let topRule: String?
    /// The share of the passwords that break this rule.
    package let topShare: String
    /// The share of compliant passwords with a score of 0 or 1; nil without scores, or of too few.
    package let easy: String?
    /// The share of compliant passwords found within a day at 10,000 guesses a second, and the name
    /// of the estimate; nil without scores, or of too few.
    package let foundInDay: (share: String, estimate: String)?
    /// The share of compliant passwords that keep all measured rules by habit, or that are a common
    /// word and more, and what they do; nil without habits, or of too few.
    package let keptForFree: (share: String, words: String)?
    /// The share of other such accounts that ten guesses find, whoever guesses, and how sure that is; nil where nothing
    /// is said.
    package let foundOfOthers: (share: String, sureness: String)?
    /// Whether too few passwords comply to state shares of them.
    package let isOfTooFew: Bool
    /// Bits of the shortest random strings; nil if they were not counted.
    package let bits: String?
    /// The length of the shortest random strings, and the bits that the rules cost.
    package let bitsNote: String
  }

  /// The number of passwords, with commas.
  package var entries: String { grouped(page.overview.entries) }

  /// A headline for each policy; differences are from the policy with this index.
  package func headlines(against index: Int) -> [Headline] {
    let policies = page.overview.policies
    return policies.indices.map { number in
      let policy = policies[number]
      let other = policies[min(max(index, 0), policies.count - 1)]
      let random = policy.random
      let lost = random?.lost ?? 0
      return Headline(
        name: policy.shortName, complying: policy.compliant.percent,
        complyingCount: policy.compliant.grouped,
        difference: number == index
          ? nil : Self.points(policy.compliant.share - other.compliant.share),
        topRule: policy.topRule.map { clipped($0.words, to: 48) },
        topShare: policy.topRule?.any.percent ?? "",
        easy: Self.stated(policy.survivors?.strength?.weak),
        foundInDay: policy.survivors?.strength?.headline.flatMap {
          $0.part.isStated ? ($0.percent, $0.estimate.name) : nil
        },
        keptForFree: policy.habits.flatMap(Self.keptForFree),
        foundOfOthers: policy.guessed.flatMap { found in
          found.bounds(after: 10).map { (outward($0.lower, $0.upper), found.confidence.words) }
        },
        isOfTooFew: policy.isTooSmall,
        bits: random?.bits.map(bitsWord),
        bitsNote: random.map { random in
          let note =
            lost >= 0.005
            ? ", \(bitsWord(lost)) lost to rules" : lost < -0.005 ? ", nothing lost" : ""
          return "random, \(random.length) characters\(note)"
        } ?? "")
    }
  }

  private static func keptForFree(_ habits: PolicyHabits) -> (share: String, words: String)? {
    guard let all = habits.all else {
      return stated(habits.decorated).map { ($0, "are a common word and more") }
    }
    return stated(all).map { ($0, "keep its rules for free") }
  }

  /// Whether habits were counted.
  package var countsHabits: Bool { page.overview.habits != nil }

  private static func stated(_ part: Reports.Part?) -> String? {
    part.flatMap { $0.isStated ? $0.percent : nil }
  }

  /// A difference of shares in points with one decimal: `+3.4 percentage points`, `±0.0 …`.
  private static func points(_ difference: Double) -> String {
    let words = Reports.points(difference)
    return (words == "0.0" ? "±" : "") + words + " percentage points"
  }

  /// Warnings to read before any number.
  package var banner: [Markup] { page.banner }

  /// The table of all policies with the main numbers.
  package var comparison: Markup { page.decision }

  /// The map of all policies, on which a larger mark shows the policy with this index; nil of too few
  /// passwords.
  package func map(current index: Int) -> Markup? {
    page.map.flatMap { Figure.map($0, current: index, id: "f0") }?.markup(page.source)
  }

  /// The refusals of each rule of a policy, and the sets of rules that passwords break together.
  package func refusals(of index: Int) -> [Markup] {
    guard page.charted.indices.contains(index), !page.charted[index].rules.isEmpty else {
      return []
    }
    let policy = page.charted[index]
    return [Figure.refusals(policy, id: "f2").markup(page.source)]
      + (Figure.sets(policy, id: "f3").map { [$0.markup(page.source)] } ?? [])
  }

  /// A part of the report's page.
  package enum Part: Sendable, CaseIterable {
    case complying, leftOver, guessing, space, blocklists, list
  }

  /// The title and content of a section of the report's page; nil without data.
  package func section(_ part: Part) -> (title: String, content: [Markup])? {
    let section: PageSection? =
      switch part {
      case .complying: page.compliance
      case .leftOver: page.leftOver
      case .guessing: page.guessing
      case .space: page.space
      case .blocklists: page.blocklists
      case .list: page.theList
      }
    return section.map { ($0.title, $0.content(page.source)) }
  }

  /// The clauses of standards that each policy meets, with the section's title.
  package func standards(_ overview: StandardsOverview) -> (title: String, content: [Markup])? {
    page.standards(overview).map { ($0.title, $0.content(page.source)) }
  }
}

extension PagePieces {
  /// An estimated number, given as a decimal logarithm, as a power of ten: `10^8.5`.
  package static func powerOfTen(_ log10Number: Double) -> String {
    "10^" + coordinate((max(log10Number, 0) * 10).rounded() / 10)
  }
}
