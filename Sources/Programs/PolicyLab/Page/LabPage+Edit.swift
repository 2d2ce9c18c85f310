import Diagnostics
import PasswordPolicies
import Reports

extension LabPage {
  /// The form of the question: text, controls, and policies to start from.
  var editForm: Markup {
    let index = question.index
    func kept(_ texts: ArraySlice<String>) -> [Markup] {
      texts.map { text in
        .element(
          .textarea,
          [.init(.name, "p"), .init(.hidden, ""), .init(.ariaLabel, "another policy")],
          [.lines(text)])
      }
    }
    return .element(
      .form,
      [
        .init(.id, "edit"), .init(.method, "get"), .init(.action, "./"),
        .init(.autocomplete, "off"), .init(.ariaLabel, "Policy"),
      ],
      [
        // The Enter key presses the first button of a form.
        .element(
          .button,
          [
            .init(.type, "submit"), .init(.name, "by"), .init(.value, "text"),
            .init(.class, "first"), .init(.tabindex, "-1"), .init(.ariaHidden, "true"),
          ], ["Answer"]),
        .kept("at", String(index + 1)), .kept("shown", shownControls.map(\.encoded) ?? ""),
        tallyChoice, tabs,
      ] + kept(question.texts[..<index])
        + [
          textField,
          .block(
            .p, "line steps",
            [
              .button("Answer", name: "by", value: "text", class: "apply"),
              .element(
                .button, [.init(.id, "undo"), .init(.type, "button"), .init(.disabled, "")],
                ["Undo"]),
            ]),
        ]
        + kept(question.texts[(index + 1)...]) + [problems, controls, standards, beginning])
  }

  private var tallyChoice: Markup {
    guard lab.tallies.count > 1 else { return .kept("tally", "1") }
    let options = lab.tallies.enumerated().map { number, tally in
      Markup.element(
        .option,
        [.init(.value, String(number + 1))]
          + (number == question.tally ? [.init(.selected, "")] : []),
        [.text(clipped(tally.name, to: 60))])
    }
    return .block(
      .p, "line",
      [
        .element(
          .fieldLabel, [],
          ["List ", .element(.select, [.init(.name, "tally")], options)])
      ])
  }

  /// A button for each of several policies, with the share that complies.
  var tabs: Markup {
    let headlines = answer.report.map { PagePieces($0).headlines(against: 0) } ?? []
    let buttons = answer.entries.enumerated().map { number, entry in
      let headline = entry.place.map { headlines[$0] }
      let name = entry.draft.name
      return Markup.button(
        "\(clipped(name, to: 24))\(headline.map { "  \($0.complying)" } ?? "")",
        name: "to", value: String(number + 1), isCurrent: number == question.index)
    }
    return .element(
      .div,
      [
        .init(.id, "tabs"), .init(.class, "tabs"), .init(.role, "group"),
        .init(.ariaLabel, "Policies side by side"),
      ],
      question.texts.count > 1 ? buttons : [])
  }

  private var textField: Markup {
    let hasError = answer.edited.draft.problems.contains { $0.severity == .error }
    return .block(
      .div, "text",
      [
        .element(
          .fieldLabel, [.init(.for, "text")], ["Policy, in Password Rules"]),
        .element(
          .textarea,
          [
            .init(.id, "text"), .init(.name, "p"), .init(.rows, "6"),
            .init(.spellcheck, "false"), .init(.autocomplete, "off"),
            .init(.autocapitalize, "none"), .init(.maxlength, String(Question.longestText)),
            .init(.describedBy, "problems"), .init(.ariaInvalid, hasError ? "true" : "false"),
          ], [.lines(question.text)]),
      ])
  }

  /// The errors and warnings of the text.
  var problems: Markup {
    let rows = answer.edited.draft.problems.prefix(12).map { note in
      var content: [Markup] = []
      if let place = note.place {
        let text = "\(place.line):\(place.column)"
        content.append(
          .element(
            .a, [.init(.class, "place"), .init(.href, "#text"), .init(.dataPlace, text)],
            [.text(text)]))
        content.append(" ")
      }
      if note.severity != .note { content.append(.text("\(note.severity.rawValue): ")) }
      let sentence = clipped(note.found, to: 400) + "."
      content.append(
        .text(
          note.severity == .note ? sentence.prefix(1).uppercased() + sentence.dropFirst() : sentence
        ))
      if let remedy = note.remedy {
        content += [" ", .element(.span, [.init(.class, "remedy")], [.text(remedy)])]
      }
      return Markup.block(.li, note.severity.rawValue, content)
    }
    let list: [Markup] =
      rows.isEmpty
      ? [.paragraph("Nothing is wrong with it.", class: "mut")] : [.element(.ul, [], rows)]
    // Here instead of beside the controls, which it would move.
    let note =
      answer.edited.draft.policy == nil
      ? "The controls follow once the text is right."
      : controlled == nil ? "It has alternatives; the controls show the first." : nil
    return .element(
      .div,
      [
        .init(.id, "problems"), .init(.class, "problems"), .init(.role, "group"),
        .init(.tabindex, "0"), .init(.ariaLabel, "What is wrong or doubtful in the text"),
      ],
      list + (note.map { [.paragraph($0, class: "mut")] } ?? []))
  }

  private var controlled: PasswordRules? { answer.edited.draft.controlled }

  /// The controls as they follow from the text, or from the last text without an error; nil if
  /// neither is known.
  var shownControls: Controls? { controlled.map(Controls.init) ?? held?.shown }

  private var controls: Markup {
    let isOff = controlled == nil && held == nil
    // Of several alternatives, the first is shown.
    let first = answer.edited.draft.policy?.alternatives.first
    let shown = held?.now ?? first.map(Controls.init) ?? Controls()
    func group(_ legend: String, _ content: [Markup]) -> Markup {
      .element(.fieldset, [], [.element(.legend, [], [.text(legend)])] + content)
    }
    func numbers(_ group: Controls.Group) -> [Markup] {
      Controls.all.filter { $0.group == group }.map { field in
        .numberField(
          field.label, name: field.name, value: shown.numbers[field.name], range: field.range,
          none: field.none, isDisabled: isOff, after: field.after)
      }
    }
    return .element(
      .div, [.init(.id, "controls"), .init(.class, "controls")],
      [
        group("Length", numbers(.length)),
        group(
          "Must contain",
          Controls.Kind.allCases.map { kind in
            .choice(
              kind.rawValue, type: "checkbox", name: "need", value: kind.rawValue,
              isOn: shown.needs.contains(kind), isDisabled: isOff)
          } + numbers(.mustContain)),
        group("How many", numbers(.count)),
        group(
          "May contain",
          Controls.Alphabet.allCases.map { alphabet in
            .choice(
              alphabet.words, type: "radio", name: "may", value: alphabet.rawValue,
              isOn: shown.may == alphabet, isDisabled: isOff)
          }),
        group(
          "Refuse",
          [
            .choice(
              "common passwords", type: "checkbox", name: "list", value: "1",
              isOn: shown.isListed, isDisabled: isOff)
          ] + numbers(.refuse)),
      ])
  }

  /// The choice of standards to compare policies with.
  private var standards: Markup {
    let boxes = Standard.all.map { standard in
      Markup.choice(
        standard.name, type: "checkbox", name: "against", value: standard.id,
        isOn: question.standards.contains(standard.id), isDisabled: false)
    }
    return .element(
      .details,
      [.init(.class, "against")] + (question.standards.isEmpty ? [] : [.init(.open, "")]),
      [
        .element(.summary, [], ["Standards to hold it against"]),
        .element(
          .fieldset, [],
          [.element(.legend, [], ["Only these; all of them where none is chosen"])] + boxes),
      ])
  }

  private var beginning: Markup {
    var content: [Markup] = [
      .element(.legend, [], ["Begin from, or compare with"]),
      .block(
        .p, "line",
        [
          .element(
            .input,
            [
              .init(.type, "text"), .init(.name, "find"), .init(.list, "library"),
              .init(.ariaLabel, "A preset, a policy or a site"),
              .init(.placeholder, "a preset or site"), .init(.autocomplete, "off"),
              .init(.autocapitalize, "none"), .init(.spellcheck, "false"),
              .init(.value, search ?? ""),
            ], []),
          .button("Use", name: "do", value: "use", title: "Use it in place of this text"),
          .button(
            "Compare", name: "do", value: "compare", title: "Compare: put it beside this policy",
            isDisabled: !question.hasRoom),
        ]),
      .block(
        .p, "line",
        [
          .button(
            "Copy beside", name: "do", value: "copy",
            title: "Copy beside: put a copy beside this policy",
            isDisabled: !question.hasRoom),
          .button(
            "Remove", name: "do", value: "drop", title: "Remove this policy",
            isDisabled: question.texts.count < 2),
        ]),
    ]
    if let search {
      let found = lab.library.entries(like: search)
      content.append(
        .paragraph(
          found.isEmpty
            ? "No policy is called '\(clipped(search, to: 60))'." : "Which of these?",
          class: "mut"))
      content += found.map { entry in
        .button(entry.name, name: "use", value: entry.name, class: "found")
      }
    }
    return .element(.fieldset, [.init(.class, "beginning")], content)
  }
}

extension EditedPolicy {
  /// The policy's name, or a placeholder.
  var name: String { policy?.name ?? "unread" }
}

extension Controls.Alphabet {
  fileprivate var words: String {
    switch self {
    case .ascii: "printable ASCII"
    case .unicode: "any Unicode"
    case .named: "only what is named"
    }
  }
}
