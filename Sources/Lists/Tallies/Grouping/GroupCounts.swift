import Glibc
@_spi(Internal) import Passwords

/// Counts distinct passwords by signature and occurrences: the groups of a ``Spectrum``, in parts.
///
/// Uses at most ``tableBytes``. When the table is full, passes the groups on and starts anew.
package struct GroupCounts: ~Copyable {
  /// Whether some occurrences exceeded the largest number and were clamped to it.
  package internal(set) var isClamped = false

  // Stores a group like a password whose fingerprint is made of the signature's number and the
  // occurrences: the table does millions of additions in a third of a dictionary's time.
  private var table: RecordTable
  /// Counts of passwords that occur one to three times, by signature number and occurrences.
  ///
  /// 19 of 20 passwords of a real list are such. Those with 0 occurrences are empty places of a
  /// table.
  private let few: MappedMemory<UInt64>
  private let handOn: (inout GroupCounts) throws(GroupingProblem) -> Void

  /// The most memory of the table: 98,304 groups, twice as many as real lists have.
  private static let tableBytes = 1 << 22
  // Common signatures come early, so the part of the 512 KiB that they use stays in the cache.
  private static let fewNumbers: UInt64 = 1 << 14
  private static let fewLimit: UInt64 = 4
  // The reserve of the partitions is many times what the groups of real lists need, even if new
  // threads have taken most of it; the partitions return theirs at the end.
  private static let reserve = SpareMemory.reserve / 16
  // While a part is judged, a group takes some 900 bytes if each is of one password, measured as
  // the smallest sufficient `ulimit -v`.
  private static let bytesPerGroup = 1024

  /// Makes empty counts.
  ///
  /// - Parameters:
  ///   - byteLimit: The most memory in bytes; at least one page is used.
  ///   - handOn: Called when the table is full; must call ``drain(_:from:_:)``.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(
    byteLimit: Int = .max,
    handOn: @escaping (inout GroupCounts) throws(GroupingProblem) -> Void
  ) throws(GroupingProblem) {
    let table = try RecordTable(
      prefixBits: 0, byteLimit: min(byteLimit, Self.tableBytes), reserve: Self.reserve)
    few = try MappedMemory(
      places: Int(Self.fewNumbers * Self.fewLimit), besides: Self.reserve, isSparse: true)
    self.table = table
    self.handOn = handOn
  }

  /// Counts one password; ignores an empty place.
  ///
  /// - Throws: The error of `handOn`; then the password is not counted.
  @inline(__always)
  mutating func record(_ password: PasswordRecord) throws(GroupingProblem) {
    let (signature, occurrences) = (password.signature, password.count)
    if signature < Self.fewNumbers, occurrences < Self.fewLimit {
      // SAFETY: `few` has a number for each such pair.
      let place = unsafe few.base + Self.few(signature, occurrences)
      // Not `&+=`: with it the compiler makes invalid code under the thread sanitizer (6.3.1).
      unsafe place.pointee = place.pointee &+ 1
      return
    }
    if occurrences == 0 { return }
    // For fixed occurrences this is a bijection of the number, so the pair identifies the group;
    // the odd factors spread the groups over the table.
    let mixed = (signature &+ occurrences &* 0x9E37_79B9_7F4A_7C15) &* 0xC2B2_AE3D_27D4_EB4F
    let one = PasswordRecord(high: mixed, low: occurrences, signature: signature, count: 1)
    while !table.add(one) { if !table.grow() { try handOn(&self) } }
  }

  /// The place of a pair with a number below ``fewNumbers`` and occurrences below ``fewLimit``.
  @inline(__always)
  private static func few(_ signature: UInt64, _ occurrences: UInt64) -> Int {
    Int(truncatingIfNeeded: signature &* fewLimit | occurrences)
  }

  /// Passes on every group with the signature of its number, and empties the counts.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)`` if there is too little memory to judge all
  ///   groups; then none was passed on.
  package mutating func drain(
    _ signatures: borrowing SignatureNumbers, from file: SpillFile,
    _ body: (Spectrum.Group, _ passwords: UInt64) -> Void
  ) throws(GroupingProblem) {
    let fewGroups = fewGroups()
    try SpareMemory.demand((table.count + fewGroups.count) * Self.bytesPerGroup)
    // SAFETY: exactly the allocated pages.
    unsafe memset(few.base, 0, few.places * MappedMemory<UInt64>.stride)
    // In ascending order of numbers, which is their order in the file.
    var groups = unsafe fewGroups + table.drain { unsafe Array($0) }
    groups.sort { $0.signature < $1.signature }
    var buffer = SignatureNumbers.Buffer()
    for group in groups {
      let signature = try signatures.signature(group.signature, from: file, &buffer)
      body(Spectrum.Group(signature: signature, occurrences: group.low), group.count)
    }
  }

  /// The groups of ``few``.
  private func fewGroups() -> [PasswordRecord] {
    var groups: [PasswordRecord] = []
    for signature in 0..<Self.fewNumbers {
      for occurrences in 1..<Self.fewLimit {
        // SAFETY: `few` has a number for each such pair.
        let count = unsafe few.base[Self.few(signature, occurrences)]
        if count == 0 { continue }
        groups.append(PasswordRecord(high: 0, low: occurrences, signature: signature, count: count))
      }
    }
    return groups
  }
}
