extension Controls {
  /// The controls as fields of a form, from which ``init(_:before:)`` takes them again.
  package var encoded: String {
    var fields = Fields()
    func add(_ name: String, _ number: Int?) {
      fields.add(name, number.map(String.init) ?? "")
    }
    add("least", least)
    add("most", most)
    for kind in Kind.allCases where needs.contains(kind) { fields.add("need", kind.rawValue) }
    add("kinds", kinds)
    fields.add("may", may.rawValue)
    add("run", run)
    add("sequence", sequence)
    if isListed { fields.add("list", "1") }
    for field in Self.numbered { add(field.name, numbers[field.name]) }
    return fields.encoded
  }

  /// What both a form and a text say, each of which was changed since the form was shown.
  ///
  /// A control that was not touched is that of the text, and so is one whose rule was changed in
  /// the text as well.
  ///
  /// - Parameters:
  ///   - before: The controls that the form showed.
  ///   - text: Those of the text.
  /// - Returns: The controls that the text must get.
  package func merged(since before: Controls, with text: Controls) -> Controls {
    func newer<Value: Equatable>(_ value: KeyPath<Controls, Value>) -> Value {
      let (form, old, written) = (
        self[keyPath: value], before[keyPath: value], text[keyPath: value]
      )
      return form != old && written == old ? form : written
    }
    var result = text
    result.least = newer(\.least)
    result.most = newer(\.most)
    for kind in Kind.allCases
    where needs.contains(kind) != before.needs.contains(kind)
      && text.needs.contains(kind) == before.needs.contains(kind)
    {
      result.needs.formSymmetricDifference([kind])
    }
    result.kinds = newer(\.kinds)
    result.may = newer(\.may)
    result.run = newer(\.run)
    result.sequence = newer(\.sequence)
    result.isListed = newer(\.isListed)
    for field in Self.numbered { result.numbers[field.name] = newer(\.numbers[field.name]) }
    return result
  }
}
