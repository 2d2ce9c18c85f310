import Jobs
import PasswordPolicies
import PasswordStrength
import Passwords
import Reports

extension LabPage {
  /// The form for a password, which is sent only in a body.
  var tryForm: Markup {
    .element(
      .form,
      [
        .init(.id, "try"), .init(.method, "post"), .init(.action, "try?" + question.query),
        .init(.autocomplete, "off"), .init(.class, "try"), .init(.ariaLabel, "Try a password"),
      ],
      [
        .element(
          .fieldLabel, [.init(.for, "password")], ["Try a password (stays on this machine)"]),
        .block(
          .p, "line",
          [
            .element(
              .input,
              [
                .init(.id, "password"), .init(.type, "password"), .init(.name, "password"),
                .init(.autocomplete, "off"), .init(.autocapitalize, "none"),
                .init(.spellcheck, "false"), .init(.maxlength, "512"),
              ], []),
            .element(.button, [.init(.type, "submit")], ["Try"]),
          ]),
        triedPart,
      ])
  }

  /// The result of trying a password, without the password.
  var triedPart: Markup {
    .element(
      .div,
      [.init(.id, "tried"), .init(.class, "tried"), .init(.ariaLive, "polite")],
      tried.map(content) ?? [])
  }

  private func content(_ tried: Tried) -> [Markup] {
    if tried.isEmpty { return [] }
    let judgement = tried.judgement
    let (strength, combined) = (judgement.estimate.strength, judgement.estimate.combined)
    var content: [Markup] = [
      .element(
        .div, [.init(.class, "meter \(judgement.level)"), .init(.ariaHidden, "true")],
        [.element(.span, [], [])]),
      .paragraph(
        "four criteria: \(judgement.level) · zxcvbn \(strength.score) of 4, about "
          + "\(PagePieces.powerOfTen(strength.log10Guesses)) guesses · combined estimate "
          + "\(PagePieces.powerOfTen(combined.log10Guesses))"
      ),
    ]
    for (index, name) in tried.policies.enumerated() {
      let broken = judgement.broken[index]
      let isEdited = index == tried.edited && tried.isEditedJudged
      let subject = tried.policies.count > 1 ? "\(clipped(name, toCharacters: 40)): " : ""
      let words = broken.prefix(isEdited ? 12 : 4).map(\.words).joined(separator: "; ")
      content.append(
        .paragraph(
          subject + (broken.isEmpty ? "✓ complies" : "✗ breaks: " + words),
          class: broken.isEmpty ? "yes" : "no"))
    }
    let feedback = judgement.estimate.feedback
    let advice =
      [feedback.warning?.text].compactMap(\.self).map { $0 + "." }
      + feedback.suggestions.map { $0.text + ($0.text.hasSuffix(".") ? "" : ".") }
    if !advice.isEmpty { content.append(.paragraph(advice.joined(separator: " "), class: "mut")) }
    return content
  }
}
