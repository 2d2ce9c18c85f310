import CInstructions

/// The fast path, for ASCII lines of at most 15 bytes: 99 % of a real list.
///
/// Each line fits in one vector register.
///
/// One load of 16 bytes finds the line's end. Comparisons sort the characters into lowercase,
/// uppercase, digits and the rest; only the rest, rare in passwords, is looked up byte by byte.
/// Lowercase, uppercase and digit must be whole character groups, there must be at most 64
/// character groups, and counted classes must be ``CodePointSet/countedKinds`` or unions of these.
/// `Profiler.examine` is its plain reference; they agree on every line.
///
/// Measured on 12.0 M real lines, one core: see Benchmarks.
struct ShortLineTable: Sendable {
  /// The character group of each ASCII byte as one bit, in 256 entries, followed by the character
  /// groups of each combination of letters and digits: bit 0 of the index is lowercase, bit 1
  /// uppercase, bit 2 digit.
  private let characterGroups: [UInt64]
  private let punctuation: UInt64
  private let length: Slot
  private let run: Slot
  private let meter: Slot
  private let unique: Slot
  /// Whether the schema records facts other than character groups, length and the longest run.
  private let knowsMore: Bool
  /// For each fact of ``Row`` and each number from 0 to 15, the bits of the second word that encode
  /// it; 0 for a fact that is not recorded.
  ///
  /// After these rows, there is one row for each of ``unions``.
  private let placed: [UInt64]
  /// Counted unions of kinds: a byte of ones for each kind in the union.
  private let unions: [UInt64]
  private let ones = MaskTable.ones

  /// The facts whose bits are in ``placed``, in the order of its rows.
  private enum Row: Int, CaseIterable {
    // The characters of each of `CodePointSet.countedKinds`, in that order.
    case lower, upper, digit, special, other
    // The fact minus 1, which is the longest stretch of adjacent equal (or consecutive) pairs.
    case run, sequence
    case classRun

    /// The number of entries in each row.
    static let width = 16
    var start: Int { rawValue &* Self.width }
  }

  /// A field of the second word and its saturation point; limit 0 means that there is no field.
  private struct Slot {
    var shift: UInt64 = 0
    var limit: UInt64 = 0

    func placed(_ value: UInt32) -> UInt64 { min(UInt64(value), limit) &<< shift }
  }

  /// Prepares the fast path; nil if the schema needs facts that it cannot find.
  init?(_ schema: Schema) {
    func whole(_ set: CodePointSet) -> UInt64? {
      schema.characterGroups.mask(of: set).flatMap {
        $0.nonzeroBitCount == 1 ? UInt64(exactly: $0) : nil
      }
    }
    func slot(_ field: Signature.Field?, _ limit: Int) -> Slot? {
      guard let field else { return Slot() }
      guard field.word == 1 else { return nil }
      return Slot(shift: UInt64(field.shift), limit: UInt64(max(0, limit)))
    }
    func slot(_ fact: Fact) -> Slot? { slot(schema.field(of: fact), demand.largest(of: fact)) }
    let demand = schema.demand
    let known: Set<Fact> = [
      .length, .longestRun, .longestSequence, .longestClassRun, .uniqueCharacters, .meter,
    ]
    var rows = Row.allCases.map { _ in Slot() }
    var unions: [(kinds: UInt64, slot: Slot)] = []
    for (set, field) in zip(schema.countedClasses, schema.countFields) {
      guard let slot = slot(field, demand.counts[set] ?? 0) else { return nil }
      if let kind = CodePointSet.countedKinds.firstIndex(of: set), Row(rawValue: kind) != nil {
        rows[kind] = slot
      } else if let kinds = Self.kinds(together: set) {
        unions.append((kinds, slot))
      } else {
        return nil
      }
    }
    guard schema.characterGroups.sets.count <= 64,
      let lower = whole(.lower), let upper = whole(.upper), let digit = whole(.digit),
      Fact.allCases.allSatisfy({
        !$0.row.measure.isProfiled || known.contains($0) || schema.field(of: $0) == nil
      }),
      let length = slot(.length), let run = slot(.longestRun),
      let sequence = slot(.longestSequence), let classRun = slot(.longestClassRun),
      let unique = slot(.uniqueCharacters), let meter = slot(.meter)
    else { return nil }
    characterGroups =
      (UInt8.min...UInt8.max).map {
        UInt64(truncatingIfNeeded: schema.characterGroups.mask(ofASCII: $0))
      }
      + (0..<8).map { index in
        (index & 1 != 0 ? lower : 0) | (index & 2 != 0 ? upper : 0) | (index & 4 != 0 ? digit : 0)
      }
    punctuation =
      schema.characterGroups.mask(of: Meter.punctuation).flatMap { UInt64(exactly: $0) } ?? 0
    self.length = length
    self.run = run
    self.meter = meter
    self.unique = unique
    knowsMore =
      !schema.countedClasses.isEmpty || sequence.limit | classRun.limit | meter.limit > 0
    rows.replaceSubrange(Row.run.rawValue..., with: [run, sequence, classRun])
    placed =
      Row.allCases.flatMap { row in
        (0..<UInt32(Row.width)).map { number in
          rows[row.rawValue].placed(row == .run || row == .sequence ? number + 1 : number)
        }
      } + unions.flatMap { union in (0..<UInt32(Row.width)).map(union.slot.placed) }
    self.unions = unions.map(\.kinds)
  }

  /// The kinds whose union equals this set within ASCII, as a byte of ones for each; nil if there
  /// are none.
  private static func kinds(together set: CodePointSet) -> UInt64? {
    let kinds = CodePointSet.countedKinds.enumerated().filter {
      $0.element.ascii & set.ascii != 0
    }
    guard kinds.reduce(0, { $0 | $1.element.ascii }) == set.ascii else { return nil }
    return kinds.reduce(0) { $0 | 0xFF &<< UInt64(8 * $1.offset) }
  }

  /// Adds lines to the batch, from `cursor` on, while they are short, ASCII and not empty.
  ///
  /// Stops when the batch is full, the text ends, or a line needs the slow path. The text must end
  /// with a line feed, followed by 64 readable bytes.
  ///
  /// - Returns: The number of lines added.
  func fill(_ batch: inout LineBatch, from text: RawSpan, end: Int, at cursor: inout Int) -> Int {
    // SAFETY: a load takes 16 bytes from at most `position + 15`, with `position` below `end`.
    // The text has at least 64 bytes after `end`, which the precondition below checks.
    precondition(cursor >= 0 && end <= text.byteCount &- 64)
    return unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe characterGroups.withUnsafeBufferPointer { characterGroups in
        unsafe placed.withUnsafeBufferPointer { placed in
          unsafe ones.withUnsafeBufferPointer { ones in
            unsafe unions.withUnsafeBufferPointer { unions in
              // Three copies of the loop, so that the common ones contain no code for the rarer
              // facts.
              let facts = unsafe Facts(placed, ones, unions)
              if unique.limit > 0 {
                return unsafe fill(&batch, base, end, &cursor, characterGroups, facts, unique)
              }
              return knowsMore
                ? unsafe fill(&batch, base, end, &cursor, characterGroups, facts, nil)
                : unsafe fill(&batch, base, end, &cursor, characterGroups, nil, nil)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func fill(
    _ batch: inout LineBatch, _ base: UnsafeRawPointer, _ end: Int, _ cursor: inout Int,
    _ characterGroups: UnsafeBufferPointer<UInt64>, _ more: Facts?, _ unique: Slot?
  ) -> Int {
    // Comparing a vector with a scalar compiles to a loop over its lanes; comparing with a vector
    // does not.
    let lineFeed = SIMD16<UInt8>(repeating: 10)
    let firstLower = SIMD16<UInt8>(repeating: UInt8(ascii: "a"))
    let firstUpper = SIMD16<UInt8>(repeating: UInt8(ascii: "A"))
    let firstDigit = SIMD16<UInt8>(repeating: UInt8(ascii: "0"))
    let letters = SIMD16<UInt8>(repeating: 26)
    let digits = SIMD16<UInt8>(repeating: 10)
    let (length, run) = (length, run)
    // SAFETY: both point to room for `capacity` elements, and `added` of them are taken.
    let lines = unsafe batch.lines + batch.used
    let signatures = unsafe batch.signatures + batch.used
    let room = LineBatch.capacity &- batch.used
    var added = 0
    var position = cursor
    while position < end, added < room {
      let here = unsafe (base + position).loadUnaligned(as: SIMD16<UInt8>.self)
      let ends = topBits(here .== lineFeed)
      var count = ends.trailingZeroBitCount
      // Keeps only the bits of the line itself. If none of the 16 bytes ends the line, the count is
      // 32; bytes from 0x80 on have their top bits set.
      var line = (ends & (0 &- ends)) &- 1
      let following = position &+ count &+ 1
      if count == 0 || count > 15 || lanes16_top_bits(here) & line != 0 { break }
      let next = unsafe (base + position + 1).loadUnaligned(as: SIMD16<UInt8>.self)
      let lowers = topBits((here &- firstLower) .< letters) & line
      let uppers = topBits((here &- firstUpper) .< letters) & line
      let numbers = topBits((here &- firstDigit) .< digits) & line
      var alike = topBits(here .== next) & (line >> 1)
      var rest = line & ~(lowers | uppers | numbers)
      // A look-up: the compiler would turn three conditions into unpredictable branches.
      let kinds = isSet(lowers) | isSet(uppers) &<< 1 | isSet(numbers) &<< 2
      var present = unsafe characterGroups[256 &+ kinds]
      if rest != 0 {
        if unsafe base.load(fromByteOffset: position &+ count &- 1, as: UInt8.self) == 13 {
          // The CR of a CR LF is not part of the password.
          if count == 1 { break }
          count &-= 1
          line >>= 1
          alike &= line >> 1
          rest &= line
        }
        var unseen = rest
        while unseen != 0 {
          let byte = unsafe base.load(
            fromByteOffset: position &+ unseen.trailingZeroBitCount, as: UInt8.self)
          present |= unsafe characterGroups[Int(byte)]
          unseen &= unseen &- 1
        }
      }
      var facts = UInt64(truncatingIfNeeded: count) &<< length.shift
      if let more {
        facts |= more.runs(here, next, alike, lowers | uppers | numbers)
        facts |= more.kinds(here, lowers, uppers, numbers, rest)
        if meter.limit > 0 { facts |= meterLevel(numbers, uppers, count, present) }
      } else {
        facts |= run.placed(longestOnes(alike) &+ 1)
      }
      if let unique {
        // The characters that occur again later in the line.
        var again: UInt32 = 0
        for distance in 1..<max(1, count) {
          let later = unsafe (base + position + distance).loadUnaligned(as: SIMD16<UInt8>.self)
          again |= topBits(here .== later) & (line >> UInt32(truncatingIfNeeded: distance))
        }
        let repeated = UInt32(truncatingIfNeeded: again.nonzeroBitCount)
        facts |= unique.placed(UInt32(truncatingIfNeeded: count) &- repeated)
      }
      unsafe (lines + added).initialize(
        to: LineBatch.Line(
          start: UInt32(truncatingIfNeeded: position), byteCount: UInt32(truncatingIfNeeded: count),
          encoding: .ascii))
      unsafe (signatures + added).initialize(to: Signature(present, facts))
      added &+= 1
      position = following
    }
    batch.used &+= added
    cursor = position
    return added
  }

  /// The meter's level, shifted to its place in the word.
  @inline(__always)
  private func meterLevel(
    _ numbers: UInt32, _ uppers: UInt32, _ count: Int, _ present: UInt64
  ) -> UInt64 {
    // The count is at most 15, so its bit 3 says 8 or more.
    let points =
      (count &>> 3) &+ isSet(numbers) &+ isSet(uppers) &+ (present & punctuation != 0 ? 1 : 0)
    // 0–1 weak, 2–3 medium, 4 strong
    return UInt64(truncatingIfNeeded: points >> 1) &<< meter.shift
  }

  /// Looks the rarer facts of a line up in tables, without a branch on any of them.
  ///
  /// Measured on real lines with the full schema: 437 instructions a line with a branch and a field
  /// for each fact, 148 with tables; a schema without the rarer facts takes 110 of these.
  @safe
  private struct Facts {
    // SAFETY: `fill` lends these while its loop runs. Masks, which index `ones`, have at most 15
    // bits; an index into `placed` is the start of a row plus a four-bit number.
    private let placed: UnsafeBufferPointer<UInt64>
    private let ones: UnsafeBufferPointer<UInt8>
    private let unions: UnsafeBufferPointer<UInt64>

    @inline(__always)
    init(
      _ placed: UnsafeBufferPointer<UInt64>, _ ones: UnsafeBufferPointer<UInt8>,
      _ unions: UnsafeBufferPointer<UInt64>
    ) {
      unsafe self.placed = placed
      unsafe self.ones = ones
      unsafe self.unions = unions
    }

    /// The number of ones in a mask and their longest run, from ``MaskTable``.
    @inline(__always)
    private func ones(_ mask: UInt32) -> UInt8 { unsafe ones[Int(mask)] }

    @inline(__always)
    private func count(_ row: Row, _ ones: UInt8) -> UInt64 {
      unsafe placed[row.start &+ Int(ones & 15)]
    }

    @inline(__always)
    private func longest(_ row: Row, _ ones: UInt8) -> UInt64 {
      unsafe placed[row.start &+ Int(ones &>> 4)]
    }

    /// The longest run and sequence, shifted to their places in the word.
    @inline(__always)
    func runs(
      _ here: SIMD16<UInt8>, _ next: SIMD16<UInt8>, _ alike: UInt32, _ lettersAndDigits: UInt32
    ) -> UInt64 {
      // Letters or digits with adjacent values are of one kind.
      let paired = lettersAndDigits & (lettersAndDigits >> 1)
      let one = SIMD16<UInt8>(repeating: 1)
      let up = topBits(next .== (here &+ one)) & paired
      let down = topBits(here .== (next &+ one)) & paired
      return longest(.run, ones(alike)) | longest(.sequence, max(ones(up), ones(down)))
    }

    /// The counts of each kind and the longest run of one kind, shifted to their places in the
    /// word.
    @inline(__always)
    func kinds(
      _ here: SIMD16<UInt8>, _ lowers: UInt32, _ uppers: UInt32, _ numbers: UInt32, _ rest: UInt32
    ) -> UInt64 {
      let (lower, upper, digit) = (ones(lowers), ones(uppers), ones(numbers))
      var facts = count(.lower, lower) | count(.upper, upper) | count(.digit, digit)
      var most = max(lower, upper, digit)
      var counts = UInt64(lower & 15) | UInt64(upper & 15) &<< 8 | UInt64(digit & 15) &<< 16
      if rest != 0 {
        let printable = SIMD16<UInt8>(repeating: 95)
        let symbols = topBits((here &- SIMD16<UInt8>(repeating: 0x20)) .< printable) & rest
        let (special, other) = (ones(symbols), ones(rest & ~symbols))
        facts |= count(.special, special) | count(.other, other)
        most = max(most, special, other)
        counts |= UInt64(special & 15) &<< 24 | UInt64(other & 15) &<< 32
      }
      return facts | longest(.classRun, most) | together(counts)
    }

    /// The number of characters in each union of kinds, shifted to their places in the word.
    ///
    /// `counts` has a byte for each kind; all together count at most 15 characters.
    @inline(__always)
    private func together(_ counts: UInt64) -> UInt64 {
      var facts: UInt64 = 0
      for index in unsafe unions.indices {
        // Byte 4 of the product is the sum of bytes 0 to 4; the bytes below it do not carry.
        let sum = unsafe ((counts & unions[index]) &* 0x1_0101_0101) &>> 32 & 15
        facts |= unsafe placed[(Row.allCases.count &+ index) &* Row.width &+ Int(sum)]
      }
      return facts
    }
  }
}

/// Precomputed properties of every 15-bit mask.
private enum MaskTable {
  /// For each mask, the number of ones in the lower four bits and the longest run in the upper
  /// four.
  ///
  /// Takes 32 KB, of which real lists use little.
  static let ones: [UInt8] = {
    var ones = [UInt8](repeating: 0, count: 1 << 15)
    for mask in ones.indices.dropFirst() {
      let run = (~mask).trailingZeroBitCount
      let rest = ones[mask >> (run + 1)]
      ones[mask] = max(UInt8(run) << 4, rest & 0xF0) | ((rest & 15) + UInt8(run))
    }
    return ones
  }()
}

/// Sets bit k if lane k of the mask is true.
@inline(__always)
private func topBits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt32 {
  // SAFETY: the lanes of a mask are 0x00 or 0xFF, 16 bytes in all, like the vector type it is read
  // as.
  unsafe lanes16_top_bits(unsafeBitCast(mask, to: SIMD16<UInt8>.self))
}

/// 1 if any bit is set, 0 otherwise, without a branch.
@inline(__always)
private func isSet(_ bits: UInt32) -> Int { Int(truncatingIfNeeded: (bits | (0 &- bits)) &>> 31) }

/// The length of the longest run of ones.
///
/// Real passwords rarely have runs longer than three, so runs up to three are found without a
/// branch.
@inline(__always)
private func longestOnes(_ bits: UInt32) -> UInt32 {
  let two = bits & (bits >> 1)
  let three = two & (bits >> 2)
  var longest: UInt32 = (bits != 0 ? 1 : 0) &+ (two != 0 ? 1 : 0) &+ (three != 0 ? 1 : 0)
  var more = three & (bits >> 3)
  var width: UInt32 = 3
  while more != 0 {
    width &+= 1
    longest = width
    more &= bits >> width
  }
  return longest
}
