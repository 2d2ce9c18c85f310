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
  let script =
    "mkdir m n && unshare -m bash -c 'mount -t tmpfs -o size=4k none m && mount --bind n m'"
  return (try? TemporaryDirectory().shell(script, code: nil))?.code == 0
}()
