import Conformance
import Diagnostics
import FoundationEssentials
import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
import Tallies
import Workers

/// The inputs, how they were understood, and the main results: the file `audit.json`.
///
/// It names inputs by the user's name and by digest, and contains counts and canonical policies,
/// but nothing from the text of a password. Equal inputs give equal bytes on every machine, on
/// every day and with any number of workers.
package struct ManifestFile {
  /// The version of the layout that this program writes and reads.
  static let format = 1

  private let members: JSONObject

  /// Takes the manifest and the main results of a report.
  package init(_ report: Report) {
    let (manifest, overview) = (report.manifest, report.overview)
    let (list, folding) = (report.findings.list, report.findings.folding)
    let asked = report.standards.value.asked
    members = [
      "format": Self.format, "version": manifest.version,
      // Whether every input was read to its end without a fault, and nothing requested is missing.
      "complete": manifest.complete,
      "dataset": manifest.dataset, "inputs": manifest.inputs,
      "entries": list.lines.entries, "lines": Self.lines(list), "encodings": Self.encodings(list),
      "policies": zip(manifest.policies, overview.policies).map(Self.policy),
      "results": overview.policyRows.map { Self.result($0, hasEnds: folding != nil) },
      // The clauses of each standard that was asked for, by verdict.
      "standards": asked.isEmpty ? nil : asked.map(Self.standard),
      // The main results of each list, or of each part of a directory.
      "parts": report.parts.isEmpty ? nil : report.parts.map(Self.part),
      // How the tally was folded from which it is answered.
      "folded": folding.map { folding -> JSONObject in
        [
          "k": folding.least,
          "passwords": folding.leastPasswords > 0 ? folding.leastPasswords : nil,
          "workload": folding.workload,
        ]
      },
      "blocklists": manifest.blocklists,
      "dictionaries": manifest.dictionaries.isEmpty ? nil : manifest.dictionaries,
      "readings": manifest.readings, "warnings": manifest.warnings,
      "keyspaces": report.space?.map(Self.keyspace),
      "guessing": report.guessing.map { guessing -> JSONObject in
        [
          "weights": guessing.weights.rawValue, "truncated": guessing.truncation != nil,
          "whole": Self.guessing(guessing.whole),
          "policies": guessing.policies.map(Self.guessing),
        ]
      },
      "strata": report.accounts.isEmpty ? nil : report.directory?.strata,
      "accounts": report.directory?.file,
    ]
  }

  /// The file's bytes: JSON, keys sorted, ending in LF.
  ///
  /// - Throws: Errors of the encoder; none is known to occur.
  package func serialized() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = escapedJSON(Array(try encoder.encode(members)))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// All lines by result.
  private static func lines(_ list: ListFindings) -> [String: UInt64] {
    Dictionary(
      uniqueKeysWithValues: LineResult.all.compactMap { result in
        result.key.map { ($0, result.count(in: list.lines)) }
      }
    ).filter { !LineResult.follows($0.key, from: list.hiddenLines) }
  }

  /// The encodings of entries; those of UTF-8 that normalisation form C changes are named, too.
  private static func encodings(_ list: ListFindings) -> [String: UInt64] {
    let lines = list.lines
    let all = [
      ("ascii", "ascii", lines.ascii), ("utf8", "utf8", lines.utf8),
      ("illFormed", "ill_formed", lines.illFormed),
      ("changedByNFC", "changed_by_nfc", lines.changedByFormC),
    ]
    return Dictionary(
      uniqueKeysWithValues: all.filter { !list.hiddenLines.contains($0.1) }.map { ($0.0, $0.2) })
  }

  /// A policy, and what share it accepts of what each generator makes.
  private static func policy(_ policy: Manifest.Policy, _ found: PolicyOverview) -> JSONObject {
    guard let accepted = found.space?.accepted, !accepted.isEmpty else { return policy.record }
    let shares = Dictionary(
      accepted.map { ($0.generator.id, $0.share?.value) }, uniquingKeysWith: { first, _ in first })
    return policy.record + ["managers": shares]
  }

  /// How many clauses of a standard a policy meets and breaks.
  private static func standard(_ result: Conformance) -> JSONObject {
    [
      "policy": result.policy.name, "standard": result.standard.id,
      "summary": JSONObject(countsOf: result),
    ]
  }

  /// What complies with each policy in one of several lists.
  private static func part(_ part: Report.Part) -> JSONObject {
    [
      "dataset": part.dataset, "entries": part.entries,
      "results": part.findings.policies.map { policy -> JSONObject in
        let share = Part(policy.compliant, of: policy.entries(of: part.entries))
        return [
          "policy": policy.name, "n": share.total, "accepted": share.count,
          "acceptedShare": share.rounded,
        ]
      },
    ]
  }

  /// The main results of a policy, for programs that read `audit.json` and nothing else.
  ///
  /// They are the columns of `results.csv`, and its rules. By a folded tally numbers have ends.
  private static func result(_ row: PolicyRow, hasEnds: Bool) -> JSONObject {
    let policy = row.policy
    var result: JSONObject = [
      "policy": policy.name,
      "rules": policy.rules.map { rule in
        var refused: JSONObject = ["rule": rule.id.text, "text": rule.text]
        refused.add(rule.any, "count", share: "share", hasEnds: hasEnds)
        refused.add(rule.only, "only", share: "onlyShare", hasEnds: hasEnds)
        return refused
      },
      "survivors": policy.survivors.map { _ in
        var kept: JSONObject = [:]
        kept.add(policy.compliant, "n", share: nil, hasEnds: hasEnds)
        kept.add(PolicyNumber.columns, of: row, hasEnds: hasEnds)
        return kept
      },
    ]
    result.add(PolicyNumber.ofAll, of: row, hasEnds: hasEnds)
    return result
  }

  /// A summary of one policy's keyspace; the tables have the details.
  private static func keyspace(_ space: PolicySpace) -> JSONObject {
    let keyspace = space.keyspace
    return [
      "policy": keyspace.policy.name, "floorLength": keyspace.floor?.length,
      "floorCount": keyspace.floor?.count.decimal, "floorBits": keyspace.floor?.bits,
      // Bits fewer than all strings of printable ASCII of that length.
      "lostBits": keyspace.floor?.lostFromASCII,
      "costliestRule": keyspace.floorCosts?.costliest?.rule.text,
      "caveats": keyspace.caveats.map(\.sentence),
    ]
  }

  /// The guessing metrics of some passwords: all numbers unrounded, counts as decimal digits;
  /// undefined numbers are left out.
  private static func guessing(_ guessing: PolicyGuessing) -> JSONObject {
    let metrics = guessing.metrics
    return [
      "policy": guessing.policy, "distinct": String(metrics.distinct),
      "total": String(metrics.total), "topCount": String(metrics.topCount),
      "sumRankTimesCount": String(metrics.rankSum), "acceptedShare": guessing.acceptedShare,
      "distinctShare": guessing.distinctShare, "hartleyBits": metrics.hartleyBits,
      "shannonBits": metrics.shannonBits, "minEntropyBits": metrics.minEntropyBits,
      "guesswork": metrics.guesswork, "guessworkBits": metrics.guessworkBits,
      "successes": metrics.successes.map { success -> JSONObject in
        // Like `empirical.csv`, no share of few compliant passwords.
        let stated = guessing.success(after: success.guesses)
        return [
          "guesses": success.guesses, "count": String(success.mass), "share": stated?.share,
          "bits": stated?.bits,
        ]
      },
      "bounds": guessing.bounds.json,
      "efforts": metrics.efforts.map { effort -> JSONObject in
        [
          "share": effort.share.description, "guesses": String(effort.guesses),
          "count": String(effort.mass), "bits": effort.bits, "guesswork": effort.guesswork,
          "guessworkBits": effort.guessworkBits, "lastCount": String(effort.lastCount),
        ]
      },
      "unseenMass": metrics.unseenMass,
      "zipf": guessing.zipf.map { zipf -> JSONObject in
        ["exponent": zipf.exponent, "factor": zipf.factor, "deviation": zipf.deviation]
      },
      "firstAcceptedRank": guessing.firstAcceptedRank.map { String($0) },
      "caveats": guessing.caveats.map(\.sentence),
    ]
  }
}

extension AttackBounds {
  /// Between which ends lies what guesses find of other accounts, or why that is not said.
  package var json: JSONObject {
    if let silence { return ["none": silence.rawValue] }
    return [
      "confidence": confidence.percent, "resolved": resolvedGuesses,
      "ends": GuessingMetrics.budgets.compactMap(ends(of:)).map { ends -> JSONObject in
        ["guesses": ends.guesses, "lower": ends.lower, "upper": ends.upper]
      },
    ]
  }
}
