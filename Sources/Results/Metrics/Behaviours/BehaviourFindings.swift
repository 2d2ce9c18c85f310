package import Workers

/// What guesses find of people under policies, by what the refused are assumed to do.
///
///     let findings = BehaviourFindings(guessing, selection, seed: 1)
///     findings?.policies[0].after.bracket(by: 10)        // whatever the refused do
///     findings?.flip(0, 1, by: 10)?.share                // when the order of two policies turns
///     findings?.rankings.first { $0.metric == .foundBy10 }?.rows[0].tier
package struct BehaviourFindings: Sendable {
  /// The meaning of a password's repetitions: unless they are accounts, shares are of occurrences.
  package let weights: Weights
  /// Whether the list is the top of a longer one, so that policies are not ordered.
  package let isTruncated: Bool
  /// The models that were asked for.
  package let models: [BehaviourModel]
  /// The policies that accept something, in the order of the report.
  package let policies: [PolicyBehaviour]
  /// The orders by each metric and model.
  package let rankings: [Ranking]
  private let halves: HalfValues?
  private let questions: [(RankedMetric, BehaviourModel)]

  /// Computes everything; nil if the guessing findings have no joint spectrum.
  ///
  /// - Parameters:
  ///   - guessing: The guessing metrics of each policy.
  ///   - selection: The models that are asked for.
  ///   - seed: What the halves of the list are drawn by; a number of the list itself.
  ///   - workers: The pool that draws them.
  /// - Complexity: O(policies² · metrics) for tiers, and that of ``HalfValues``.
  package init?(
    _ guessing: GuessingFindings, _ selection: BehaviourSelection, seed: UInt64,
    workers: WorkerPool = .alone
  ) {
    guard let joint = guessing.joint else { return nil }
    let total = guessing.whole.metrics.total
    let policies = guessing.policies.enumerated().compactMap { number, policy in
      PolicyBehaviour(policy, number: number, of: total)
    }
    weights = guessing.weights
    isTruncated = guessing.truncation != nil
    models = selection.models
    self.policies = policies
    let questions = RankedMetric.allCases.flatMap { metric in
      selection.models.map { (metric, $0) }
    }
    self.questions = questions
    if isTruncated || policies.isEmpty {
      halves = nil
      rankings = questions.map { Ranking(metric: $0, model: $1, rows: []) }
      return
    }
    let halves = HalfValues(
      of: joint, policies: policies.map { guessing.judgements[$0.number] }, questions, seed: seed,
      workers: workers)
    let tiers = Dictionary(
      uniqueKeysWithValues: RankedMetric.allCases.map { ($0, Self.tiers(policies, by: $0)) })
    self.halves = halves
    rankings = questions.enumerated().map { number, question in
      let (metric, model) = question
      let values = policies.map { metric.value(of: $0.after, model) }
      let own = placed(values)
      return Ranking(
        metric: metric, model: model,
        rows: policies.indices.map { policy in
          let value = values[policy]?.number
          let spread = value == nil ? nil : halves.spread(question: number, policy: policy)
          return Ranking.Row(
            value: value,
            rank: own[policy],
            ranks: value == nil ? nil : halves.ranks(question: number, policy: policy),
            halfSpread: spread?.deviation,
            halfShift: spread.flatMap { spread in value.map { spread.mean - $0 } },
            tier: value == nil ? nil : tiers[metric]?[policy])
        })
    }
  }

  /// The tiers of a partial order: one policy beats another that is worse in each of the four models;
  /// nil for policies without a value in one of them.
  private static func tiers(_ policies: [PolicyBehaviour], by metric: RankedMetric) -> [Int?] {
    let values = policies.map { policy in
      Behaviour.allCases.compactMap { metric.value(of: policy.after, .pure($0)) }
    }
    let whole = values.indices.filter { values[$0].count == Behaviour.allCases.count }
    var tiers = [Int?](repeating: nil, count: policies.count)
    for (place, tier) in zip(whole, PartialOrder(whole.map { values[$0] }).tiers) {
      tiers[place] = tier
    }
    return tiers
  }

  /// The order by a metric under a model; nil if that was not asked for.
  package func ranking(by metric: RankedMetric, _ model: BehaviourModel) -> Ranking? {
    rankings.first { $0.metric == metric && $0.model == model }
  }

  /// When the order of two policies, given by their places in ``policies``, turns; nil if the list is
  /// the top of a longer one.
  package func flip(_ first: Int, _ second: Int, by guesses: UInt64) -> Flip? {
    isTruncated ? nil : Flip(policies[first].after, policies[second].after, guesses: guesses)
  }

  /// Whether halves of the list tell two policies apart: one is better in at least 95 % of them.
  package func separates(
    _ first: Int, _ second: Int, by metric: RankedMetric, _ model: BehaviourModel
  ) -> Bool {
    guard let question = questions.firstIndex(where: { $0 == metric && $1 == model }) else {
      return false
    }
    return halves?.separates(question: question, first, second) == true
  }
}
