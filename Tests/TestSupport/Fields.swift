/// The stored properties of a value by name, as text, found by reflection.
///
/// Tests of sums compare them one by one, so that a property added later cannot be forgotten.
///
///     fields(of: LineCounts())["ascii"]   // "0"
package func fields(of value: some Any) -> [String: String] {
  var fields: [String: String] = [:]
  for (number, child) in Mirror(reflecting: value).children.enumerated() {
    var text = ""
    dump(child.value, to: &text)
    fields[child.label ?? "\(number)"] = text
  }
  return fields
}

/// The names of the stored properties in which two values of one type are the same, sorted.
package func fieldsAlike<Value>(_ a: Value, _ b: Value) -> [String] {
  let (a, b) = (fields(of: a), fields(of: b))
  return a.keys.filter { a[$0] == b[$0] }.sorted()
}
