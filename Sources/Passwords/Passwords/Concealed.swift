/// A value that holds bytes of passwords, or words of users, and never shows them when it is
/// printed, dumped or reflected.
///
/// Every copyable type that stores such bytes conforms. So does every type that only refers to such
/// bytes, so that data added later stays hidden. Noncopyable types cannot be printed.
package protocol Concealing: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension Concealing {
  /// Always the same text.
  package var description: String { "‹concealed›" }
  /// Always the same text.
  package var debugDescription: String { "‹concealed›" }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Bytes of passwords that cannot be printed, reflected or encoded by accident: code that needs
/// them must access ``bytes`` explicitly.
///
///     print(Concealed(bytes: secret))          // ‹concealed›
package struct Concealed: Hashable, Sendable, Concealing {
  /// The concealed bytes.
  package var bytes: [UInt8]

  /// Conceals some bytes.
  package init(bytes: [UInt8] = []) { self.bytes = bytes }
}
