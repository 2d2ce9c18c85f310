import Diagnostics
import Jobs
import PasswordPolicies
import PasswordStrength
import Passwords
import Reports

/// The lab's page: the question on the left, the tally's answer on the right.
///
/// The whole page and the part that is replaced while the user types have the same markup.
struct LabPage {
  let lab: Lab
  let answer: Answer
  /// The result of a password that was tried; nil if none was.
  var tried: Tried?
  /// A searched name that was not found.
  var search: String?
  /// Controls that wait until the text is right.
  var held: HeldControls?
  /// Whether a server answers what the page asks further.
  var isServed = true

  var question: Question { answer.question }
  var tally: LabTally { lab.tally(of: question) }

  /// The page's bytes.
  var document: [UInt8] {
    var writer = MarkupWriter()
    writer.write(
      .element(
        .body, [],
        [
          .element(
            .a, [.init(.class, "skip"), .init(.href, "#answer")], ["Skip to the answer"]),
          header, .element(.main, [.init(.id, "lab"), .init(.class, "lab")], parts),
          libraryNames,
        ]))
    return Array(Self.head.utf8) + writer.bytes + Array("</html>\n".utf8)
  }

  /// The answer, which is replaced when what takes longer is known.
  var fragment: [UInt8] { Self.written([answerPart]) }

  /// The part that is replaced while the user types a password.
  var triedFragment: [UInt8] { Self.written([triedPart]) }

  /// The bytes of some parts.
  static func written(_ parts: [Markup]) -> [UInt8] {
    var writer = MarkupWriter()
    for part in parts { writer.write(part) }
    return writer.bytes
  }

  /// The same for every page, so that no outside text is beside the script.
  private static let head = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="referrer" content="no-referrer"/>
    <title>Policy Lab</title>
    <link rel="icon" href="data:,"/>
    <link rel="stylesheet" href="lab.css"/>
    <script src="lab.js" defer=""></script>
    </head>

    """

  /// The top of a page: the list that answers.
  static func header(of tally: LabTally, _ tools: [Markup] = []) -> Markup {
    let facts = "\(clipped(tally.name, to: 60)) · \(grouped(tally.entries)) passwords"
    return .block(
      .header, "top",
      [
        .element(.h1, [], ["Policy Lab"]),
        .paragraph(facts + " · no password is in this file", class: "facts"),
      ] + tools)
  }

  private var header: Markup {
    Self.header(
      of: tally,
      [
        .element(
          .p, [.init(.id, "status"), .init(.role, "status")], []),
        .element(
          .p, [.init(.id, "said"), .init(.class, "said"), .init(.role, "status")], []),
        .element(
          .a, [.init(.id, "share"), .init(.href, "#answer")], [.text(share)]),
        .element(
          .a, [.init(.id, "save"), .init(.href, "report.html?" + question.query)],
          ["Save as report"]),
        .element(
          .button, [.init(.id, "keep"), .init(.type, "button"), .init(.hidden, "")],
          ["Copy this question"]),
      ])
  }

  /// The compliant share, which narrow windows show at the bottom.
  var share: String {
    guard let report = answer.report, let place = answer.edited.place else { return "The answer" }
    return "\(PagePieces(report).headlines(against: place)[place].complying) accepted"
  }

  private var parts: [Markup] {
    [
      .block(.div, "edit", [editForm, tryForm]),
      .element(
        .div, [.init(.class, "side")],
        [
          .element(
            .div,
            [
              .init(.id, "ledger"), .init(.class, "ledger"), .init(.role, "group"),
              .init(.ariaLabel, "Edits, the latest first; each brings its state back"),
            ], []), answerPart,
        ]),
    ]
  }

  private var answerPart: Markup {
    .element(
      .div,
      [
        .init(.id, "answer"), .init(.class, "answer"), .init(.tabindex, "-1"),
        .init(.dataQuery, question.query), .init(.dataState, state), .init(.dataShare, share),
      ], answerParts)
  }

  /// Whether the edited policy has an answer.
  var state: String { answer.edited.draft.policy == nil ? "none" : "whole" }

  /// Suggestions for the field of names; once for each page, since they never change.
  private var libraryNames: Markup {
    .element(
      .datalist, [.init(.id, "library")],
      lab.library.entries.map { entry in
        .element(
          .option, [.init(.value, entry.name)], [.text(clipped(entry.title, to: 80))])
      })
  }

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
      let subject = tried.policies.count > 1 ? "\(clipped(name, to: 40)): " : ""
      let words = broken.prefix(isEdited ? 12 : 4).map(\.words).joined(separator: "; ")
      content.append(
        .paragraph(
          subject + (broken.isEmpty ? "✓ meets the policy" : "✗ breaks: " + words),
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
