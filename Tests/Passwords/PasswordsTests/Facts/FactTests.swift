@_spi(Internal) import Passwords
import TestSupport
import Testing

/// Each fact in each of its roles, whichever facts there are.
@Suite struct FactTests {
  private static let budgets: [Double] = [10, 100]

  /// A demand for some facts, those that saturate up to a number.
  private func demand(_ facts: [Fact], upTo limit: Int = 9) -> FactDemand {
    var demand = FactDemand()
    demand.classes = Set(CodePointSet.special.characters)
    for fact in facts {
      demand[fact] = limit
      if let companion = fact.row.companion { demand[companion] = 1 }
      if fact.row.measure != .scored { continue }
      demand[.score] = 1
      if fact.row.countsBudgets { demand.guessBudgets = Self.budgets }
    }
    return demand
  }

  /// The facts that one signature holds with a fact: of the stretches of one kind, one at a time.
  private static func together(with fact: Fact) -> [Fact] {
    Fact.allCases.filter {
      $0 == fact || $0 == .longestClassRun || $0.row.stretches == nil
    }
  }

  private func all(with fact: Fact) -> FactDemand { demand(Self.together(with: fact)) }

  /// All facts but one.
  private func lesser(without fact: Fact) -> FactDemand {
    var demand = all(with: fact)
    demand[fact] = 0
    return demand
  }

  private func error(_ body: () throws(SchemaError) -> Void) -> SchemaError? {
    do {
      try body()
      return nil
    } catch { return error }
  }

  @Test(arguments: Fact.allCases)
  func `a schema packs each number of a fact, and no larger one`(fact: Fact) throws {
    for facts in [[fact], Self.together(with: fact)] {
      let schema = try Schema(for: demand(facts))
      let field = try #require(schema.field(of: fact))
      let column = try #require(schema.facts.first { $0.field == field })
      let largest = fact == .decisivePattern ? 31 : Int(column.largest)
      for number in Set([0, 1, largest / 2, largest, largest + 1]) {
        var profile = Profile()
        profile[fact] = number
        let signature = schema.signature(of: profile)
        #expect(signature[field] == UInt64(min(number, largest)))
        #expect(schema.profile(of: signature)[fact] == min(number, largest))
        for other in Fact.allCases where other != fact {
          #expect(schema.profile(of: signature)[other] == (schema.field(of: other) == nil ? -1 : 0))
        }
      }
      // A signature from a file with a larger number is refused by the fact's name.
      var signature = schema.signature(of: Profiler(schema).profile(of: Array("a".utf8).span))
      #expect(SignatureLimits(schema).fault(in: signature) == nil)
      if column.largest == field.capacity { continue }
      signature[field] = column.largest + 1
      #expect(
        SignatureLimits(schema).fault(in: signature) == "\(column.name) \(column.largest + 1)")
    }
  }

  @Test(arguments: Fact.demanded)
  func `a fact is recorded only where it is demanded`(fact: Fact) throws {
    let facts = Self.together(with: fact)
    let (whole, schema) = (
      try Schema(for: all(with: fact)), try Schema(for: lesser(without: fact))
    )
    let lost = facts.filter { schema.field(of: $0) == nil }
    #expect(facts.allSatisfy { whole.field(of: $0) != nil })
    let isOfScore = fact == .score
    #expect(
      lost
        == facts.filter {
          $0 == fact || $0.row.companion == fact || isOfScore && $0.row.measure == .scored
        })
    // It takes its statement with it, and no other but those that need the score.
    let statements = Set(whole.text.split(separator: "\n"))
      .subtracting(schema.text.split(separator: "\n")).filter { !$0.hasPrefix("budget") }
    let limit = fact.row.measure == .saturating ? " 9" : ""
    let own: Set<Substring> = ["\(fact.row.keyword ?? "")\(limit)"]
    let needing: Set<Substring> =
      isOfScore
      ? [
        "combined", "score-without-words", "brought", "brought2", "brought3", "brought4",
        "model-guesses",
      ] : []
    #expect(statements == own.union(needing))
    for schema in [whole, schema] { #expect(try Schema(text: schema.text) == schema) }
    // Files of before have a column for each fact that they could record.
    let (names, columns) = (whole.facts.map(\.name), schema.facts)
    let lostColumns = lost.filter(\.row.isNewColumn).map(\.row.column)
    #expect(columns.map(\.name) == names.filter { !lostColumns.contains($0) })
    for column in columns {
      let isLost = lost.contains { $0.row.column == column.name }
      #expect((column.field == nil) == isLost || column.name.hasSuffix("_count"), "\(column.name)")
    }
  }

  @Test(arguments: Fact.demanded)
  func `a schema without a fact differs from one with it`(fact: Fact) throws {
    let whole = try Schema(for: all(with: fact))
    let lesser = try Schema(for: lesser(without: fact))
    let words = try #require(whole.difference(from: lesser))
    let isNumber = fact.row.measure == .saturating
    #expect(words == fact.row.words + (isNumber ? " (up to 9, and not recorded)" : ""))
    #expect(lesser.difference(from: whole) != nil)
    let missing = error { () throws(SchemaError) in
      _ = try Coarsening(of: lesser, to: all(with: fact))
    }
    #expect(missing == .missingFact(fact.row.words))
    guard isNumber else { return }
    var less = all(with: fact)
    less[fact] = 8
    let fewer = try Schema(for: less)
    #expect(whole.difference(from: fewer) == fact.row.words + " (up to 9, and up to 8)")
    let short = error { () throws(SchemaError) in _ = try Coarsening(of: fewer, to: all(with: fact))
    }
    #expect(short == .missingFact(fact.row.words + " up to 9 (only up to 8)"))
  }

  @Test(arguments: Fact.allCases)
  func `coarsening keeps each demanded fact, up to its new limit`(fact: Fact) throws {
    let fine = try Schema(for: all(with: fact))
    let coarsening = try Coarsening(of: fine, to: demand([fact], upTo: 4))
    for number in 0...2 {
      var profile = Profile()
      for other in Fact.allCases { profile[other] = 1 }
      profile[fact] = number
      let coarse = coarsening.coarse.profile(
        of: coarsening.signature(of: fine.signature(of: profile)))
      #expect(coarse[fact] == min(number, fact.row.largest))
    }
    var profile = Profile()
    profile[fact] = 9
    let coarse = coarsening.coarse.profile(
      of: coarsening.signature(of: fine.signature(of: profile)))
    if fact.row.measure == .saturating { #expect(coarse[fact] == 4) }
  }

  @Test(arguments: Fact.demanded)
  func `a union demands the larger number of a fact`(fact: Fact) {
    for (a, b) in [(0, 5), (5, 0), (3, 5), (5, 3), (5, 5)] {
      var (union, more) = (demand([fact], upTo: a), demand([fact], upTo: 5))
      union.formUnion(demand([fact], upTo: b))
      #expect(union == more)
      more.forget(.fact(fact))
      #expect(more[fact] == 0)
    }
    var demand = FactDemand()
    demand[fact] = .max
    #expect(demand[fact] == fact.row.largest + (fact.row.measure == .saturating ? 0 : 1))
    demand[fact] = -1
    #expect(demand == FactDemand())
  }

  @Test func `the length is exact whatever is demanded`() throws {
    var demand = FactDemand()
    demand[.length] = 3
    #expect(demand == FactDemand() && demand[.length] == Schema.longestLine + 1)
  }

  @Test func `there is a plain measurement of each fact that the profiler finds`() {
    let found = Set(Fact.allCases.filter { ![.scored, .habit].contains($0.row.measure) })
    let characterGroups = CharacterGroups(separating: [])
    #expect(Set(NaiveProfile(Array("aab1".utf8)).measured(characterGroups).keys) == found)
  }

  /// Written down, since tallies of before must be read: places in words, widths, saturation.
  @Test func `the full schema keeps its facts in their places`() throws {
    let schema = try Schema(for: .full(strength: .zxcvbn, guessBudgets: [1, 2], lists: 1))
    let known = """
      length 1.0.17, longest_run 1.17.5 16, longest_sequence 1.22.5 16, \
      longest_class_run 1.27.5 16, digit_count 1.34.5 16, upper_count 1.39.5 16, \
      lower_count 1.44.5 16, special_count 1.49.5 16, other_count 1.54.5 16, meter 1.32.2, \
      score 1.60.3, guesses_bin 2.0.10, budgets_too_small 2.10.2, decisive_pattern 2.12.5, \
      list_1 1.59.1
      """
    let places = schema.facts.compactMap { fact -> String? in
      guard let field = fact.field, field.word > 0 else { return nil }
      let saturation = fact.saturation.map { " \($0)" } ?? ""
      return "\(fact.name) \(field.word).\(field.shift).\(field.width)\(saturation)"
    }
    #expect(places.joined(separator: ", ") == known)
    let statements = schema.text.split(separator: "\n").filter { !$0.hasPrefix("atom") }
    #expect(
      statements == [
        "audit-recipe 1", "run 16", "sequence 16", "class-run 16", "count 16 30-39",
        "count 16 41-5A", "count 16 61-7A", "count 16 20-2F,3A-40,5B-60,7B-7E",
        "count 16 00-1F,7F,uppercase,lowercase,letters,others,ill-formed", "meter", "score",
        "budget 1.0", "budget 2.0", "lists 1",
      ])
    let forgotten = LosableFact.forgettable.map(\.words)
    #expect(
      forgotten == [
        "habits", "runs of one kind", "runs of the kind lower", "runs of the kind upper",
        "runs of the kind digit", "runs of the kind special", "first characters",
        "last characters", "different characters", "numbers of characters of a kind",
        "sequences", "which special occurs",
      ])
  }
}
