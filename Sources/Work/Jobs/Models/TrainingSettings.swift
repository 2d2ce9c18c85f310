import Auditing
package import Diagnostics
import Files
import GuessModels
package import Intake
import PasswordPolicies
import Passwords
import Workers

/// The settings for making a guess model of lists.
package struct TrainingSettings: Sendable, CheckedSettings {
  private let lists: ListSettings
  private let form: Form
  private let threads: Int
  private let memory: Int
  private let directory: String

  /// The memory for counts by default, in bytes.
  private static let usualMemory = 1 << 30

  /// What a model is to be like.
  package struct Form: Sendable {
    fileprivate var model = ModelSettings()
    fileprivate let leastCount: Int

    /// Describes a model.
    ///
    /// - Parameters:
    ///   - order: How many characters in a row it looks at, from 2 to 6.
    ///   - leastCount: How often something must have followed two characters or more.
    ///   - isDistinct: Whether each password counts once.
    ///   - weight: Its weight in the combined estimate, from 0 to 1.
    package init(order: Int, leastCount: Int, isDistinct: Bool, weight: Double) {
      self.leastCount = leastCount
      model.order = order
      model.leastCount = UInt64(clamping: leastCount)
      model.isDistinct = isDistinct
      model.weight = weight
    }
  }

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - lists: The lists to learn from.
  ///   - form: What the model is to be like.
  ///   - threads: The number of workers, including the reader's.
  ///   - memory: The most memory for counts, in bytes; nil for the default.
  ///   - directory: The directory of temporary files.
  package init(
    _ lists: ListSettings, _ form: Form, threads: Int = 1, memory: Int? = nil,
    directory: String = temporaryDirectory
  ) {
    self.lists = lists
    self.form = form
    self.threads = threads
    self.memory = memory ?? Self.usualMemory
    self.directory = directory
  }

  package func validate() throws(Problem) {
    try Problem.require(form.model.order, in: 2...6, of: "--order")
    try Problem.require(form.leastCount, in: 1...1_000_000_000, of: "--prune")
    try Problem.refuse([
      "--weight takes a number from 0 to 1, not \(form.model.weight).":
        !(0...1).contains(form.model.weight)
    ])
    try Problem.requireMemory(memory, mebibytes: 64)
    try lists.validate()
    try JudgingSettings.requireThreads(threads)
  }

  /// Finds the lists, and checks that the model can be written.
  ///
  /// - Parameters:
  ///   - path: Where the model will be.
  ///   - force: Whether an earlier model there is replaced.
  ///   - stop: Ends the reading early when raised.
  ///   - tell: Receives every problem.
  /// - Returns: The training; its outcome is nil if it was stopped.
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepare(
    to path: String, replacing force: Bool = false, stop: StopFlag = StopFlag(),
    tell: @escaping ProblemHandler
  ) throws -> some Job<ModelInfo?> {
    try validate()
    let model = form.model
    if isBesideReport(path) { throw Problem.modelBesideReport(path) }
    let replacing = Replacing(isForced: force, "guess model", if: TrainedModel.isRecognised(path:))
    let place = try replacing.place(path)
    let found = try lists.find(tell: tell)
    let judging = JudgingSettings(lists: lists, blocklists: .off)
    let policySet = try judging.policySet(
      adding: FactDemand(), marksUsers: false, stop: stop, tell: tell)
    return PreparedTraining(
      lists: found, place: place, replacing: replacing,
      training: ModelTraining(
        ListsToRead(
          found.inputs, reading: lists.reading, layout: lists.layout, threads: threads, stop: stop),
        policySet.criteria, model, memory: memory, directory: directory),
      builder: ModelBuilder(model, memory: memory, directory: directory), tell: tell)
  }
}

/// A training that is ready to read its lists.
private struct PreparedTraining: Job {
  let lists: FoundLists
  let place: FilePlace
  let replacing: Replacing
  let training: ModelTraining
  let builder: ModelBuilder
  let tell: ProblemHandler

  var reading: ListsToRead { training.lists }

  /// Reads the lists and writes the model; nil if the reading was stopped.
  ///
  /// Of lists that cannot be read to their ends no model is made: nobody could see it later.
  func run(showing display: (any ProgressDisplay)?) throws -> ModelInfo? {
    display?.begin(reading.progress)
    let trained: ModelTraining.Trained
    do throws(Problem) { trained = try training.run() } catch {
      display?.end()
      throw error
    }
    display?.end()
    let shortfalls = lists.review(trained.summaries, of: reading, tell: tell)
    if reading.stop.isRaised { return nil }
    if shortfalls.contains(.readInPart) { throw ProblemsTold() }
    try builder.write(trained.counts, to: place, replacing: replacing)
    return try ModelInfo(opening: place.path)
  }
}

extension Problem {
  /// A model would lie beside a report, which people pass on.
  fileprivate static func modelBesideReport(_ path: String) -> Problem {
    Problem(
      "model-beside-report", in: path,
      "the directory holds a report, which is passed on, and a model tells passwords",
      expected: "a directory without a report", remedy: "Choose another place with --output.")
  }
}

/// Whether the directory of a file holds a report.
private func isBesideReport(_ path: String) -> Bool {
  let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  return [ReportFiles.manifest, ReportFiles.page, "sweep.html"].contains {
    (try? FileKind(of: "\(directory)/\($0)")) == .file
  }
}
