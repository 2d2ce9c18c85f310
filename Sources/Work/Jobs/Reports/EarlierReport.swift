import Diagnostics
import Files
import FoundationEssentials
import Intake

/// The lists of an earlier report, from its manifest.
struct EarlierReport {
  /// The lists' names at the time; empty if the manifest is too large to be read.
  private let names: [String]
  /// The names and texts of its policies.
  private let policies: [Policy]

  /// A policy of a report.
  struct Policy: Decodable, Hashable {
    let name: String
    let rules: String
  }

  /// Reads the manifest in a directory; nil if there is none, or if it names no list.
  init?(in directory: String) {
    struct Manifest: Decodable {
      struct Input: Decodable { let name: String }
      let inputs: [Input]
      let policies: [Policy]?
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try ReportStore.manifest("\(directory)/\(ReportFiles.manifest)")
    } catch {
      guard error == .tooLarge else { return nil }
      names = []
      policies = []
      return
    }
    guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)),
      !manifest.inputs.isEmpty
    else { return nil }
    names = manifest.inputs.map(\.name)
    policies = manifest.policies ?? []
  }

  /// The lists in words: `2018/dump.txt`, or `2018/dump.txt and 3 more`.
  var words: String {
    (names.first ?? "other lists") + (names.count > 1 ? " and \(names.count - 1) more" : "")
  }

  /// The names of its policies in words: `basic8`, or `basic8 and 3 more`.
  var policyWords: String {
    "policy '\(policies.first?.name ?? "")'"
      + (policies.count > 1 ? " and \(policies.count - 1) more" : "")
  }

  /// Whether the report has these policies, in any order.
  func hasPolicies(_ others: [Policy]) -> Bool { Set(policies) == Set(others) }

  /// Whether the report is of the same lists: each of its names is one of the lists or directories
  /// named now, or is in such a directory, and none of these is missing.
  func isOf(_ lists: FoundLists) -> Bool {
    let earlier = names.map(Self.place)
    let now = lists.named.map(Self.place)
    func isOf(_ place: String, _ named: String) -> Bool {
      place == named || place.hasPrefix(named.hasSuffix("/") ? named : named + "/")
    }
    return earlier.allSatisfy { place in now.contains { isOf(place, $0) } }
      && now.allSatisfy { named in earlier.contains { isOf($0, named) } }
  }

  /// A name's absolute path without `.` and doubled slashes, as in manifests.
  private static func place(of name: String) -> String {
    if name == ListInput.standardInputName { return name }
    let isAbsolute = name.utf8.first == UInt8(ascii: "/")
    let working = isAbsolute ? "" : (try? FilePath(".").resolved.text) ?? ""
    let path = isAbsolute ? name : working + "/" + name
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    return "/" + parts.filter { $0 != "." }.map { escaped($0) }.joined(separator: "/")
  }
}

extension Problem {
  /// A report of other lists with the same name, which is kept.
  static func keptReport(_ path: String, of earlier: EarlierReport, chosen: String) -> Problem {
    Problem(
      "kept-report", in: path, "holds the report of \(earlier.words)",
      remedy: "The report of this run goes to \(chosen). Name a place with --output.", .note)
  }

  /// A report of other lists, which was replaced because the user named its directory.
  static func replacedReport(_ path: String, of earlier: EarlierReport) -> Problem {
    Problem("replaced-report", in: path, "replaced the report of \(earlier.words)", .note)
  }

  /// A report of the same lists under other policies, which was replaced.
  static func replacedPolicies(_ path: String, of earlier: EarlierReport) -> Problem {
    Problem(
      "replaced-policies", in: path,
      "replaced the report of the same lists under \(earlier.policyWords)",
      remedy: "To keep one for each policy, name places with --output.", .note)
  }
}
