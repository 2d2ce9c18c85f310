package import Testing

/// Counts the comparisons of a test, and fails it where there were fewer than it must make: a loop
/// over what is empty, or that leaves out what it does not find, would pass.
///
///     try compared(atLeast: 40) { count in
///       for (key, value) in reference where known.contains(key) {
///         #expect(found[key] == value)
///         count += 1
///       }
///     }
package func compared(
  atLeast least: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (inout Int) throws -> Void
) rethrows {
  var count = 0
  try body(&count)
  #expect(count >= least, "too few comparisons", sourceLocation: sourceLocation)
}
