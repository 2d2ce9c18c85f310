// The metrics of a directory's accounts, which no tally holds: dumps and potfiles are counted
// elsewhere, and only their names and words stand here.
extension Metric {
  /// The policy of rows that sum up policies which say for whom they are in force.
  package static let inForce = "in force"

  /// All metrics of dumps of a directory.
  package static let ofAccounts =
    [
      accounts("account_kind", "all accounts: users, machines, and those of the system"),
      accounts("account_state", "users that are enabled, disabled, or of unknown state"),
      accounts(
        "account_password",
        "how much is known of the password: blank; cracked, proven by the hash; unproven, found with "
          + "a text that does not have the hash; uncracked; no hash"),
      accounts("age", "days since the password was set, before the newest day of any account"),
      accounts(
        "commonest", isPartition: false, base: .metric("shared"),
        "accounts that have the commonest passwords, cracked or not"),
      accounts(
        "finding", isPartition: false, base: .metric("account_password"), "accounts with a finding"),
      accounts(
        "history_reuse",
        "of accounts with history: the current password, or an earlier one, is there "
          + "twice"),
      accounts(
        "history_step",
        "how the current password comes from the last one, or an earlier from the one before it; "
          + "undecidable if neither is known"),
      accounts("listed", "whether a blocklist holds the password, by its text or its NT hash"),
      accounts(
        "lm", "whether an LM hash is stored; short is of a password of at most 7 characters"),
      accounts(
        "machine_default", "machines whose password is the one of machines that never joined"),
      accounts("reversible", "whether the password is stored reversibly"),
      accounts("shared", "how many accounts have the same password, in the whole directory"),
      accounts(
        "shared_across", "of parts: who else has the password, nobody, accounts within, one beyond"),
      accounts(
        "shared_groups", isPartition: false, base: .metric("shared"),
        "members of groups who share their password beyond the group, by how many accounts have it"),
      accounts(
        "shared_passwords", units: .distinct, "different passwords by how many accounts have them"),
      accounts("user_name_hash", "whether the password is the user's name, asked by hash"),
      accounts(
        "account_compliance", of: .policy,
        "accounts that comply, that violate, and whose password is not known"),
      accounts("dump_lines", units: .lines, "lines of dumps by kind"),
      accounts(
        "since", of: .policy,
        "whether the password was set since the policy's day, and complies with it; the day is after"
      ),
      accounts("potfile_lines", units: .lines, "lines of potfiles by outcome"),
      accounts("proof", units: .distinct, "the reading by which a password has its hash"),
    ] + changes

  /// The metrics of two states of a directory.
  private static let changes =
    [
      accounts("change", "accounts on either side, by their password"),
      accounts("change_balance", "accounts on both sides, by their number of findings"),
    ]
    + [
      "blank", "cracked", "listed", "user-name", "shared", "shared-across", "lm", "reversible",
      "history-reuse", "increment",
    ].map {
      accounts(
        "change_\($0)", isPartition: false, base: .metric("change"), "what became of this finding")
    }
    + ["before-policy", "violates"].map {
      accounts(
        "change_\($0)", of: .policy, isPartition: false, base: .metric("change"),
        "what became of this finding")
    }

  private static func accounts(
    _ name: String, of scope: Scope = .list, units: Histogram.Unit = .accounts,
    isPartition: Bool = true, base: Base = .bins, _ words: String
  ) -> Metric {
    Metric(
      name, scope, units: [units], isPartition: isPartition, of: base, words, .list { _ in nil })
  }
}
