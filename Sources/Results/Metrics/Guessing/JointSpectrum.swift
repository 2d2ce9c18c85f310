/// The number of distinct passwords for each set of policies that accept them and each number of
/// occurrences.
///
/// That is all one needs to draw a sample of the list and judge it by every policy. Unlike signatures,
/// these groups do not depend on what else was recorded: a list and its tally have the same.
package struct JointSpectrum: Hashable, Sendable {
  /// The sets of policies: a bit for each judged policy, 64 a word.
  package let classes: [[UInt64]]
  /// The groups, by class and then by occurrences, the most first.
  package let groups: [Group]

  /// Passwords that the same policies accept and that occur equally often.
  package struct Group: Hashable, Sendable {
    /// The place of their policies in ``JointSpectrum/classes``.
    package let number: Int
    /// The occurrences of each.
    package let occurrences: UInt64
    /// Their number.
    package let passwords: UInt64
  }

  /// Takes the passwords of each class, by occurrences.
  package init(_ passwords: [[UInt64]: [UInt64: UInt64]]) {
    let classes = passwords.keys.sorted { $0.lexicographicallyPrecedes($1) }
    self.classes = classes
    groups = classes.enumerated().flatMap { number, accepting in
      (passwords[accepting] ?? [:]).sorted { $0.key > $1.key }.map {
        Group(number: number, occurrences: $0.key, passwords: $0.value)
      }
    }
  }

  /// Whether a judged policy accepts the passwords of a class.
  package func accepts(_ policy: Int, _ number: Int) -> Bool {
    classes[number][policy / 64] & (1 << UInt64(policy % 64)) != 0
  }
}
