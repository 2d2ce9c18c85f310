package import Blocklists
import Bytes
package import Diagnostics
package import Files
package import Intake
package import Passwords

/// Compiles lists into one file, with an account of each.
package struct Compilation: ~Copyable {
  /// The compiler, with the numbers of values by outcome.
  private var compiler: BlocklistCompiler?
  private let comparison: ListComparison
  private let temporaryDirectory: String
  private let first: Int?
  private let memory: Int?
  private var text: [String] = []
  /// The paths of the lists, for messages.
  private var paths: [String] = []
  private var names: [String] = []
  private let tell: ProblemHandler
  /// Shows the progress.
  private let show: (String) -> Void
  /// Decides whether to add a value; nil adds all.
  private let accepts: ((Span<UInt8>) -> Bool)?

  /// Starts; lists of digests replace this comparison by their own.
  ///
  /// - Parameters:
  ///   - comparison: The comparison with passwords.
  ///   - temporaryDirectory: The directory of temporary files.
  ///   - first: The number of best-ranked values to keep; nil to keep all.
  ///   - memory: Bytes of memory to sort in; nil for the default.
  ///   - accepts: Decides whether to add a value; nil adds all.
  ///   - show: Shows the progress.
  ///   - tell: Receives every problem.
  package init(
    _ comparison: ListComparison, temporaryDirectory: String, first: Int? = nil,
    memory: Int? = nil, accepts: ((Span<UInt8>) -> Bool)? = nil,
    show: @escaping (String) -> Void = { _ in }, tell: @escaping ProblemHandler
  ) {
    self.comparison = comparison
    self.temporaryDirectory = temporaryDirectory
    self.first = first
    self.memory = memory
    self.accepts = accepts
    self.show = show
    self.tell = tell
  }

  /// Adds the contents of a path: a list, a directory of lists, or one of range files.
  package mutating func add(_ path: String, _ forms: ListFormSettings, stop: StopFlag) throws {
    if path != "-", RangeDirectory.isRecognised(path: path) {
      return try addRanges(RangeDirectory(path: path), forms, stop: stop)
    }
    let (inputs, problems) = ListInput.resolve([path])
    for problem in problems { tell(problem.problem) }
    if problems.contains(where: { $0.severity == .error }) { throw ProblemsTold() }
    for input in inputs {
      guard let form = forms.form(of: input, tell: tell) else { throw ProblemsTold() }
      try add(input, form, forms, stop: stop)
    }
  }

  /// Adds a list.
  mutating func add(
    _ input: ListInput, _ form: ListForm, _ forms: ListFormSettings, stop: StopFlag
  ) throws {
    try prepare(for: form, of: input.name)
    let progress = ReadingProgress(totalByteCount: input.byteCount)
    let (show, before) = (show, compiler?.count ?? 0)
    var read = 0
    let settings = ListToCompile(
      form: form, smallestCount: forms.smallestCount, stop: stop, progress: progress,
      accepts: accepts
    ) {
      let share = progress.totalByteCount.map {
        " \(Int(100 * Double(progress.byteCount) / Double(max($0, 1)))) %"
      }
      show("reading \(listName(input.name))\(share ?? "")")
    }
    guard let summary = try compiler?.addLines(of: input, settings) else { return }
    read = (compiler?.count ?? 0) - before
    for problem in summary.problems { tell(problem.ofBlocklist) }
    if !summary.isComplete || stop.isRaised { throw ProblemsTold() }
    let threshold = forms.smallestCount > 1 ? ", counts from \(forms.smallestCount)" : ""
    text.append(
      "\(input.name): \(form.rawValue)\(threshold), \(read) values, \(summary.bytesRead) bytes, "
        + (compiler?.wantsMore == false ? "read in part" : "sha256 \(hexadecimal(summary.sha256))"))
    names.append(listName(input.name))
    paths.append(input.name)
  }

  private mutating func addRanges(
    _ directory: RangeDirectory, _ forms: ListFormSettings, stop: StopFlag
  ) throws {
    try prepare(for: directory.form, of: directory.path)
    let (show, before) = (show, compiler?.count ?? 0)
    try compiler?.addRanges(
      of: directory, smallestCount: forms.smallestCount, stop: stop
    ) { done in
      if done % 256 == 0 { show("reading \(listName(directory.path)) \(done * 100 >> 20) %") }
    }
    if stop.isRaised { throw ProblemsTold() }
    let threshold = forms.smallestCount > 1 ? ", counts from \(forms.smallestCount)" : ""
    text.append(
      "\(directory.path): \(directory.form.rawValue) in 1048576 range files\(threshold), "
        + "\((compiler?.count ?? 0) - before) values")
    names.append(listName(directory.path))
    paths.append(directory.path)
  }

  private mutating func prepare(for form: ListForm, of list: String) throws {
    let needed: ListComparison =
      switch form {
      case .sha1: .sha1
      case .ntlm: .ntlm
      default: comparison
      }
    if form.isOfDigests, comparison != .exact || accepts != nil {
      throw Problem.onlyDigests(list)
    }
    if compiler == nil {
      compiler =
        if let memory {
          try BlocklistCompiler(
            comparison: needed, temporaryDirectory: temporaryDirectory, first: first,
            memory: memory)
        } else {
          try BlocklistCompiler(
            comparison: needed, temporaryDirectory: temporaryDirectory, first: first)
        }
    }
    if let compiler = compiler?.comparison, compiler != needed {
      throw Problem.mixedKinds(list, after: compiler)
    }
  }

  /// Writes the file.
  ///
  /// - Returns: The header of the file; nil if the work was stopped.
  package mutating func finish(
    to place: FilePlace, note: [String], replacing: Replacing = Replacing(isForced: false),
    stop: StopFlag
  ) throws -> CompiledHeader? {
    if compiler?.count ?? 0 == 0, !stop.isRaised {
      throw Problem.noUsableValue(paths.joined(separator: ", "), isChecked: false)
    }
    let show = show
    return try compiler?.finish(
      to: place, text: text + note, replacing: replacing
    ) { done, total in
      show("writing \(done * 100 / total) %")
      return !stop.isRaised
    }
  }

  /// Writes a temporary file, which ends with the process, and copies it to a descriptor.
  ///
  /// - Returns: Whether it was written; false if the work was stopped.
  package mutating func finish(
    copyingTo descriptor: Int32, note: [String], stop: StopFlag
  ) throws -> Bool {
    let directory = try privateDirectory()
    let path = "\(directory.path)/list"
    guard try finish(to: FilePlace(path), note: note, stop: stop) != nil else { return false }
    try SmallFile.copy(path, to: descriptor)
    return true
  }

  private func privateDirectory() throws -> PrivateDirectory {
    do throws(SystemError) {
      return try PrivateDirectory(in: temporaryDirectory, of: ["list"])
    } catch { throw Problem.noTemporaryDirectory(temporaryDirectory, error) }
  }

  /// Writes a temporary file, which ends with the process, and opens it.
  mutating func finish(naming name: (String) -> String) throws -> CompiledBlocklist {
    let directory = try privateDirectory()
    let path = "\(directory.path)/list"
    _ = try compiler?.finish(to: FilePlace(path), text: text)
    return try CompiledBlocklist(path: path, name: name(names.first ?? "list"))
  }
}

extension Problem {
  /// A temporary directory cannot be made.
  fileprivate static func noTemporaryDirectory(_ path: String, _ fault: SystemError) -> Problem {
    Problem(
      "no-temporary-directory", in: path, "cannot write: \(fault)",
      remedy: "Choose another place with TMPDIR.")
  }

  /// A list of digests where values are needed.
  fileprivate static func onlyDigests(_ list: String) -> Problem {
    Problem(
      "only-digests", in: list, "list of hashes",
      expected: "values, because hashes can be neither folded nor judged by a policy",
      remedy: "Leave out --compare and --rules, or add --blocklist-form plain.")
  }

  /// A list of another kind than those before.
  fileprivate static func mixedKinds(_ list: String, after comparison: ListComparison) -> Problem {
    let expected =
      switch comparison {
      case .sha1: "SHA-1 hashes"
      case .ntlm: "NTLM hashes"
      default: "values"
      }
    return Problem(
      "mixed-kinds", in: list, "list of another kind than those before", expected: expected,
      remedy:
        "Compile a file of each kind, and name each: audit LIST --blocklist FILE --blocklist FILE")
  }
}
