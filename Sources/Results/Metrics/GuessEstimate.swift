import PasswordStrength
@_spi(Internal) import Passwords

/// Where numbers of guesses come from; those before others state what is found in a time.
package enum GuessSource: Hashable, Sendable {
  /// The least of several others.
  case minAuto
  /// Those that attacks of others made, by the number of their source from 0.
  case brought(Int)
  /// Those of a guess model.
  case model
  /// zxcvbn's, joined with those of the model.
  case combined
  /// zxcvbn's.
  case zxcvbn

  /// Its name, of any brought source the same.
  package var label: String {
    switch self {
    case .minAuto: "min-auto"
    case .brought: "brought"
    case .model: "model"
    case .combined: "combined"
    case .zxcvbn: "zxcvbn"
    }
  }

  /// All sources that schemas record.
  static let all: [GuessSource] =
    [.minAuto] + Fact.brought.indices.map { .brought($0) } + [.model, .combined, .zxcvbn]

  /// The facts of its guesses.
  struct Facts: Hashable {
    /// Their half decade.
    let bin: Fact
    /// The number of guess budgets that are too small.
    let budgetsTooSmall: Fact
  }

  /// The facts of its guesses; nil for the least of others.
  var facts: Facts? {
    switch self {
    case .minAuto: nil
    case .brought(let number):
      Facts(
        bin: Fact.brought[number].bin, budgetsTooSmall: Fact.brought[number].budgetsTooSmall)
    case .model: Facts(bin: .modelBin, budgetsTooSmall: .modelBudgetsTooSmall)
    case .combined: Facts(bin: .combinedBin, budgetsTooSmall: .combinedBudgetsTooSmall)
    case .zxcvbn: Facts(bin: .guessesBin, budgetsTooSmall: .budgetsTooSmall)
    }
  }
}

/// An estimate of the guesses that passwords withstand, as it was recorded.
package struct GuessEstimate: Hashable, Sendable {
  /// Where its guesses come from.
  package let source: GuessSource
  /// Its name in tables and JSON: `combined`, `zxcvbn`, `model`, `guesses:pcfg` or `min-auto`.
  package let label: String
  /// What the user brought: the name of a model of one's own, those of files of guess numbers, or
  /// the sources of which it is the least; nil for the built-in model and zxcvbn.
  package let own: String?
  /// The facts of the sources of which it is the least, or its own.
  private let facts: [GuessSource.Facts]
  /// Half decades that one recorded number stands for: 2 if only whole decades were recorded.
  let step: Int

  /// The estimate of a source, as a schema records it; nil if it does not.
  init?(_ source: GuessSource, _ schema: Schema) {
    let demand = schema.demand
    let members =
      source == .minAuto
      ? Self.members(brought: demand.brought, hasModel: demand.model) : [source]
    facts = members.compactMap(\.facts).filter { schema.field(of: $0.bin) != nil }
    if facts.count < (source == .minAuto ? 2 : 1) { return nil }
    self.source = source
    step = members.contains(.zxcvbn) && demand.wholeDecades ? 2 : 1
    let scorer = schema.sources.scorer
    // Tallies of before models were named have the built-in one.
    let model = scorer.flatMap { ["", GuessModel.name].contains($0.model) ? nil : $0.model }
    var label = source.label
    switch source {
    case .minAuto:
      own = Self.leastOf(
        scorer?.guesses ?? "", model: demand.model ? scorer?.model ?? GuessModel.name : nil)
    case .brought(let number):
      let names = scorer?.guessSources ?? []
      let name = names.indices.contains(number) ? names[number] : "guesses:\(number + 1)"
      own = scorer?.guessFiles.filter { $0.hasPrefix(name + " ") }.joined(separator: ", ")
      label = name
    case .model, .combined: own = model
    case .zxcvbn: own = nil
    }
    self.label = label
  }

  /// The first source that a schema records; nil if it records none.
  init?(_ schema: Schema) {
    guard let first = Self.all(schema).first else { return nil }
    self = first
  }

  /// All that a schema records.
  static func all(_ schema: Schema) -> [GuessEstimate] {
    GuessSource.all.compactMap { GuessEstimate($0, schema) }
  }

  private static func members(brought: Int, hasModel: Bool) -> [GuessSource] {
    (0..<brought).map { .brought($0) } + (hasModel ? [.model, .zxcvbn] : [])
  }

  /// Names the sources of which min-auto is the least: files of brought guess numbers, and with a
  /// model that and zxcvbn; nil if there are not two.
  package static func leastOf(_ guesses: String, model: String?) -> String? {
    let sources = ScorerSource.sources(of: guesses)
    if members(brought: sources.count, hasModel: model != nil).count < 2 { return nil }
    let others = model.map { ["model (\($0))", "zxcvbn"] } ?? []
    return "min-auto of " + ((guesses.isEmpty ? [] : [guesses]) + others).joined(separator: ", ")
  }
}

extension GuessEstimate {
  /// The half decade of a profile; -1 if it is not known.
  ///
  /// The least of several is in whole decades if one of them is.
  func halfDecade(of profile: Profile) -> Int {
    if facts.count == 1 { return profile[facts[0].bin] }
    var least = BroughtBin.uncovered
    for source in facts { least = min(least, profile[source.bin]) }
    return least - least % step
  }

  /// The number of guess budgets that are too small for a profile; -1 if it is not known.
  func budgetsTooSmall(of profile: Profile) -> Int {
    var least = profile[facts[0].budgetsTooSmall]
    for source in facts.dropFirst() { least = min(least, profile[source.budgetsTooSmall]) }
    return least
  }

  /// The ends of the half decades in a folded row.
  func halfDecades(of row: ProfileRange) -> ClosedRange<Int> {
    let low = halfDecade(of: row.low)
    return low...max(low, halfDecade(of: row.high))
  }

  /// Whether a half decade of it may not be reached, or not covered.
  var mayLack: Bool { facts.contains { $0.bin.row.largest == BroughtBin.uncovered } }

  /// The name of a half decade in the buckets of a metric: `14.5`, or `pcfg+14.5` of a source that
  /// was brought.
  func bucket(_ bin: Int) -> String {
    let name =
      switch bin {
      case BroughtBin.unreached where mayLack: "unreached"
      case BroughtBin.uncovered where mayLack: "uncovered"
      default: "\(bin / 2).\(bin % 2 * 5)"
      }
    return bucketPrefix + name
  }

  /// What the buckets of metrics begin with: `pcfg+` of a source that was brought.
  var bucketPrefix: String {
    guard case .brought = source else { return "" }
    return label.dropFirst("guesses:".count) + "+"
  }
}
