extension Preset {
  /// Policies that studies of password strength compare, under the names that the studies use.
  ///
  /// They come from Carnegie Mellon University's studies since 2011. Policies with a dictionary
  /// check, such as comprehensive8, are left out because their dictionaries are not available.
  static let research = [
    study("basic8", "8 characters of any kind", "minlength: 8; allowed: unicode;"),
    study(
      "3class8", "8 characters of three of four kinds",
      "minlength: 8; allowed: unicode;\nmin-classes: 3;"),
    study(
      "4class8", "8 characters of all four kinds",
      "minlength: 8; allowed: unicode;\nmin-classes: 4;"),
    study("1class12", "12 characters of any kind", "minlength: 12; allowed: unicode;"),
    study("1class16", "16 characters of any kind", "minlength: 16; allowed: unicode;"),
    study(
      "2class12", "12 characters of two of four kinds",
      "minlength: 12; allowed: unicode;\nmin-classes: 2;"),
  ]

  private static func study(_ id: String, _ what: String, _ rules: String) -> Preset {
    Preset(
      id, "research: \(what)",
      """
      # \(id), as studies of password strength call it: \(what).
      # The kinds are lower case, upper case, digits and the other characters of printable ASCII.
      [\(id)]
      \(rules)
      """)
  }
}
