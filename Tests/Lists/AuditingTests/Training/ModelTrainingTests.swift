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

  private static let settings: ModelSettings = {
    var settings = ModelSettings()
    (settings.order, settings.leastCount) = (3, 1)
    return settings
  }()

  /// What is counted of texts.
  private func trained(
    _ texts: [String], _ layout: LayoutRequest = .plain, isDistinct: Bool = false, threads: Int = 1
  ) throws -> ModelTraining.Trained {
    let files = try texts.enumerated().map { try directory.file("l\($0).txt", $1) }
    let (inputs, _) = ListInput.resolve(files)
    let criteria = Criteria(
      schema: try Schema(for: FactDemand()), blocklists: try BlocklistSet([]),
      strength: StrengthSettings(referenceYear: 2026))
    var settings = Self.settings
    settings.isDistinct = isDistinct
    return try ModelTraining(
      ListsToRead(inputs, layout: layout, threads: threads), criteria, settings, memory: 64 << 20,
      directory: directory.path
    ).run()
  }

  /// The model of what is counted; it draws a sample, which takes seconds.
  private func model(of trained: ModelTraining.Trained) throws -> Data {
    let path = "\(directory.path)/model\(directory.names().count)"
    try ModelBuilder(Self.settings, memory: 64 << 20, directory: directory.path).write(
      trained.counts, to: FilePlace(path))
    return try Data(contentsOf: URL(filePath: path))
  }

  private static let words = (0..<900).map { "\(["meadow", "lark", "otter"][$0 % 3])\($0 % 50)" }

  private static let parts = [words.prefix(400), words.dropFirst(400)].map {
    $0.map { $0 + "\n" }.joined()
  }

  @Test func `neither the order of lists nor the number of workers changes a model`() throws {
    let whole = try trained([Self.parts.joined()])
    let parted = try trained(Self.parts.reversed(), threads: 2)
    #expect(try model(of: parted) == model(of: whole))
    #expect(whole.lines.audited == 900 && whole.summaries.count == 1)
  }

  @Test(arguments: [false, true])
  func `as many lines are counted in any order, by any number of workers`(isDistinct: Bool) throws {
    for (texts, threads) in [
      (Self.parts, 1), (Self.parts.reversed(), 3), ([Self.parts.joined()], 2),
    ] {
      let counts = try trained(texts, isDistinct: isDistinct, threads: threads).counts
      #expect(counts.lines == UInt64(isDistinct ? Set(Self.words).count : 900))
    }
  }

  @Test func `a counted line is as many lines, and counts once where each password does`() throws {
    let layout = LayoutRequest(.stated(.counted(.prefix)))
    let lines = "3 meadow\n2 lark\n1 otter\n"
    #expect(try trained([lines], layout).counts.lines == 6)
    #expect(try trained([lines], layout, isDistinct: true).counts.lines == 3)
  }

  @Test(arguments: [false, true])
  func `empty and over-long lines are left out, and counted`(isDistinct: Bool) throws {
    let long = String(repeating: "x", count: 256) + "\n"
    let beyond = String(repeating: "x", count: 70_000) + "\n"
    let counts = try trained(["meadow\n\nlark\n\n\n\(long)\(beyond)"], isDistinct: isDistinct)
      .counts
    #expect(counts.lines == 2 && counts.empty == 3 && counts.overLong == 2)
    let hex = LayoutRequest(.stated(.user))
    let blank = try trained(["a:meadow\nb:\nc:lark\n"], hex, isDistinct: isDistinct).counts
    #expect(blank.lines == 2 && blank.empty == 1)
  }
}
