import BigInt
import Diagnostics
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

/// Published figures, precision, and where counting ends.
@Suite struct KeyspaceTests {
  @Test(arguments: [
    ("required: upper; required: lower; required: digit; required: special;", "3025989069143040"),
    ("required: upper; required: lower; required: digit;", "159655911367680"),
    ("min-classes: 4;", "3025989069143040"),
    ("allowed: upper, lower, digit; min-classes: 3;", "159655911367680"),
  ])
  func `the counts at length 8 agree with published ones`(rules: String, count: String) throws {
    var keyspace = try Keyspace(policy(rules))
    #expect(try keyspace.count(length: 8).decimal == count)
  }

  @Test(arguments: [
    "max-sequential: 2;", "max-sequential: 3; max-repeating: 2; required: upper; required: digit;",
    "max-class-run: 2; required: special;", "max-class-run: 4; max-sequential: 2; min-classes: 3;",
    "max-sequential: 1; allowed: digit, [aceg]; max-repeating: 1;",
    "allowed: unicode; min-classes: 3 unicode; max-class-run: 3; max-repeating: 2;",
    "minlength: 12; max-sequential: 3;\nor\nrequired: digit; allowed: ascii-printable; max-repeating: 1;",
  ])
  func `the closed form and the automaton agree over whole alphabets`(rules: String) throws {
    var keyspace = try Keyspace(policy(rules))
    let order = try PasswordOrder(policy(rules), lengths: 0...24)
    for length in 0...24 {
      #expect(try keyspace.count(length: length) == order.count(length: length), "\(length)")
    }
  }

  @Test func `real policies count the same both ways, sequences read in or not`() throws {
    for policy in try Vectors.realPolicies().enumerated().filter({ $0.offset % 9 == 0 }) {
      for reading in PasswordRules.MaxConsecutiveReading.allCases {
        let policy = Policy(
          name: "", alternatives: policy.element.alternatives, location: Location(file: ""),
          maxConsecutive: reading)
        var keyspace = try Keyspace(policy)
        let order = try PasswordOrder(policy, lengths: 9...10)
        for length in 9...10 {
          #expect(try keyspace.count(length: length) == order.count(length: length))
        }
      }
    }
  }

  @Test func `small losses keep their digits`() throws {
    var keyspace = try Keyspace(policy("max-consecutive: 4;"))
    let lost = bitsLost(from: BigUInt(95).power(20), to: try keyspace.count(length: 20))
    #expect(abs((lost ?? 0) - 2.806034671e-7) < 1e-16)
    #expect(bitsLost(from: 8, to: 16) == -1)
    #expect(bitsLost(from: 8, to: 0) == nil)
  }

  @Test func `logarithms are right where doubles end`() {
    #expect(BigUInt(0).bits == nil)
    #expect(BigUInt(1).bits == 0)
    #expect((BigUInt(1) << 5000).bits == 5000)
    #expect(BigUInt(95).power(156).bits.map { abs($0 / 1024.8974748996279 - 1) < 1e-12 } == true)
  }

  @Test(arguments: [
    ("", 6.569856), ("max-consecutive: 2;", 6.569697), ("max-consecutive: 1;", 6.554589),
    ("allowed: digit;", 3.321928), ("allowed: digit; max-consecutive: 2;", 3.308641),
    ("allowed: digit; max-consecutive: 1;", 3.169925),
  ])
  func `growth is as published`(rules: String, bits: Double) throws {
    var counter = KeyspaceCounter()
    let growth = try PolicyKeyspace(policy(rules), &counter).bitsPerCharacter
    #expect(abs((growth ?? 0) - bits) < 5e-7)
  }

  @Test(
    arguments: few(
      3,
      of: [
        "max-sequential: 2;", "max-class-run: 2;", "max-class-run: 3; max-sequential: 1;",
        "allowed: digit; max-sequential: 2; max-repeating: 3;", "at-least: 3 digit;",
        "minlength: 20; allowed: digit;\nor\nallowed: lower; max-class-run: 64;",
      ]))
  func `growth is the quotient of neighbouring counts`(rules: String) throws {
    var counter = KeyspaceCounter()
    let free = try PolicyKeyspace(policy(rules.replacing("max-class-run: 64;", with: "")), &counter)
    var keyspace = try Keyspace(policy(rules.replacing("max-class-run: 64;", with: "")))
    let counts = try keyspace.counts(lengths: 300...301)
    let quotient = bitsLost(from: counts[1], to: counts[0])
    #expect(agree(free.bitsPerCharacter, quotient))
  }

  @Test(arguments: [1, 2, 3], [1, 2, 4])
  func `growth is the quotient of neighbouring counts under limits on both runs`(
    run: Int, classRun: Int
  ) throws {
    for (alphabet, limits) in [
      ("lower, digit", "max-consecutive: \(run); max-class-run: \(classRun);"),
      ("upper, [-!?]", "max-class-run: \(classRun); max-sequential: \(run);"),
      ("[abc], [1]", "max-consecutive: \(run); max-class-run: \(classRun);"),
    ] {
      let rules = policy("allowed: \(alphabet); \(limits)")
      var counter = KeyspaceCounter()
      let growth = try PolicyKeyspace(rules, &counter).bitsPerCharacter
      var keyspace = try Keyspace(rules)
      let counts = try keyspace.counts(lengths: 120...122)
      // Two kinds that take turns begin with either: even and odd lengths differ.
      let quotient = bitsLost(from: counts[2], to: counts[0]).map { $0 / 2 }
      // Some series are too long to be summed up.
      if let growth { #expect(agree(growth, quotient), "\(alphabet); \(limits)") }
      #expect(growth != nil || alphabet.contains("abc"), "\(alphabet); \(limits)")
    }
  }

  @Test
  func `an order that takes too many numbers is refused with the states that there is room for`()
    throws
  {
    let rules = policy("required: digit; required: upper; min-unique: 3; allowed: ascii-printable;")
    #expect(PasswordOrder.mostNumbers == 2_097_152)
    for (length, most) in [(9, 100), (9, 10), (4, 60)] {
      do throws(KeyspaceProblem) {
        _ = try PasswordOrder(rules, lengths: length...length, mostNumbers: most)
        Issue.record("\(most) are enough")
      } catch {
        guard case .tooManyStates(most / (length + 1), _) = error else { throw error }
      }
    }
  }

  @Test func `a chain of overlapping needs stays short`() throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let pairs = (0..<26).map { "required: [\(letters[$0])\(letters[($0 + 1) % 26])];" }
    var ring = try Keyspace(policy(pairs.joined(separator: " ")))
    let order = try PasswordOrder(policy(pairs.prefix(8).joined(separator: " ")), lengths: 9...9)
    var some = try Keyspace(policy(pairs.prefix(8).joined(separator: " ")))
    #expect(try some.count(length: 9) == order.count(length: 9))
    // With 26 in a ring, only two choices of 13 letters meet all pairs.
    #expect(try ring.count(length: 13).decimal == "12454041600")
    #expect(try ring.count(length: 12) == 0)
  }

  @Test func `a keyspace too large to count is refused by its rules' names`() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz".map { "required: [\($0)];" }.joined(separator: " ")
    var wide = try Keyspace(policy(letters))
    #expect(try wide.count(length: 26).decimal == "403291461126605635584000000")
    var linked = try Keyspace(policy(letters + " max-sequential: 2;"))
    #expect(throws: KeyspaceProblem.tooManyNeeds(terms: 65536)) { try linked.count(length: 26) }
    let counts = "at-least: 60 digit; at-least: 60 upper; at-least: 60 lower; required: special;"
    var counted = try Keyspace(policy(counts + " allowed: upper, lower, digit;"))
    #expect(
      throws: KeyspaceProblem.tooManyStates(limit: 65536, rules: ["required", "at-least"])
    ) { try counted.count(length: 200) }
    var long = try Keyspace(policy("minlength: 5000;"))
    #expect(throws: KeyspaceProblem.lengthOutOfReach(6000, limit: 4096)) {
      try long.count(length: 6000)
    }
    #expect(throws: KeyspaceProblem.self) { try long.count(length: .max) }
    #expect(throws: KeyspaceProblem.self) { try long.total(lengths: 0...Int.max) }
    #expect(try long.count(length: 4999) == 0)
    var bounded = try Keyspace(policy("maxlength: 3; allowed: [ab];"))
    #expect(try bounded.count(length: .max) == 0)
    #expect(try bounded.total(lengths: 0...Int.max) == 15)
    #expect(try long.total(lengths: 0...4999) == 0)
  }

  @Test func `a problem reads as a sentence`() {
    #expect(
      KeyspaceProblem.tooManyStates(limit: 65536, rules: ["required", "at-least"]).message == """
        error: 'required' and 'at-least' together take more than 65536 states to keep track of; \
        expected a policy that can be counted exactly
          Choose fewer characters, or drop one of these rules.
        """)
  }
}
