import Diagnostics
import Glibc
import Metrics

// The details for --verbose: the parts of every number on the first screen.
extension Summary {
  /// The blocks after the first screen.
  var details: [[String]] {
    [input] + detailed.map(detail(of:)) + [
      otherPolicies, strength, blocklists, lengths, shapes,
    ]
      + [skippedInFull, readings]
  }

  /// The policies with details; bars for hundreds would fill the scroll-back.
  private var detailed: ArraySlice<PolicyOverview> {
    overview.policies.prefix(PolicyOverview.mostCharted)
  }

  private var otherPolicies: [String] {
    let rest = overview.policies.count - detailed.count
    return rest > 0
      ? ["… and \(grouped(rest)) more policies: the page and audit.csv have the details of all"]
      : []
  }

  private var input: [String] {
    let inputs = overview.inputs
    var lines = [ink.strong("read")]
    if inputs.rows.count == 1, let input = inputs.rows.first {
      let unpacked = input.unpackedSize.map { ", \($0) of text" } ?? ""
      lines += wrapped("\(input.name): \(input.size) \(input.container)\(unpacked)", indent: 2)
    } else {
      lines.append("  \(counted(inputs.listCount, "list")), \(inputs.size)")
    }
    for input in inputs.named {
      guard let layout = input.layout else { continue }
      lines += wrapped("\(input.name): \(layout)", indent: 2)
    }
    if let distinct = overview.distinct {
      lines.append(
        "  \(counted(distinct.count, "different password")), \(distinct.percent) of all")
    }
    return lines
  }

  private func detail(of policy: PolicyOverview) -> [String] {
    var lines = [
      ink.strong(clippedInside(escaped(policy.name), to: columns - 30)) + "  "
        + ink.good("\(policy.compliant.percent) accepted") + " (\(policy.compliant.grouped))"
    ]
    lines += wrapped(policy.text, indent: 2).map(ink.faint)
    guard !policy.rules.isEmpty else { return lines }
    let width = min(max(policy.rules.map(\.label.count).max() ?? 0, 10), columns / 2 - 4)
    let barColumns = max(10, columns - width - 29)
    lines.append(
      "  " + "rule".padded(to: width + 2 + barColumns)
        + "of all".indented(to: 8) + "no other fault".indented(to: 16))
    for rule in policy.rules {
      lines.append(
        "  " + clipped(rule.label, to: width).padded(to: width + 2)
          + ink.bad(bar(rule.any.share, columns: barColumns).padded(to: barColumns))
          + rule.any.percent.indented(to: 8) + rule.only.percent.indented(to: 16))
    }
    if policy.rules.count > 2, !policy.topPairs.isEmpty {
      let list = policy.topPairs.map { "\($0.texts) (\($0.part.percent))" }
      lines += wrapped(
        "broken together most often, whatever else is broken: " + list.joined(separator: ", "),
        indent: 2)
    }
    if let survivors = policy.survivors {
      lines += wrapped(sentence(on: policy, survivors), indent: 2)
    }
    if let habits = policy.habits { lines += wrapped(sentence(on: habits), indent: 2) }
    return lines
  }

  private func sentence(on habits: PolicyHabits) -> String {
    var parts = habits.rules.map { "\($0.row.brief) \($0.free.percent)" }
    if let all = habits.all { parts.append("all \(all.percent)") }
    return (parts.isEmpty ? [] : ["kept for free: " + parts.joined(separator: ", ") + ";"])
      .joined() + " a common word and more: \(habits.decorated.percent)"
  }

  private func sentence(
    on policy: PolicyOverview, _ survivors: PolicyOverview.Survivors
  ) -> String {
    var parts = survivors.medianLength.map { ["median length \($0)"] } ?? []
    guard survivors.size.permitsShares else {
      return "accepted passwords: " + (parts + ["too few for shares"]).joined(separator: ", ")
    }
    if survivors.strength?.weak == nil, let strong = survivors.strength?.strong {
      parts.append("\(strong.percent) strong by the meter")
    }
    parts += PolicyNumber.all.compactMap { number in
      number.brief(policy).flatMap { brief in number.words(policy).map { "\($0) \(brief)" } }
    }
    return "accepted passwords: " + parts.joined(separator: ", ")
  }

  private var blocklists: [String] {
    guard let blocklists = overview.blocklists else { return [] }
    let listed = blocklists.listed.map { listed in
      "  \(listed.percent) of all are on it (\(listed.grouped))"
        + (blocklists.rows.count > 1 ? ", each once" : "")
        + (blocklists.conforms ? ", whole password" : "")
    }
    var lines = [ink.strong("blocklist") + (listed ?? "")]
    func hits(_ hits: Part) -> String { "\(counted(hits.count, "hit")), \(hits.percent)" }
    func name(_ list: BlocklistsOverview.Row) -> String {
      "  \(escaped(list.name.text)) (\(counted(list.values, "value")))"
    }
    for list in blocklists.rows {
      lines.append("\(name(list)): \(hits(list.hits))")
      for policy in list.policies.prefix(PolicyOverview.mostCharted) {
        guard let only = policy.only, only.count > 0 else { continue }
        lines += wrapped(
          "\(only.grouped) of them no other rule of \(policy.policy) refuses",
          indent: 4)
      }
      lines += worth(of: list)
      if list.policies.count > PolicyOverview.mostCharted {
        lines.append("    the other policies: metric blocklist_only of audit.csv, and audit.json")
      }
    }
    lines += blocklists.ofRules.map { "\(name($0)), of a policy's rule: \(hits($0.hits))" }
    if let related = blocklists.related {
      lines.append(
        "  related to their user's name: \(related.grouped), \(related.percent), each once")
    }
    lines += blocklists.relations.map { "  \($0.name): \(hits($0.hits))" }
    lines += wrapped(
      "hits expected by chance: \(rounded(blocklists.expectedFalseHits)) (values are stored as 64 "
        + "bits of a hash)", indent: 2)
    return lines
  }

  /// The hits of the best values of a ranked list, and the share of a list that can never refuse
  /// anything.
  private func worth(of list: BlocklistsOverview.Row) -> [String] {
    var lines: [String] = []
    if list.best.count > 1 {
      let curve = list.best.map { "\(grouped($0.values)): \($0.part.percent)" }
      lines += wrapped("hits of its best " + curve.joined(separator: ", "), indent: 4)
    }
    for policy in list.policies.prefix(PolicyOverview.mostCharted) {
      guard let idle = policy.idle, idle > 0 else { continue }
      lines += wrapped(
        "\(percent(idle)) of its values can never refuse anything under \(policy.policy): it "
          + "refuses their lengths", indent: 4)
    }
    return lines
  }

  /// A small number with three digits.
  private func rounded(_ number: Double) -> String {
    guard number > 0 else { return "0" }
    let exponent = Int(log10(number).rounded(.down))
    let leading = Int((number / pow(10, Double(exponent)) * 10).rounded())
    return exponent >= -2 && number < 1e6
      ? "\((number * 1000).rounded() / 1000)" : "\(leading / 10).\(leading % 10)e\(exponent)"
  }

  private var strength: [String] {
    guard let strength = overview.strength, !strength.meter.isEmpty else { return [] }
    let levels = strength.meter.map { "\($0.level) \($0.part.percent)" }
    let meter =
      "four-criteria meter (8 characters, a digit, a capital, punctuation): "
      + levels.joined(separator: ", ")
    guard !strength.scores.isEmpty else { return wrapped("strength by the " + meter) }
    let barColumns = columns - 48
    var lines = [ink.strong("strength") + "  of all, by zxcvbn's score"]
    for (score, part) in strength.scores.enumerated() {
      lines.append(
        barLine(
          "  \(score)  " + StrengthOverview.scoreWords[score].padded(to: 20), part, of: 1,
          columns: barColumns))
    }
    if strength.estimate != nil {
      lines += overview.calibration.map { wrapped($0, indent: 2) } ?? []
    }
    lines += wrapped(meter, indent: 2)
    return lines
  }

  private var lengths: [String] {
    let lengths = overview.lengths
    guard !lengths.rows.isEmpty else { return [] }
    let parts = lengths.rows.map(\.part) + (lengths.tail.map { [$0.part] } ?? [])
    let widest = lengths.widest.share
    let barColumns = columns - 32
    let names =
      lengths.rows.map { String($0.length) } + (lengths.tail.map { ["\($0.from)+"] } ?? [])
    return [
      ink.strong("length")
        + "  \(lengths.upToMedian.percent) of all have \(counted(lengths.median, "code point")) or fewer"
    ]
      + zip(names, parts).map { name, part in
        barLine("  " + name.indented(to: 6) + " ", part, of: widest, columns: barColumns)
      }
  }

  /// A name, a bar, whose full length is `widest`, and the numbers of a part.
  private func barLine(
    _ name: String, _ part: Part, of widest: Double, columns: Int
  ) -> String {
    name + bar(widest > 0 ? part.share / widest : 0, columns: columns).padded(to: columns)
      + part.grouped.indented(to: 14) + part.percent.indented(to: 9)
  }

  private var skippedInFull: [String] {
    let (skipped, reservations) = (overview.lines.skipped, overview.lines.reservations)
    let words = skipped.isEmpty ? "nothing" : ink.alarm(skipped.joined(separator: ", "))
    return [ink.strong("skipped") + "  " + words]
      + reservations.flatMap { wrapped("not skipped; \($0)", indent: 2) }
  }

  /// The readings used for settings that have several, as far as they affect the numbers above.
  private var readings: [String] {
    let verbs: KeyValuePairs = [
      "max-consecutive": " limits", "leet": ":", "substring": ":", "entra-like": ":",
      "strength": ":",
    ]
    let lines = verbs.flatMap { name, verb in
      (overview.manifest.readings[name]).map { wrapped("\(name)\(verb) \($0)", indent: 2) } ?? []
    }
    return lines.isEmpty ? [] : [ink.strong("how rules and lists were read")] + lines
  }
}

extension Summary {
  /// The commonest shapes of passwords; nothing unless they were counted.
  var shapes: [String] {
    let shapes = overview.shapes
    guard let widest = shapes.first?.part.share else { return [] }
    let width = min(max(shapes.map(\.text.count).max() ?? 0, 8), columns / 2 - 4)
    let barColumns = max(10, columns - width - 27)
    return [
      ink.strong("shape") + "  l lowercase, U uppercase, d digit, ! special, o other; the commonest"
    ]
      + shapes.map { text, part in
        barLine(
          "  " + clipped(text, to: width).padded(to: width + 2), part, of: widest,
          columns: barColumns)
      }
  }
}
