import PasswordPolicies
@_spi(Internal) package import Passwords
package import Tallies

/// The findings about a list that do not depend on a policy.
package struct ListFindings: Sendable {
  /// The lines by result.
  package private(set) var lines = LineCounts()
  /// Entries by their facts.
  package private(set) var passwords: PasswordCounts
  /// Entries by the set of kinds they have: index is a mask of ``CodePointSet/countedKinds``.
  package private(set) var charsets = [UInt64](repeating: 0, count: 32)
  /// Entries with characters that are not printable ASCII.
  package var unusual: UInt64 {
    charsets.indices.reduce(0) { $1 & 0b10000 == 0 ? $0 : $0 &+ charsets[$1] }
  }
  /// Entries with a character of one of ``CodePointSet/countedKinds``.
  package func entries(with kind: CodePointSet) -> UInt64 {
    guard let bit = CodePointSet.countedKinds.firstIndex(of: kind) else { return 0 }
    return charsets.indices.reduce(0) { $1 >> bit & 1 == 0 ? $0 : $0 &+ charsets[$1] }
  }
  /// Entries with a control character.
  private(set) var withControl: UInt64 = 0
  /// Entries by decisive pattern, as `PasswordStrength` numbers them.
  package private(set) var patterns: [UInt64] = []
  /// Entries by meter level and score: five scores a level; empty unless both were judged.
  private(set) var meterAndScore: [UInt64] = []
  /// Entries that ranked blocklists hold, by the rank of the value.
  package private(set) var hits: ListHits
  /// Entries by the shape of their passwords; nil unless requested.
  package private(set) var shapes: ShapeCounts?

  /// The kinds of line whose numbers a folded tally does not tell.
  package private(set) var hiddenLines: Set<String> = []

  private let kinds: [UInt128]
  private let control: UInt128

  /// Starts all counts at 0, for tallies of one schema.
  init(schema: Schema, _ groups: ListGroups) {
    hits = ListHits(listCount: schema.demand.lists)
    passwords = PasswordCounts(schema, groups)
    if schema.demand.meter, schema.demand.score {
      meterAndScore = Array(repeating: 0, count: 5 * MeterLevel.allCases.count)
    }
    kinds = CodePointSet.countedKinds.map { schema.characterGroups.mask(of: $0) ?? 0 }
    control = schema.characterGroups.mask(of: .control) ?? 0
  }

  /// Counts lines that have no signature.
  mutating func add(_ lines: LineCounts) { self.lines.merge(lines) }

  /// Counts the hits of blocklists, by rank.
  mutating func add(_ hits: ListHits) { self.hits.merge(hits) }

  /// Counts entries by shape.
  mutating func add(_ shapes: ShapeCounts) {
    if self.shapes == nil { self.shapes = shapes } else { self.shapes?.merge(shapes) }
  }

  /// Adds everything of a tally that is no profile.
  mutating func add(_ tally: Tally) {
    add(tally.lines)
    add(tally.hits)
    hiddenLines.formUnion(tally.hiddenLines)
    if let shapes = tally.shapes { add(shapes) }
  }

  /// Removes the counts of entries by shape, and hands them over.
  mutating func takeShapes() -> ShapeCounts? {
    defer { shapes = nil }
    return shapes
  }

  /// Counts entries of one profile.
  mutating func add(_ profile: Profile, count: UInt64) {
    passwords.add(profile, count: count)
    var charset = 0
    for (bit, mask) in kinds.enumerated() where profile.characterGroups & mask != 0 {
      charset |= 1 << bit
    }
    charsets[charset] &+= count
    if profile.characterGroups & control != 0 { withControl &+= count }
    if let pattern = profile.decisivePattern { patterns.add(count, at: pattern) }
    if let level = profile.meter, let score = profile.score {
      meterAndScore.add(count, at: 5 * level.rawValue + score)
    }
  }

  /// Counts entries of a folded row.
  mutating func add(_ row: ProfileRange, count: UInt64, _ side: BoundSide) {
    passwords.add(row, count: count, side)
    let found = (kinds + [control]).map { row.occurrence(of: $0) }
    var (sure, possible) = (0, 0)
    for (bit, kind) in found.dropLast().enumerated() {
      if kind.surely { sure |= 1 << bit }
      if kind.possibly { possible |= 1 << bit }
    }
    for charset in charsets.indices
    where side == .most
      ? charset & ~possible == 0 && sure & ~charset == 0 : sure == charset && possible == charset
    {
      charsets[charset] &+= count
    }
    if let control = found.last, side == .least ? control.surely : control.possibly {
      withControl &+= count
    }
    if let numbers = side.numbers(.decisivePattern, of: row) {
      for pattern in numbers { patterns.add(count, at: pattern) }
    }
    if let levels = side.numbers(.meter, of: row), let scores = side.numbers(.score, of: row),
      !meterAndScore.isEmpty
    {
      for level in levels {
        for score in scores { meterAndScore.add(count, at: 5 * level + score) }
      }
    }
  }

  /// Entries without a character: accounts without a password.
  package var blank: UInt64 { passwords.lengths.first ?? 0 }

  /// Entries by the number of kinds of character they have, from 0 to 5.
  var classCounts: [UInt64] {
    charsets.indices.reduce(into: Array(repeating: 0, count: 6)) {
      $0[$1.nonzeroBitCount] &+= charsets[$1]
    }
  }

  /// The most shapes, or masks, that are listed.
  private static let mostShapes = 100

  /// The commonest shapes that may be listed, with their entries; nil if shapes were not counted, or
  /// were too many.
  package func commonestShapes(_ listing: ShapeListing) -> [(String, UInt64)]? {
    guard let shapes, !shapes.isOver else { return nil }
    return shapes.best(Self.mostShapes, ofAtLeast: listing.least, merging: \.ofCharacters).map {
      ($0.shape.count == 0 ? "none" : $0.shape.text, $0.count)
    }
  }

  /// The best hashcat masks, in the order that `listing` states; nil if shapes were not counted, or
  /// were too many.
  ///
  /// A mask has a position for each byte, so a character beyond ASCII takes several. With
  /// `permitted` only these shapes have masks.
  func masks(_ listing: ShapeListing, of permitted: PermittedShapes?) -> [String]? {
    guard let shapes, !shapes.isOver else { return nil }
    return shapes.best(Self.mostShapes, ofAtLeast: listing.least) { shape in
      guard shape.count > 0, permitted?.contains(shape) ?? true else { return nil }
      return shape.ofBytes
    } by: { shape, count in
      listing.order == .count ? Double(count) : Double(count) / shape.keyspace
    }.map(\.shape.mask)
  }
}

extension CodePointSet {
  /// The names of some kinds of character, joined: `lower+digit`, or `none`.
  ///
  /// The bits of `mask` are those of ``countedKinds``.
  static func kindNames(_ mask: Int) -> String {
    let names = countedKinds.indices.filter { mask >> $0 & 1 != 0 }
      .compactMap { countedKinds[$0].name }
    return names.isEmpty ? "none" : names.joined(separator: "+")
  }
}

extension [UInt64] {
  /// Adds to one bin, which is created if missing.
  mutating func add(_ amount: UInt64, at index: Int) {
    if index >= count { append(contentsOf: repeatElement(0, count: index &+ 1 &- count)) }
    self[index] &+= amount
  }

  /// Adds to each bin whose bit is set; ignores bits without a bin.
  mutating func add(_ amount: UInt64, where bits: UInt64) {
    for index in indices where bits >> UInt64(index) & 1 != 0 { self[index] &+= amount }
  }
}

extension Findings {
  /// The best hashcat masks as the listing asks for them; nil if shapes were not counted, or were
  /// too many.
  ///
  /// - Complexity: O(shapes × distinct policies).
  package var masks: [String]? {
    guard list.shapes != nil else { return nil }
    let permitted =
      shapeListing.isOfPolicies ? PermittedShapes(judgements.lazy.map(\.policy)) : nil
    return list.masks(shapeListing, of: permitted)
  }
}

/// Which shapes of passwords a report lists, and in which order their masks stand.
package struct ShapeListing: Hashable, Sendable {
  /// The fewest entries of a shape that is listed.
  ///
  /// A rare shape may belong to one person, so by default shapes of fewer than 20 passwords are
  /// counted as others.
  package var least: UInt64 = usualLeast
  /// The order of the masks.
  package var order = Order.count
  /// Whether masks whose every password all policies refuse are left out.
  ///
  /// Meant where the user named policies: without any, masks are of the whole list.
  package var isOfPolicies = false

  /// The fewest entries by default.
  package static let usualLeast: UInt64 = 20

  /// An order of masks.
  package enum Order: String, Hashable, Sendable, CaseIterable {
    /// By the entries that a mask finds.
    case count
    /// By these entries ÷ the number of passwords that the mask tries.
    case yield
  }

  /// The usual listing.
  package init() {}
}
