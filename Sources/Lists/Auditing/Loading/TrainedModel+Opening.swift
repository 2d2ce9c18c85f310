import Diagnostics
import Files
package import GuessModels

extension TrainedModel {
  /// Opens the file that a user named, and checks every byte.
  ///
  /// - Throws: `ModelProblem`.
  package convenience init(opening path: String) throws(ModelProblem) {
    do throws(ModelFault) { try self.init(path: path) } catch {
      throw ModelProblem(file: path, error)
    }
  }
}
