import Foundation
package import Testing

/// What a shell script prints; it must succeed.
package func output(
  of script: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/bash")
  process.arguments = ["-c", script]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  try #require(
    process.terminationStatus == 0, "'\(script)' failed: `make setup` installs its programs",
    sourceLocation: sourceLocation)
  return Array(bytes)
}

/// Packs bytes with the system's gzip.
package func gzip(_ bytes: [UInt8], in directory: TemporaryDirectory) throws -> [UInt8] {
  try output(of: "gzip -nc '\(directory.file(".plain", bytes))'")
}
