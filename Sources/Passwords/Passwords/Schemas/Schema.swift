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
  let places: [PackedFact]
  /// The largest recorded count of each counted class.
  let countLimits: [Int]

  /// The place of a fact, and the largest number to put there.
  struct PackedFact: Hashable {
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
    ) throws(SchemaError) -> [PackedFact] {
      var places: [PackedFact] = []
      for fact in Fact.allCases where isPlaced(fact.row.measure) && demand[fact] > 0 {
        let largest = demand.largest(of: fact)
        places.append(PackedFact(fact: fact, field: try field(upTo: largest), largest: largest))
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

  /// One recorded number of a schema: its name, its meaning, and its place in a signature.
  package struct Column: Hashable, Sendable {
    /// The name for columns, made of letters, digits and underscores.
    package let name: String
    /// The place in the signature; nil if the fact is not recorded.
    package let field: Signature.Field?
    /// The number at which values saturate; nil if every value is exact.
    package let saturation: Int?
    /// The largest number that the field can hold.
    package let largest: UInt64
    /// The meaning of its numbers, in words.
    package let meaning: String
  }

  /// Every fact, in a fixed order that begins with the facts about characters.
  ///
  /// Includes every fact that a schema can have, even if this one does not record it; except facts
  /// that older schemas do not know.
  package var facts: [Column] {
    columns { $0 == .exact || $0 == .saturating } + countFacts + presenceFacts
      + columns { $0 != .exact && $0 != .saturating } + listFacts
  }

  /// The columns of facts of some measures.
  private func columns(where isListed: (Fact.Measure) -> Bool) -> [Column] {
    Fact.allCases.filter { isListed($0.row.measure) }.compactMap { fact in
      let (row, field, largest) = (fact.row, field(of: fact), demand.largest(of: fact))
      if field == nil, row.isNewColumn { return nil }
      // A file may name fewer patterns than there is room for.
      let patterns = fact == .decisivePattern ? sources.scorer?.patternNames.count ?? 0 : 0
      return Column(
        name: row.column, field: field,
        saturation: field == nil || row.measure != .saturating ? nil : largest,
        largest: UInt64(patterns > 0 ? patterns - 1 : largest), meaning: row.meaning)
    }
  }

  private var countFacts: [Column] {
    var facts: [Column] = []
    let counted = zip(countedClasses, countFields).map { (set: $0, field: $1) }
    let customary = CodePointSet.countedKinds.filter { !countedClasses.contains($0) }
      .map { (set: $0, field: Signature.Field?.none) }
    for (number, (set, field)) in (counted.map { ($0.set, Optional($0.field)) } + customary)
      .enumerated()
    {
      let limit = demand.counts[set] ?? 0
      facts.append(
        Column(
          name: "\(set.name ?? "class_\(number)")_count", field: field,
          saturation: field == nil ? nil : limit, largest: UInt64(limit),
          meaning: "characters in \(set.words)"))
    }
    return facts
  }

  /// The presence of this schema's character groups, and of the full schema's character groups that
  /// this schema does not distinguish.
  private var presenceFacts: [Column] {
    let recorded = characterGroups.sets.enumerated().map { number, set in
      Column(
        name: set.name ?? "atom_\(number)", field: field(ofCharacterGroup: number), saturation: nil,
        largest: 1, meaning: "1 where \(set.words) occurs")
    }
    let missing = CodePointSet.special.characters.filter { !characterGroups.sets.contains($0) }.map
    { set in
      Column(
        name: set.name ?? "", field: nil, saturation: nil, largest: 1,
        meaning: "1 where \(set.words) occurs")
    }
    return recorded + missing
  }

  /// The bit of a character group.
  func field(ofCharacterGroup number: Int) -> Signature.Field? {
    number < 64
      ? Signature.Field(
        word: characterGroupField.word, shift: characterGroupField.shift + number, width: 1)
      : highCharacterGroupField.map {
        Signature.Field(word: $0.word, shift: $0.shift + number - 64, width: 1)
      }
  }

  private var listFacts: [Column] {
    guard let listField else { return [] }
    let names = sources.bitNames
    return (0..<listField.width).map { bit in
      let isRelation = sources.relationBits.contains(bit)
      let name = isRelation ? columnName(names[bit]) : "list_\(bit + 1)"
      let meaning =
        bit < names.count
        ? isRelation
          ? "1 where the password has to do with its user's name: \(names[bit])"
          : "1 where the list '\(names[bit])' holds it"
        : "1 where list \(bit + 1) holds it"
      return Column(
        name: name,
        field: Signature.Field(word: listField.word, shift: listField.shift + bit, width: 1),
        saturation: nil, largest: 1, meaning: meaning)
    }
  }

  /// The name with an underscore in place of every character except ASCII letters and digits.
  private func columnName(_ name: String) -> String {
    String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The first difference between the facts that two schemas record, in words; nil if the schemas
  /// are equal.
  ///
  ///     "the longest run (up to 16, and up to 3)"
  package func difference(from other: Schema) -> String? {
    func numbers(_ fact: String, _ mine: Int, _ others: Int) -> String? {
      func words(_ limit: Int) -> String { limit == 0 ? "not recorded" : "up to \(limit)" }
      return mine == others ? nil : "\(fact) (\(words(mine)), and \(words(others)))"
    }
    let (mine, others) = (demand, other.demand)
    if let set = Set(characterGroups.sets).symmetricDifference(other.characterGroups.sets).sorted()
      .first
    {
      return "whether \(set.words) occurs"
    }
    for set in Set(mine.counts.keys).union(others.counts.keys).sorted() {
      let (one, two) = (mine.counts[set] ?? 0, others.counts[set] ?? 0)
      if let words = numbers("the number of characters in \(set.words)", one, two) { return words }
    }
    for fact in Fact.demanded where mine[fact] != others[fact] {
      let words = fact.row.words
      return fact.row.measure == .saturating ? numbers(words, mine[fact], others[fact]) : words
    }
    if mine.wholeDecades != others.wholeDecades { return "whole or half decades of guesses" }
    if mine.guessBudgets != others.guessBudgets { return "the guess budgets" }
    if mine.lists != others.lists {
      return "the number of blocklists (\(mine.lists), and \(others.lists))"
    }
    return sources.difference(from: other.sources)
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

extension FactSources {
  /// The first different source, in words; nil if all are equal.
  fileprivate func difference(from other: FactSources) -> String? {
    for (mine, others) in zip(lists, other.lists) where mine != others {
      if mine.name != others.name {
        return "the names of blocklists ('\(mine.name)', and '\(others.name)')"
      }
      return mine.comparison == others.comparison
        ? "the content of the blocklist '\(mine.name)'"
        : "how the blocklist '\(mine.name)' is compared (\(mine.comparison), and "
          + "\(others.comparison))"
    }
    if lists.count != other.lists.count { return "the names of blocklists" }
    if userRelations != other.userRelations { return "the relations to users' names" }
    if habits != other.habits {
      return habits?.referenceYear == other.habits?.referenceYear
        ? "the vocabulary of habits" : "the reference year of habits"
    }
    guard let scorer, let others = other.scorer else {
      return scorer == other.scorer ? nil : "the strength estimator"
    }
    if scorer.name != others.name {
      return "the strength estimator ('\(scorer.name)', and '\(others.name)')"
    }
    if scorer.referenceYear != others.referenceYear {
      return "the reference year (\(scorer.referenceYear), and \(others.referenceYear))"
    }
    if scorer.cuts != others.cuts { return "the guesses at which scores begin" }
    if scorer.contextDigest != others.contextDigest {
      return "the context words or dictionaries"
    }
    if scorer.model != others.model {
      return "the model of the combined estimate ('\(scorer.model)', and '\(others.model)')"
    }
    if scorer.guesses != others.guesses {
      return "the files of guess numbers ('\(scorer.guesses)', and '\(others.guesses)')"
    }
    return scorer.patternNames == others.patternNames ? nil : "the names of decisive patterns"
  }
}
