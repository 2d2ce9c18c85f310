package import Diagnostics

/// A model that cannot be used.
package typealias ModelProblem = FaultyFile<ModelFault>

/// The reasons why the file of a model cannot be used.
package typealias ModelFault = BuiltFileFault<ModelFile>

/// The form of models' files.
package enum ModelFile: BuiltFile {
  /// The parts of a model's file.
  package enum Part: String, Hashable, Sendable {
    case header, content, contexts, transitions, sample
  }

  package static var words: (whole: String, noun: String) { ("guess model", "model") }
  package static var command: String { "audit model build" }
}
