import Diagnostics
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Lines over few letters, so that many are equal, of 1 to 40 bytes.
private func lines(_ count: Int, seed: UInt64) -> [(password: [UInt8], weight: UInt64)] {
  var generator = SeededGenerator(seed: seed)
  let letters = UInt8.random(in: 1...6, using: &generator)
  let longest = Int.random(in: 3...40, using: &generator)
  return (0..<count).map { _ in
    let length = Int.random(in: 1...longest, using: &generator)
    let password = (0..<length).map { _ in 97 + UInt8.random(in: 0..<letters, using: &generator) }
    return (password, UInt64.random(in: 1...1000, using: &generator))
  }
}

@Suite struct GroupingTests {
  // A partition has room for four to ten records and a table for 96 passwords, so the least memory
  // makes thousands of runs.
  @Test(
    .firstFailureOnly, arguments: 1...5 as ClosedRange<UInt64>, [1, 60_000, 1_000_000, 1 << 30])
  func `grouping counts like a dictionary with any memory`(seed: UInt64, memory: Int) throws {
    let directory = try TemporaryDirectory()
    let lines = lines(6000, seed: seed)
    for (partitionBits, isWeighted) in [(0, false), (3, true), (8, false)] {
      let threads = Int(seed) % 3 + 1
      let limits = GroupingLimits(memory: memory, threads: threads, partitionBits: partitionBits)
      let grouper = try Grouper(limits, in: directory, seed: seed)
      try grouper.record(lines, isWeighted: isWeighted)
      let (spectrum, isClamped) = try grouper.spectrum()
      let expected = grouper.expected(lines, isWeighted: isWeighted)
      try #require(spectrum == expected && !isClamped, "seed \(seed), \(partitionBits) bits")
      if memory == 1 << 30 { try #require(grouper.file.byteCount == 0, "seed \(seed)") }
    }
  }

  @Test func `a small memory goes to the file many times over`() throws {
    let grouper = try Grouper(memory: 1)
    let lines = (0..<50_000).map { (password: Array("\($0 % 30_000)".utf8), weight: UInt64(1)) }
    try grouper.record(lines, isWeighted: false)
    #expect(grouper.file.byteCount > 40_000 * 12)
    let (spectrum, _) = try grouper.spectrum()
    #expect(spectrum == grouper.expected(lines, isWeighted: false))
    #expect(spectrum.distinctCount == 30_000)
  }

  // Partitions and a table of the least memory have room for 4 to 10 and 96 records; the table
  // reads 32 at once, and grows with 64 if it can: all sizes near them, and near sums of them.
  @Test(arguments: [
    1, 3, 4, 5, 8, 9, 10, 11, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 191, 192, 193,
    3000,
  ])
  func `no size of partition, table or run loses a password`(distinct: Int) throws {
    let directory = try TemporaryDirectory()
    for (memory, times) in [(1, 1), (1, 2), (1, 7), (20_000, 3), (300_000, 2)] {
      for partitionBits in [0, 2] {
        let grouper = try Grouper(
          GroupingLimits(memory: memory, threads: 1, partitionBits: partitionBits), in: directory,
          seed: UInt64(distinct))
        let lines = (0..<distinct * times).map {
          (password: Array("\($0 % distinct)".utf8), weight: UInt64($0 % 5 + 1))
        }
        try grouper.record(lines, isWeighted: true)
        let (spectrum, _) = try grouper.spectrum()
        #expect(
          spectrum == grouper.expected(lines, isWeighted: true),
          "memory \(memory), \(times) times, \(partitionBits) bits")
      }
    }
  }

  // The short forms hold counts below 1024, or 256 of a long password; sums pass these bounds.
  @Test(arguments: [1, 20_000, 1 << 20])
  func `counts of all sizes are packed and found again`(memory: Int) throws {
    let weights: [UInt64] = [
      1, 2, 128, 255, 256, 257, 512, 1022, 1023, 1024, 1025, UInt64(UInt32.max), 1 << 40,
    ]
    for first in weights {
      let grouper = try Grouper(memory: memory, threads: 2, partitionBits: 1)
      let lines = (0..<3000).map { index in
        let password = index % 2 == 0 ? "\(index % 700)" : "\(index % 700) is a long password"
        return (
          password: Array(password.utf8), weight: index % 3 == 0 ? first : weights[index % 13]
        )
      }
      try grouper.record(lines, isWeighted: true)
      let (spectrum, isClamped) = try grouper.spectrum()
      #expect(spectrum == grouper.expected(lines, isWeighted: true), "\(first)")
      #expect(!isClamped)
    }
  }

  @Test func `numbers of signatures of all sizes are packed and found again`() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFile(in: directory.path)
    let numbers: [UInt64] = (0..<500).map { number in
      let (bit, rest) = (UInt64(number % 64), UInt64(number / 64))
      return 1 << bit | rest
    }
    for memory in [1, 30_000] {
      let limits = GroupingLimits(memory: memory, threads: 1, partitionBits: 2)
      var partitions = try RecordPartitions(limits, spillingTo: file)
      for index in 0..<2000 {
        let hash = UInt64(index % 500 + 1) &* 0x9E37_79B9_7F4A_7C15
        // The other half of a short password is short.
        let low = index % 500 < 250 ? hash : UInt64(index % 500)
        try partitions.add(
          PasswordRecord(high: hash, low: low, signature: numbers[index % 500], count: 1))
      }
      var found: [UInt64: UInt64] = [:]
      var counts = try GroupCounts { _ throws(GroupingProblem) in }
      var sum = try RecordSum(limits, spillingTo: file)
      let filled = [FullPartitions(partitions)].compactMap(\.self)
      for partition in 0..<4 {
        try sum.count(partition, of: filled, in: &counts) {
          found[$0.signature, default: 0] += $0.count
        }
      }
      var expected: [UInt64: UInt64] = [:]
      for number in numbers { expected[number, default: 0] += 4 }
      #expect(found == expected, "\(memory)")
    }
  }

  // The sums of a partition take nine units each, where the two records took seven.
  @Test(arguments: [1, 2, 5000, 1 << 20])
  func `sums that take more room than their parts stay in their partition`(memory: Int) throws {
    let lines = (0..<4000).map { index in
      (password: Array("\(index / 2)".utf8), weight: UInt64(index % 2 == 0 ? 1023 : 1))
    }
    for partitionBits in [0, 4] {
      let grouper = try Grouper(memory: memory, partitionBits: partitionBits)
      try grouper.record(lines, isWeighted: true)
      #expect(
        try grouper.spectrum().0 == grouper.expected(lines, isWeighted: true),
        "\(partitionBits) bits")
    }
  }

  // All in one partition and in few groups, so that the table has to divide them, and their parts.
  @Test func `a partition that fits no table is divided as often as needed`() throws {
    let grouper = try Grouper(memory: 1, threads: 2)
    let lines = (0..<20_000).map { (password: Array("\($0 % 9000)".utf8), weight: UInt64(1)) }
    try grouper.record(lines, isWeighted: false)
    let written = grouper.file.byteCount
    #expect(try grouper.spectrum().0 == grouper.expected(lines, isWeighted: false))
    // 9,000 passwords are 140 a part, which is more than 96.
    #expect(grouper.file.byteCount > written + 20_000 * 12)
  }

  @Test func `equal passwords on a full partition go to no file`() throws {
    let grouper = try Grouper(memory: 100_000, partitionBits: 3)
    let lines = (0..<60_000).map { (password: Array("\($0 % 500)".utf8), weight: UInt64(1)) }
    try grouper.record(lines, isWeighted: false)
    #expect(grouper.file.byteCount == 0)
    #expect(try grouper.spectrum().0 == grouper.expected(lines, isWeighted: false))
  }

  // A list that first repeats nothing must not cost room for ever.
  @Test func `partitions are tried again while they go to the file`() throws {
    let grouper = try Grouper(memory: 100_000, partitionBits: 3)
    let distinct = (0..<30_000).map { (password: Array("\($0)".utf8), weight: UInt64(1)) }
    try grouper.record(distinct, isWeighted: false)
    let written = grouper.file.byteCount
    #expect(written > 0)
    let equal = (0..<100_000).map { (password: Array("\($0 % 50)".utf8), weight: UInt64(1)) }
    try grouper.record(equal, isWeighted: false)
    #expect(grouper.file.byteCount < written + 40_000 * 12)
    #expect(try grouper.spectrum().0 == grouper.expected(distinct + equal, isWeighted: false))
  }

  // Short passwords of ASCII are read as 16 bytes, which the last one of a text does not have, and
  // packed without their length.
  @Test(arguments: [200, 122, 1])
  func `a password counts as itself in any place, and as no other`(last: Int) throws {
    let grouper = try Grouper(memory: 1 << 20)
    var lines: [(password: [UInt8], weight: UInt64)] = []
    for count in 0...40 {
      let password = (0..<count).map { UInt8(max(last - $0, 1)) }
      for _ in 0..<3 { lines.append((password, 1)) }
      for zeros in 1...2 { lines.append((password + Array(repeating: 0, count: zeros), 1)) }
      lines.append(([0] + password, 1))
      if count <= 15 {
        lines.append((password + [UInt8](repeating: 0, count: 15 - count) + [UInt8(count)], 1))
        lines.append((password + [UInt8](repeating: 0, count: 15 - count), 1))
      }
    }
    // Each line alone in a text, and all of them in one.
    for line in lines { try grouper.record([line], isWeighted: false) }
    try grouper.record(lines, isWeighted: false)
    #expect(try grouper.spectrum().0 == grouper.expected(lines + lines, isWeighted: false))
  }

  @Test func `passwords that differ in one bit are distinct`() throws {
    var generator = SeededGenerator(seed: 3)
    let grouper = try Grouper(memory: 1 << 20, partitionBits: 2)
    var passwords: Set<[UInt8]> = []
    for count in 1...14 {
      let password = (0..<count).map { _ in UInt8.random(in: 1...127, using: &generator) }
      for place in 0..<count {
        for bit in 0..<8 {
          var other = password
          other[place] ^= 1 << UInt8(bit)
          passwords.insert(other)
        }
      }
      passwords.insert(password)
    }
    try grouper.record(passwords.map { ($0, 1) }, isWeighted: false)
    let (spectrum, _) = try grouper.spectrum()
    #expect(spectrum.distinctCount == UInt64(passwords.count))
  }

  @Test(arguments: [1, 100_000, 1 << 30])
  func `passwords are passed on once each, in ascending order of fingerprints`(memory: Int) throws {
    let lines = lines(20_000, seed: 11)
    let grouper = try Grouper(memory: memory, partitionBits: 2)
    try grouper.record(lines, isWeighted: true)
    var passed: [PasswordRecord] = []
    _ = try grouper.spectrum { passed.append($0) }
    let distinct = Set(lines.map(\.password))
    #expect(passed.count == distinct.count)
    #expect(passed.reduce(0) { $0 + $1.count } == lines.reduce(0) { $0 + $1.weight })
    let isAscending = zip(passed, passed.dropFirst()).allSatisfy {
      ($0.high, $0.low) < ($1.high, $1.low)
    }
    #expect(isAscending)
  }

  @Test(.firstFailureOnly, arguments: [1, 2] as [UInt64])
  func `with a key the fingerprints are its hashes, whatever the seed`(seed: UInt64) throws {
    let key = try #require(FingerprintKey(Array(7..<39)))
    let limits = GroupingLimits(memory: 1 << 20, threads: 2, partitionBits: 1)
    let grouper = try Grouper(limits, in: TemporaryDirectory(), seed: seed, key: key)
    let lines = lines(300, seed: 5)
    try grouper.record(lines, isWeighted: true)
    var found: Set<Fingerprint> = []
    let spectrum = try grouper.spectrum { found.insert(Fingerprint(high: $0.high, low: $0.low)) }
    #expect(spectrum.spectrum == grouper.expected(lines, isWeighted: true))
    let hash = KeyedHash(key)
    // SAFETY: bytes have no padding.
    #expect(found == Set(lines.map { unsafe hash.fingerprint(of: $0.password.span.bytes) }))
  }

  @Test(arguments: [1, 1 << 30])
  func `occurrences beyond 64 bits stay there, with a warning`(memory: Int) throws {
    let others = (0..<500).map { (password: Array("\($0)".utf8), weight: UInt64(1)) }
    let huge = [(password: [UInt8](repeating: 97, count: 3), weight: UInt64.max - 1)]
    // Side by side they meet on a full partition of the least memory, else at the end.
    for lines in [huge + others + huge, huge + huge + others] {
      let grouper = try Grouper(memory: memory)
      try grouper.record(lines, isWeighted: true)
      let (spectrum, isClamped) = try grouper.spectrum()
      #expect(isClamped)
      let group = Spectrum.Group(
        signature: Grouper.signature(of: huge[0].password), occurrences: .max)
      #expect(spectrum.passwords[group] == 1)
      #expect(spectrum.distinctCount == 501)
    }
  }

  @Test(arguments: [1, 1 << 30])
  func `groups beyond the room of a table are handed on`(memory: Int) throws {
    // As many groups as passwords, since no two occur equally often.
    let lines = (0..<2000).map { (password: Array("\($0)".utf8), weight: UInt64($0 + 1)) }
    for limit in [1, 4096, 32_768] {
      let grouper = try Grouper(memory: memory)
      try grouper.record(lines, isWeighted: true)
      #expect(
        try grouper.spectrum(countsLimit: limit).0 == grouper.expected(lines, isWeighted: true))
    }
    #expect(
      GroupingProblem.noMemory(byteCount: 8192).message == """
        error: distinct passwords cannot be counted: the system refuses 8192 bytes of memory
          Lower --memory, so that more is left, or give the program more memory.
        """)
  }

  @Test func `signatures beyond the room of memory are found again`() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFile(in: directory.path)
    var numbers = SignatureNumbers()
    func signature(_ index: Int) -> Signature {
      Signature(UInt64(index) &* 0x9E37_79B9_7F4A_7C15, UInt64(index), ~UInt64(index))
    }
    let count = 2 * SignatureNumbers.heldCount + 5000
    for index in 0..<count {
      try #require(try numbers.number(of: signature(index), spillingTo: file) == UInt64(index))
    }
    // The cache remembers the last ones; the first ones get another number.
    #expect(
      try numbers.number(of: signature(count - 1), spillingTo: file) == UInt64(count - 1))
    #expect(try numbers.number(of: signature(0), spillingTo: file) == UInt64(count))
    #expect(file.byteCount > 0)
    var buffer = SignatureNumbers.Buffer()
    for index in 0..<count {
      let found = try numbers.signature(UInt64(index), from: file, &buffer)
      try #require(found == signature(index), "number \(index)")
    }
    #expect(try numbers.signature(UInt64(count), from: file, &buffer) == signature(0))
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      let index = Int.random(in: 0..<count, using: &generator)
      let found = try numbers.signature(UInt64(index), from: file, &buffer)
      try #require(found == signature(index), "number \(index)")
    }
  }
}
