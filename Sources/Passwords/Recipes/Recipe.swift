/// The facts that are packed into a signature and their precision; fixed before a run.
///
///     var demand = FactDemand()
///     demand.longestRun = 3                       // a policy says: at most 2 alike in a row
///     let recipe = try Recipe(for: demand)
///     recipe.profile(of: recipe.signature(of: profile)) == profile
package struct Recipe: Hashable, Sendable {
  /// The packed facts; the classes are the atoms, whichever classes were demanded.
  package let demand: FactDemand
  /// The lists and the scorer that the facts come from.
  package let sources: FactSources
  /// The partition of code points for facts about characters.
  package let atoms: Atoms
  /// The classes of ``FactDemand/counts``, in the fixed order of ``Profile/counts``.
  package let countedClasses: [CodePointSet]

  /// The place of the first 64 atoms.
  package let atomField: Signature.Field
  /// The place of the atoms from the 64th on; nil if there are at most 64.
  package let highAtomField: Signature.Field?
  /// The place of the length in code points.
  package let lengthField: Signature.Field
  /// The place of the longest run of one code point; this field and the fields below are nil if not
  /// demanded.
  package let runField: Signature.Field?
  /// The place of the longest sequence.
  package let sequenceField: Signature.Field?
  /// The place of the longest run of one kind.
  package let classRunField: Signature.Field?
  /// The places of the character counts of each counted class.
  package let countFields: [Signature.Field]
  /// The place of the blocklist bits; each says that a list holds the password.
  package let listField: Signature.Field?
  /// The place of the level of the four-criteria meter.
  package let meterField: Signature.Field?
  /// The place of the strength score.
  package let scoreField: Signature.Field?
  /// The place of the half decade of guesses.
  package let guessesField: Signature.Field?
  /// The place of the number of guess budgets that are too small.
  package let budgetField: Signature.Field?
  /// The place of the decisive pattern.
  package let patternField: Signature.Field?

  /// The longest line that gets a profile, in bytes; longer lines are counted as over-long.
  ///
  /// A password field takes some hundred characters. 64 KiB has room for everything that people or
  /// programs could type, and every length fits into 17 bits.
  package static let longestLine = 65_536

  /// Makes the recipe that packs a demand.
  ///
  /// Equivalent demands give equal recipes.
  ///
  /// - Parameters:
  ///   - demand: The facts to pack.
  ///   - sources: The lists and the scorer that the facts come from. They must name as many lists
  ///     and relations as the demand has list bits, or none.
  /// - Throws: ``RecipeError/tooManyFacts(bits:limit:)`` if a signature cannot hold the facts,
  ///   ``RecipeError/tooManyCounts(found:limit:)`` if more than 16 classes are to be counted.
  package init(
    for demand: FactDemand, sources: FactSources = FactSources()
  ) throws(RecipeError) {
    guard demand.counts.count <= Profile.countLimit else {
      throw .tooManyCounts(found: demand.counts.count, limit: Profile.countLimit)
    }
    precondition(
      sources.bitCount == 0 || sources.bitCount == demand.lists, "a name for each bit of a list")
    let meterClasses: Set<CodePointSet> = demand.meter ? [Meter.punctuation] : []
    atoms = Atoms(
      separating: demand.classes.union(demand.counts.keys).union(meterClasses).sorted())
    let demand = demand.normalised(classes: atoms.sets)
    self.demand = demand
    self.sources = sources
    countedClasses = demand.counts.keys.sorted()
    var plan = Layout()
    atomField = Signature.Field(word: 0, shift: 0, width: min(atoms.sets.count, 64))
    plan.used[0] = 64
    lengthField = try plan.field(upTo: Self.longestLine)
    runField = demand.longestRun > 0 ? try plan.field(upTo: demand.longestRun) : nil
    sequenceField = demand.longestSequence > 0 ? try plan.field(upTo: demand.longestSequence) : nil
    classRunField = demand.longestClassRun > 0 ? try plan.field(upTo: demand.longestClassRun) : nil
    // The profiler's facts come first, so that its fast path fills only one word.
    meterField = demand.meter ? try plan.field(upTo: MeterLevel.allCases.count - 1) : nil
    var countFields: [Signature.Field] = []
    for set in countedClasses { countFields.append(try plan.field(upTo: demand.counts[set] ?? 0)) }
    self.countFields = countFields
    highAtomField = atoms.sets.count > 64 ? try plan.field(width: atoms.sets.count - 64) : nil
    listField = demand.lists > 0 ? try plan.field(width: demand.lists) : nil
    scoreField = demand.score ? try plan.field(upTo: 4) : nil
    guessesField = demand.score ? try plan.field(width: 10) : nil
    let budgets = demand.guessBudgets.count
    budgetField = budgets > 0 ? try plan.field(upTo: budgets) : nil
    patternField = demand.score ? try plan.field(width: 5) : nil
  }

  /// Packs a profile made with this recipe's atoms.
  package func signature(of profile: Profile) -> Signature {
    var signature = Signature()
    signature[atomField] = UInt64(truncatingIfNeeded: profile.atoms) & atomField.capacity
    if let highAtomField {
      signature[highAtomField] = UInt64(truncatingIfNeeded: profile.atoms >> 64)
    }
    signature[lengthField] = UInt64(profile.codePointCount)
    put(profile.longestRun, demand.longestRun, runField, &signature)
    put(profile.longestSequence, demand.longestSequence, sequenceField, &signature)
    put(profile.longestClassRun, demand.longestClassRun, classRunField, &signature)
    for (index, field) in countFields.enumerated() {
      put(Int(profile.counts[index]), demand.counts[countedClasses[index]] ?? 0, field, &signature)
    }
    if let listField { signature[listField] = UInt64(profile.lists) }
    if let meterField { signature[meterField] = UInt64(profile.meter?.rawValue ?? 0) }
    if let scoreField { signature[scoreField] = UInt64(profile.score ?? 0) }
    if let guessesField { signature[guessesField] = UInt64(profile.guessesBin ?? 0) }
    if let budgetField { signature[budgetField] = UInt64(profile.guessBudget ?? 0) }
    if let patternField { signature[patternField] = UInt64(profile.decisivePattern ?? 0) }
    return signature
  }

  /// A signature without the facts about users' names: what it says about the password alone.
  package func withoutRelations(_ signature: Signature) -> Signature {
    guard let listField else { return signature }
    var rest = signature
    rest[listField] &= ~sources.relationMask
    return rest
  }

  /// Unpacks a signature; saturated facts stay saturated.
  package func profile(of signature: Signature) -> Profile {
    var profile = Profile()
    profile.atoms = UInt128(signature[atomField])
    if let highAtomField { profile.atoms |= UInt128(signature[highAtomField]) << 64 }
    profile.codePointCount = Int(signature[lengthField])
    profile.longestRun = runField.map { Int(signature[$0]) } ?? 0
    profile.longestSequence = sequenceField.map { Int(signature[$0]) } ?? 0
    profile.longestClassRun = classRunField.map { Int(signature[$0]) } ?? 0
    for (index, field) in countFields.enumerated() {
      profile.counts[index] = UInt32(truncatingIfNeeded: signature[field])
    }
    profile.lists = listField.map { UInt32(truncatingIfNeeded: signature[$0]) } ?? 0
    profile.meter = meterField.flatMap { MeterLevel(rawValue: Int(signature[$0])) }
    profile.score = scoreField.map { Int(signature[$0]) }
    profile.guessesBin = guessesField.map { Int(signature[$0]) }
    profile.guessBudget = budgetField.map { Int(signature[$0]) }
    profile.decisivePattern = patternField.map { Int(signature[$0]) }
    return profile
  }

  /// The counters that together count the characters of a set, one bit each: the counter of the set
  /// itself, or the counters of its parts.
  ///
  /// Counters saturate separately; their sum is exact up to the smallest of their limits.
  ///
  /// - Throws: ``RecipeError/missingFact(_:)`` if the set is not counted up to the limit.
  package func counters(of set: CodePointSet, upTo limit: Int) throws(RecipeError) -> UInt16 {
    var (counters, covered, reach): (UInt16, CodePointSet, Int) = (0, CodePointSet(), .max)
    // The largest parts come first, so that the set itself precedes its parts.
    let parts = countedClasses.indices.filter { countedClasses[$0].isSubset(of: set) }
      .sorted { (countedClasses[$0].extent, $1) > (countedClasses[$1].extent, $0) }
    for index in parts where covered != set && countedClasses[index].intersection(covered).isEmpty {
      counters |= 1 << UInt16(index)
      covered = covered.union(countedClasses[index])
      reach = min(reach, demand.counts[countedClasses[index]] ?? 0)
    }
    guard covered == set else {
      throw .missingFact("the number of characters in \(set.words)")
    }
    guard limit <= reach else {
      throw .missingFact(
        "the number of characters in \(set.words) up to \(limit) (only up to \(reach))")
    }
    return counters
  }

  private func put(
    _ value: Int, _ limit: Int, _ field: Signature.Field?, _ signature: inout Signature
  ) {
    if let field { signature[field] = UInt64(min(value, limit)) }
  }

  /// Places fields next to each other, each in the first word that has room.
  ///
  /// The first word is for atoms only, so the profiler's fast path makes a signature from two plain
  /// words.
  private struct Layout {
    var used = [0, 0, 0]

    mutating func field(upTo largest: Int) throws(RecipeError) -> Signature.Field {
      try field(width: max(1, Int.bitWidth - max(0, largest).leadingZeroBitCount))
    }

    mutating func field(width: Int) throws(RecipeError) -> Signature.Field {
      guard let word = used.indices.first(where: { used[$0] + width <= 64 }) else {
        throw .tooManyFacts(bits: used.dropFirst().reduce(width, +), limit: 128)
      }
      defer { used[word] += width }
      return Signature.Field(word: word, shift: used[word], width: width)
    }
  }
}

/// The reasons why facts cannot be packed, or a recipe cannot answer a policy.
package enum RecipeError: Error, Hashable, Sendable {
  /// The demanded facts take more bits than a signature has.
  case tooManyFacts(bits: Int, limit: Int)
  /// More classes were demanded than a profile has counters.
  case tooManyCounts(found: Int, limit: Int)
  /// The recipe does not record this fact, which a policy needs.
  case missingFact(String)
}

extension FactDemand {
  /// The same facts in the canonical form that recipes keep: the classes are the atoms, numbers do
  /// not exceed the longest password, and facts that are not needed are removed.
  fileprivate func normalised(classes atoms: [CodePointSet]) -> FactDemand {
    func withinReach(_ limit: Int) -> Int { min(max(limit, 0), Recipe.longestLine + 1) }
    var demand = self
    demand.classes = Set(atoms)
    demand.longestRun = withinReach(longestRun)
    demand.longestSequence = withinReach(longestSequence)
    demand.longestClassRun = withinReach(longestClassRun)
    demand.counts = counts.mapValues(withinReach).filter { $0.value > 0 }
    demand.guessBudgets = score ? Set(guessBudgets).sorted() : []
    return demand
  }
}
