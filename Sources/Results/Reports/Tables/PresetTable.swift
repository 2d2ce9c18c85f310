import PasswordPolicies

/// The policies that standards publish, as a table.
package enum PresetTable {
  static let table = Table<Preset>(
    "presets", "A row for each policy that a standard publishes.",
    from: "audit rules presets --format",
    [
      .name("id", "what --preset takes") { $0.id }, .name("title", "what it is") { $0.title },
    ])

  /// The table.
  package static var filled: FilledTable { table.filled(Preset.all) }
}
