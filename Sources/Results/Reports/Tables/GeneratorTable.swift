import Diagnostics
package import PasswordPolicies
package import PasswordSpaces

/// What policies accept of what generators make: a row for each policy and generator.
package struct GeneratorTable {
  private let policies: [Row]
  private let generators: [Generator]

  /// A policy and its answers, in the order of the generators.
  package typealias Row = (policy: Policy, answers: [GeneratorAnswer])
  /// A policy and one of its answers.
  private typealias Pair = (policy: Policy, answer: GeneratorAnswer)

  package init(_ policies: [Row], _ generators: [Generator]) {
    (self.policies, self.generators) = (policies, generators)
  }

  private var pairs: [Pair] {
    policies.flatMap { row in row.answers.map { (row.policy, $0) } }
  }

  private static let columns: [(name: String, cell: @Sendable (Pair) -> String?)] = [
    ("policy", { csvCell($0.policy.name) }), ("generator", { $0.answer.generator.id }),
    ("verdict", { $0.answer.share?.verdict }),
    ("accepted", { $0.answer.share.map { exact($0.value) } }),
    ("refused", { $0.answer.share.map { exact($0.others.value) } }),
    ("refused_most", { $0.answer.refusedMost?.text }),
    ("advice", { $0.answer.advice.map { csvCell($0.sentence) } }),
  ]

  /// The table as CSV with a header, as JSON, or as lines of JSON.
  package func bytes(as format: OutputFormat) -> [UInt8] {
    switch format {
    case .csv:
      let rows = pairs.map { pair in Self.columns.map { $0.cell(pair) ?? "" } }
      return tableBytes(([Self.columns.map(\.name)] + rows).map { $0.joined(separator: ",") })
    case .json: return JSONArray.document(bytes(as: .jsonl))
    case .jsonl: return tableBytes(pairs.map(Self.line))
    case .markdown:
      return Array((policies.count == 1 ? markdown(single) : markdown(overview)).utf8)
    case .text, .html:
      let lines = policies.count == 1 ? screen : alignedRows(overview)
      return tableBytes(lines.map(\.trimmed))
    }
  }

  private static func line(_ pair: Pair) -> String {
    let answer = pair.answer
    var members = [("policy", json(pair.policy.name)), ("generator", json(answer.generator.id))]
    if let share = answer.share {
      members += [
        ("verdict", json(share.verdict)), ("accepted", exact(share.value)),
        ("refused", exact(share.others.value)),
        ("refused_by", jsonObject(answer.refusedBy.map { ($0.rule.text, exact($0.share.value)) })),
      ]
    } else {
      members.append(("accepted", "null"))
    }
    if !answer.uncounted.isEmpty {
      members.append(("uncounted", "[" + answer.uncounted.map(json).joined(separator: ",") + "]"))
    }
    if answer.wantsAdvice {
      members.append(
        (
          "advice",
          answer.advice.map { advice in
            let changes = advice.changes.map { change in
              jsonObject([("rule", json(change.rule.text)), change.member])
            }
            return jsonObject([
              ("changes", "[" + changes.joined(separator: ",") + "]"),
              ("accepted", exact(advice.accepted.value)),
            ])
          } ?? "null"
        ))
    }
    return jsonObject(members)
  }

  /// The rows of one policy: a generator each.
  private var single: [[String]] {
    [["generator", "settings", "accepted", "refused most by", "advice"]]
      + pairs.map { pair in
        let generator = pair.answer.generator.row
        return [
          generator.name, generator.settings, pair.answer.words,
          pair.answer.refusedMost?.text ?? "", pair.answer.remedy,
        ]
      }
  }

  /// One policy for people: the share first, then whose, and below it what to do.
  private var screen: [String] {
    let shares = pairs.map(\.answer.words)
    let width = shares.map(\.count).max() ?? 0
    let margin = String(repeating: " ", count: width + 2)
    var lines = pairs.first.map { ["policy \(escaped($0.policy.name)), share accepted", ""] } ?? []
    for (pair, share) in zip(pairs, shares) {
      let generator = pair.answer.generator.row
      lines.append("\(share.indented(to: width))  \(generator.name): \(generator.settings)")
      let refusal = pair.answer.refusedMost.map { "'\($0.text)' refuses most" }
      let remarks = [refusal, pair.answer.remedy].compactMap(\.self).filter { !$0.isEmpty }
      if !remarks.isEmpty { lines.append(margin + escaped(remarks.joined(separator: ": "))) }
    }
    return lines
  }

  /// The rows of several policies: a policy each, a column for each generator.
  private var overview: [[String]] {
    func count(_ verdict: String, _ place: Int) -> Int {
      policies.count { $0.answers[place].share?.verdict == verdict }
    }
    let sums = generators.indices.map { place in
      ["always", "sometimes", "never"].map { "\(count($0, place))" }.joined(separator: " / ")
    }
    return [["policy"] + generators.map(\.id)]
      + policies.map { [escaped($0.policy.name)] + $0.answers.map(\.words) }
      + [["always / sometimes / never"] + sums]
  }

  private func markdown(_ rows: [[String]]) -> String {
    guard let head = rows.first else { return "" }
    return OutputFormat.markdown.heading(head)
      + rows.dropFirst().map { OutputFormat.markdown.row($0.map(markdownCell)) + "\n" }.joined()
  }
}

extension GeneratorTable {
  /// The generators themselves, with their settings and sources.
  package static func listing(_ generators: [Generator], as format: OutputFormat) -> [UInt8] {
    switch format {
    case .json: return JSONArray.document(listing(generators, as: .jsonl))
    case .jsonl:
      return tableBytes(
        generators.map { generator in
          let row = generator.row
          let sources = row.sources.map { source in
            jsonObject(source.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
          }
          return jsonObject([
            ("generator", json(row.id)), ("name", json(row.name)), ("group", json(row.group)),
            ("default", "\(row.default)"), ("settings", json(row.settings)),
            ("adapts", row.adapts.map(json) ?? "null"), ("basis", json(row.basis)),
            ("sources", "[" + sources.joined(separator: ",") + "]"),
          ])
        })
    case .csv, .markdown, .text, .html:
      let rows = generators.map { generator in
        let row = generator.row
        let sources = row.sources.compactMap { $0["read"] ?? $0["documented"] }
        return [
          row.id, row.name, row.group, row.default ? "default" : "", row.settings,
          row.adapts ?? "", row.basis, sources.joined(separator: "; "),
        ]
      }
      let names = [
        "generator", "name", "group", "default", "settings", "adapts", "basis", "sources",
      ]
      if format == .text {
        return tableBytes(
          rows.flatMap { row in
            [
              "\(row[0].padded(to: 20))\(row[1]): \(row[4])\(row[3].isEmpty ? "" : " *")",
              String(repeating: " ", count: 20) + "\(row[6]): \(row[7])",
            ]
          } + ["", "* its users get this without choosing anything"])
      }
      let cell = format == .csv ? csvCell : markdownCell
      return Array(
        (format.heading(names) + rows.map { format.row($0.map(cell)) + "\n" }.joined()).utf8)
    }
  }
}

extension Share {
  /// `always`, `sometimes` or `never`.
  package var verdict: String { isAll ? "always" : isNone ? "never" : "sometimes" }

  /// The share in per cent, which is 0 or 100 only if it is exactly that.
  package var words: String {
    if isAll { return "100 %" }
    if isNone { return "0" }
    let share = value * 100
    if share < 0.01 { return "< 0.01 %" }
    let isNearEnd = share < 1 || share > 99
    return isNearEnd
      ? Numbers.fixed(min(share, 99.99), decimals: 2) + " %"
      : Numbers.fixed(share, decimals: 1) + " %"
  }
}

extension GeneratorAnswer {
  /// Whether less is accepted than enough.
  fileprivate var wantsAdvice: Bool { share.map { !$0.isEnough } ?? false }

  /// The share in words; an upper bound if rules are not counted.
  package var words: String {
    guard let share else { return "not counted" }
    return (uncounted.isEmpty || share.isNone ? "" : "at most ") + share.words
  }

  /// The advice as a sentence.
  fileprivate var remedy: String {
    guard wantsAdvice else { return "" }
    return advice?.sentence ?? "no change of some rules suffices"
  }
}

extension GeneratorAnswer.Advice {
  /// The changes, and what is accepted then: `allow '-'; then 100 % are accepted`.
  package var sentence: String {
    changes.map(\.sentence).joined(separator: " and ") + "; then \(accepted.words) are accepted"
  }
}

extension GeneratorAnswer.Change {
  fileprivate var sentence: String {
    let place = rule.alternative.map { "in alternative \($0 + 1) " } ?? ""
    switch kind {
    case .allow(let characters): return "\(place)allow '\(characters)'"
    case .set(let number):
      return place + (stated.bound?.moved(to: number).description ?? stated.description)
    case .drop:
      switch stated.kind {
      case .required, .first, .last: return "\(place)do not ask for '\(stated)'"
      default: return "\(place)drop '\(stated)'"
      }
    }
  }

  fileprivate var member: (String, String) {
    switch kind {
    case .allow(let characters): ("allow", json(characters))
    case .set(let number): ("set", "\(number)")
    case .drop: ("drop", "true")
    }
  }
}

/// An object of JSON whose members keep their order, which an encoder would not.
func jsonObject(_ members: [(String, String)]) -> String {
  "{" + members.map { "\(json($0.0)):\($0.1)" }.joined(separator: ",") + "}"
}

/// A text as JSON.
func json(_ text: String) -> String { String(decoding: jsonText(text), as: UTF8.self) }

/// The shortest digits that give a number back.
private func exact(_ number: Double) -> String {
  number == number.rounded() ? "\(Int(number))" : "\(number)"
}
