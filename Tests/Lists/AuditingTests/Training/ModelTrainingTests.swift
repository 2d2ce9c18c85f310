import Auditing
import Blocklists
import Files
import Foundation
import GuessModels
import Intake
import PasswordStrength
import Passwords
import TestSupport
import Testing
import Workers

/// Lists counted for a guess model.
@Suite struct ModelTrainingTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What is counted of texts, and the model that it makes.
  private func trained(
    _ texts: [String], _ layout: LayoutRequest = .plain, isDistinct: Bool = false, threads: Int = 1
  ) throws -> (trained: ModelTraining.Trained, model: Data) {
    let files = try texts.enumerated().map { try directory.file("l\($0).txt", $1) }
    let (inputs, _) = ListInput.resolve(files)
    let criteria = Criteria(
      schema: try Schema(for: FactDemand()), blocklists: try BlocklistSet([]),
      strength: StrengthSettings(referenceYear: 2026))
    var settings = ModelSettings()
    (settings.order, settings.leastCount, settings.isDistinct) = (3, 1, isDistinct)
    let found = try ModelTraining(
      ListsToRead(inputs, layout: layout, threads: threads), criteria, settings, memory: 64 << 20,
      directory: directory.path
    ).run()
    let path = "\(directory.path)/model\(directory.names().count)"
    try ModelBuilder(settings, memory: 64 << 20, directory: directory.path).write(
      found.counts, to: FilePlace(path))
    return (found, try Data(contentsOf: URL(filePath: path)))
  }

  private static let words = (0..<900).map { "\(["meadow", "lark", "otter"][$0 % 3])\($0 % 50)" }

  @Test(arguments: [false, true])
  func `neither the order of lists nor the number of workers changes a model`(isDistinct: Bool)
    throws
  {
    let parts = [Self.words.prefix(400), Self.words.dropFirst(400)].map {
      $0.map { $0 + "\n" }.joined()
    }
    let whole = try trained([parts.joined()], isDistinct: isDistinct)
    for (texts, threads) in [(parts, 1), (parts.reversed(), 1), ([parts.joined()], 3), (parts, 2)] {
      #expect(try trained(texts, isDistinct: isDistinct, threads: threads).model == whole.model)
    }
    #expect(whole.trained.counts.lines == UInt64(isDistinct ? Set(Self.words).count : 900))
    #expect(whole.trained.lines.audited == 900 && whole.trained.summaries.count == 1)
  }

  @Test func `a counted line is as many lines, and counts once where each password does`() throws {
    let layout = LayoutRequest(.stated(.counted(.prefix)))
    let lines = "3 meadow\n2 lark\n1 otter\n"
    let spelt = "meadow\nmeadow\nmeadow\nlark\nlark\notter\n"
    #expect(try trained([lines], layout).model == trained([spelt]).model)
    #expect(try trained([lines], layout).trained.counts.lines == 6)
    #expect(try trained([lines], layout, isDistinct: true).trained.counts.lines == 3)
  }

  @Test(arguments: [false, true])
  func `empty and over-long lines are left out, and counted`(isDistinct: Bool) throws {
    let long = String(repeating: "x", count: 256) + "\n"
    let beyond = String(repeating: "x", count: 70_000) + "\n"
    let counts = try trained(["meadow\n\nlark\n\n\n\(long)\(beyond)"], isDistinct: isDistinct)
      .trained.counts
    #expect(counts.lines == 2 && counts.empty == 3 && counts.overLong == 2)
    let hex = LayoutRequest(.stated(.user))
    let blank = try trained(["a:meadow\nb:\nc:lark\n"], hex, isDistinct: isDistinct).trained.counts
    #expect(blank.lines == 2 && blank.empty == 1)
  }
}
