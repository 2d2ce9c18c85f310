import Auditing
import Foundation
import Jobs
import PasswordPolicies
import Passwords
import PolicyLab
import Tallies
import TestSupport
import Testing

/// A list of passwords made of words that occur on no page, so that a leak is found.
enum SampleList {
  static let passwords = [
    "zuckerwatte", "Zuckerwatte1", "Zucker-watte1", "aaaabbbb", "12345678", "password",
    "Kaffeesatz]7", "kaffeesatz-", "QWERTZUIOP", "Übermut123!", "kurz", "Kaffeesatz]7",
  ]
}

/// A recording of the sample list.
func sampleRecording(
  of passwords: [String] = SampleList.passwords, estimate: FactDemand.StrengthDetail = .combined,
  isDistinct: Bool = true, blocklists: BlocklistSettings = BlocklistSettings(),
  list name: String = "leak.txt"
) throws -> Recording {
  let directory = try TemporaryDirectory()
  let list = try directory.file(name, passwords.joined(separator: "\n") + "\n")
  var settings = AuditSettings(
    JudgingSettings(
      policies: [], lists: ListSettings(names: [list]),
      strength: StrengthSettings(referenceYear: 2026)))
  settings.estimate = estimate
  settings.blocklists = blocklists
  settings.distinct =
    isDistinct ? CountingSettings(memory: 16 << 20, directory: directory.path) : nil
  return try settings.prepareScan(ScanSettings(version: "1.0")) { _ in }.run().recording
}

/// A lab that asks a recording of the sample list.
func sampleLab(
  estimate: FactDemand.StrengthDetail = .combined, isDistinct: Bool = true,
  names: [String] = ["leak.tally"]
) throws -> Lab {
  let recording = try sampleRecording(estimate: estimate, isDistinct: isDistinct)
  return try lab(of: names.map { (recording, $0) })
}

/// A lab that asks recordings, each under the name of its file.
func lab(of recordings: [(Recording, String)], options: [String] = []) throws -> Lab {
  let settings = AuditSettings(JudgingSettings())
  let tallies = try recordings.map { recording, file in
    try LabTally(recording, file: file, settings: settings) { _ in }
  }
  let policies = PolicySettings()
  return Lab(
    tallies, try Library(policies) { _ in }, policies, version: "1.0", options: options)
}

/// Routes of a lab behind a gatekeeper with a known token.
func sampleRoutes(_ lab: Lab) -> LabRoutes {
  LabRoutes(lab: lab, gatekeeper: Gatekeeper(token: "token", port: 80))
}

/// What the sample lab, or another one, replies to a request.
func reply(
  _ route: String, _ query: String = "", method: String = "GET", body: String = "",
  by lab: Lab? = nil
) async throws -> LabReply {
  await sampleRoutes(try lab ?? sampleLab()).reply(
    to: LabRequest(route, query, method: method, body: body))
}

extension LabRequest {
  /// A request that passes the gatekeeper by default.
  init(
    _ route: String, _ query: String = "", method: String = "GET", body: String = ""
  ) {
    self.init(
      method: method, path: "/token/\(route)", query: query,
      headers: ["host": "127.0.0.1:80"], body: Array(body.utf8), bodyLength: body.utf8.count)
  }
}

extension LabReply {
  var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as a tree; nil if it is not well-formed.
  var tree: PageTree? { PageTree.parse(body) }
  /// The body as an object of JSON; nil if it is none.
  var object: [String: Any]? {
    try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
  }
}

/// Reads a text as the lab does.
func draft(_ text: String) -> EditedPolicy { EditedPolicy(text, number: 1, PolicySettings()) }
