package import Passwords

/// The settings of a run on which its tally depends, with their values, in a canonical order and
/// spelling.
///
/// Two runs with the same identity count the same signatures in the same lists, so one can resume
/// the other. Values are meant for programs: sentences for people may be reworded, so values
/// contain none.
///
///     var identity = RunIdentity()
///     identity.state("encoding", "utf-8")
///     identity.difference(from: other)   // "encoding"
package struct RunIdentity: Hashable, Sendable {
  /// A setting with its value.
  package struct Setting: Hashable, Sendable {
    /// The setting's name, also used in messages.
    package let name: String
    /// The setting's value.
    package let value: String

    /// Makes a setting.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The version of names and spellings.
  ///
  /// Programs with another version cannot resume the run.
  package static let version = 2

  /// The name of the setting that holds the version.
  package static let versionName = "identity version"

  private static let schemaName = "facts"

  /// The settings, in the order stated.
  package private(set) var settings: [Setting]

  /// Makes an identity that states only the version.
  package init() { settings = [Setting(name: Self.versionName, value: "\(Self.version)")] }

  /// Takes settings read from a file.
  package init(_ settings: [Setting]) { self.settings = settings }

  /// States the value of a setting.
  package mutating func state(_ name: String, _ value: String) {
    settings.append(Setting(name: name, value: value))
  }

  /// States the packed facts, and the lists and the scorer that they come from.
  package mutating func state(_ schema: Schema) { state(Self.schemaName, schema.text) }

  /// States several values and how many there are.
  package mutating func state(_ name: String, each values: some Collection<String>) {
    state("\(name) count", "\(values.count)")
    for (index, value) in values.enumerated() { state("\(name) \(index + 1)", value) }
  }

  /// The first setting in which the two identities differ, or nil if they are the same.
  ///
  /// For schemas, also names the first fact.
  ///
  ///     "facts: the longest run (up to 3, and not recorded)"
  package func difference(from other: RunIdentity) -> String? {
    for (mine, other) in zip(settings, other.settings) where mine != other {
      guard mine.name == Self.schemaName, other.name == mine.name,
        let one = try? Schema(text: mine.value), let two = try? Schema(text: other.value),
        let fact = one.difference(from: two)
      else { return mine.name }
      return "\(mine.name): \(fact)"
    }
    let longer = settings.count > other.settings.count ? settings : other.settings
    return longer.dropFirst(min(settings.count, other.settings.count)).first?.name
  }
}
