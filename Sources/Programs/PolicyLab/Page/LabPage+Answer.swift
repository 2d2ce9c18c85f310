import Diagnostics
import Jobs
import PasswordPolicies
import Reports

extension LabPage {
  /// The tally's answer, the most important parts first.
  var answerParts: [Markup] {
    var content = [Markup.part(.div, id: "top", topParts)]
    guard let report = answer.report else { return content + ownParts }
    let pieces = PagePieces(report)
    let areSeveral = answer.entries.count(where: { $0.place != nil }) > 1
    if areSeveral { content += section("Side by side", id: "beside", [pieces.comparison]) }
    content += section(
      "Where it stands", id: "map",
      [answer.edited.place.flatMap { pieces.map(current: $0) }].compactMap(\.self))
    content += section(
      "What refuses", id: "refuses", answer.edited.place.map { pieces.refusals(of: $0) } ?? [])
    if areSeveral { content += section(pieces, .complying, id: "complies") }
    content += section(pieces, .leftOver, id: "left")
    if !pieces.countsHabits {
      content += section(
        "How the rules are kept", id: "habits",
        [
          .paragraph(
            "The tally records no habits, such as a capital first. 'audit scan --habits' records "
              + "them.", class: "mut")
        ])
    }
    content += guessing(pieces)
    content += answer.entries.compactMap { entry in
      entry.uncounted.map { told(entry.draft.name, $0) }
    }
    content += section(pieces, .space, id: "space")
    content += ownParts
    let policies = PolicySettings.uniquelyNamed(answer.entries.compactMap(\.draft.policy))
    let asked = ConformanceSettings(standards: question.standards.compactMap(Standard.named))
    let overview = StandardsOverview(policies.map { ($0.name, $0) }, asked: asked.results(policies))
    content +=
      pieces.standards(overview).map { section($0.title, id: "standards", $0.content) } ?? []
    content += section(pieces, .blocklists, id: "blocklists")
    if !tally.missing.isEmpty {
      content += section(
        "What this tally does not hold", id: "missing",
        tally.missing.map { .paragraph($0.sentences) })
    }
    return content
  }

  /// The answer as written, by the ids of its parts.
  var answerSections: [(id: String, text: String)] {
    answerParts.map { part in
      var name = ""
      if case .element(_, let attributes, _) = part {
        name = attributes.first { $0.name == .id }?.value ?? ""
      }
      return (name, String(decoding: Self.written([part]), as: UTF8.self))
    }
  }

  /// What is known at once: problems of the tally, and the main numbers.
  var topParts: [Markup] {
    let content = answer.entries.compactMap { entry in
      entry.refusal.map { told(entry.draft.name, $0, without: entry.omitted) }
    }
    guard let report = answer.report else {
      let sentence =
        answer.edited.draft.problems.contains { $0.severity == .error }
        ? "The text has an error; its answer comes when that is mended."
        : "There is nothing to answer yet."
      return content + (answer.edited.refusal == nil ? [.paragraph(sentence, class: "mut")] : [])
    }
    let pieces = PagePieces(report)
    let note: [Markup] =
      answer.edited.place != nil || answer.edited.refusal != nil
      ? []
      : [
        .paragraph(
          "The text that is edited has an error; here are the other policies.", class: "mut")
      ]
    let slow = tally.slowness.map { Markup.paragraph($0.sentences, class: "mut") }
    return content + pieces.banner + answer.told.map { told(nil, $0) } + note + [cards(pieces)]
      + [slow].compactMap(\.self)
  }

  /// What is guessed, or a link that asks for it.
  private func guessing(_ pieces: PagePieces) -> [Markup] {
    func link(_ text: String, opening: String) -> [Markup] {
      guard isServed else { return [] }
      let address = "./?" + question.query + opening + "#guessing"
      return [
        .element(
          .p, [], [.element(.a, [.init(.id, "toggle"), .init(.href, address)], [.text(text)])])
      ]
    }
    if answer.depth == .whole {
      guard let part = pieces.section(.guessing) else { return [] }
      return section(part.title, id: "guessing", link("Hide", opening: "") + part.content)
    }
    guard tally.countsDistinct else { return [] }
    return section(
      "What is guessed", id: "guessing",
      link("Show, which takes longer", opening: "&" + LabRoutes.guessing))
  }

  /// The facts about the edited policy that need no list.
  private var ownParts: [Markup] {
    guard let policy = answer.edited.draft.policy else { return [] }
    return (isServed ? section("Passwords it would accept", id: "examples", examples(policy)) : [])
      + section("To copy", id: "copy", copies(policy))
  }

  private func section(_ title: String, id: String, _ content: [Markup]) -> [Markup] {
    guard !content.isEmpty else { return [] }
    return [
      .element(
        .section, [.init(.id, id), .init(.labelledBy, "\(id)-h")],
        [.element(.h2, [.init(.id, "\(id)-h")], [.text(title)])] + content)
    ]
  }

  private func section(_ pieces: PagePieces, _ part: PagePieces.Part, id: String) -> [Markup] {
    pieces.section(part).map { section($0.title, id: id, $0.content) } ?? []
  }

  /// A problem with a policy whose text is valid.
  private func told(
    _ name: String?, _ problem: Problem, without omitted: [String] = []
  ) -> Markup {
    let rest =
      omitted.isEmpty
      ? ""
      : " The numbers leave out \(omitted.joined(separator: ", ")): at most so many are accepted."
    return .element(
      .div, [.init(.class, "alarm"), .init(.role, "note")],
      [
        .paragraph(
          (name.map { "\(clipped($0, to: 60)): " } ?? "") + "\(problem.found)." + rest)
      ] + (problem.remedy.map { [.paragraph($0, class: "remedy")] } ?? []))
  }

  /// The main numbers, for a first glance.
  private func cards(_ pieces: PagePieces) -> Markup {
    let shown = answer.edited.place ?? 0
    let headlines = pieces.headlines(against: shown)
    let headline = headlines[shown]
    func card(_ value: String, _ lines: [String], isLarge: Bool = false) -> Markup {
      .block(
        .div, isLarge ? "card large" : "card",
        [.element(.strong, [], [.text(value)])]
          + lines.filter { !$0.isEmpty }.map { .element(.span, [], [.text($0)]) })
    }
    var cards = [
      card(
        (answer.entries.contains { $0.place == shown && !$0.omitted.isEmpty } ? "≤ " : "")
          + headline.complying,
        [
          "of \(pieces.entries) are accepted by \(headline.name)",
          "\(headline.complyingCount) passwords",
        ]
          + headlines.filter { $0.difference != nil }.map {
            "\($0.difference ?? "") for \($0.name)"
          }, isLarge: true)
    ]
    if let rule = headline.topRule {
      cards.append(card(headline.topShare, ["refused by \(rule)"]))
    }
    if headline.isOfTooFew {
      cards.append(card("too few", ["are accepted to state shares of them"]))
    }
    if let easy = headline.easy {
      cards.append(card(easy, ["of the accepted have zxcvbn's score 0 or 1"]))
    }
    if let found = headline.foundInDay {
      cards.append(
        card(
          found.share,
          [
            "of the accepted are guessed in a day",
            "at 10,000 guesses/s on each (\(found.estimate))",
          ]))
    }
    if let found = headline.foundOfOthers {
      cards.append(
        card(
          found.share,
          [
            "of such accounts guessed with ten guesses,",
            "by the best attacker (\(found.sureness) sure)",
          ]))
    }
    if let kept = headline.keptForFree {
      cards.append(card(kept.share, ["of the accepted", kept.words]))
    }
    if let bits = headline.bits {
      cards.append(card("\(bits) bits", [headline.bitsNote]))
    } else if answer.edited.isUncountedYet {
      cards.append(card("… bits", ["random strings"]))
    }
    return .element(.div, [.init(.id, "cards"), .init(.class, "cards")], cards)
  }

  private func examples(_ policy: Policy) -> [Markup] {
    guard !answer.examples.isEmpty else {
      let reason = policy.unsatisfiable.map { "No password can meet the policy: \($0)." }
      return [.paragraph(reason ?? "None was found within a second.", class: "mut")]
    }
    func more(_ count: UInt64) -> Markup {
      .element(
        .a,
        [
          .init(.href, "generate?count=\(count)&" + question.query),
          .init(.download, "passwords.txt"),
        ], [.text("\(grouped(count)) more")])
    }
    return [
      .element(
        .ul, [.init(.class, "examples")],
        answer.examples.map { .element(.li, [], [.element(.code, [], [.text($0)])]) }),
      .element(
        .p, [],
        [
          more(1000), ", ", more(10_000),
          ", or as many as a second allows; each equally likely, from the system's random source.",
        ]),
    ]
  }

  /// The policy in the languages of other programs, to copy.
  private func copies(_ policy: Policy) -> [Markup] {
    let portable = policy.portable
    let rows = [
      ("For every reader of Apple's language", portable.rules.descriptor),
      ("HTML", portable.rules.htmlAttribute),
      ("Swift", portable.rules.swiftDescriptor),
      ("Canonical", policy.text(.canonical)),
    ]
    func copy(_ title: String, _ text: String, id: String, class name: String) -> [Markup] {
      let attributes: [Markup.Attribute] = [
        .init(.id, id), .init(.class, name), .init(.tabindex, "0"),
      ]
      return [
        .element(.dt, [], [.text(title)]),
        .element(.dd, [], [.element(.code, attributes, [.lines(text.isEmpty ? " " : text)])]),
      ]
    }
    let content = rows.enumerated().flatMap { number, row in
      copy(row.0, row.1, id: "copy-\(number + 1)", class: "copy")
    }
    let again = copy(
      "This question, to open it again", lab.command(opening: question), id: "question",
      class: "copy again")
    let losses = portable.losses.map { Markup.element(.li, [], [.text($0.sentence)]) }
    return [.element(.dl, [.init(.class, "copies")], content + again)]
      + (losses.isEmpty ? [] : [.element(.ul, [.init(.class, "note")], losses)])
  }
}

extension Problem {
  /// What was found and the remedy, as sentences.
  fileprivate var sentences: String {
    (found.first?.uppercased() ?? "") + found.dropFirst() + ". " + (remedy ?? "")
  }
}

extension PasswordRules {
  /// The rules for UIKit: `UITextInputPasswordRules(descriptor: "minlength: 8;")`.
  var swiftDescriptor: String {
    let quoted = descriptor.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "UITextInputPasswordRules(descriptor: \"\(quoted)\")"
  }
}
