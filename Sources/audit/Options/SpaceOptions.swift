import ArgumentParser
import Questions

/// The options for the effect of a policy on the space of passwords.
struct SpaceOptions: ParsableArguments {
  @Flag(
    name: .customLong("space"),
    help: ArgumentHelp(
      """
      Count the passwords that each policy permits and what each rule costs: policy.csv, \
      keyspace.csv and rule_cost.csv.
      """))
  var isOn = false

  @Option(
    name: .customLong("alphabet"),
    help: ArgumentHelp(
      """
      With --space, what policies are compared on: ascii (strings of printable ASCII, the default), \
      policy (of all that each policy permits), or unicode (the same, against all of Unicode).
      """, valueName: "alphabet"))
  var alphabet: KeyspaceSettings.Alphabet?

  func validate() throws {
    if alphabet != nil, !isOn { throw ValidationError("--alphabet goes with --space.") }
  }

  @Flag(
    name: .customLong("head-only"),
    help: """
      Mark guessing metrics as bounds, because the list is the top of a longer one. Also detected \
      from the data.
      """)
  var isHead = false
}

extension KeyspaceSettings.Alphabet: ExpressibleByArgument {}
