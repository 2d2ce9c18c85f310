import Auditing
import Preparing
import Starting

extension Terminal {
  /// Suggests repacking a list that kept most lanes of a long run idle.
  static func tellOfIdleLanes(_ progress: AuditProgress) {
    if let hint = RepackHint(progress.use, word: \.shellWord) { tell(hint) }
  }
}
