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
    var facts = [
      ("dataset", manifest.dataset), ("program", "audit \(manifest.version)"),
      ("complete", manifest.complete ? "yes" : "no"),
    ]
    for input in overview.inputs.named {
      facts += [
        ("list", "\(input.name) (\(input.container), \(input.size))"),
        ("SHA-256", input.sha256),
      ]
    }
    if overview.inputs.unnamedCount > 0 {
      facts.append(("lists", "\(overview.inputs.unnamedCount) more in audit.json"))
    }
    for list in manifest.blocklists {
      facts.append(
        (
          "blocklist",
          "\(list.name.text) (\(list.comparison), \(counted(list.values, "value"))"
            + (list.sha256.map { ", SHA-256 \($0)" } ?? list.checksum.map { ", XXH3 \($0)" } ?? "")
            + ")"
        ))
    }
    for file in files {
      facts.append(("file", "\(file.name), \(counted(file.rows, "row"))"))
    }
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
