import TestSupport
import Testing

// What only some users may do; the others skip the tests that need it.
extension Trait where Self == ConditionTrait {
  /// File systems can be mounted.
  static var needsMounts: Self {
    .enabled(if: canMount, "needs the right to mount a file system")
  }
}

private let canMount: Bool = {
  guard let directory = try? TemporaryDirectory() else { return false }
  let run = try? Program.shell(
    "mkdir m n && unshare -m bash -c 'mount -t tmpfs -o size=4k none m && mount --bind n m'",
    in: directory)
  return run?.code == 0
}()
