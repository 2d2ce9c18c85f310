import CInstructions

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
  private let knowsStretches: Bool
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
    knowsStretches = Fact.stretches.contains { schema.demand[$0] > 0 }
    knowsMore = knowsUnique || knowsEnds || knowsStretches
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
    if line.isASCII {
      examineASCII(line, into: &profile)
    } else {
      encoding = examineUnicode(line, into: &profile)
    }
    if knowsMore { addMore(to: &profile, line) }
    return encoding
  }

  /// Adds facts that few schemas record.
  private func addMore(to profile: inout Profile, _ line: Span<UInt8>) {
    if knowsUnique { profile[.uniqueCharacters] = Self.uniqueCharacters(in: line) }
    if knowsEnds { addEnds(to: &profile, line) }
    if knowsStretches { addStretches(to: &profile, line) }
  }

  /// Adds the longest stretch of each kind; bytes beyond ASCII are of none.
  private func addStretches(to profile: inout Profile, _ line: Span<UInt8>) {
    var (longest, stretch, previous) = (SIMD8<UInt32>(), UInt32(0), UInt8.max)
    for index in line.indices {
      let kind = kinds[Int(line[index])]
      stretch = kind == previous ? stretch &+ 1 : 1
      previous = kind
      longest[Int(kind)] = max(longest[Int(kind)], stretch)
    }
    for (kind, fact) in Fact.stretches.enumerated() { profile[fact] = Int(longest[kind]) }
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

  /// Adds the lines of a chunk to a batch, each with its signature, until the batch is full or the
  /// chunk ends.
  ///
  /// A line ends at a line feed; one carriage return before the line feed is not part of the
  /// password. Empty lines and lines longer than ``Schema/longestLine`` are counted and skipped.
  ///
  ///     var cursor = 0
  ///     while cursor < end {
  ///       batch.removeAll()
  ///       profiler.fill(&batch, from: text, end: end, at: &cursor, counting: &lines)
  ///     }
  ///
  /// - Parameters:
  ///   - batch: The batch to fill; best empty.
  ///   - text: The chunk's bytes, followed by at least 64 readable bytes.
  ///   - end: The size of the chunk, which ends with a line feed; at most 2³¹ − 1.
  ///   - cursor: Offset of the next line; moved past the last one taken.
  ///   - counts: Receives the counts of the lines.
  ///   - dropsMarks: Whether a byte order mark at the beginning of a line is no part of the
  ///     password.
  /// - Complexity: O(bytes); about 5 ns a line on short ASCII lines.
  package func fill(
    _ batch: inout LineBatch, from text: RawSpan, end: Int, at cursor: inout Int,
    counting counts: inout LineCounts, dropsMarks: Bool = false
  ) {
    while cursor < end, !batch.isFull {
      if let shortLines {
        let added = shortLines.fill(&batch, from: text, end: end, at: &cursor)
        counts.ascii &+= UInt64(truncatingIfNeeded: added)
        if cursor >= end || batch.isFull { return }
      }
      takeLine(
        into: &batch, from: text, end: end, at: &cursor, counting: &counts, dropsMarks: dropsMarks)
    }
  }

  /// Takes one line of any kind (the slow path).
  private func takeLine(
    into batch: inout LineBatch, from text: RawSpan, end: Int, at cursor: inout Int,
    counting counts: inout LineCounts, dropsMarks: Bool
  ) {
    var start = cursor
    let lineFeed = endOfLine(in: text, from: start, end: end)
    cursor = lineFeed &+ 1
    var stop = lineFeed
    // SAFETY: `start ≤ stop - 1 < end ≤ text.byteCount`, by the search above.
    if stop > start, unsafe text.unsafeLoad(fromByteOffset: stop &- 1, as: UInt8.self) == 13 {
      stop &-= 1
    }
    if dropsMarks, stop &- start >= 3,
      Self.hasMark(text, at: start)
    {
      batch.marks &+= 1
      start &+= 3
    }
    guard stop > start else { return counts.empty &+= 1 }
    guard stop &- start <= Schema.longestLine else { return counts.overLong &+= 1 }
    counts.count(add(start..<stop, of: text, to: &batch))
  }

  /// Adds one password to a batch; it may hold any bytes, even line feeds.
  ///
  /// - Parameters:
  ///   - password: The range of its bytes in the text; at most ``Schema/longestLine`` bytes.
  ///   - text: As in ``fill(_:from:end:at:counting:)``.
  ///   - batch: A batch that is not full.
  /// - Returns: The encoding of the password.
  @discardableResult
  package func add(
    _ password: Range<Int>, of text: RawSpan, to batch: inout LineBatch
  ) -> LineBatch.Encoding {
    var profile = Profile()
    let encoding = examine(Span<UInt8>(_bytes: text.extracting(password)), into: &profile)
    batch.append(
      LineBatch.Line(
        start: UInt32(truncatingIfNeeded: password.lowerBound),
        byteCount: UInt32(truncatingIfNeeded: password.count), encoding: encoding),
      schema.signature(of: profile))
    return encoding
  }

  /// Whether the three bytes at an offset are a byte order mark.
  private static func hasMark(_ text: RawSpan, at offset: Int) -> Bool {
    // SAFETY: the caller's line has three bytes from the offset on.
    unsafe text.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == 0xEF
      && text.unsafeLoad(fromByteOffset: offset &+ 1, as: UInt8.self) == 0xBB
      && text.unsafeLoad(fromByteOffset: offset &+ 2, as: UInt8.self) == 0xBF
  }

  /// The offset of the next line feed from `start` on, or `end` if there is none.
  ///
  /// Only for lines that the table of short lines leaves over; that table finds line ends in its own
  /// masks.
  private func endOfLine(in text: RawSpan, from start: Int, end: Int) -> Int {
    // SAFETY: `find_byte` searches only the bytes of the buffer.
    unsafe text.extracting(start..<end).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe find_byte(base, 10, bytes.count)
      else { return end }
      return unsafe start &+ (found - base)
    }
  }

  /// Adds the character groups of the first and the last character, numbered from 1; 0 for an empty
  /// line.
  ///
  /// - Complexity: O(bytes) beyond ASCII: an ill-formed part shows its beginning only to who reads
  ///   forwards.
  func addEnds(to profile: inout Profile, _ line: Span<UInt8>) {
    var (first, last, position) = (0, 0, 0)
    if let end = line.indices.last, line.isASCII {
      (first, last) = (number(ofASCII: line[0]), number(ofASCII: line[end]))
      position = line.count
    }
    while position < line.count {
      last = number(of: Character32.read(line, at: &position))
      if first == 0 { first = last }
    }
    profile[.firstCharacter] = first
    profile[.lastCharacter] = last
  }

  private func number(ofASCII byte: UInt8) -> Int {
    characterGroups[Int(byte)].trailingZeroBitCount + 1
  }

  private func number(of character: Character32) -> Int {
    let scalar = character.scalar
    if scalar.isASCII { return number(ofASCII: UInt8(truncatingIfNeeded: scalar.value)) }
    let kind = character.isWellFormed ? CodePointSet.Beyond(of: scalar) : .illFormed
    return characterGroupsBeyond[kind.rawValue.trailingZeroBitCount].trailingZeroBitCount + 1
  }

  /// The number of different characters of a line; an ill-formed part is one character, equal to
  /// another of the same bytes.
  ///
  /// - Complexity: O(bytes), and a sort of the characters beyond ASCII, for which it allocates.
  static func uniqueCharacters(in line: Span<UInt8>) -> Int {
    var ascii: UInt128 = 0
    var others: [UInt32] = []
    var position = 0
    while position < line.count {
      let start = position
      let character = Character32.read(line, at: &position)
      if character.scalar.isASCII {
        ascii |= 1 << UInt128(character.scalar.value)
      } else if character.isWellFormed {
        others.append(character.scalar.value)
      } else {
        // At most three bytes, none of them 0; no scalar has such a number.
        others.append((start..<position).reduce(0) { $0 << 8 | UInt32(line[$1]) } | 1 << 31)
      }
    }
    if others.count > 1 { others.sort() }
    return ascii.nonzeroBitCount + others.indices.count { $0 == 0 || others[$0] != others[$0 - 1] }
  }
}

/// Measures the three kinds of run of one password, character by character.
struct RunMeasure {
  /// The kind of characters that are neither letter, digit nor special.
  static let otherKind: UInt8 = 4

  // No character has this number.
  private var previous = UInt32.max
  private var previousKind: UInt8 = .max
  private var run = 0
  private var classRun = 0
  // Sequences in which each character is one more, or one less, than that before it.
  private var rising = 0
  private var falling = 0
  private var longestRun = 0
  private var longestSequence = 0
  private var longestClassRun = 0

  /// Adds the next character.
  @inline(__always)
  mutating func extend(by value: UInt32, kind: UInt8) {
    let isOfKind = kind == previousKind
    // Only lowercase, uppercase and digit, the kinds 0, 1 and 2, can form sequences.
    let canFollow = isOfKind && kind < 3
    run = (value == previous ? run : 0) &+ 1
    classRun = (isOfKind ? classRun : 0) &+ 1
    rising = (canFollow && value == previous &+ 1 ? rising : 0) &+ 1
    falling = (canFollow && value &+ 1 == previous ? falling : 0) &+ 1
    previous = value
    previousKind = kind
    longestRun = max(longestRun, run)
    longestSequence = max(longestSequence, rising, falling)
    longestClassRun = max(longestClassRun, classRun)
  }

  /// Writes the results into a profile.
  func write(to profile: inout Profile) {
    profile[.longestRun] = longestRun
    profile[.longestSequence] = longestSequence
    profile[.longestClassRun] = longestClassRun
  }
}

extension Span<UInt8> {
  /// Whether all bytes are below 0x80.
  fileprivate var isASCII: Bool {
    var (position, bits) = (0, UInt64(0))
    while count &- position >= 8 {
      // SAFETY: eight bytes are left.
      bits |= unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
      position &+= 8
    }
    while position < count {
      bits |= UInt64(self[position])
      position &+= 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}
