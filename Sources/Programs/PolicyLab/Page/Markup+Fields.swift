import Reports

extension Markup {
  /// An element with a class.
  static func block(_ element: Element, _ name: String, _ content: [Markup]) -> Markup {
    .element(element, [Attribute(.class, name)], content)
  }

  /// An element with an id.
  static func part(_ element: Element, id: String, _ content: [Markup]) -> Markup {
    .element(element, [Attribute(.id, id)], content)
  }

  static func paragraph(_ text: String, class name: String? = nil) -> Markup {
    .element(.p, name.map { [Attribute(.class, $0)] } ?? [], [.text(text)])
  }

  /// A hidden field.
  static func kept(_ name: String, _ value: String) -> Markup {
    .element(
      .input,
      [Attribute(.type, "hidden"), Attribute(.name, name), Attribute(.value, value)], [])
  }

  /// A button that sends its form with an additional field.
  static func button(
    _ label: String, name: String, value: String, class style: String? = nil,
    title: String? = nil, isDisabled: Bool = false, isCurrent: Bool = false
  ) -> Markup {
    var attributes = [
      Attribute(.type, "submit"), Attribute(.name, name), Attribute(.value, value),
    ]
    if let style { attributes.append(Attribute(.class, style)) }
    if let title { attributes.append(Attribute(.ariaLabel, title)) }
    if isDisabled { attributes.append(Attribute(.disabled, "")) }
    if isCurrent { attributes.append(Attribute(.ariaCurrent, "true")) }
    return .element(.button, attributes, [.text(label)])
  }

  /// A labelled field for a number.
  static func numberField(
    _ label: String, name: String, value: Int?, range: ClosedRange<Int>, none: String,
    isDisabled: Bool, after: String? = nil
  ) -> Markup {
    var attributes = [
      Attribute(.type, "number"), Attribute(.name, name),
      Attribute(.value, value.map(String.init) ?? ""),
      Attribute(.min, String(range.lowerBound)), Attribute(.max, String(range.upperBound)),
      Attribute(.placeholder, none), Attribute(.inputmode, "numeric"),
      Attribute(.autocomplete, "off"),
    ]
    if isDisabled { attributes.append(Attribute(.disabled, "")) }
    return .block(
      .fieldLabel, "number",
      [.text(label + " "), .element(.input, attributes, [])]
        + (after.map { [.text(" " + $0)] } ?? []))
  }

  /// A checkbox, or a radio button of several with the same name.
  static func choice(
    _ label: String, type: String, name: String, value: String, isOn: Bool, isDisabled: Bool
  ) -> Markup {
    var attributes = [
      Attribute(.type, type), Attribute(.name, name), Attribute(.value, value),
    ]
    if isOn { attributes.append(Attribute(.checked, "")) }
    if isDisabled { attributes.append(Attribute(.disabled, "")) }
    return .block(
      .fieldLabel, "chip", [.element(.input, attributes, []), .element(.span, [], [.text(label)])])
  }
}
