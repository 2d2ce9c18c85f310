import Auditing
import Diagnostics
import Files
import Foundation
import GuessModels
import Jobs
import PasswordStrength
import Passwords
import TestSupport
import Testing

/// What is told of a model's file, and of what knowing a policy saves an attacker.
@Suite struct ModelInfoTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func info(sampleCount: Int) throws -> ModelInfo {
    let path = directory.path + "/own.model"
    try Self.train(path, sampleCount)
    return try ModelInfo(opening: path)
  }

  /// A model of words of which one in five has a digit, two empty lines and three that are too long.
  static func train(_ path: String, _ sampleCount: Int, order: Int = 3) throws {
    var settings = ModelSettings()
    (settings.order, settings.leastCount) = (order, 1)
    let directory = NSTemporaryDirectory()
    var counter = try PasswordCounter(
      order: settings.order, memory: 1 << 20, directory: directory)
    for word in ["meadow", "heather", "bracken", "otter", "lark7"] {
      try counter.add(Array(word.utf8).span, 10)
    }
    var counts = counter.finish()
    counts.leftOut(empty: 2, overLong: 3)
    try ModelBuilder(
      settings, memory: 1 << 20, directory: directory, sampleCount: sampleCount
    ).write(counts, to: FilePlace(path))
  }

  private struct Facts: Decodable {
    let policies: [PolicyFacts]
    let passwords, empty, overLong: Int
    struct PolicyFacts: Decodable {
      let policy: String
      let drawn, compliant: Int
      let savings: [Saving]
    }
    struct Saving: Decodable {
      let blindLog10: Int
      let awareLog10Least, awareLog10Most: Double
    }
  }

  private static let some = "[digit]\nrequired: digit; allowed: unicode;\n"
  private static let all = "[any]\nallowed: unicode;\n"

  @Test(arguments: [all + some, some + all, all, some])
  func `passwords are drawn twice as many until a thousand comply with each policy`(
    texts: String
  ) throws {
    let facts = try facts(try info(sampleCount: 500), texts)
    let drawn = try #require(facts.policies.first?.drawn)
    #expect(facts.policies.allSatisfy { $0.drawn == drawn })
    let isSome = texts.contains("[digit]")
    // About one in five complies.
    #expect(drawn == (isSome ? 8000 : 1000))
    for policy in facts.policies {
      #expect(policy.compliant >= 1000)
      #expect((policy.compliant == drawn) == (policy.policy == "any"), "\(policy.compliant)")
      for saving in policy.savings {
        #expect(saving.awareLog10Least <= saving.awareLog10Most)
      }
    }
  }

  private func facts(_ info: ModelInfo, _ texts: String) throws -> Facts {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(
      Facts.self, from: Data(info.json(for: try policies(texts), tell: { _ in })))
  }

  @Test func `lines that the model skips are told apart`() throws {
    let info = try info(sampleCount: 100)
    let facts = try facts(info, Self.all)
    #expect(facts.passwords == 50 && facts.empty == 2 && facts.overLong == 3)
    #expect(info.text.contains("  skipped  2 empty lines, 3 of more than 255 characters\n"))
    let text = try info.text(for: try policies(Self.all), tell: { _ in })
    #expect(text.contains("\nany: 100.0 % of the model's passwords are accepted"))
  }

  @Test func `what a model saves who knows a policy stands recorded`() throws {
    var recorded = RecordedText()
    let text = try info(sampleCount: 500).text(
      for: try policies(Self.all + Self.some), tell: { _ in })
    recorded.add("a model", text.replacing(directory.path, with: ""))
    try recorded.expect(in: "models")
  }

  /// The name of the model that a tally is asked with, by the one that was scanned with.
  private func name(scanned: String?, asked: String?) throws -> String {
    let list = try directory.file("leak.txt", "meadow\nlark7\n")
    var settings = try JobsTests.settings("minlength: 6;", [list])
    settings.estimate = .combined
    settings.judging.strength = try settings.judging.strength.using(modelAt: scanned)
    let recording = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
    var question = try JobsTests.settings("minlength: 6;", [])
    question.estimate = .combined
    question.judging.strength = try question.judging.strength.using(modelAt: asked)
    return try question.asFarAs(recording, of: "leak.tally").settings.judging.strength.modelName
  }

  @Test func `a tally's model stands where none is chosen`() throws {
    let (own, other) = (directory.path + "/own.model", directory.path + "/other.model")
    try Self.train(own, 100)
    try Self.train(other, 100, order: 2)
    let names = try [own, other].map { try TrainedModel(path: $0).name }
    #expect(Set(names + [GuessModel.name]).count == 3)
    #expect(try name(scanned: nil, asked: nil) == GuessModel.name)
    #expect(try name(scanned: own, asked: nil) == names[0])
    #expect(try name(scanned: own, asked: other) == names[1])
    #expect(try name(scanned: nil, asked: own) == names[0])
  }
}
