import Auditing
import Preparing
import Starting

extension Terminal {
  /// Tells of a list that is worth repacking, where it kept most lanes of a long run idle.
  static func tellOfIdleLanes(_ progress: AuditProgress) {
    if let hint = RepackHint(progress.use, word: \.shellWord) { tell(hint) }
  }
}
