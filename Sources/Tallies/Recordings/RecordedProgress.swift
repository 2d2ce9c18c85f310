/// The position of a checkpoint, and the settings of its run.
package struct RecordedProgress: Hashable, Sendable {
  /// Chunks of all lists together.
  package var chunks: UInt64
  /// The number of their bytes.
  package var bytes: UInt64
  /// A hash of them in order, in hexadecimal.
  package var hash: String
  /// The settings on which the counts depend, in order.
  package var settings: [Setting]

  /// A setting with its value.
  package struct Setting: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: String

    /// Makes a setting.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a position.
  package init(chunks: UInt64, bytes: UInt64, hash: String, settings: [Setting]) {
    self.chunks = chunks
    self.bytes = bytes
    self.hash = hash
    self.settings = settings
  }
}
