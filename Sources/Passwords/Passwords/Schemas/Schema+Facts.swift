extension Schema {
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
}
