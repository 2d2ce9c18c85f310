@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct SchemaTests {
  @Test func `characterGroups separate exactly the requested classes`() throws {
    let vowels = CodePointSet(ascii: "aeiou".utf8)
    let characterGroups = CharacterGroups(separating: [vowels, .asciiPrintable])
    #expect(characterGroups.mask(of: vowels)?.nonzeroBitCount == 1)
    #expect(characterGroups.mask(of: .lower)?.nonzeroBitCount == 2)
    #expect(characterGroups.mask(of: .unicode)?.nonzeroBitCount == characterGroups.sets.count)
    #expect(characterGroups.mask(of: CodePointSet(ascii: "a".utf8)) == nil)
    #expect(characterGroups.sets.reduce(CodePointSet()) { $0.union($1) } == .unicode)
    #expect(characterGroups.sets.count == 11)
  }

  @Test func `every ASCII character an characterGroup still fits a signature`() throws {
    var demand = FactDemand()
    demand.classes = Set((UInt8(0x20)...0x7E).map { CodePointSet(ascii: [$0]) })
    demand[.longestRun] = 100
    demand.score = true
    demand.lists = 32
    let schema = try Schema(for: demand)
    #expect(schema.characterGroups.sets.count == 95 + 1 + 5)
    var profile = Profile()
    profile[.length] = 65_536
    profile.characterGroups = (1 << 101) - 1
    profile[.longestRun] = 100
    profile.lists = .max
    profile[.score] = 4
    profile[.guessesBin] = 616
    profile[.decisivePattern] = 31
    #expect(schema.profile(of: schema.signature(of: profile)) == profile)
  }

  @Test func `where 128 bits are full, the scorer's facts stand beside the characterGroups`() throws
  {
    let budgets = (1...63).map { Double($0) }
    var demand = FactDemand.full(strength: .combined, guessBudgets: budgets, lists: 32)
    demand[.uniqueCharacters] = 31
    (demand[.firstCharacter], demand[.lastCharacter]) = (1, 1)
    let schema = try Schema(for: demand)
    let besideCharacterGroups = Fact.allCases.filter { schema.field(of: $0)?.word == 0 }
    #expect(
      !besideCharacterGroups.isEmpty
        && besideCharacterGroups.allSatisfy { $0.row.measure == .scored })
    var profile = Profile()
    profile.characterGroups = (1 << UInt128(schema.characterGroups.sets.count)) - 1
    profile.lists = .max
    for fact in Fact.allCases where schema.field(of: fact) != nil {
      profile[fact] = fact == .length ? 65_536 : fact.row.largest
      if fact.row.measure == .saturating { profile[fact] = demand[fact] }
      if fact.row.namesCharacterGroup { profile[fact] = schema.characterGroups.sets.count }
    }
    for index in schema.countedClasses.indices { profile.counts[index] = 16 }
    #expect(schema.profile(of: schema.signature(of: profile)) == profile)
    #expect(try Schema(text: schema.text) == schema)
    // The profiler fills a signature, to which the scorer adds its facts.
    var signature = schema.signature(of: Profiler(schema).profile(of: Array("Ab1!".utf8).span))
    let plain = schema.profile(of: signature)
    for fact in besideCharacterGroups {
      if let field = schema.field(of: fact) { signature[field] = 1 }
    }
    let scored = schema.profile(of: signature)
    #expect(scored.characterGroups == plain.characterGroups && scored.lists == plain.lists)
    #expect(besideCharacterGroups.allSatisfy { scored[$0] == 1 })
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `a signature reads back to the profile it was packed from`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var demand = FactDemand()
    demand[.longestRun] = Int.random(in: 0...20, using: &generator)
    demand[.longestSequence] = Int.random(in: 0...20, using: &generator)
    demand[.longestClassRun] = Int.random(in: 0...20, using: &generator)
    demand.lists = Int.random(in: 0...32, using: &generator)
    demand.meter = Bool.random(using: &generator)
    demand.score = Bool.random(using: &generator)
    if Bool.random(using: &generator) { demand.counts = [.digit: 7, .special: 40] }
    let schema = try Schema(for: demand)
    var profile = Profile()
    profile.characterGroups = UInt128.random(
      in: 0..<(1 << UInt128(schema.characterGroups.sets.count)), using: &generator)
    profile[.length] = Int.random(in: 0...65_536, using: &generator)
    for fact in Fact.demanded where demand[fact] > 0 {
      profile[fact] = Int.random(in: 0..<demand[fact], using: &generator)
    }
    for (index, set) in schema.countedClasses.enumerated() {
      profile.counts[index] = UInt32.random(
        in: 0...UInt32(demand.counts[set] ?? 0), using: &generator)
    }
    profile.lists =
      demand.lists == 0
      ? 0 : UInt32.random(in: 0...UInt32.max, using: &generator) >> (32 - UInt32(demand.lists))
    if demand.meter { profile[.meter] = 1 }
    if demand.score {
      (profile[.score], profile[.guessesBin], profile[.decisivePattern]) = (3, 61, 11)
    }
    #expect(schema.profile(of: schema.signature(of: profile)) == profile, "seed \(seed)")
  }

  @Test func `too many facts are refused`() throws {
    var demand = FactDemand()
    for byte in UInt8(0x21)...0x31 { demand.counts[CodePointSet(ascii: [byte])] = 9 }
    #expect(throws: SchemaError.tooManyCounts(found: 17, limit: 16)) { try Schema(for: demand) }
    demand.counts = [:]
    for byte in UInt8(0x21)...0x30 { demand.counts[CodePointSet(ascii: [byte])] = 65_536 }
    #expect(throws: SchemaError.self) { try Schema(for: demand) }
  }

  /// Parts of a class were taken before the class itself, because the comparison was no strict
  /// order, and an empty class limited all others.
  @Test func `a class that is counted is answered by its own counter`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var demand = FactDemand()
      for _ in 0..<6 {
        let letters = "abcAB12".utf8.filter { _ in Bool.random(using: &generator) }
        demand.counts[CodePointSet(ascii: letters)] = Int.random(in: 1...3, using: &generator)
      }
      let schema = try Schema(for: demand)
      for (set, limit) in demand.counts where set != CodePointSet() {
        let own = try #require(schema.countedClasses.firstIndex(of: set))
        let counters = try schema.counters(of: set, upTo: limit)
        try #require(counters == 1 << UInt16(own), "seed \(seed)")
      }
    }
  }
}
