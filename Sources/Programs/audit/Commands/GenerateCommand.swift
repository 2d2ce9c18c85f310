import ArgumentParser
import Jobs
import PasswordSpaces

/// `audit generate`: passwords that a policy permits.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Prints random passwords that a policy permits, each equally likely.",
    discussion: """
          audit generate --rules policy.txt --count 3

      The output contains plaintext passwords, one a line. They are drawn from the system's random \
      source, uniformly over all strings of printable ASCII that \
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

  @OptionGroup(title: "Policies") var policies: PolicyArguments
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

  @OptionGroup var notes: NoteOptions

  func validate() throws {
    try accept(try GenerateSettings.validate(count: count))
    if rank, unrank { throw ValidationError("--rank and --unrank exclude each other.") }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let settings = try GenerateSettings(
        onlyOneOf: try policies.load(), lengths: lengths.settings, alphabet: alphabet,
        blocklists: lists.settings, strength: try strength.settings.load(tell: Terminal.tell))
      if rank || unrank {
        try answerLines(try settings.numbering(ofPasswords: rank), threads: 1)
        return
      }
      let generator = try settings.prepare(tell: Terminal.tell)
      if seed != nil {
        Terminal.tell(
          "warning: --seed makes these passwords again for anybody; they are no secrets")
      }
      try generator.generate(count, seed: seed) { try Terminal.write($0) }
    }
  }
}
