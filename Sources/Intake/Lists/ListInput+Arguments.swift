import Diagnostics
import Glibc

extension ListInput {
  /// The inputs named by arguments, in order.
  ///
  /// `-` is standard input. A directory stands for the regular files in it and below, sorted by the
  /// bytes of their paths. Anything else is used directly, even a FIFO or device. Inside a
  /// directory, names that begin with a dot are skipped silently; links to directories and
  /// non-files cause a warning.
  ///
  /// - Returns: The inputs, and a problem for each argument or entry that was left out.
  package static func resolve(
    _ arguments: [String]
  ) -> (inputs: [ListInput], problems: [IntakeProblem]) {
    var inputs: [ListInput] = []
    var problems: [IntakeProblem] = []
    for argument in arguments {
      if argument != "-" {
        do {
          try resolve(argument, &inputs, &problems)
        } catch {
          problems.append(.unreadable(list: argument, error))
        }
      } else if inputs.contains(where: { $0.origin == .standardInput }) {
        problems.append(.standardInputTwice)
      } else {
        inputs.append(ListInput(standardInput: ()))
      }
    }
    return (inputs, problems)
  }

  private static func resolve(
    _ argument: String, _ inputs: inout [ListInput], _ problems: inout [IntakeProblem]
  ) throws(SystemError) {
    let path = argument.systemPath
    guard path.firstIndex(of: 0) == path.count - 1 else { throw SystemError(code: EINVAL) }
    let status = try FileStatus(of: path)
    guard status.kind == .directory else { return inputs.append(try ListInput(path: path, status)) }
    var walk = DirectoryWalk()
    walk.visit(path)
    if walk.isReport { return problems.append(.report(path: argument)) }
    inputs += walk.inputs
    problems += walk.problems
    if walk.inputs.isEmpty && walk.problems.isEmpty {
      problems.append(.noLists(directory: argument))
    }
  }
}
