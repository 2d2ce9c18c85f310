/// What a run was asked, as far as its tally depends on it: settings and their values, in a canonical
/// order and spelling.
///
/// Two runs with one identity count the same signatures in the same lists, so that one can go on
/// where the other stopped. Values are for programs; a sentence for people never stands in them, so
/// that it can be reworded.
///
///     var identity = RunIdentity()
///     identity.state("encoding", "utf-8")
///     identity.difference(from: other)   // "encoding"
package struct RunIdentity: Hashable, Sendable {
  /// One setting.
  package struct Setting: Hashable, Sendable {
    /// What is set; also what messages call it.
    package let name: String
    /// Its value.
    package let value: String

    /// Sets a value.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The version of names and spellings: a file that states another one is of another program.
  package static let version = 1

  /// The settings, in the order in which they were stated.
  package private(set) var settings: [Setting]

  /// States nothing but the version.
  package init() { settings = [Setting(name: "identity version", value: "\(Self.version)")] }

  /// Takes settings that were written down.
  package init(_ settings: [Setting]) { self.settings = settings }

  /// States the value of one more setting.
  package mutating func state(_ name: String, _ value: String) {
    settings.append(Setting(name: name, value: value))
  }

  /// States values one by one, and how many they are.
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
