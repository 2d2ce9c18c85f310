package import Diagnostics

/// A compiled blocklist that cannot be used.
package typealias CompiledProblem = FaultyFile<CompiledFault>

/// The reasons why a compiled blocklist cannot be used.
package typealias CompiledFault = BuiltFileFault<CompiledFile>

/// The form of compiled blocklists.
package enum CompiledFile: BuiltFile {
  /// The parts of a compiled blocklist.
  package enum Part: String, Hashable, Sendable {
    case signature, header, text, values
    case checks = "table of checksums"
  }

  package static var words: (whole: String, noun: String) { ("compiled blocklist", "list") }
  package static var command: String { "audit blocklist build" }
}
