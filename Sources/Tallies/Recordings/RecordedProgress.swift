/// How far a reading had come that a recording is the checkpoint of, and what it was asked.
package struct RecordedProgress: Hashable, Sendable {
  /// Chunks of all lists together.
  package var chunks: UInt64
  /// Their bytes.
  package var bytes: UInt64
  /// A hash of them in order, in hexadecimal.
  package var hash: String
  /// Settings that the counts depend on, in order.
  package var settings: [Setting]

  /// A setting by its name.
  package struct Setting: Hashable, Sendable {
    /// What is set.
    package var name: String
    /// Its value.
    package var value: String

    /// Sets a value.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// States how far a reading had come.
  package init(chunks: UInt64, bytes: UInt64, hash: String, settings: [Setting]) {
    self.chunks = chunks
    self.bytes = bytes
    self.hash = hash
    self.settings = settings
  }
}
