import Diagnostics

extension Page {
  /// How the numbers are to be read, and how sure they are.
  var certainty: PageSection? {
    let calibration = overview.calibration.map { " Guessed in a time: \($0)" } ?? ""
    let points = [
      "Shares are of passwords on the list, each as often as it occurs, unless it says that they are "
        + "of the accepted.",
      "A rule refuses a password if the password breaks it. 'Alone' counts passwords that break only "
        + "this rule of the policy.",
      "zxcvbn's score 0 or 1 means less than \(overview.easyBound) by zxcvbn alone.\(calibration)",
      "Of fewer than 1,000 accepted passwords, a share has their number beside it; of fewer than "
        + "100 there are too few for a share. What the commonest passwords guess is stated of 1,000 or "
        + "more.",
    ]
    return PageSection("sure", "How sure the numbers are") {
      Markup.list(
        points + [overview.estimateInBrief.map { "Guessed in a day: \($0)." }].compactMap(\.self))
    }
  }

  /// What the numbers do not say.
  var limits: PageSection? {
    let caveats = ([.population] + (overview.hasSpace ? [.strings] : []) + overview.spaceCaveats)
      .unique
    return PageSection("method", "What is not covered") {
      "No number here says \(notCovered)"
      Markup.list(caveats.map(\.sentence))
    }
  }

  /// The sources of the numbers.
  var provenance: PageSection? {
    let manifest = overview.manifest
    let unnamed = overview.inputs.unnamedCount
    var facts = [
      ("dataset", manifest.dataset), ("program", "audit \(manifest.version)"),
      ("complete", manifest.complete ? "yes" : "no"),
    ]
    facts += overview.inputs.named.flatMap {
      [("list", "\($0.name) (\($0.container), \($0.size))"), ("SHA-256", $0.sha256)]
    }
    if unnamed > 0 { facts.append(("lists", "\(unnamed) more in audit.json")) }
    facts += ReportRecord.Stated(manifest).blocklists.map { ("blocklist", $0.words) }
    facts += files.map { ("file", "\($0.name), \(counted($0.rows, "row"))") }
    if let command { facts.append(("to make it again", command)) }
    if !notAskedFor.isEmpty { facts.append(("not asked for", notAskedFor.joined(separator: "; "))) }
    let settings = manifest.readings.sorted { $0.key < $1.key }
    return PageSection("provenance", "Provenance") {
      Markup.definitions(facts)
      if !settings.isEmpty {
        Markup.make(.h3, "Settings")
        Markup.definitions(settings.map { ($0.key, $0.value) })
      }
      Markup.make(.h3, "Policies as they were understood")
      if isLong {
        "audit.json has the text of all \(grouped(overview.policies.count)) policies."
      } else {
        Markup.definitions(
          overview.policies.map { policy -> (String, String) in
            let notes = policy.notes.map { "; \($0)" }.joined()
            return (policy.name, "\(policy.text) (\(policy.source.text))" + notes)
          })
      }
    }
  }

  private var notAskedFor: [String] {
    [
      (overview.strength == nil, "strength and guesses (--strength)"),
      (!overview.countsGuesses, "distinct passwords and guessing (--distinct)"),
      (!overview.hasSpace, "random strings (--space)"),
      (overview.blocklists == nil, "blocklists (--blocklist)"),
    ].filter(\.0).map(\.1)
  }
}
