/// The format of records in partitions and in the file: 12 bytes, up to 36 for rare ones.
///
/// Partitions are written and read page by page, so their size determines most of the cost of
/// grouping.
///
/// A record is a sequence of units of 32 bits: two with the first half of the fingerprint, one with
/// the ``Form`` in its two lowest bits, and up to six more.
enum PackedRecord {
  /// A 32-bit part of a record.
  typealias Unit = UInt32

  /// Units of the shortest form.
  static let leastUnits = Form.single.units
  /// Units of the longest form.
  static let mostUnits = Form.whole.units

  /// The content of the third unit above the form, from the lowest bit up, and the units after it.
  private enum Form: UInt32 {
    /// 10-bit number, 20-bit other half; seen once.
    case single
    /// 10-bit count, 20-bit other half; then the number.
    case counted
    /// 8-bit count, 22-bit number; then the other half.
    case hashed
    /// Nothing; then the other half, the number and the count.
    case whole

    /// The shortest form that holds a record.
    @inline(__always)
    init(of record: PasswordRecord) {
      let (low, number, count) = (record.low, record.signature, record.count)
      let beyond = low &>> UInt64(ExactFingerprint.lowBits)
      if beyond | (number &>> 10) | (count ^ 1) == 0 {
        self = .single
      } else if beyond | (number &>> 32) | (count &>> 10) == 0 {
        self = .counted
      } else if (number &>> 22) | (count &>> 8) == 0 {
        self = .hashed
      } else {
        self = .whole
      }
    }

    /// The units of the form.
    var units: Int {
      switch self {
      case .single: 3
      case .counted: 4
      case .hashed: 5
      case .whole: 9
      }
    }
  }

  /// The number of units that a record takes.
  static func units(of record: PasswordRecord) -> Int { Form(of: record).units }

  /// Writes a record to a place that has room for it.
  ///
  /// - Returns: The number of units written.
  @inline(__always)
  static func put(_ record: PasswordRecord, at place: UnsafeMutablePointer<Unit>) -> Int {
    let form = Form(of: record)
    guard form == .single else { return unsafe put(record, form, at: place) }
    // SAFETY: the caller has room for it.
    unsafe putHead(of: record, form, record.signature | record.low &<< 10, at: place)
    return 3
  }

  @inline(never)
  private static func put(
    _ record: PasswordRecord, _ form: Form, at place: UnsafeMutablePointer<Unit>
  ) -> Int {
    let (low, number, count) = (record.low, record.signature, record.count)
    // SAFETY: the caller has room for it.
    let rest = unsafe UnsafeMutableRawPointer(place + 3)
    switch form {
    case .single, .counted:
      unsafe putHead(of: record, form, count | low &<< 10, at: place)
      unsafe place[3] = Unit(truncatingIfNeeded: number)
    case .hashed:
      unsafe putHead(of: record, form, count | number &<< 8, at: place)
      unsafe rest.storeBytes(of: low, as: UInt64.self)
    case .whole:
      unsafe putHead(of: record, form, 0, at: place)
      unsafe rest.storeBytes(of: low, as: UInt64.self)
      unsafe rest.storeBytes(of: number, toByteOffset: 8, as: UInt64.self)
      unsafe rest.storeBytes(of: count, toByteOffset: 16, as: UInt64.self)
    }
    return form.units
  }

  /// Writes the first three units.
  @inline(__always)
  private static func putHead(
    of record: PasswordRecord, _ form: Form, _ facts: UInt64, at place: UnsafeMutablePointer<Unit>
  ) {
    // SAFETY: the caller has room for them.
    unsafe UnsafeMutableRawPointer(place).storeBytes(of: record.high, as: UInt64.self)
    unsafe place[2] = form.rawValue | Unit(truncatingIfNeeded: facts &<< 2)
  }

  /// Reads the record at a place and advances the place to the next one.
  @inline(__always)
  static func next(in units: RawSpan, at place: inout Int) -> PasswordRecord {
    let start = place &* MemoryLayout<Unit>.stride
    // SAFETY: all bit patterns are valid numbers; the span checks the bounds.
    let high = unsafe units.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
    let facts = unsafe units.unsafeLoadUnaligned(fromByteOffset: start &+ 8, as: Unit.self)
    guard facts & 3 == Form.single.rawValue else {
      return longer(high, facts, in: units, at: &place)
    }
    place &+= 3
    return PasswordRecord(
      high: high, low: UInt64(facts &>> 12), signature: UInt64(facts &>> 2) & 0x3FF, count: 1)
  }

  @inline(never)
  private static func longer(
    _ high: UInt64, _ facts: Unit, in units: RawSpan, at place: inout Int
  ) -> PasswordRecord {
    let rest = units.extracting((place + 3) * MemoryLayout<Unit>.stride..<units.byteCount)
    let form = Form(rawValue: facts & 3) ?? .whole
    place += form.units
    switch form {
    case .single, .counted:
      // SAFETY: as in `next`.
      let number = unsafe rest.unsafeLoadUnaligned(fromByteOffset: 0, as: Unit.self)
      return PasswordRecord(
        high: high, low: UInt64(facts &>> 12), signature: UInt64(number),
        count: UInt64(facts &>> 2) & 0x3FF)
    case .hashed:
      return PasswordRecord(
        high: high, low: word(of: rest, 0), signature: UInt64(facts &>> 10),
        count: UInt64(facts &>> 2) & 0xFF)
    case .whole:
      return PasswordRecord(
        high: high, low: word(of: rest, 0), signature: word(of: rest, 8), count: word(of: rest, 16))
    }
  }

  private static func word(of units: RawSpan, _ offset: Int) -> UInt64 {
    // SAFETY: as in `next`.
    unsafe units.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
