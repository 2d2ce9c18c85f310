/// The facts that are packed into a signature and their precision; fixed before a run.
///
///     var demand = FactDemand()
///     demand[.longestRun] = 3                     // a policy says: at most 2 alike in a row
///     let schema = try Schema(for: demand)
///     schema.profile(of: schema.signature(of: profile)) == profile
package struct Schema: Hashable, Sendable {
  /// The packed facts; the classes are the character groups, whichever classes were demanded.
  package let demand: FactDemand
  /// The lists and the scorer that the facts come from.
  package let sources: FactSources
  /// The partition of code points for facts about characters.
  package let characterGroups: CharacterGroups
  /// The classes of ``FactDemand/counts``, in the fixed order of ``Profile/counts``.
  package let countedClasses: [CodePointSet]

  /// The place of the first 64 character groups.
  package let characterGroupField: Signature.Field
  /// The place of the character groups from the 64th on; nil if there are at most 64.
  package let highCharacterGroupField: Signature.Field?
  /// The place of the length in code points.
  package let lengthField: Signature.Field
  /// The places of the character counts of each counted class.
  package let countFields: [Signature.Field]
  /// The place of the blocklist bits; each says that a list holds the password.
  package let listField: Signature.Field?
  /// The places of the recorded facts, the length included, in the order of packing.
  let places: [Place]
  /// The largest recorded count of each counted class.
  let countLimits: [Int]

  /// The place of a fact, and the largest number to put there.
  struct Place: Hashable {
    let fact: Fact
    let field: Signature.Field
    let largest: Int
  }

  /// The longest line that gets a profile, in bytes; longer lines are counted as over-long.
  ///
  /// A password field takes some hundred characters. 64 KiB has room for everything that people or
  /// programs could type, and every length fits into 17 bits.
  package static let longestLine = Profile.longestLine

  /// Makes the schema that packs a demand.
  ///
  /// Equivalent demands give equal schemas.
  ///
  /// - Parameters:
  ///   - demand: The facts to pack.
  ///   - sources: The lists and the scorer that the facts come from. They must name as many lists
  ///     and relations as the demand has list bits, or none.
  /// - Throws: ``SchemaError/tooManyFacts(bits:limit:)`` if a signature cannot hold the facts,
  ///   ``SchemaError/tooManyCounts(found:limit:)`` if more than 16 classes are to be counted.
  package init(
    for demand: FactDemand, sources: FactSources = FactSources()
  ) throws(SchemaError) {
    guard demand.counts.count <= Profile.countLimit else {
      throw .tooManyCounts(found: demand.counts.count, limit: Profile.countLimit)
    }
    precondition(
      sources.bitCount == 0 || sources.bitCount == demand.lists, "a name for each bit of a list")
    let meterClasses: Set<CodePointSet> = demand.meter ? [Meter.punctuation] : []
    characterGroups = CharacterGroups(
      separating: demand.classes.union(demand.counts.keys).union(meterClasses).sorted())
    let demand = demand.normalised(classes: characterGroups.sets)
    self.demand = demand
    self.sources = sources
    countedClasses = demand.counts.keys.sorted()
    var plan = Layout()
    characterGroupField = Signature.Field(
      word: 0, shift: 0, width: min(characterGroups.sets.count, 64))
    plan.used[0] = 64
    // The profiler's facts come first, so that its fast path fills only one word.
    var places = try plan.places(of: demand, where: \.isProfiled)
    var countFields: [Signature.Field] = []
    countLimits = countedClasses.map { demand.counts[$0] ?? 0 }
    for limit in countLimits { countFields.append(try plan.field(upTo: limit)) }
    self.countFields = countFields
    highCharacterGroupField =
      characterGroups.sets.count > 64 ? try plan.field(width: characterGroups.sets.count - 64) : nil
    listField = demand.lists > 0 ? try plan.field(width: demand.lists) : nil
    // The scorer and the reader of habits add to finished signatures, so beside character groups,
    // too.
    plan.used[0] = characterGroupField.width
    places += try plan.places(of: demand) { $0 == .scored }
    places += try plan.places(of: demand) { $0 == .habit }
    lengthField = places[0].field
    self.places = places
  }

  /// The place of a fact; nil if the schema does not record it.
  package func field(of fact: Fact) -> Signature.Field? {
    places.first { $0.fact == fact }?.field
  }

  /// The place of all habits, the first lowest; nil if they do not stand side by side in a word.
  package var habitField: Signature.Field? {
    let fields = Fact.habits.compactMap { field(of: $0) }
    let isTogether = zip(fields, fields.dropFirst()).allSatisfy {
      $0.word == $1.word && $0.shift + $0.width == $1.shift
    }
    guard isTogether, let first = fields.first else { return nil }
    let width = fields.reduce(0) { $0 + $1.width }
    return Signature.Field(word: first.word, shift: first.shift, width: width)
  }

  /// Packs a profile made with this schema's character groups.
  package func signature(of profile: Profile) -> Signature {
    var signature = signature(ofPresent: profile.characterGroups)
    let (places, limits) = (places.span, countLimits.span)
    for index in places.indices {
      let place = places[index]
      let number = max(0, min(profile[place.fact], place.largest))
      signature[place.field] = UInt64(truncatingIfNeeded: number)
    }
    for index in limits.indices {
      signature[countFields[index]] = UInt64(min(Int(profile.counts[index]), limits[index]))
    }
    if let listField { signature[listField] = UInt64(profile.lists) }
    return signature
  }

  /// The signature that says which character groups occur, and no more.
  @inline(__always)
  func signature(ofPresent characterGroups: UInt128) -> Signature {
    var signature = Signature()
    signature[characterGroupField] =
      UInt64(truncatingIfNeeded: characterGroups) & characterGroupField.capacity
    if let highCharacterGroupField {
      signature[highCharacterGroupField] = UInt64(truncatingIfNeeded: characterGroups >> 64)
    }
    return signature
  }

  /// The character groups that occur, a bit each.
  @inline(__always)
  func presence(in signature: Signature) -> UInt128 {
    let low = UInt128(signature[characterGroupField])
    return highCharacterGroupField.map { low | UInt128(signature[$0]) << 64 } ?? low
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
    profile.characterGroups = presence(in: signature)
    let places = places.span
    for index in places.indices {
      profile[places[index].fact] = Int(truncatingIfNeeded: signature[places[index].field])
    }
    for (index, field) in countFields.enumerated() {
      profile.counts[index] = UInt32(truncatingIfNeeded: signature[field])
    }
    profile.lists = listField.map { UInt32(truncatingIfNeeded: signature[$0]) } ?? 0
    return profile
  }

  /// The counters that together count the characters of a set, one bit each: the counter of the set
  /// itself, or the counters of its parts.
  ///
  /// Counters saturate separately; their sum is exact up to the smallest of their limits.
  ///
  /// - Throws: ``SchemaError/missingFact(_:)`` if the set is not counted up to the limit.
  package func counters(of set: CodePointSet, upTo limit: Int) throws(SchemaError) -> UInt16 {
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

  /// Places fields next to each other, each in the first word that has room; the word of the
  /// character groups comes last.
  ///
  /// Until the profiler's facts are placed, that word is for character groups only, so the
  /// profiler's fast path makes a signature from two plain words.
  private struct Layout {
    var used = [0, 0, 0]

    /// Places the demanded facts of some measures, each with room for its largest number.
    mutating func places(
      of demand: FactDemand, where isPlaced: (Fact.Measure) -> Bool
    ) throws(SchemaError) -> [Place] {
      var places: [Place] = []
      for fact in Fact.allCases where isPlaced(fact.row.measure) && demand[fact] > 0 {
        let largest = demand.largest(of: fact)
        places.append(Place(fact: fact, field: try field(upTo: largest), largest: largest))
      }
      return places
    }

    mutating func field(upTo largest: Int) throws(SchemaError) -> Signature.Field {
      try field(width: max(1, Int.bitWidth - max(0, largest).leadingZeroBitCount))
    }

    mutating func field(width: Int) throws(SchemaError) -> Signature.Field {
      guard let word = [1, 2, 0].first(where: { used[$0] + width <= 64 }) else {
        throw .tooManyFacts(bits: used.dropFirst().reduce(width, +), limit: 128)
      }
      defer { used[word] += width }
      return Signature.Field(word: word, shift: used[word], width: width)
    }
  }
}

/// The reasons why facts cannot be packed, or a schema cannot answer a policy.
package enum SchemaError: Error, Hashable, Sendable {
  /// The demanded facts take more bits than a signature has.
  case tooManyFacts(bits: Int, limit: Int)
  /// More classes were demanded than a profile has counters.
  case tooManyCounts(found: Int, limit: Int)
  /// The schema does not record this fact, which a policy needs.
  case missingFact(String)
}

extension FactDemand {
  /// The same facts in the canonical form that schemas keep: the classes are the character groups,
  /// numbers do not exceed the longest password, and facts that are not needed are removed.
  fileprivate func normalised(classes characterGroups: [CodePointSet]) -> FactDemand {
    var demand = self
    demand.classes = Set(characterGroups)
    demand.counts = counts.mapValues { min($0, Schema.longestLine + 1) }.filter { $0.value > 0 }
    if !score {
      (demand.brought, demand.model, demand.combined) = (0, false, false)
      (demand.wholeDecades, demand.scoreWithoutWords) = (false, false)
    }
    demand.guessBudgets = score ? Set(guessBudgets).sorted() : []
    return demand
  }
}
