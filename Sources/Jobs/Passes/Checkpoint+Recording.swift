package import Auditing
import Requests
package import Tallies

extension Recording {
  /// Converts a checkpoint to a recording of the lines read so far, which a tally file can store;
  /// it is marked as unfinished.
  package init(_ checkpoint: Checkpoint) {
    self.init(tally: checkpoint.tally)
    isComplete = false
    progress = RecordedProgress(
      chunks: checkpoint.position.chunks, bytes: checkpoint.position.bytes,
      hash: String(checkpoint.position.hash, radix: 16),
      settings: checkpoint.identity.settings.map {
        RecordedProgress.Setting(name: $0.name, value: $0.value)
      })
  }
}

extension Checkpoint {
  /// Converts a recording to a checkpoint; nil if the recording is finished.
  package init?(_ recording: Recording) {
    guard let progress = recording.progress, let hash = UInt64(progress.hash, radix: 16) else {
      return nil
    }
    var position = Position()
    position.chunks = progress.chunks
    position.bytes = progress.bytes
    position.hash = hash
    self.init(
      identity: RunIdentity(
        progress.settings.map { RunIdentity.Setting(name: $0.name, value: $0.value) }),
      position: position, tally: recording.tally)
  }
}
