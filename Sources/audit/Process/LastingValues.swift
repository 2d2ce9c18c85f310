import Workers

/// Values that live until the process ends.
///
/// The system takes back the memory of a process at once. To let go of the values of a report with
/// hundreds of policies one by one takes milliseconds.
enum LastingValues {
  private static let kept = Locked<[any Sendable]>([])

  /// Keeps values until the process ends.
  static func keep(_ values: any Sendable...) { kept.withLock { $0 += values } }
}
