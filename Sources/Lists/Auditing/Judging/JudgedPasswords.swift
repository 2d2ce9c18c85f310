import Blocklists
@_spi(Internal) import Bytes
@_spi(Internal) package import Passwords
package import Tallies
import Workers

/// Everything that a tally counts of one password.
package struct Judgement: Hashable, Sendable {
  fileprivate let signature: Signature
  fileprivate let encoding: LineBatch.Encoding
  fileprivate let isChangedByFormC: Bool
  fileprivate let isScoredInPart: Bool
  /// The places of the ranked lists' bands that it hits.
  fileprivate let hits: [Int]
}

/// Judges single passwords, on any thread.
package final class PasswordJudge: Sendable {
  private let criteria: Criteria
  /// Scratch memory that no thread uses.
  private let idle = Locked([Scratch]())

  /// A batch can be in no structure that is copied.
  private final class Scratch: @unchecked Sendable {
    // SAFETY (`@unchecked Sendable`): the thread that took it from the idle ones is its only user
    // until it returns it; the lock orders the two.
    var batch = LineBatch()
    let judge: Judge

    init(_ criteria: Criteria) { judge = Judge(criteria) }
  }

  /// Makes a judge by criteria.
  package init(_ criteria: Criteria) { self.criteria = criteria }

  /// Judges a password of well-formed UTF-8; nil if it is longer than any line may be.
  package func judge(_ password: [UInt8]) -> Judgement? {
    if password.count > Schema.longestLine { return nil }
    let scratch = idle.withLock { $0.popLast() } ?? Scratch(criteria)
    defer { idle.withLock { $0.append(scratch) } }
    let padded = password + Array(repeating: 0, count: 64)
    let text = padded.raw
    var hits = ListHits(listCount: criteria.schema.demand.lists)
    scratch.batch.removeAll()
    var inPart = 0
    var changed: UInt64 = 0
    if password.isEmpty {
      scratch.judge.addBlank(to: &scratch.batch, counting: 1)
    } else {
      criteria.profiler.add(0..<password.count, of: text, to: &scratch.batch)
      inPart = scratch.judge.complete(&scratch.batch, in: text, counting: &hits)
      changed = Normalisation.changedLines(in: scratch.batch, of: text)
    }
    return Judgement(
      signature: scratch.batch[signature: 0], encoding: scratch.batch.line(0).encoding,
      isChangedByFormC: changed > 0, isScoredInPart: inPart > 0,
      hits: hits.counts.indices.filter { hits.counts[$0] > 0 })
  }
}

/// Passwords that are judged once, before it is known how many entries each of them counts.
///
/// Equal judgements have one number, so that passwords can be forgotten, and tallies of any parts
/// of them be made of counts.
///
///     var judged = JudgedPasswords(criteria)
///     let number = judged.number(of: judge.judge(password))
///     judged.tally(counts)  // counts[number] entries of each judgement
package struct JudgedPasswords {
  private let criteria: Criteria
  private var numbers: [Judgement: UInt32] = [:]
  private var judgements: [Judgement] = []

  /// Begins without a password.
  package init(_ criteria: Criteria) { self.criteria = criteria }

  /// The number of different judgements; their numbers begin at 1.
  package var count: Int { judgements.count }

  /// The number of a judgement, from 1; 0 without one.
  package mutating func number(of judgement: Judgement?) -> UInt32 {
    guard let judgement else { return 0 }
    if let known = numbers[judgement] { return known }
    judgements.append(judgement)
    let number = UInt32(judgements.count)
    numbers[judgement] = number
    return number
  }

  /// The facts of a judgement.
  package func profile(of number: UInt32) -> Profile {
    criteria.schema.profile(of: judgements[Int(number) - 1].signature)
  }

  /// The tally of some entries of each judgement.
  ///
  /// - Parameter counts: The entries by the number of their judgement; the first is not counted.
  /// - Returns: The tally, in which each entry is a line.
  package func tally(_ counts: [UInt64]) -> Tally {
    precondition(counts.count == judgements.count + 1, "a count for each judgement")
    var tally = Tally(schema: criteria.schema)
    for (judgement, count) in zip(judgements, counts.dropFirst()) where count > 0 {
      tally.record(judgement.signature, times: count)
      switch judgement.encoding {
      case .ascii: tally.lines.ascii &+= count
      case .utf8: tally.lines.utf8 &+= count
      case .illFormed: tally.lines.illFormed &+= count
      }
      if judgement.isChangedByFormC { tally.lines.changedByFormC &+= count }
      if judgement.isScoredInPart { tally.lines.scoredInPart &+= count }
      for place in judgement.hits {
        tally.hits.add(
          count, list: place / ListHits.bandCount, band: UInt8(place % ListHits.bandCount))
      }
    }
    return tally
  }
}
