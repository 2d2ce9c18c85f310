import ArgumentParser

/// What a policy does to the space of passwords, beside what it does to the list.
struct SpaceOptions: ParsableArguments {
  @Flag(
    name: .customLong("space"),
    help: ArgumentHelp(
      """
      Count the passwords that each policy permits and what each rule costs: policy.csv, \
      keyspace.csv and rule_cost.csv.
      """))
  var isOn = false

  @Flag(
    name: .customLong("head-only"),
    help: """
      The list is the head of a longer one: say so beside metrics of guessing. Told by itself where \
      no password of many is rare.
      """)
  var isHead = false
}
