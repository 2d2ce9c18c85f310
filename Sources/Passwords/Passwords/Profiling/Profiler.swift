/// Makes profiles of passwords and signatures of lines for one schema.
///
///     let profiler = Profiler(schema)
///     profiler.profile(of: password.span).longestRun  // "aab" -> 2
///
/// Immutable, so all lanes can share it.
package struct Profiler: Sendable {
  /// The schema that packs the signatures.
  package let schema: Schema

  /// The character group of each byte below 0x80, as one bit; 0 for other bytes.
  let characterGroups: [UInt128]
  /// The kind of each byte, as an index of ``CharacterGroups/kinds``.
  let kinds: [UInt8]
  /// For each byte, 1 in counter `i` if counted class `i` contains it.
  let counters: [SIMD16<UInt32>]
  /// The same three tables for kinds beyond ASCII, indexed by the trailing zeros of the kind's raw
  /// value.
  let characterGroupsBeyond: [UInt128]
  let countersBeyond: [SIMD16<UInt32>]
  /// The character groups for which the meter gives points.
  let meterCharacterGroups: (digit: UInt128, upper: UInt128, punctuation: UInt128)
  /// Whether the schema records no saturating fact but the longest run, and no counts.
  let knowsRunsOnly: Bool
  private let knowsMeter: Bool
  private let knowsUnique: Bool
  private let knowsEnds: Bool
  /// Whether there is a fact that ``examine(_:into:)`` adds to those of each character.
  private let knowsMore: Bool
  /// The table of the fast path; nil if the schema needs facts that it cannot find.
  let shortLines: ShortLineTable?

  /// Prepares the tables; O(256 × character groups).
  package init(_ schema: Schema) {
    self.schema = schema
    let bytes = UInt8.min...UInt8.max
    characterGroups = bytes.map { schema.characterGroups.mask(ofASCII: $0) }
    kinds = bytes.map { byte in
      UInt8(
        truncatingIfNeeded: CharacterGroups.kinds.firstIndex {
          $0.contains(Unicode.Scalar(byte)) && byte < 0x80
        } ?? 4)
    }
    func counter(where holds: (CodePointSet) -> Bool) -> SIMD16<UInt32> {
      var counter = SIMD16<UInt32>()
      for (index, set) in schema.countedClasses.enumerated() where holds(set) {
        counter[index] = 1
      }
      return counter
    }
    counters = bytes.map { byte in
      counter { byte < 0x80 && $0.ascii & (1 << UInt128(byte)) != 0 }
    }
    characterGroupsBeyond = CodePointSet.Beyond.each.map { schema.characterGroups.mask(of: $0) }
    countersBeyond = CodePointSet.Beyond.each.map { kind in counter { $0.beyond.contains(kind) } }
    meterCharacterGroups = (
      schema.characterGroups.mask(of: .digit) ?? 0, schema.characterGroups.mask(of: .upper) ?? 0,
      schema.characterGroups.mask(of: Meter.punctuation) ?? 0
    )
    knowsMeter = schema.demand.meter
    knowsUnique = schema.demand[.uniqueCharacters] > 0
    knowsEnds = Fact.namingCharacterGroups.contains { schema.field(of: $0) != nil }
    knowsMore = knowsUnique || knowsEnds
    let facts = Fact.allCases.filter { schema.field(of: $0) != nil }
    knowsRunsOnly =
      schema.countedClasses.isEmpty
      && !facts.contains { $0.row.measure == .saturating && $0 != .longestRun }
    shortLines = ShortLineTable(schema)
  }

  /// The profile of one password, given as UTF-8 bytes that may be ill-formed.
  ///
  /// - Complexity: O(bytes); allocates only for the meter beyond ASCII.
  package func profile(of password: Span<UInt8>) -> Profile {
    var profile = Profile()
    _ = examine(password, into: &profile)
    return profile
  }

  /// Writes the facts of one line to an empty profile, in place since a copy costs as much as the
  /// facts, and returns the line's encoding.
  func examine(_ line: Span<UInt8>, into profile: inout Profile) -> LineBatch.Encoding {
    var encoding = LineBatch.Encoding.ascii
    if line.indices.contains(where: { line[$0] >= 0x80 }) {
      encoding = examineUnicode(line, into: &profile)
    } else {
      examineASCII(line, into: &profile)
    }
    if knowsMore { addMore(to: &profile, line) }
    return encoding
  }

  /// Adds facts that few schemas record.
  private func addMore(to profile: inout Profile, _ line: Span<UInt8>) {
    if knowsUnique { profile[.uniqueCharacters] = Self.uniqueCharacters(in: line) }
    if knowsEnds { addEnds(to: &profile, line) }
  }

  private func examineASCII(_ line: Span<UInt8>, into profile: inout Profile) {
    if knowsRunsOnly {
      examineRuns(line, into: &profile)
    } else {
      examineEverything(line, into: &profile)
    }
    profile[.length] = line.count
    if knowsMeter {
      let level = Meter.level(
        points: (line.count >= 8 ? 1 : 0)
          + (profile.characterGroups & meterCharacterGroups.digit != 0 ? 1 : 0)
          + (profile.characterGroups & meterCharacterGroups.upper != 0 ? 1 : 0)
          + (profile.characterGroups & meterCharacterGroups.punctuation != 0 ? 1 : 0))
      profile[.meter] = level.rawValue
    }
  }

  /// Finds the character groups and the longest run in ASCII; most policies need nothing else.
  private func examineRuns(_ line: Span<UInt8>, into profile: inout Profile) {
    let characterGroups = characterGroups.span
    var found: UInt128 = 0
    // No line contains a line feed, so the first character starts a run.
    var previous = UInt8(ascii: "\n")
    var (run, longest) = (0, 0)
    for index in line.indices {
      let byte = line[index]
      found |= characterGroups[Int(byte)]
      run = (byte == previous ? run : 0) &+ 1
      longest = max(longest, run)
      previous = byte
    }
    profile.characterGroups = found
    profile[.longestRun] = longest
  }

  /// Finds every fact in ASCII.
  private func examineEverything(_ line: Span<UInt8>, into profile: inout Profile) {
    let (characterGroups, kinds, counters) = (characterGroups.span, kinds.span, counters.span)
    let countsClasses = !schema.countedClasses.isEmpty
    var (found, counts) = (UInt128(0), SIMD16<UInt32>())
    var runs = RunMeasure()
    for index in line.indices {
      let byte = line[index]
      found |= characterGroups[Int(byte)]
      if countsClasses { counts &+= counters[Int(byte)] }
      runs.extend(by: UInt32(byte), kind: kinds[Int(byte)])
    }
    (profile.characterGroups, profile.counts) = (found, counts)
    runs.write(to: &profile)
  }

  private func examineUnicode(
    _ line: Span<UInt8>, into profile: inout Profile
  ) -> LineBatch.Encoding {
    var runs = RunMeasure()
    var length = 0
    var encoding = LineBatch.Encoding.utf8
    var position = 0
    while position < line.count {
      let character = Character32.read(line, at: &position)
      let value = character.scalar.value
      if value < 0x80 {
        profile.characterGroups |= characterGroups[Int(value)]
        profile.counts &+= counters[Int(value)]
        runs.extend(by: value, kind: kinds[Int(value)])
      } else {
        if !character.isWellFormed { encoding = .illFormed }
        let kind = character.isWellFormed ? CodePointSet.Beyond(of: character.scalar) : .illFormed
        let index = kind.rawValue.trailingZeroBitCount
        profile.characterGroups |= characterGroupsBeyond[index]
        profile.counts &+= countersBeyond[index]
        runs.extend(by: value, kind: RunMeasure.otherKind)
      }
      length &+= 1
    }
    profile[.length] = length
    runs.write(to: &profile)
    if knowsMeter {
      let text = unsafe line.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
      profile[.meter] = Meter.level(of: text).rawValue
    }
    return encoding
  }
}

/// Measures the three kinds of run of one password, character by character.
struct RunMeasure {
  /// The kind of characters that are neither letter, digit nor special.
  static let otherKind: UInt8 = 4

  private var previous: UInt32?
  private var previousKind: UInt8 = .max
  private var run = 0
  private var sequence = 0
  private var direction: Int64 = 0
  private var classRun = 0
  private var longestRun = 0
  private var longestSequence = 0
  private var longestClassRun = 0

  /// Adds the next character.
  mutating func extend(by value: UInt32, kind: UInt8) {
    run = previous == value ? run &+ 1 : 1
    classRun = previousKind == kind ? classRun &+ 1 : 1
    // Only lowercase, uppercase and digit, the kinds 0, 1 and 2, can form sequences.
    let step = previousKind == kind && kind < 3 ? Int64(value) &- Int64(previous ?? value) : 0
    if step == 1 || step == -1 {
      sequence = step == direction ? sequence &+ 1 : 2
      direction = step
    } else {
      sequence = 1
      direction = 0
    }
    previous = value
    previousKind = kind
    longestRun = max(longestRun, run)
    longestSequence = max(longestSequence, sequence)
    longestClassRun = max(longestClassRun, classRun)
  }

  /// Writes the results into a profile.
  func write(to profile: inout Profile) {
    profile[.longestRun] = longestRun
    profile[.longestSequence] = longestSequence
    profile[.longestClassRun] = longestClassRun
  }
}
