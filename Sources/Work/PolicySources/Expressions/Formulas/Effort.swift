/// The work that reading one expression may take, in steps of about a microsecond.
///
/// Expressions of real policies take some hundreds; without a limit, `(a|bc)(a|bc)…` would take
/// time that doubles with each group.
struct Effort {
  private var left = 500_000

  /// Takes some steps.
  ///
  /// - Throws: a refusal of the whole expression if none are left.
  mutating func spend(_ steps: Int) throws(Unsayable) {
    left -= min(steps, 1_000_000)
    if left < 0 { throw Unsayable(.many, "more combinations than can be read") }
  }
}
