@_spi(House) import Passwords
import Tallies
import TestSupport
import Testing

/// Folding against a plain reading of its documentation, which knows facts by their names.
@Suite struct FoldingTests {
  private let recipe: Recipe

  init() throws {
    var sources = FactSources()
    sources.lists = ["a", "b"].map {
      ListSource(name: $0, comparison: "exact", digest: $0, valueCount: 9)
    }
    sources.scorer = ScorerSource(
      name: "zxcvbn", referenceYear: 2026, cuts: [1e3, 1e6, 1e8, 1e10],
      patternNames: ["one", "two"])
    recipe = try Recipe(
      for: .full(strength: .zxcvbn, guessBudgets: [100, 1e6], lists: 2), sources: sources)
  }

  /// The facts of a signature in the order in which they are given up, the last one first.
  private func facts(_ signature: Signature) -> [[Int]] {
    let profile = recipe.profile(of: signature)
    var (specials, others): ([Int], [Int]) = ([], [])
    for (number, set) in recipe.atoms.sets.enumerated() {
      let bit = Int(profile.atoms >> UInt128(number) & 1)
      if set.isSubset(of: .special) { specials.append(bit) } else { others.append(bit) }
    }
    return [
      others + [Int(profile.lists)], [profile.codePointCount], [profile.longestRun],
      [profile[.guessesBin], profile.score ?? -1, profile.meter?.rawValue ?? -1],
      [profile[.budgetsTooSmall], profile.decisivePattern ?? -1], specials,
      [profile[.longestSequence]], (0..<16).map { Int(profile.counts[$0]) },
      [profile[.longestClassRun]],
    ]
  }

  private func folded(_ tally: Tally, below least: UInt64) -> [Signature: UInt64] {
    var rows: [(signature: Signature, count: UInt64, facts: [[Int]])] = []
    tally.forEach { rows.append(($0, $1, facts($0))) }
    rows.sort {
      ($0.signature.w0, $0.signature.w1, $0.signature.w2)
        < ($1.signature.w0, $1.signature.w1, $1.signature.w2)
    }
    for kept in [8, 7, 6, 5, 4, 3, 2, 1, 0] where rows.contains(where: { $0.count < least }) {
      var counts = rows.map { $0.count }
      for (index, row) in rows.enumerated() where row.count < least {
        let family = rows.indices.filter { rows[$0].facts.prefix(kept) == row.facts.prefix(kept) }
        let common = family.filter { rows[$0].count >= least }
        let rare = family.filter { rows[$0].count < least }
        let together = rare.reduce(0) { $0 + rows[$1].count }
        // The first of the commonest.
        func first(_ places: [Int]) -> Int? {
          let most = places.map { rows[$0].count }.max()
          return places.first { rows[$0].count == most }
        }
        let target = first(common) ?? (together >= least || kept == 0 ? first(rare) : nil)
        guard let target, target != index else { continue }
        counts[index] -= row.count
        counts[target] += row.count
      }
      for index in rows.indices { rows[index].count = counts[index] }
      rows.removeAll { $0.count == 0 }
    }
    return Dictionary(rows.map { ($0.signature, $0.count) }, uniquingKeysWith: +)
  }

  /// A tally in which many rows differ in few facts.
  private func tally(seed: UInt64, rows: Int, most: UInt64) -> Tally {
    var random = SeededGenerator(seed: seed)
    let base = Profiler(recipe).profile(of: Array("aab1!B-c".utf8).span)
    let atoms = recipe.atoms.sets.indices.filter { recipe.atoms.sets[$0].isSubset(of: .special) }
    var tally = Tally(recipe: recipe)
    for _ in 0..<rows {
      var profile = base
      (profile[.score], profile[.guessesBin], profile[.budgetsTooSmall]) = (2, 20, 1)
      profile[.decisivePattern] = 0
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let some = Int.random(in: 0...1, using: &random)
        switch Int.random(in: 0...10, using: &random) {
        case 0: profile[.longestClassRun] = 3 + some
        case 1: profile.counts[some] += 1
        case 2: profile[.longestSequence] = 2 + some
        case 3: profile.atoms ^= 1 << UInt128(atoms[some * 25])
        case 4: profile[.budgetsTooSmall] = some * 2
        case 5: profile[.decisivePattern] = some
        case 6: profile[.score] = 3 + some
        case 7: profile[.guessesBin] = 30 + some
        case 8: profile[.longestRun] = 3 + some
        case 9: profile[.length] = 9 + some
        default: profile.lists = UInt32(1 + some)
        }
      }
      let count = UInt64.random(in: 1...most, using: &random)
      tally.record(recipe.signature(of: profile), times: count)
    }
    return tally
  }

  @Test(.firstFailureOnly, arguments: seeds(8, of: 200))
  func `rare rows join the commonest that is most like them`(seed: UInt64) throws {
    for (rows, most) in [(3, 3), (8, 4), (30, 4), (60, 6)] as [(Int, UInt64)] {
      let tally = tally(seed: seed, rows: rows, most: most)
      for least in [1, 2, 3, 5, 9] as [UInt64] {
        var found: [Signature: UInt64] = [:]
        tally.folded(below: least).forEach { found[$0] = $1 }
        try #require(
          found == folded(tally, below: least), "seed \(seed), \(rows) rows, below \(least)")
      }
    }
  }

  /// A rare row, one that differs in a fact, and a commoner one with another kind of character,
  /// which is never given up as long as a row is alike without that.
  @Test(arguments: LosableFact.allCases)
  func `each part of a recipe is given up to fold rare rows`(part: LosableFact) throws {
    var demand = FactDemand.full(strength: .zxcvbn, guessBudgets: [100, 1e6])
    for fact in Fact.demanded { demand[fact] = max(demand[fact], 16) }
    let recipe = try Recipe(for: demand)
    var base = Profiler(recipe).profile(of: Array("aab1!B-c".utf8).span)
    for fact in Fact.allCases where base[fact] < 0 { base[fact] = 1 }
    var (near, far) = (base, base)
    switch part {
    case .fact(let fact): near[fact] += near[fact] > 1 || near[fact] == fact.row.largest ? -1 : 1
    case .counts: near.counts[0] += 1
    case .specials: near.atoms ^= recipe.atoms.mask(of: CodePointSet(ascii: "!".utf8)) ?? 0
    }
    far.atoms ^= recipe.atoms.mask(of: .digit) ?? 0
    try #require(recipe.signature(of: near) != recipe.signature(of: base))
    var tally = Tally(recipe: recipe)
    for (profile, times) in [(base, 1), (near, 5), (far, 9)] as [(Profile, UInt64)] {
      tally.record(recipe.signature(of: profile), times: times)
    }
    var found: [Signature: UInt64] = [:]
    tally.folded(below: 2).forEach { found[$0] = $1 }
    #expect(found == [recipe.signature(of: near): 6, recipe.signature(of: far): 9])
  }

  /// A rare row, one that differs in a fact, and a commoner one that differs in a later fact.
  @Test func `facts are given up from the finest on`() throws {
    let base = {
      var profile = Profiler(self.recipe).profile(of: Array("aab1!B-c".utf8).span)
      (profile[.score], profile[.guessesBin], profile[.budgetsTooSmall]) = (2, 20, 1)
      profile[.decisivePattern] = 0
      return profile
    }()
    let special = try #require(recipe.atoms.sets.firstIndex { $0.isSubset(of: .special) })
    // In the order of the documentation; those of one line are given up together.
    let changes: [[(inout Profile) -> Void]] = [
      [{ $0[.longestClassRun] += 1 }], [{ $0.counts[0] += 1 }], [{ $0[.longestSequence] += 1 }],
      [{ $0.atoms ^= 1 << UInt128(special) }],
      [{ $0[.budgetsTooSmall] = 2 }, { $0[.decisivePattern] = 1 }],
      [{ $0[.guessesBin] = 30 }, { $0[.score] = 3 }], [{ $0[.longestRun] += 1 }],
      [{ $0[.length] += 1 }], [{ $0.lists = 1 }],
    ]
    for (earlier, fine) in changes.enumerated() {
      for coarse in changes[(earlier + 1)...] {
        for (one, other) in fine.flatMap({ one in coarse.map { (one, $0) } }) {
          var (near, far) = (base, base)
          one(&near)
          other(&far)
          var tally = Tally(recipe: recipe)
          tally.record(recipe.signature(of: base), times: 1)
          tally.record(recipe.signature(of: near), times: 5)
          // The commoner one is farther away.
          tally.record(recipe.signature(of: far), times: 9)
          var found: [Signature: UInt64] = [:]
          tally.folded(below: 2).forEach { found[$0] = $1 }
          #expect(
            found == [recipe.signature(of: near): 6, recipe.signature(of: far): 9],
            "step \(earlier)")
        }
      }
    }
  }

  @Test func `lines and hits stay, and shapes of enough entries`() throws {
    var tally = tally(seed: 1, rows: 20, most: 4)
    for (number, field) in LineCounts.kinds.map(\.field).enumerated() {
      tally.lines[keyPath: field] = 20 + UInt64(number)
    }
    tally.hits.add(3, list: 0, band: 2)
    tally.hits.add(1, list: 1, band: 5)
    var shapes = ShapeCounts()
    for (text, times) in [("a", 4), ("aa", 5), ("aaa", 6)] as [(String, UInt64)] {
      PackedShape(of: Array(text.utf8).span).map { shapes.record($0, times: times) }
    }
    tally.shapes = shapes
    let folded = tally.folded(below: 5)
    #expect(fieldsAlike(folded, tally) == ["hits", "lines", "recipe"])
    #expect(folded.hits == tally.hits && folded.hits[1, 5] == 1)
    #expect(folded.shapes?.entries == 11 && folded.shapes?.count == 2)
    tally.shapes = .over
    #expect(tally.folded(below: 5).shapes?.isOver == true)
    tally.shapes = nil
    #expect(tally.folded(below: 5).shapes == nil)
  }
}
