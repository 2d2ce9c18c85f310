/// The settings of a run on which its tally depends, with their values, in a canonical order and
/// spelling.
///
/// Two runs with the same identity count the same signatures in the same lists, so one can resume
/// the other. Values are for programs and never contain sentences for people, which may be
/// reworded.
///
///     var identity = RunIdentity()
///     identity.state("encoding", "utf-8")
///     identity.difference(from: other)   // "encoding"
package struct RunIdentity: Hashable, Sendable {
  /// One setting.
  package struct Setting: Hashable, Sendable {
    /// Its name, also used in messages.
    package let name: String
    /// Its value.
    package let value: String

    /// Sets a value.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The version of names and spellings; another version belongs to another program.
  package static let version = 1

  /// The settings, in the order stated.
  package private(set) var settings: [Setting]

  /// Makes an identity that states only the version.
  package init() { settings = [Setting(name: "identity version", value: "\(Self.version)")] }

  /// Takes settings read from a file.
  package init(_ settings: [Setting]) { self.settings = settings }

  /// States the value of a setting.
  package mutating func state(_ name: String, _ value: String) {
    settings.append(Setting(name: name, value: value))
  }

  /// States several values and their number.
  package mutating func state(_ name: String, each values: some Collection<String>) {
    state("\(name) count", "\(values.count)")
    for (index, value) in values.enumerated() { state("\(name) \(index + 1)", value) }
  }

  /// The first setting in which the two differ, or nil if they are the same.
  package func difference(from other: RunIdentity) -> String? {
    for (mine, other) in zip(settings, other.settings) where mine != other { return mine.name }
    let longer = settings.count > other.settings.count ? settings : other.settings
    return longer.dropFirst(min(settings.count, other.settings.count)).first?.name
  }
}
