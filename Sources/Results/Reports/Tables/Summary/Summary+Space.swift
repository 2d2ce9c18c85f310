import Diagnostics
import Metrics
import PasswordPolicies
import PasswordSpaces

// Two tables that only options ask for: random strings (--space), the commonest passwords (--distinct).
extension Summary {
  /// The whole list, or one policy.
  private struct SpaceRow {
    let name: String
    let policy: PolicyOverview?
    let guessed: Guessed?

    var keyspace: PolicyKeyspace? { policy?.space?.keyspace }
    var guessing: PolicyGuessing? { guessed?.exact }
  }

  private var policyRows: [SpaceRow] {
    overview.policies.prefix(isVerbose ? .max : PolicyOverview.mostCharted).map {
      SpaceRow(name: $0.name, policy: $0, guessed: $0.guessed)
    }
  }

  /// How many policies the table leaves out; empty if none.
  private var leftOut: [String] {
    let rest = overview.policies.count - policyRows.count
    return rest > 0 ? [ink.faint("… and \(grouped(rest)) more: see the last line")] : []
  }

  private func table(_ rows: [SpaceRow], _ columns: [TextTable.Column]) -> [String] {
    TextTable(rows.map(\.name), columns, columns: self.columns).lines(faint: ink.faint)
  }

  /// How far rules shrink the space of random strings; empty unless requested.
  var randomStrings: [String] {
    let rows = policyRows
    guard overview.hasSpace, !rows.isEmpty else { return [] }
    let width = isNarrow ? 12 : 24
    let lines = table(
      rows,
      [
        .init("length", rows: rows, gap: 3) { ($0.keyspace?.floor?.length).map { String($0) } },
        .init("bits", rows: rows, gap: 3) { ($0.keyspace?.floor?.bits).map(bitsWord) },
        .init("bits fewer", "by the rules", rows: rows, gap: 3) {
          ($0.keyspace?.floor?.lostFromASCII).map(bitsWord)
        },
        .init("most by", "the rule", rows: rows, isText: true, gap: 3) { row in
          (row.keyspace?.floorCosts?.costliest).map { cost in
            clipped(escaped(cost.text.isEmpty ? cost.rule.text : cost.text), to: width)
          }
        },
      ])
    let isASCII = rows.contains { $0.keyspace?.alphabet == .ascii }
    // No number here depends on the longest length that is counted.
    let caveats = sentences(rows) { row in
      (row.keyspace?.caveats ?? []).filter { $0 != .horizon }
    }
    return wrapped(
      "random strings of each policy's least length\(isASCII ? ", of printable ASCII" : "")"
    ).map(ink.strong) + lines + leftOut
      + wrapped(
        "Bits fewer: than all strings of printable ASCII of that length have.", indent: 2
      ).map(ink.faint) + caveats
  }

  /// What the commonest passwords guess; empty unless distinct passwords were counted.
  var commonest: [String] {
    guard overview.countsGuesses, let weights = overview.weights else { return [] }
    let rows =
      [SpaceRow(name: "no policy", policy: nil, guessed: overview.guessed)] + policyRows
    var columns: [TextTable.Column] = [
      .init("by the 10", "commonest", rows: rows, gap: 3) {
        $0.guessed?.found(by: 10)?.precisePercent
      },
      .init("by the 1,000", "commonest", rows: rows, gap: 3) {
        $0.guessed?.found(by: 1000)?.precisePercent
      },
    ]
    let hasBits = isVerbose && overview.whole != nil
    if hasBits {
      columns.append(
        .init("bits of guesswork", "for a quarter", rows: rows, gap: 3) { row in
          (row.guessing?.metrics.effort(for: "0.25")).flatMap {
            $0.isBeyondSample ? nil : bitsWord($0.guessworkBits)
          }
        })
    }
    let noun = weights == .accounts ? "accounts" : weights == .lists ? "lists" : "lines"
    // This one is of entropies alone.
    let caveats = sentences(rows) { row in
      (row.guessing?.caveats ?? []).filter { hasBits || $0 != .unlikeSamples }
    }
    return [ink.strong("guessed, of the accepted, by their commonest passwords")]
      + table(rows, columns) + leftOut
      + wrapped(
        paragraph(
          "Shares are of \(noun), by one who knows how common each password is on the list, as no attacker "
            + "does. A dash: too few are accepted to say.",
          overview.guessed?.silence?.sentence), indent: 2
      ).map(ink.faint) + caveats
  }

  /// The caveats of rows, each once, with the names of its rows unless it is about all.
  private func sentences(_ rows: [SpaceRow], _ caveats: (SpaceRow) -> [Caveat]) -> [String] {
    let told = rows.map(caveats)
    return told.flatMap(\.self).unique.flatMap { caveat in
      let names = rows.indices.filter { told[$0].contains(caveat) }.map { rows[$0].name }
      let whose = names.count == rows.count ? "" : "\(nameOfSeveral(names)): "
      return wrapped(whose + caveat.sentence, indent: 2)
    }
  }
}
