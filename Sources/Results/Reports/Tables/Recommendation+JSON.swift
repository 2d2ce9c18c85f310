import Metrics

// For programs.
extension Recommendation {
  /// The answer as one object of JSON.
  package var json: [UInt8] { jsonText(object) + [UInt8(ascii: "\n")] }

  private var object: JSONObject {
    let error = table.differenceError
    return [
      "schema": 1,
      "against": [
        "name": table.against, "guesses": Int(table.against.guesses),
        "difference_error": .some(error.map { [$0.plain, $0.scored] }),
      ] as JSONObject,
      "limits": [
        "refuse_at_most": .some(limit), "meets": table.limits.meets,
        "accepts_managers": table.limits.acceptsManagers, "least_accepted": Self.leastAccepted,
      ] as JSONObject,
      "lists": table.lists.map { list -> JSONObject in
        [
          "name": list.name, "passwords": list.passwords, "guessed": .some(list.guessedShare),
          "about": list.about,
        ]
      },
      "grid": [
        "policies": table.policies.count, "within_words": open.count, "feasible": .some(feasible),
      ] as JSONObject,
      "choice": .some(chosen), "none": .some(none.map(object)),
      "runners_up": runnersUp.map { other in
        other.policy.names + [
          "kind": other.kind, "reason": other.reason, "difference": other.difference,
          "list": .some(other.list),
        ]
      },
      "not_told_apart": .some(
        alike.map { alike -> JSONObject in
          [
            "policies": alike.count, "of": ranked.count - 1,
            "first": alike.prefix(20).map(\.policy),
          ]
        }),
      "at": steps.map { step -> JSONObject in
        [
          "refuse_at_most": step.limit, "policy": .some(step.policy?.policy),
          "rules": .some(step.policy?.rules), "refused": .some(step.refused),
          "guessed": .some(step.guessed), "worst_regret": .some(step.worst),
        ]
      },
      "leave_one_out": leftOut.map { left -> JSONObject in
        [
          "list": left.list, "policy": .some(left.policy?.policy), "same": left.isSame,
          "refused": .some(left.cell?.refused), "over": .some(left.over),
          "guessed": .some(left.cell?.known), "regret": .some(left.regret),
        ]
      },
      "behaviours": behaviours.map { model, policy, isSame -> JSONObject in
        [
          "model": model, "policy": policy.policy, "same": isSame,
          "guessed": details.compactMap { $0.cell.guessed[model] },
        ]
      },
      "own": own.map { policy, barred, cells in
        policy.names + [
          "barred": barred, "refused": cells.map { $0?.refused },
          "guessed": cells.map { $0?.known },
        ]
      },
    ]
  }

  private var chosen: JSONObject? {
    guard let first = ranked.first, let choice else { return nil }
    let isNarrowed = regrets.contains { $0.byRows != nil }
    return choice.names + [
      "words": .some(choice.words), "worst_regret": first.worst,
      "worst_regret_by_rows": isNarrowed ? Ends.worst(of: regrets.map(\.ends)) : nil,
      "lists": details.map { list, cell, regret -> JSONObject in
        [
          "list": list.name, "refused": cell.refused, "accepted": cell.counts.accepted,
          "guessed": cell.ends, "sampling": cell.sampling, "regret": regret.byCounts,
          "regret_by_rows": regret.byRows,
        ]
      },
    ]
  }

  /// The policy that accepts most is left out, since others compare this byte for byte.
  private func object(_ none: Nothing) -> JSONObject {
    let nearest = none.reason == .limit ? none.nearest : nil
    return [
      "reason": none.reason,
      "nearest": .some(
        nearest.map { $0.policy.names + ["list": $0.list, "refused": $0.cell.refused] }),
    ]
  }
}

extension RecommendationTable.Choice {
  fileprivate var names: JSONObject { ["policy": policy, "rules": rules] }
}
