import Auditing
import Diagnostics
import Files
import Foundation
import Jobs
import Reports

/// The lab as one file that needs no server: answers made before, chosen by three lists or by name.
///
///     let page = try await ExportedLab(lab).document()      // HTML, some 4 kB for each policy
///
/// The answers are those of the page, without what needs a server: examples, and a policy of one's own.
package struct ExportedLab: Sendable {
  private let lab: Lab
  private let choices: [Choice]
  private let names: [(title: String, text: String)]

  /// A part of a policy that a list of the page decides.
  private struct Choice: Sendable {
    let id: String
    let label: String
    let options: [(title: String, rule: String)]
    /// The option that the page opens with.
    let first: Int
  }

  /// Makes the page of a lab's first tally: a grid of policies, and the library's.
  package init(_ lab: Lab, lengths: ClosedRange<Int> = 6...16) {
    self.lab = lab
    let lists = [("not asked for", ""), ("the built-in list", "blocklist: default;")]
    let isListed = !lab.tallies[0].settings.blocklists.isOff
    choices = [
      Choice(
        id: "length", label: "Characters",
        options: lengths.map { ("at least \($0)", "minlength: \($0);") },
        first: min(2, lengths.count - 1)),
      Choice(
        id: "kinds", label: "Kinds of characters",
        options: [("any", "")]
          + [2, 3, 4].map { ("\($0) of lower, upper, digit, special", "min-classes: \($0);") },
        first: 0),
      Choice(
        id: "list", label: "Blocklist", options: isListed ? lists : [lists[0]], first: 0),
    ]
    names = lab.library.entries.map { ($0.name + " · " + $0.title, $0.text) }
  }

  /// The texts of all policies, by the number of their answer.
  private var texts: [String] {
    let grid = choices.reduce([""]) { texts, choice in
      texts.flatMap { text in
        choice.options.map {
          text.isEmpty || $0.rule.isEmpty ? text + $0.rule : "\(text) \($0.rule)"
        }
      }
    }
    return grid + names.map(\.text)
  }

  /// The number of policies that it answers.
  package var policyCount: Int { choices.reduce(1) { $0 * $1.options.count } + names.count }

  /// The page's bytes, of equal tallies and policies always the same.
  ///
  /// - Throws: ``Problem`` if memory is short.
  package func document() async throws -> [UInt8] {
    // The same part of all answers stands together, for they differ little.
    var parts: [String: [String]] = [:]
    var order: [String] = []
    for (number, text) in texts.enumerated() {
      let answer = await lab.answer(Question(text), .whole, examples: 0, isPartial: true)
      var next = 0
      for (name, part) in LabPage(lab: lab, answer: answer, isServed: false).answerSections {
        let place = order.firstIndex(of: name) ?? next
        if parts[name] == nil {
          parts[name] = Array(repeating: "", count: policyCount)
          order.insert(name, at: place)
        }
        parts[name]?[number] += part
        next = place + 1
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = try encoder.encode(order.map { parts[$0] ?? [] })
    guard let packed = Packer.deflate(Array(data)) else { throw Problem.exportTooLarge }
    return Array(head.utf8) + LabPage.written([body])
      + Array(
        """
        <script type="application/octet-stream" id="answers">\(Data(packed).base64EncodedString())</script>
        <script>\(LabScript.ofExport)</script>
        </html>

        """.utf8)
  }

  private var head: String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="referrer" content="no-referrer"/>
    <title>Policy Lab</title>
    <style>\(PageStyle.text + LabStyle.text)</style>
    </head>

    """
  }

  private var body: Markup {
    .element(
      .body, [],
      [
        .element(.a, [.init(.class, "skip"), .init(.href, "#answer")], ["Skip to the answer"]),
        LabPage.header(of: lab.tallies[0]),
        .element(
          .main, [.init(.id, "lab"), .init(.class, "lab")],
          [
            form,
            .element(
              .div,
              [
                .init(.id, "answer"), .init(.class, "answer"), .init(.tabindex, "-1"),
                .init(.ariaLive, "polite"),
              ], [.paragraph("This page needs a browser of 2023 or later, with script.")]),
          ]),
      ])
  }

  /// The lists, of which the values of the chosen options add up to the number of the answer.
  private var form: Markup {
    var step = choices.reduce(1) { $0 * $1.options.count }
    let gridCount = step
    let lists = choices.map { choice in
      step /= choice.options.count
      return list(
        choice.id, choice.label,
        choice.options.enumerated().map { ($1.title, "\($0 * step)", $0 == choice.first) })
    }
    let named = names.enumerated().map { ($1.title, "\(gridCount + $0)", false) }
    return .element(
      .form, [.init(.id, "choose"), .init(.class, "edit"), .init(.ariaLabel, "Policy")],
      lists + [
        list("name", "Or a policy by its name", [("by the lists above", "", true)] + named),
        .paragraph(
          "For a policy of your own: audit lab \(lab.tallies[0].file)", class: "mut"),
      ])
  }

  private func list(
    _ id: String, _ label: String, _ options: [(title: String, value: String, isFirst: Bool)]
  ) -> Markup {
    .element(
      .p, [],
      [
        .element(.fieldLabel, [.init(.for, id)], [.text(label)]),
        .element(
          .select, [.init(.id, id)],
          options.map { option in
            .element(
              .option,
              [.init(.value, option.value)] + (option.isFirst ? [.init(.selected, "")] : []),
              [.text(clipped(option.title, to: 60))])
          }),
      ])
  }
}

extension Problem {
  fileprivate static var exportTooLarge: Problem {
    Problem(
      "export-too-large", "there is not enough memory to pack the answers",
      remedy: "Leave out --rules, or give the program more memory.")
  }
}
