package import Diagnostics

/// The reasons why lists cannot be compiled.
package enum CompilerProblem: Error, Hashable, Sendable {
  /// The system does not let the program write this file or directory.
  case unwritable(String, SystemError)
  /// The temporary file cannot be written or read.
  case spoolFailed(SystemError)
  /// There are more lists than a record can number.
  case tooManySources(limit: Int)
  /// A part of the values does not fit into memory; `needed` bytes would suffice.
  case memoryTooSmall(needed: Int)
  /// An attacker constructed values with similar fingerprints.
  case contrived
  /// There are more values than a file can number.
  case tooManyValues(limit: Int)
}

extension CompilerProblem: Diagnosable {
  package var location: Location? {
    if case .unwritable(let path, _) = self { Location(file: path) } else { nil }
  }

  package var found: String {
    switch self {
    case .unwritable(_, let fault): "cannot be written: \(fault)"
    case .spoolFailed(let fault): "the temporary file failed: \(fault)"
    case .tooManySources(let limit): "more than \(limit) lists to compile into one file"
    case .memoryTooSmall: "the distinct values do not fit into the memory allowed"
    case .contrived: "values chosen to make look-ups slow"
    case .tooManyValues(let limit): "more than \(limit) distinct values"
    }
  }

  package var expected: String? { nil }

  package var remedy: String? {
    switch self {
    case .unwritable: "Choose another place with --output or --temporary."
    case .spoolFailed:
      "It takes 16 bytes a value: name a directory with room for that with --temporary."
    case .tooManySources: "Join some of the lists, or compile two files."
    case .memoryTooSmall(let needed): "Allow more: --memory \(needed >> 20)M."
    case .contrived: "Check where the list comes from."
    case .tooManyValues: "Compile two files; 'run' takes both."
    }
  }
}

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
