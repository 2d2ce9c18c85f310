extension Recipe {
  /// One fact of a recipe: its name, its meaning, and its place in a signature.
  package struct Fact: Hashable, Sendable {
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
  /// Includes every fact that a recipe can have, even if this one does not record it.
  package var facts: [Fact] { countFacts + presenceFacts + strengthFacts + listFacts }

  private var countFacts: [Fact] {
    var facts = [
      Fact(
        name: "length", field: lengthField, saturation: nil, largest: UInt64(Self.longestLine),
        meaning: "code points"),
      saturated("longest_run", runField, demand.longestRun, "longest run of one code point"),
      saturated(
        "longest_sequence", sequenceField, demand.longestSequence,
        "longest stretch through a-z, A-Z or 0-9, up or down"),
      saturated(
        "longest_class_run", classRunField, demand.longestClassRun,
        "longest run of characters of one kind"),
    ]
    let counted = zip(countedClasses, countFields).map { (set: $0, field: $1) }
    let customary = CodePointSet.countedKinds.filter { !countedClasses.contains($0) }
      .map { (set: $0, field: Signature.Field?.none) }
    for (number, (set, field)) in (counted.map { ($0.set, Optional($0.field)) } + customary)
      .enumerated()
    {
      facts.append(
        saturated(
          "\(set.name ?? "class_\(number)")_count", field, demand.counts[set] ?? 0,
          "characters in \(set.words)"))
    }
    return facts
  }

  private func saturated(
    _ name: String, _ field: Signature.Field?, _ limit: Int, _ meaning: String
  ) -> Fact {
    Fact(
      name: name, field: field, saturation: field == nil ? nil : limit, largest: UInt64(limit),
      meaning: meaning)
  }

  /// The presence of this recipe's atoms, and of the full recipe's atoms that this recipe does not
  /// distinguish.
  private var presenceFacts: [Fact] {
    let recorded = atoms.sets.enumerated().map { number, set in
      Fact(
        name: set.name ?? "atom_\(number)", field: field(ofAtom: number), saturation: nil,
        largest: 1, meaning: "1 where \(set.words) occurs")
    }
    let missing = CodePointSet.special.characters.filter { !atoms.sets.contains($0) }.map { set in
      Fact(
        name: set.name ?? "", field: nil, saturation: nil, largest: 1,
        meaning: "1 where \(set.words) occurs")
    }
    return recorded + missing
  }

  private func field(ofAtom number: Int) -> Signature.Field? {
    number < 64
      ? Signature.Field(word: atomField.word, shift: atomField.shift + number, width: 1)
      : highAtomField.map {
        Signature.Field(word: $0.word, shift: $0.shift + number - 64, width: 1)
      }
  }

  private var strengthFacts: [Fact] {
    func fact(_ name: String, _ field: Signature.Field?, _ largest: Int, _ meaning: String) -> Fact
    {
      Fact(
        name: name, field: field, saturation: nil, largest: UInt64(largest), meaning: meaning)
    }
    let patterns = sources.scorer?.patternNames.count ?? 0
    return [
      fact("meter", meterField, MeterLevel.allCases.count - 1, "0 weak, 1 medium, 2 strong"),
      fact("score", scoreField, 4, "strength score, 0 to 4"),
      fact(
        "guesses_bin", guessesField, Self.largestGuessesBin,
        "half decades of guesses: 7 is 10^3.5 up to 10^4"),
      fact(
        "budgets_too_small", budgetField, demand.guessBudgets.count,
        "guess budgets of the recipe that do not suffice"),
      fact(
        "decisive_pattern", patternField, patterns > 0 ? patterns - 1 : 31,
        "pattern that decides the strength, by its number in the recipe"),
    ]
  }

  /// The bin of the largest finite number of guesses.
  private static let largestGuessesBin = 616

  private var listFacts: [Fact] {
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
      return Fact(
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
}
