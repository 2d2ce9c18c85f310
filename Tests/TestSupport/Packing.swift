import Foundation

/// Packs bytes with the system's gzip.
package func gzip(_ bytes: [UInt8], in directory: TemporaryDirectory) throws -> [UInt8] {
  let source = try directory.file(".plain", bytes)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["gzip", "-nc", source]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let packed = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Array(packed)
}
