/// Bytes of passwords that cannot be printed, reflected or encoded by accident: whoever wants them
/// must ask for ``bytes`` by name.
///
///     print(Concealed(bytes: secret))          // ‹concealed›
package struct Concealed: Hashable, Sendable {
  /// What is concealed.
  package var bytes: [UInt8]

  /// Conceals some bytes.
  package init(bytes: [UInt8] = []) { self.bytes = bytes }
}

extension Concealed: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The same for all bytes.
  package var description: String { "‹concealed›" }
  /// The same for all bytes.
  package var debugDescription: String { description }
  /// Shows nothing of them.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
