/// What holds bytes of passwords, or words of users, and shows nothing of them, however it is printed,
/// dumped or reflected.
///
/// Every type conforms that keeps such bytes in a copyable value; so does one that only refers to
/// them, lest what is added to it later should show. A type that cannot be copied cannot be printed.
package protocol Concealing: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension Concealing {
  /// The same for all.
  package var description: String { "‹concealed›" }
  /// The same for all.
  package var debugDescription: String { "‹concealed›" }
  /// Shows nothing of it.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Bytes of passwords that cannot be printed, reflected or encoded by accident: code that needs them
/// must ask for ``bytes`` by name.
///
///     print(Concealed(bytes: secret))          // ‹concealed›
package struct Concealed: Hashable, Sendable, Concealing {
  /// What is concealed.
  package var bytes: [UInt8]

  /// Conceals some bytes.
  package init(bytes: [UInt8] = []) { self.bytes = bytes }
}
