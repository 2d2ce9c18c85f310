/// How many of the first lines a layout fits.
package struct LayoutEvidence: Hashable, Sendable {
  /// The number of fitting lines.
  package let fitting: Int
  /// The number of examined non-empty lines.
  package let lines: Int

  /// `997 of the first 1000 lines`.
  package var text: String {
    if fitting == 1, lines == 1 { return "the first line" }
    return fitting == lines
      ? "all of the first \(lines) lines" : "\(fitting) of the first \(lines) lines"
  }

  /// The same with a verb in singular or plural.
  func text(_ one: String, _ several: String) -> String {
    "\(text) \(fitting == 1 ? one : several)"
  }

  /// The share in 0…1; 0 if there are no lines.
  var share: Double { lines == 0 ? 0 : Double(fitting) / Double(lines) }
}
