package import Metrics

/// A count as a share of a total.
///
/// Everything that people read prints shares as ``percent``. So a share of compliant passwords keeps
/// to the rule of `SampleSize` on every screen and page.
package struct Part: Hashable, Sendable {
  /// Passwords counted; if their number is not known exactly, the least.
  package let count: UInt64
  /// The most passwords that may be counted; the same unless a tally was folded.
  package let most: UInt64
  /// The base of the share; if it is not known exactly, the least.
  package let total: UInt64
  /// The most that the base may be.
  package let mostTotal: UInt64
  /// Whether the base is the passwords that comply with a policy, of which there may be few.
  let isOfCompliant: Bool
  /// Whether it rests on an estimate that knows no decimals.
  let isRough: Bool

  /// Makes the share of a count.
  package init(
    _ count: UInt64, of total: UInt64, isOfCompliant: Bool = false, isRough: Bool = false
  ) {
    self.init(count, most: count, of: total, mostOf: total, isOfCompliant, isRough)
  }

  private init(
    _ count: UInt64, most: UInt64, of total: UInt64, mostOf mostTotal: UInt64,
    _ isOfCompliant: Bool, _ isRough: Bool
  ) {
    self.count = min(count, most)
    self.most = max(count, most)
    self.total = min(total, mostTotal)
    self.mostTotal = max(total, mostTotal)
    self.isOfCompliant = isOfCompliant
    self.isRough = isRough
  }

  /// The share between two ends: this part has the lower numbers, another one the upper ones.
  ///
  /// What is the rest of a total has its ends the other way round.
  package func upTo(_ upper: Part?) -> Part {
    guard let upper else { return self }
    return Part(
      count, most: upper.count, of: total, mostOf: upper.total, isOfCompliant, isRough)
  }

  /// All others of the same total.
  package var rest: Part {
    Part(
      total &- min(most, total), most: mostTotal &- min(count, mostTotal), of: total,
      mostOf: mostTotal, isOfCompliant, isRough)
  }

  /// Those of two parts of one total, in which nobody is twice.
  package func joined(with other: Part) -> Part {
    Part(
      count &+ other.count, most: min(most &+ other.most, mostTotal), of: total,
      mostOf: mostTotal, isOfCompliant, isRough)
  }

  /// Whether the share is known exactly.
  package var isExact: Bool { count == most && total == mostTotal }

  /// The share in 0…1, 0 if the total is 0; if it is not known exactly, the least that it may be.
  package var share: Double { Reports.share(count, of: mostTotal) }
  /// The most that the share may be.
  package var mostShare: Double {
    // Whatever is counted is in the total.
    min(1, Reports.share(most, of: max(total, min(most, mostTotal))))
  }
  /// The share in words: `12.3 %`, or `12 %` by an estimate without decimals; of compliant passwords
  /// `18.5 % of 540`, `too few`, or a dash if there are none.
  package var percent: String {
    let words = ShareEnds(self).words(isRough ? Reports.estimatedPercent : Reports.percent)
    guard isOfCompliant else { return words }
    if mostTotal == 0 { return "–" }
    return isStated ? words + size.suffix(" of ") : "too few"
  }
  /// The difference from an older share in percentage points: `+56.1`, or `+56` by an estimate
  /// without decimals; nil if one of them is of too few passwords.
  ///
  /// If a share is not known exactly, the least and the most difference, `+0.2 to +0.4`, if there is
  /// surely a change.
  package func points(since old: Part) -> String? {
    guard isStated, old.isStated else { return nil }
    if !isExact || !old.isExact {
      let (least, most) = (share - old.mostShare, mostShare - old.share)
      let ends = [Reports.points(least), Reports.points(most)]
      guard least > 0 || most < 0 else { return "undecided" }
      return ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
    }
    let difference = share - old.share
    guard isRough || old.isRough else { return Reports.points(difference) }
    return String(Reports.points((difference * 100).rounded() / 100).dropLast(2))
  }
  /// Whether there are enough passwords to state the share; between distant ends of a folded tally, as
  /// many as stand without their number.
  package var isStated: Bool {
    !isOfCompliant || (ShareEnds(self).isVague ? size.permitsGuessing : size.permitsShares)
  }

  /// The share without decimals, or both ends of it.
  package var roundedPercent: String { ShareEnds(self).words(Reports.roundedPercent) }

  /// A share by an estimate, or both ends of it; for tables that say elsewhere of how many.
  package var estimatedPercent: String { ShareEnds(self).words(Reports.estimatedPercent) }

  /// The count with commas: `12,002,888`.
  package var grouped: String {
    count == most
      ? Reports.grouped(count) : "\(Reports.grouped(count))–\(Reports.grouped(most))"
  }

  private var size: SampleSize { SampleSize(total) }
}

extension GuessingBounds {
  /// Some of the accepted passwords, by an estimate without decimals if it `isRough`.
  func part(_ ends: ClosedRange<UInt64>, isRough: Bool = false) -> Part {
    func part(_ count: UInt64, of total: UInt64) -> Part {
      Part(count, of: total, isOfCompliant: true, isRough: isRough)
    }
    return part(ends.lowerBound, of: accepted.lowerBound)
      .upTo(part(ends.upperBound, of: accepted.upperBound))
  }
}

/// A share, between two ends: of exact numbers these are equal.
package struct ShareEnds: Hashable, Sendable {
  /// The least and the most that it may be.
  package let ends: ClosedRange<Double>
  /// What a folded tally tells of it; nil if it is exact.
  private let part: Part?

  /// An exact share.
  init(_ share: Double) { self.init(share...share) }

  /// A share between two ends.
  init(_ ends: ClosedRange<Double>) { (self.ends, part) = (ends, nil) }

  /// The share of a part.
  init(_ part: Part) {
    (ends, self.part) = (part.share...max(part.share, part.mostShare), part)
  }

  /// The lower end.
  package var least: Double { ends.lowerBound }
  /// The share in words, as ``Part/percent``.
  package var percent: String { part?.percent ?? words(Reports.percent) }
  /// The share with three digits.
  package var precisePercent: String { words(precise) }

  /// Whether little more than the upper end is known.
  fileprivate var isVague: Bool {
    ends.upperBound - ends.lowerBound > ends.upperBound / 2
  }

  /// The share, or both ends of it: `3.8 %`, `3.7–3.9 %`, `≤ 1.1 %` if little is known.
  fileprivate func words(_ words: (Double) -> String) -> String {
    let (low, high) = (words(ends.lowerBound), words(ends.upperBound))
    if low == high { return low }
    if isVague { return "≤ \(high)" }
    return (low.hasSuffix(" %") ? String(low.dropLast(2)) : low) + "–" + high
  }
}

extension Guessed {
  /// The accepted share of all passwords; nil if there are none.
  var acceptedShare: ShareEnds? {
    switch self {
    case .exact(let found): found.acceptedShare.map { ShareEnds($0) }
    case .folded(let found): found.total == 0 ? nil : ShareEnds(Self.accepted(found))
    }
  }

  /// The share of all passwords that is refused; nil if there are none.
  package var refusedShare: ShareEnds? {
    switch self {
    case .exact(let found): found.acceptedShare.map { ShareEnds(1 - $0) }
    case .folded(let found): found.total == 0 ? nil : ShareEnds(Self.accepted(found).rest)
    }
  }

  private static func accepted(_ found: GuessingBounds) -> Part {
    Part(found.accepted.lowerBound, of: found.total)
      .upTo(Part(found.accepted.upperBound, of: found.total))
  }

  /// The share of the accepted passwords that the commonest ones hold; nil of too few.
  package func found(by guesses: UInt64) -> ShareEnds? {
    let isEnough = SampleSize(accepted.upperBound).permitsGuessing
    return isEnough ? success(after: guesses).map { ShareEnds($0) } : nil
  }

  /// The share of the accepted passwords that is found in a day; nil of too few, or without an estimate.
  package var foundInDay: ShareEnds? {
    switch self {
    case .exact(let found):
      guard found.size.permitsGuessing, let count = found.foundInDay else { return nil }
      return ShareEnds(Double(count) / Double(found.metrics.total))
    case .folded(let found):
      guard found.permitsGuessing, let ends = found.foundInDay else { return nil }
      return ShareEnds(found.part(ends, isRough: true))
    }
  }
}

extension SampleSize {
  /// The size after a separator, for names and shares that it has to stand beside: `, of 540`; empty
  /// for large samples.
  package func suffix(_ separator: String) -> String { isStated ? separator + grouped(count) : "" }
}
