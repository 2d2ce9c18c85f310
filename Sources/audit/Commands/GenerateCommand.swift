import ArgumentParser
import Diagnostics
import Keyspaces
import PasswordRules
import Preparing

/// `audit generate`: passwords that a policy permits.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Prints random passwords that a policy permits, each equally likely.",
    discussion: """
      The output of this command are passwords, one a line: send it where passwords may be. They \
      are drawn from the system's random source, uniformly over all strings of printable ASCII that \
      the policy permits, of its minimum length, or of 16 characters where it has none. Over several \
      lengths (--from, --to) nearly all have the greatest.

      --alphabet unicode draws from all that the policy permits: of 'allowed: unicode' that is \
      mostly what no keyboard types and no font shows.

      With --seed the same passwords come again: data for tests, never secrets, since whoever \
      guesses the seed has them all.

      Passwords that the policy's blocklists, context words or min-score refuse are drawn again. \
      So are those with a line feed or carriage return, which 'allowed: unicode' permits and a \
      line cannot hold.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup var none: NoBarePolicies
  @OptionGroup(title: "Lengths") var lengths: LengthOptions
  @OptionGroup(title: "Blocklists") var lists: BlocklistOptions
  @OptionGroup(title: "Strength") var strength: StrengthOptions

  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("How many, such as 20 or 1M (default: 1).", valueName: "n"),
    transform: typed(Quantity.count))
  var count = 1

  @Option(
    help: ArgumentHelp(
      "ascii (the default), or unicode, which is the same as policy: all that the policy permits.",
      valueName: "alphabet"))
  var alphabet: ComparisonAlphabet?

  @Option(
    help: ArgumentHelp(
      "Make the same passwords whenever this number is given: for tests, not for secrets.",
      valueName: "number"))
  var seed: UInt64?

  @Flag(help: .hidden)
  var rank = false

  @Flag(help: .hidden)
  var unrank = false

  func validate() throws {
    if count < 0 { throw ValidationError("--count takes a number from 0, not \(count).") }
    if rank, unrank { throw ValidationError("--rank and --unrank exclude each other.") }
  }

  func run() throws {
    try reportingProblems {
      let policies = try policies.load()
      guard policies.count == 1, let policy = policies.first else {
        throw KeyspaceUsageProblem.severalPolicies(policies.count)
      }
      if rank || unrank { return try printNumbered(policy) }
      let alphabet = alphabet ?? .ascii
      let range = lengths.range(for: policy)
      guard let lengths = try lengthsToDraw(policy, range, alphabet) else {
        throw GenerateProblem.impossible(policy, range, alphabet)
      }
      let generator = try PasswordGenerator(
        policy, lengths: lengths, repertoire: alphabet.repertoire)
      guard !generator.isEmpty else { throw GenerateProblem.impossible(policy, range, alphabet) }
      let sieve = try GenerateSieve(
        policy, lists.settings, strength.reading, tell: Terminal.tell)
      if let seed {
        Terminal.tell(
          "warning: --seed makes these passwords again for anybody; they are no secrets")
        var random = ReproducibleGenerator(seed: seed)
        try print(generator, sieve, &random)
      } else {
        var random = SystemRandomNumberGenerator()
        try print(generator, sieve, &random)
      }
    }
  }

  /// The requested lengths, or the policy's suggestion; nil if there is none.
  private func lengthsToDraw(
    _ policy: Policy, _ range: LengthRange, _ alphabet: ComparisonAlphabet
  ) throws -> ClosedRange<Int>? {
    if lengths.isGiven { return range.lengths }
    var keyspace = try Keyspace(policy, repertoire: alphabet.repertoire)
    return try keyspace.lengthToDraw(in: range).map { $0...$0 }
  }

  private func print(
    _ generator: PasswordGenerator, _ sieve: GenerateSieve,
    _ random: inout some RandomNumberGenerator
  ) throws {
    var output: [UInt8] = []
    for _ in 0..<count {
      guard let password = sieve.next(from: generator, using: &random) else {
        throw GenerateProblem.allRefused
      }
      output += password.utf8
      output.append(10)
      if output.count >= 65_536 {
        guard try Terminal.write(output) else { return }
        output.removeAll(keepingCapacity: true)
      }
    }
    try sieve.checkUnchanged()
    try Terminal.write(output)
  }

  /// Converts passwords to numbers in the policy's whole space, or numbers to passwords.
  private func printNumbered(_ policy: Policy) throws {
    let range = lengths.range(for: policy)
    let alphabet = alphabet ?? .policy
    guard let lengths = range.lengths else {
      throw GenerateProblem.impossible(policy, range, alphabet)
    }
    let generator = try PasswordGenerator(
      policy, lengths: lengths, repertoire: alphabet.repertoire)
    try rank ? printRanks(generator) : printPasswords(generator)
  }

  /// Prints the number of each password on standard input, or `-` if it is not permitted.
  private func printRanks(_ generator: PasswordGenerator) throws {
    try answerLines(lanes: 1, overLong: Array(overLongAnswer.utf8), scratch: { 0 }) {
      _, line, output in
      let rank = String(validating: line, as: UTF8.self).flatMap(generator.rank(of:))
      output += (rank?.decimal ?? "-").utf8
    }
  }

  /// Prints the password of each number on standard input, or `-` if the number is too large.
  private func printPasswords(_ generator: PasswordGenerator) throws {
    try answerLines(lanes: 1, overLong: Array(overLongAnswer.utf8), scratch: { 0 }) {
      _, line, output in
      let digits = String(decoding: line, as: UTF8.self)
      output += (generator.password(atDecimal: digits) ?? "-").utf8
    }
  }
}

/// The reason why no password is generated.
enum GenerateProblem: Diagnosable {
  case impossible(Policy, LengthRange, ComparisonAlphabet)
  case allRefused

  var location: Location? {
    if case .impossible(let policy, _, _) = self { policy.location } else { nil }
  }

  var found: String {
    switch self {
    case .impossible(let policy, let range, _):
      policy.unsatisfiable.map { "no password can comply: \($0)" }
        ?? "no password of \(range.lower) to \(range.upper) characters can comply"
    case .allRefused:
      "\(GenerateSieve.mostTries) passwords in a row were refused by a list, a score, or for a line end"
    }
  }

  var expected: String? { nil }

  var remedy: String? {
    switch self {
    case .impossible(let policy, _, .ascii) where policy.unsatisfiable == nil:
      "Only strings of printable ASCII were tried; --alphabet unicode takes all that the policy "
        + "permits. 'audit keyspace' tells the lengths."
    case .impossible: "See 'audit keyspace' for the lengths that the policy permits."
    case .allRefused: "Choose a longer length, or lift 'min-score'."
    }
  }
}
