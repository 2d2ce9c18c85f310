import BigInt
import EmbeddedData
import Foundation
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

@Suite struct GeneratorJudgeTests {
  private static let known: [String: Generator] = {
    let file = try? JSONDecoder().decode(GeneratorFile.self, from: Data(GeneratorData.json))
    return Dictionary(uniqueKeysWithValues: (file?.generators ?? []).map { ($0.id, $0) })
  }()

  private struct Row: Decodable {
    let policy: String
    let generator: String
    let verdict: String?
    let accepted: Double?
    let refused: Double?
    let fraction: String?
    let refusedBy: [String: Double]?
    let uncounted: [String]?
    let advice: Advice?

    enum CodingKeys: String, CodingKey {
      case policy, generator, verdict, accepted, refused, fraction, uncounted, advice
      case refusedBy = "refused_by"
    }

    struct Advice: Decodable, Equatable {
      let changes: [Change]
      let accepted: Double
    }

    struct Change: Decodable, Equatable {
      let rule: String
      var set: Int?
      var allow: String?
      var drop: Bool?
    }
  }

  @Test func `a share is given up in time, and what refuses everything is named`() throws {
    var judge = try GeneratorJudge(try #require(Self.known["apple"]))
    let long = policy("minlength: 8; max-repeating: 3; max-sequential: 5;")
    #expect(judge.share(of: long, by: CountingDeadline(time: .now)) == nil)
    #expect(judge.share(of: long, by: CountingDeadline())?.isAll == true)
    let strict = policy("minlength: 8; allowed: lower, upper, digit;")
    let answer = judge.answer(strict, advises: false)
    #expect(answer.share?.isNone == true && answer.advice == nil)
    #expect(answer.refusedBy.first(where: \.share.isAll)?.rule.text == "allowed")
    guard case .allowed(let set)? = strict.rules.last?.stated.kind else {
      Issue.record("no permitted characters")
      return
    }
    #expect(judge.characters(beyond: set) == "-")
    #expect(judge.generator.title == "Apple Passwords")
    #expect(Self.known["1password"]?.title == "1Password")
    #expect(Self.known["chrome"]?.shortName == "Chrome")
  }

  @Test func `shares, rules and advice agree with the reference, to the last digit`() throws {
    #expect(Self.known.count == 31)
    var judges: [String: GeneratorJudge] = [:]
    let rows = try VectorFile("generators/accepted.jsonl").rows(as: Row.self)
    #expect(Set(rows.map(\.generator)).count == 31)
    for row in rows {
      let place = "\(row.policy) by \(row.generator)"
      let generator = try #require(Self.known[row.generator])
      var judge = try judges[row.generator] ?? GeneratorJudge(generator)
      let answer = judge.answer(policy(row.policy))
      judges[row.generator] = judge
      #expect(answer.share?.value == row.accepted, "\(place)")
      #expect(answer.share?.others.value == row.refused, "\(place)")
      if let share = answer.share, let fraction = row.fraction {
        let parts = fraction.split(separator: "/").compactMap { BigUInt($0) }
        #expect(share.part * parts[1] == parts[0] * share.whole, "\(place)")
      }
      let refused = answer.refusedBy.map { ($0.rule.text, $0.share.value) }
      #expect(Dictionary(uniqueKeysWithValues: refused) == row.refusedBy ?? [:], "\(place)")
      #expect(answer.uncounted == row.uncounted ?? [], "\(place)")
      let advice = answer.advice.map { advice in
        Row.Advice(
          changes: advice.changes.map { change in
            switch change.kind {
            case .allow(let text): Row.Change(rule: change.rule.text, allow: text)
            case .set(let number): Row.Change(rule: change.rule.text, set: number)
            case .drop: Row.Change(rule: change.rule.text, drop: true)
            }
          }, accepted: advice.accepted.value)
      }
      #expect(advice == row.advice, "\(place)")
    }
  }

  @Test(arguments: [
    (
      "minlength: 8; maxlength: 16; required: lower; required: upper; required: digit; allowed: lower, upper, digit, [!$%&=?];",
      "maxlength: 25;"
    ),
    (
      "minlength: 24; at-most: 2 digit; max-consecutive: 1; allowed: ascii-printable;",
      "minlength: 14;"
    ),
    (
      "maxlength: 14; allowed: lower;\nor\nminlength: 22; allowed: unicode;", nil
    ),
  ])
  func `what is advised for several generators together is enough for each`(
    rules: String, set: String?
  ) throws {
    let before = policy(rules)
    var judges = try Self.known.values.filter { $0.isManager && $0.row.default }.map {
      try GeneratorJudge($0)
    }
    let advices = judges.indices.map { judges[$0].answer(before) }
      .filter { $0.share?.isEnough == false }.map(\.advice)
    let joined = GeneratorAnswer.Advice(joining: advices, in: before.rules.map(\.id))
    let reversed = GeneratorAnswer.Advice(joining: advices.reversed(), in: before.rules.map(\.id))
    #expect(joined?.changes == reversed?.changes)
    guard let set else { return #expect(joined == nil) }
    let advice = try #require(joined)
    var lines = before.rules.map { rule -> String in
      switch advice.changes.first(where: { $0.rule == rule.id })?.kind {
      case nil: "\(rule.stated);"
      case .drop: ""
      case .set(let number): rule.stated.bound.map { "\($0.moved(to: number));" } ?? ""
      case .allow(let more):
        "\(rule.stated), [\(more.contains("-") ? "-" : "")\(more.filter { !"-]".contains($0) })\(more.contains("]") ? "]" : "")];"
      }
    }
    #expect(lines.contains(set))
    for place in judges.indices {
      let share = try #require(judges[place].answer(policy(lines.joined())).share)
      #expect(share.isEnough && share >= advice.accepted || !advices.contains { $0 != nil })
    }
    // Of the changes none is idle: without it somebody is refused more.
    for change in advice.changes {
      let place = try #require(before.rules.firstIndex { $0.id == change.rule })
      let kept = lines[place]
      lines[place] = "\(before.rules[place].stated);"
      let text = lines.joined()
      let isRefused = judges.indices.contains {
        judges[$0].answer(policy(text), advises: false).share?.isEnough == false
      }
      #expect(isRefused, "\(change.rule.text)")
      lines[place] = kept
    }
  }

  @Test func `lists are named, and many words with different characters are not counted`() throws {
    var judge = try GeneratorJudge(try #require(Self.known["diceware"]))
    let words = judge.answer(policy("min-unique: 8; allowed: unicode; blocklist: default;"))
    #expect(words.share == nil)
    #expect(words.uncounted == ["min-unique", "blocklist"])
    let listed = judge.answer(policy("allowed: unicode; blocklist: default;"))
    #expect(listed.share?.isAll == true)
    #expect(listed.uncounted == ["blocklist"])
  }

  /// Forms of few characters, of every kind of step.
  private static let forms: [(form: String, until: String)] = [
    (#"[{"draw": ["ab", "1"], "times": 4}]"#, "[]"),
    (#"[{"draw": {"weights": [["x", 3], ["y", 1]]}, "times": 3}, {"text": "-"}]"#, "[]"),
    (
      #"[{"shuffle": [{"draw": ["ab"], "times": 1}, {"draw": ["12"], "times": 1}, {"draw": ["ab", "12"], "times": 2}]}]"#,
      "[]"
    ),
    (#"[{"draw": ["ab1"], "times": 3}, {"ensure": ["12"], "else": ["ab", "12"]}]"#, "[]"),
    (
      #"[{"capital": ["ab"], "in": [{"alternatives": [{"weight": 1, "form": [{"draw": ["ab1"], "times": 3}, {"draw": ["a"], "times": 1}]}, {"weight": 2, "form": [{"draw": ["ab"], "times": 2}, {"text": "1"}]}]}]}]"#,
      "[]"
    ),
    (
      #"[{"draft": [{"draw": ["ab&#"], "times": 3}], "if-lacks": ["1&"], "then": [{"shuffle": [{"draw": ["ab"], "times": 2}, {"draw": ["1&#"], "times": 1}]}]}]"#,
      ##"[{"lacks": "&#"}]"##
    ),
    (#"[{"word": "few", "capitalised": true}, {"text": "-"}, {"word": "few"}]"#, "[]"),
    (#"[{"draw": ["ab", "12"], "times": 4}]"#, #"[{"has": ["ab"]}, {"has": ["12"]}]"#),
    (#"[{"phonemes": "few", "length": 4, "need": ["capital"]}]"#, "[]"),
  ]

  private static let rules = [
    "allowed: unicode;", "max-consecutive: 1; allowed: unicode;",
    "max-repeating: 2; required: digit; allowed: unicode;",
    "max-sequential: 1; allowed: unicode;",
    "at-least: 2 lower; at-most: 1 digit; allowed: unicode;",
    "first: lower, upper; last: digit; allowed: unicode;", "allowed: lower, upper, digit;",
    "min-classes: 2; max-class-run: 2; allowed: unicode;",
    "minlength: 4; required: upper; allowed: unicode;",
    "maxlength: 6; required: [-&];\nor\nrequired: digit; max-consecutive: 2; allowed: unicode;",
  ]

  @Test func `counting agrees with all texts of small forms, one by one`() throws {
    for (form, until) in Self.forms {
      let json = """
        {"read": "", "sets": {}, "lists": {"few": {"words": "aa ab b2"}},
         "sounds": {"few": {"vowels": ["a", "aa"], "consonants": ["b", "bb", "x"], "not-first": ["bb"],
          "capital": [2, 10], "digit": [3, 10], "vowel-again": [4, 10]}},
         "generators": [{"id": "g", "name": "", "group": "tool", "default": true, "settings": "",
          "basis": "read", "notes": [], "sources": [], "form": \(form), "until": \(until)}]}
        """
      let data = Data(json.utf8)
      let generator = try #require(
        try JSONDecoder().decode(GeneratorFile.self, from: data).generators.first)
      let naive = try NaiveGenerator(data)
      let texts = naive.texts
      var judge = try GeneratorJudge(generator)
      let uniques =
        form.contains("word") ? [] : ["min-unique: 3; max-repeating: 1; allowed: unicode;"]
      for rules in Self.rules + uniques {
        let tested = policy(rules)
        let compiled = try PasswordPolicy(parsing: rules)
        let expected = texts.reduce(0.0) { $0 + (compiled.isSatisfied(by: $1.key) ? $1.value : 0) }
        let share = judge.answer(tested).share?.value ?? -1
        #expect(abs(share - expected) < 1e-12, "\(form) under \(rules)")
      }
    }
  }
}

/// All texts that a form makes, each with its probability, by plain enumeration.
private struct NaiveGenerator {
  private typealias Texts = [String: Double]
  private let file: [String: Any]
  private(set) var texts: [String: Double] = [:]

  init(_ data: Data) throws {
    file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let generator = try #require((file["generators"] as? [[String: Any]])?.first)
    let made = form(generator["form"], after: ["": 1])
    let kept = made.filter { text, _ in
      (generator["until"] as? [[String: Any]] ?? []).allSatisfy { condition in
        if let names = condition["has"] as? [String] {
          return text.contains { names.joined().contains($0) }
        }
        return !text.contains(condition["lacks"] as? String ?? "?")
      }
    }
    let whole = kept.values.reduce(0, +)
    texts = kept.mapValues { $0 / whole }
  }

  private func form(_ steps: Any?, after start: Texts) -> Texts {
    (steps as? [[String: Any]] ?? []).reduce(start) { step($1, after: $0) }
  }

  private func characters(_ names: Any?) -> [Character] {
    Array(Set((names as? [String] ?? []).joined()))
  }

  private func appended(_ texts: Texts, _ choose: (String) -> Texts) -> Texts {
    var all: Texts = [:]
    for (text, chance) in texts {
      for (more, share) in choose(text) { all[more, default: 0] += chance * share }
    }
    return all
  }

  private func step(_ step: [String: Any], after texts: Texts) -> Texts {
    func equally(_ choices: [String]) -> Texts {
      choices.reduce(into: [:]) { $0[$1, default: 0] += 1 / Double(choices.count) }
    }
    if let text = step["text"] as? String { return appended(texts) { [$0 + text: 1] } }
    if let times = step["times"] as? Int {
      var weights: [Character: Double] = [:]
      if let pairs = (step["draw"] as? [String: Any])?["weights"] as? [[Any]] {
        for pair in pairs {
          for character in pair[0] as? String ?? "" {
            weights[character] = Double(pair[1] as? Int ?? 0)
          }
        }
      } else {
        for character in characters(step["draw"]) { weights[character] = 1 }
      }
      let whole = weights.values.reduce(0, +)
      return (0..<times).reduce(texts) { made, _ in
        appended(made) { text in
          weights.reduce(into: [:]) { $0[text + String($1.key)] = $1.value / whole }
        }
      }
    }
    if let slots = step["shuffle"] as? [[String: Any]] {
      let drawn = slots.reduce(["": 1.0]) { self.step($1, after: $0) }
      let mixed = appended(drawn) { text in equally(Self.orders(of: Array(text)).map { String($0) })
      }
      return appended(texts) { text in
        mixed.reduce(into: [:]) { $0[text + $1.key, default: 0] += $1.value }
      }
    }
    if let wanted = step["ensure"] {
      return appended(texts) { text in
        let isThere = text.contains { characters(wanted).contains($0) }
        return equally(characters(isThere ? step["else"] : wanted).map { text + String($0) })
      }
    }
    if let name = step["word"] as? String {
      let list = (file["lists"] as? [String: [String: String]])?[name]?["words"] ?? ""
      let words = list.split(separator: " ").map {
        step["capitalised"] != nil ? $0.prefix(1).uppercased() + $0.dropFirst() : String($0)
      }
      return appended(texts) { text in equally(words.map { text + $0 }) }
    }
    if let choices = step["alternatives"] as? [[String: Any]] {
      let whole = choices.reduce(0) { $0 + ($1["weight"] as? Int ?? 0) }
      var all: Texts = [:]
      for choice in choices {
        let share = Double(choice["weight"] as? Int ?? 0) / Double(whole)
        all.merge(form(choice["form"], after: texts).mapValues { $0 * share }, uniquingKeysWith: +)
      }
      return all
    }
    if let letters = step["capital"] {
      return appended(form(step["in"], after: texts)) { text in
        let places = text.indices.filter { characters(letters).contains(text[$0]) }
        return equally(
          places.map { text[..<$0] + text[$0].uppercased() + text[text.index(after: $0)...] })
      }
    }
    if let draft = step["draft"] {
      let others = form(step["then"], after: texts)
      return appended(form(draft, after: texts)) { text in
        text.contains { characters(step["if-lacks"]).contains($0) } ? [text: 1] : others
      }
    }
    return spoken(step)
  }

  /// `pwgen`'s sounds, with all that it draws one after the other; drawn again without a capital.
  private func spoken(_ step: [String: Any]) -> Texts {
    let sounds = (file["sounds"] as? [String: [String: Any]])?["few"] ?? [:]
    let length = step["length"] as? Int ?? 0
    var ends: Texts = [:]
    func go(
      _ text: String, _ chance: Double, vowel: Bool, isFirst: Bool, wasVowel: Bool
    ) {
      if text.count >= length { return ends[text, default: 0] += chance }
      let fit = (sounds[vowel ? "vowels" : "consonants"] as? [String] ?? []).filter {
        !(isFirst && (sounds["not-first"] as? [String] ?? []).contains($0))
          && !(vowel && wasVowel && $0.count == 2) && text.count + $0.count <= length
      }
      for sound in fit {
        let rises = isFirst || !vowel ? 0.2 : 0
        let capital = sound.prefix(1).uppercased() + sound.dropFirst()
        for (said, share) in [(sound, 1 - rises), (capital, rises)] where share > 0 {
          let next = text + said
          let chance = chance * share / Double(fit.count)
          if next.count >= length {
            ends[next, default: 0] += chance
            continue
          }
          let digit = isFirst ? 0 : 0.3
          if digit > 0 {
            for number in 0...9 {
              for vowel in [true, false] {
                go(
                  next + "\(number)", chance * digit / 20, vowel: vowel, isFirst: true,
                  wasVowel: false)
              }
            }
          }
          let again = !vowel ? 1 : wasVowel || sound.count == 2 ? 0 : 0.4
          if again > 0 {
            go(next, chance * (1 - digit) * again, vowel: true, isFirst: false, wasVowel: vowel)
          }
          if again < 1 {
            go(
              next, chance * (1 - digit) * (1 - again), vowel: false, isFirst: false,
              wasVowel: vowel)
          }
        }
      }
    }
    for vowel in [true, false] { go("", 0.5, vowel: vowel, isFirst: true, wasVowel: false) }
    let kept = ends.filter { $0.key.contains { $0.isUppercase } }
    let whole = kept.values.reduce(0, +)
    return kept.mapValues { $0 / whole }
  }

  private static func orders(of characters: [Character]) -> [[Character]] {
    if characters.isEmpty { return [[]] }
    return characters.indices.flatMap { place in
      var rest = characters
      let first = rest.remove(at: place)
      return orders(of: rest).map { [first] + $0 }
    }
  }
}
