import Diagnostics

extension Page {
  /// The method of the numbers, and their limits.
  var method: PageSection? {
    var content: [Markup] = [
      .list([
        "Shares are of passwords on the list, each as often as it occurs, unless it says that they are "
          + "of those that comply.",
        "A rule refuses a password if the password breaks it. 'Alone' counts passwords that break only "
          + "this rule of the policy.",
        "Easy is a zxcvbn score of 0 or 1: less than \(overview.easyBound)."
          + (overview.calibration.map { " Found in a time: \($0)" } ?? ""),
        "Of fewer than 1,000 passwords that comply, a share has their number beside it; of fewer than "
          + "100 there are too few for a share. What guesses find is stated of 1,000 or more, as "
          + "somebody finds it who has seen half of them and is measured on the other half.",
        "A leak does not show what people choose under another policy, nor who they are.",
      ])
    ]
    let caveats = ([.population] + (overview.hasSpace ? [.strings] : []) + overview.spaceCaveats)
      .unique
    content.append(.make(.h3, "Caveats"))
    content.append(
      .list(
        caveats.map(\.sentence)
          + (overview.estimateInBrief.map { ["Found in a day: \($0)."] } ?? [])))
    return PageSection("method", "Method and caveats", content)
  }

  /// The sources of the numbers.
  var provenance: PageSection? {
    let manifest = overview.manifest
    var content: [Markup] = []
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
    content.append(Markup.definitions(facts))
    let settings = manifest.readings.sorted { $0.key < $1.key }
    if !settings.isEmpty {
      content.append(.make(.h3, "Settings"))
      content.append(Markup.definitions(settings.map { ($0.key, $0.value) }))
    }
    content.append(.make(.h3, "Policies as they were understood"))
    content.append(
      isLong
        ? .make(.p, "audit.json has the text of all \(grouped(overview.policies.count)) policies.")
        : Markup.definitions(
          overview.policies.map { policy -> (String, String) in
            let notes = policy.notes.map { "; \($0)" }.joined()
            return (policy.name, "\(policy.text) (\(policy.source.text))" + notes)
          }))
    return PageSection("provenance", "Provenance", content)
  }

  private var notAskedFor: [String] {
    var missing: [String] = []
    if overview.strength == nil { missing.append("strength and guesses (--strength)") }
    if !overview.countsGuesses { missing.append("distinct passwords and guessing (--distinct)") }
    if !overview.hasSpace { missing.append("random strings (--space)") }
    if overview.blocklists == nil { missing.append("blocklists (--blocklist)") }
    return missing
  }
}
