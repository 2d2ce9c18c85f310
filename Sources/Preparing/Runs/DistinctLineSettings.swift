import Auditing
import Diagnostics
import Files

/// How a filter writes only one line of each password.
package struct DistinctLineSettings: Hashable, Sendable {
  /// The order of the written lines.
  package var order: Order
  /// Bytes of memory; the rest is spilled to a temporary file without a name, which holds
  /// passwords.
  package var memory = 1 << 30
  /// The directory of the temporary file.
  package var directory: String

  /// The possible orders.
  package enum Order: Hashable, Sendable {
    /// The first line of each password, as they were read.
    case asRead
    /// The first line of each password, the commonest password first.
    case byCount
  }

  /// The least value of ``memory``, in bytes.
  package static let leastMemory = DistinctLines.leastMemory

  /// Makes settings, by default with a gibibyte of memory.
  package init(_ order: Order, directory: String = temporaryDirectory) {
    self.order = order
    self.directory = directory
  }

  /// Makes the filter for distinct lines, with its temporary file.
  ///
  /// - Throws: ``OutputProblem`` if the temporary file cannot be made.
  func lines() throws(OutputProblem) -> DistinctLines {
    do throws(SystemError) {
      let order: DistinctLines.Order =
        switch order {
        case .asRead: .asRead
        case .byCount: .byCount
        }
      return try DistinctLines(order, memory: memory, directory: directory)
    } catch {
      throw .noTemporaryFile(directory, error)
    }
  }
}
