import Foundation
import TestSupport
import Testing

/// Full disks of fingerprints and checkpoints, which are not the output's.
@Suite struct FullDiskTests {
  private func run(_ command: String) throws -> Program.Run {
    try Program.shell(
      """
      mkdir m && seq 500000 700000 | sed 's/$/-abcdefghijklmnopqrstuvwxyz-abcdefgh/' >list.txt
      unshare -m bash -c 'mount -t tmpfs -o size=64k none m && "$audit" \(command); echo $?'
      """, in: try TemporaryDirectory())
  }

  @Test(.needsMounts)
  func `a full disk of fingerprints names their file`() throws {
    let run = try run(
      "scan -q --strength none --no-blocklist --distinct --fingerprints m/prints --fingerprint-key key "
        + "-o list.tally list.txt")
    #expect(run.output == "2\n")
    #expect(
      run.errors == """
        m/prints: error: cannot write: no space left on device
          Name a place with room for 32 bytes a distinct password. A new key is kept: the next scan \
        takes it.

        """)
  }

  @Test(.needsMounts)
  func `a checkpoint that cannot be written is warned of once`() throws {
    let run = try run(
      "--preset basic8 -q --strength none --no-report --checkpoint m/x/c --checkpoint-every 0 list.txt"
    )
    #expect(run.output == "0\n")
    #expect(run.errors.components(separatedBy: "the checkpoint cannot be written").count == 2)
  }
}
