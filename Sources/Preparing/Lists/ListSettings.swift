import Files
package import Intake

/// The lists to read, and how to read them.
package struct ListSettings: Hashable, Sendable {
  /// Files and directories; `-` is standard input.
  package var names: [String]
  /// How their bytes are read.
  package var reading: TextReading
  /// How their lines hold passwords.
  package var layout: LayoutRequest

  /// Makes settings; by default plain UTF-8 with a password on each line.
  package init(
    names: [String], reading: TextReading = TextReading(), layout: LayoutRequest = .plain
  ) {
    self.names = names
    self.reading = reading
    self.layout = layout
  }

  /// Whether no file or directory has a name.
  package static func isMissing(_ name: String) -> Bool { (try? Occupant(of: name)) == .nothing }

  /// Finds the lists, and reports missing ones.
  ///
  /// - Throws: ``ProblemsTold`` if none is found, or one of them is a policy.
  package func find(tell: ProblemHandler) throws(ProblemsTold) -> FoundLists {
    let lists = try FoundLists(names, tell: tell)
    let named = reading.takesAnyBytes ? [] : lists.inputs.filter { names.contains($0.name) }
    let policies = named.compactMap(PolicyGivenAsList.init)
    for policy in policies { tell(policy) }
    guard policies.isEmpty else { throw ProblemsTold() }
    return lists
  }
}

extension TextReading {
  /// Describes how text is read, for the manifest.
  package var stated: String {
    var text =
      switch encoding {
      case .utf8: "utf-8"
      case .latin1: "latin-1, converted to utf-8"
      case .windows1252: "windows-1252, converted to utf-8; a byte it lacks is ill-formed"
      case .utf16LittleEndian, .utf16BigEndian:
        "\(encoding?.rawValue ?? ""), converted to utf-8; an unpaired surrogate is ill-formed"
      case nil:
        "utf-16 where the first bytes say so, converted to utf-8 (an unpaired surrogate is "
          + "ill-formed); utf-8 otherwise"
      }
    if takesAnyBytes { text += "; whatever the first bytes look like" }
    guard let fallback else { return text }
    return "\(text); lines that are not utf-8 as \(fallback.rawValue)"
  }
}
