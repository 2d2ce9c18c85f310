import Bytes
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

  private static let notCounted = "if it is not counted"

  private static let table = Table<Pair>(
    "managers", "What a policy accepts of what a generator makes.",
    from: "audit rules managers --format", since: "1.0.0",
    [
      .name("policy", "the policy") { $0.policy.name },
      .word("generator", "the generator, as --generator names it") { $0.answer.generator.id },
      .word("verdict", "always, sometimes or never accepted", empty: notCounted) {
        $0.answer.share?.verdict
      },
      Column(
        "accepted", .share(of: "what it makes"), "the share that the policy accepts",
        empty: notCounted
      ) {
        .of($0.answer.share) { .printed(exact($0.value)) }
      },
      Column(
        "refused", .share(of: "what it makes"), "the rest, exact where it is small",
        empty: notCounted
      ) {
        .of($0.answer.share) { .printed(exact($0.others.value)) }
      },
      .word("refused_most", "the rule that refuses most", empty: "if none refuses anything") {
        $0.answer.refusedMost?.text
      },
      .name(
        "advice", "the fewest changes after which 99 % or more are accepted",
        empty: "if they are already, or no changes suffice"
      ) {
        $0.answer.advice?.sentence
      },
    ])

  /// The table as CSV with a header, as JSON, as lines of JSON, or for people.
  package func bytes(as format: OutputFormat) -> [UInt8] {
    switch format {
    case .csv: return Self.table.filled(pairs).bytes()
    case .json: return JSONArray.document(bytes(as: .jsonl))
    case .jsonl: return tableBytes(pairs.map(Self.line))
    case .markdown:
      let rows = policies.count == 1 ? single : overview
      let cells = rows.dropFirst().map { $0.map(markdownCell) }
      return tableBytes(markdownTable(rows[0], cells, words: Array(rows[0].indices)))
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
    if !answer.uncounted.isEmpty { members.append(("uncounted", json(answer.uncounted))) }
    if answer.wantsAdvice { members.append(("advice", answer.advice?.object ?? "null")) }
    return jsonObject(members)
  }

  /// The rows of one policy: a generator each.
  private var single: [[String]] {
    [["generator", "settings", "accepted", "refused most by", "advice"]]
      + pairs.map { pair in
        let generator = pair.answer.generator.row
        return [
          generator.name, generator.settings, pair.answer.words,
          pair.answer.refusedMost?.text ?? "", pair.answer.remedy ?? "",
        ]
      }
  }

  /// One policy for people: the share first, then whose, and below it what to do; last what managers need.
  private var screen: [String] {
    let width = pairs.map(\.answer.words.count).max() ?? 0
    func remark(_ text: String) -> [String] { wrappedText(text, indent: width + 2, columns: 80) }
    var lines = policies.flatMap {
      ["\(escaped($0.policy.name)): share accepted of what each generator makes, exact"]
    }
    for (group, words) in [
      ("manager", "password managers"), ("tool", "tools"), ("framework", "frameworks"),
    ] {
      let pairs = pairs.filter { $0.answer.generator.row.group == group }
      lines += pairs.isEmpty ? [] : ["", words]
      for (policy, answer) in pairs {
        let generator = answer.generator.row
        lines.append(
          "\(answer.words.indented(to: width))  \(generator.name): \(generator.settings)")
        let refusal = answer.refusedMost.map { id in
          let rule = policy.rules.first { $0.id == id }
          return (answer.share?.isNone == true ? "most break" : "of the rest most break")
            + " '\(rule.map { "\($0.stated)" } ?? id.text)'"
        }
        lines += refusal.map(remark) ?? []
        lines += answer.remedy.map(remark) ?? []
      }
    }
    return lines + policies.flatMap(needs)
  }

  /// Of which managers a policy accepts too little, and what to change for all of them.
  private func needs(_ row: Row) -> [String] {
    let managers = row.answers.filter { $0.generator.isManager && $0.wantsAdvice }
    if managers.isEmpty { return [] }
    let names = managers.map {
      "\($0.generator.row.default ? $0.generator.title : $0.generator.id) (\($0.words))"
    }.joined(separator: ", ")
    let advice = GeneratorAnswer.Advice(
      joining: managers.map(\.advice), in: row.policy.rules.map(\.id))
    let remedy =
      advice.map {
        "\($0.changes.map(\.sentence).joined(separator: " and "));"
          + " then \($0.accepted.words)\($0.accepted.isAll ? "" : " or more") of each are accepted"
      }
      ?? "no changes of some rules suffice for all of them"
    return [""] + wrappedText("less than 99 % is accepted of \(names)", indent: 0, columns: 80)
      + wrappedText("for all of these: \(remedy)", indent: 0, columns: 80)
  }

  /// The rows of several policies: a policy each, a column for each generator.
  private var overview: [[String]] {
    let verdicts = ["always", "sometimes", "never"]
    let sums = generators.indices.map { place in
      verdicts.map { verdict in
        "\(policies.count { $0.answers[place].share?.verdict == verdict })"
      }.joined(separator: " / ")
    }
    return [["policy"] + generators.map(\.id)]
      + policies.map { [escaped($0.policy.name)] + $0.answers.map(\.words) }
      + [[verdicts.joined(separator: " / ")] + sums]
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
          return jsonObject([
            ("generator", json(row.id)), ("name", json(row.name)), ("group", json(row.group)),
            ("default", json(row.default)), ("settings", json(row.settings)),
            ("adapts", json(row.adapts)), ("basis", json(row.basis)),
            ("sources", json(row.sources)),
          ])
        })
    case .csv, .markdown: return list.filled(generators).bytes(as: format)
    case .text, .html:
      let indent = String(repeating: " ", count: 20)
      return tableBytes(
        generators.map(\.row).flatMap { row in
          [
            "\(row.id.padded(to: 20))\(row.name): \(row.settings)\(row.default ? " *" : "")",
            "\(indent)\(row.basis): \(row.readAt)",
          ]
        } + ["", "* its users get this without choosing anything"])
    }
  }

  private static let list = Table<Generator>(
    "generators", "The generators that are known.", from: "audit rules managers --format",
    since: "1.0.0",
    [
      .word("generator", "what --generator takes") { $0.id },
      .name("name", "what people call it") { $0.row.name },
      .word("group", "manager, tool or framework") { $0.row.group },
      .flag("default", "whether its users get this without choosing anything") { $0.row.default },
      .name("settings", "how it is set") { $0.row.settings },
      .name("adapts", "what of a site's rules it reads", empty: "if it reads none") {
        $0.row.adapts
      },
      .word("basis", "read, documented or assumed") { $0.row.basis },
      .name("sources", "where that stands") { $0.row.readAt },
    ])

  /// What is known of the tables besides their rows.
  package static var schemas: [TableSchema] { [table.schema, list.schema] }
}

extension Generator.Row {
  /// Its sources in one text.
  fileprivate var readAt: String {
    sources.compactMap { $0["read"] ?? $0["documented"] }.joined(separator: "; ")
  }
}

extension Share {
  /// `always`, `sometimes` or `never`.
  package var verdict: String { isAll ? "always" : isNone ? "never" : "sometimes" }

  /// The share in whole per cent, which is 0 or 100 only if it is exactly that.
  var wholeWords: String {
    if isAll || isNone { return isAll ? "100 %" : "0 %" }
    let percent = (value * 100).rounded()
    if percent < 1 { return "< 1 %" }
    return percent > 99 ? "> 99 %" : Numbers.fixed(percent, decimals: 0) + " %"
  }

  /// The share in per cent, which is 0 or 100 only if it is exactly that.
  package var words: String {
    if isAll || isNone { return isAll ? "100 %" : "0 %" }
    let percent = value * 100
    if percent < 0.01 { return "< 0.01 %" }
    let decimals = percent < 1 || percent > 99 ? 2 : 1
    return Numbers.fixed(min(percent, 99.99), decimals: decimals) + " %"
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

  /// The advice as a sentence; nil if none is needed.
  fileprivate var remedy: String? {
    wantsAdvice ? advice?.sentence ?? "no change of some rules suffices" : nil
  }
}

extension GeneratorAnswer.Advice {
  /// The changes, and what is accepted then: `allow '-'; then 100 % of all are accepted`.
  package var sentence: String {
    changes.map(\.sentence).joined(separator: " and ")
      + "; then \(accepted.words) of all are accepted"
  }

  fileprivate var object: String {
    let changes = changes.map { jsonObject([("rule", json($0.rule.text)), $0.member]) }
    return jsonObject([
      ("changes", "[\(changes.joined(separator: ","))]"), ("accepted", exact(accepted.value)),
    ])
  }
}

extension GeneratorAnswer.Change {
  fileprivate var sentence: String {
    let place = rule.alternative.map { "in alternative \($0 + 1) " } ?? ""
    switch kind {
    case .allow(let characters): return "\(place)allow '\(characters)'"
    case .set(let number):
      let rule = stated.bound?.moved(to: number).description ?? stated.description
      return "\(place)set '\(rule)'"
    case .drop: return "\(place)drop '\(stated)'"
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

/// A value as JSON.
func json(_ value: some Encodable) -> String { String(decoding: jsonText(value), as: UTF8.self) }

/// The shortest digits that give a number back.
private func exact(_ number: Double) -> String {
  number == number.rounded() ? "\(Int(number))" : "\(number)"
}

/// The lines of a table, each ended by a line feed.
func tableBytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
