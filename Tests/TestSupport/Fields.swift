/// The stored properties of a value by name, as text, found by reflection.
///
/// Tests of sums compare them one by one, so that a property added later cannot be forgotten. The
/// text of equal dictionaries, and of equal sets, is the same in whatever order they hold their
/// elements.
///
///     fields(of: LineCounts())["ascii"]   // "0"
package func fields(of value: some Any) -> [String: String] {
  var fields: [String: String] = [:]
  for (number, child) in Mirror(reflecting: value).children.enumerated() {
    fields[child.label ?? "\(number)"] = text(of: child.value)
  }
  return fields
}

private func text(of value: Any) -> String {
  func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .dictionary || mirror.displayStyle == .set
    ? mirror.children.map { dumped($0.value) }.sorted().joined() : dumped(value)
}

/// The names of the stored properties in which two values of one type are the same, sorted.
package func fieldsAlike<Value>(_ a: Value, _ b: Value) -> [String] {
  let (a, b) = (fields(of: a), fields(of: b))
  return a.keys.filter { a[$0] == b[$0] }.sorted()
}

/// The stored properties of type `UInt64` by name, found by reflection.
///
///     numbers(of: LineCounts())["ascii"]   // 0
package func numbers(of value: some Any) -> [String: UInt64] {
  var numbers: [String: UInt64] = [:]
  for child in Mirror(reflecting: value).children {
    if let label = child.label, let number = child.value as? UInt64 { numbers[label] = number }
  }
  return numbers
}
