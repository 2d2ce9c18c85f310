import Bytes
import Diagnostics
import FoundationEssentials
import PasswordPolicies
import PasswordSpaces
import Reports

/// Answers questions about keyspaces, and caches the latest policies.
///
///     {"rules": "minlength: 2; allowed: digit;", "length": 2}
///     {"count": "100", "log2": 6.64}
final class KeyspaceAnswerer: LineAnswerer, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one worker; no other uses it at the same time.
  private let settings: PolicySettings
  private let alphabet: ComparisonAlphabet
  /// The latest policies; questions tend to repeat a policy line after line.
  private var known = RecentValues<String, Keyspace>(most: 64)

  /// Makes an answerer that reads policies as settings say.
  ///
  /// By default it counts all strings that a policy permits.
  init(_ settings: PolicySettings, alphabet: ComparisonAlphabet?) {
    self.settings = settings
    self.alphabet = alphabet ?? .policy
  }

  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    do throws(UnansweredQuestion) {
      output += try answer(to: KeyspaceQuestion(line))
      return true
    } catch {
      output += JSONLine.error(error.message)
      return false
    }
  }

  /// Counts the permitted passwords of some lengths, in one line of JSON: their exact number, its
  /// base-2 logarithm, and rules left out because they cannot be counted.
  ///
  /// - Throws: ``UnansweredQuestion`` if the rules are invalid or cannot be counted.
  private func answer(to question: KeyspaceQuestion) throws(UnansweredQuestion) -> [UInt8] {
    var keyspace = try keyspace(of: question.rules)
    do throws(KeyspaceProblem) {
      let count = try keyspace.total(lengths: question.lengths)
      known.keep(keyspace, for: question.rules)
      let uncounted = keyspace.uncounted.map(\.text)
      return jsonText(
        [
          "count": count.decimal,
          // Null, and not left out, for a count of 0.
          "log2": .some(count.bits),
          "uncounted": uncounted.isEmpty ? nil : uncounted,
        ] as JSONObject)
    } catch {
      throw UnansweredQuestion(message: error.message)
    }
  }

  private func keyspace(of rules: String) throws(UnansweredQuestion) -> Keyspace {
    if let keyspace = known.value(for: rules) { return keyspace }
    let policy = try policy(of: rules)
    do throws(KeyspaceProblem) {
      return try Keyspace(policy, repertoire: alphabet.repertoire)
    } catch {
      throw UnansweredQuestion(message: error.message)
    }
  }

  private func policy(of rules: String) throws(UnansweredQuestion) -> Policy {
    let reading = settings.read(Array(rules.utf8), file: "rules")
    if let problem = reading.problems.first(where: \.isError) {
      throw UnansweredQuestion(message: problem.message)
    }
    guard let policy = reading.policies.first, reading.policies.count == 1 else {
      throw UnansweredQuestion(message: "expected one policy in 'rules'")
    }
    return policy
  }
}

/// A question about a keyspace: a JSON object on one line.
struct KeyspaceQuestion: Hashable, Sendable {
  /// The policy's text.
  let rules: String
  /// The lengths to count.
  let lengths: ClosedRange<Int>

  private struct Members: Decodable {
    let rules: String?
    let length: Int?
    let from: Int?
    let to: Int?
  }

  /// Reads a line.
  ///
  /// - Throws: ``UnansweredQuestion`` if it asks for nothing that can be counted.
  init(_ line: ArraySlice<UInt8>) throws(UnansweredQuestion) {
    guard let question = try? JSONDecoder().decode(Members.self, from: Data(line)),
      let rules = question.rules,
      let from = question.length ?? question.from, let to = question.length ?? question.to
    else {
      throw UnansweredQuestion(
        message: "expected an object with 'rules' and 'length', or 'from' and 'to'")
    }
    guard from >= 0, from <= to else {
      throw UnansweredQuestion(message: "lengths go from 0 up, not from \(from) to \(to)")
    }
    self.rules = rules
    lengths = from...to
  }
}

extension LineQuestions {
  /// Texts of policies, each an object with 'input', answered as Apple's own parser reads them.
  package static let policyReadings = LineQuestions(overLong: OutputFormat.jsonl.overLong()) {
    PolicyReadings()
  }
}

private struct PolicyReadings: LineAnswerer {
  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    guard let input = JSONLine(line).string("input") else {
      output += JSONLine.error("expected an object with 'input'")
      return false
    }
    let reading = ReferenceReading(of: Array(input.utf8))
    output += jsonText(
      [
        "outcome": reading.outcome.rawValue, "diagnostics": reading.diagnostics,
        "canonical": reading.canonical, "minified": reading.minified,
      ] as JSONObject)
    return true
  }
}
