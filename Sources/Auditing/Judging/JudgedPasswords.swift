import Blocklists
@_spi(House) import Bytes
@_spi(House) package import Passwords
package import Tallies

/// Passwords that are judged once, before it is known how many entries each of them counts.
///
/// Equal judgements have one number, so that passwords can be forgotten, and tallies of any parts
/// of them be made of counts.
///
///     var judged = JudgedPasswords(criteria)
///     let number = judged.number(of: password)
///     judged.tally(counts)  // counts[number] entries of each judgement
package struct JudgedPasswords {
  /// Everything that a tally counts of one password.
  private struct Judgement: Hashable {
    let signature: Signature
    let encoding: LineBatch.Encoding
    let isChangedByFormC: Bool
    let isScoredInPart: Bool
    /// The places of the ranked lists' bands that it hits.
    let hits: [Int]
  }

  private let criteria: Criteria
  private let scratch: Scratch
  private var numbers: [Judgement: UInt32] = [:]
  private var judgements: [Judgement] = []
  private var hits: ListHits
  private let noHits: ListHits

  /// A batch can be in no structure that is copied.
  private final class Scratch {
    var batch = LineBatch()
    let judge: Judge

    init(_ criteria: Criteria) { judge = Judge(criteria) }
  }

  /// Begins without a password.
  package init(_ criteria: Criteria) {
    self.criteria = criteria
    scratch = Scratch(criteria)
    noHits = ListHits(listCount: criteria.recipe.demand.lists)
    hits = noHits
  }

  /// The number of different judgements; their numbers begin at 1.
  package var count: Int { judgements.count }

  /// Judges a password of well-formed UTF-8.
  ///
  /// - Returns: The number of its judgement, from 1; 0 if it is longer than any line may be.
  package mutating func number(of password: [UInt8]) -> UInt32 {
    if password.count > Recipe.longestLine { return 0 }
    let padded = password + Array(repeating: 0, count: 64)
    let text = padded.raw
    hits = noHits
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
    let judgement = Judgement(
      signature: scratch.batch[signature: 0], encoding: scratch.batch.line(0).encoding,
      isChangedByFormC: changed > 0, isScoredInPart: inPart > 0,
      hits: hits == noHits ? [] : hits.counts.indices.filter { hits.counts[$0] > 0 })
    if let known = numbers[judgement] { return known }
    judgements.append(judgement)
    let number = UInt32(judgements.count)
    numbers[judgement] = number
    return number
  }

  /// The facts of a judgement.
  package func profile(of number: UInt32) -> Profile {
    criteria.recipe.profile(of: judgements[Int(number) - 1].signature)
  }

  /// The tally of some entries of each judgement.
  ///
  /// - Parameter counts: The entries by the number of their judgement; the first is not counted.
  /// - Returns: The tally, in which each entry is a line.
  package func tally(_ counts: [UInt64]) -> Tally {
    precondition(counts.count == judgements.count + 1, "a count for each judgement")
    var tally = Tally(recipe: criteria.recipe)
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
