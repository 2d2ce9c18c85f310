import Findings
import Intake
import PasswordRules
import Reporting

extension Audit.Run {
  /// What could be read in several ways, and how it was.
  var readings: [String: String] {
    var readings = [
      "encoding": lists.text.stated,
      "length": "code points; a maximal ill-formed part of UTF-8 counts as one",
      "line": "ends at LF; one CR before it is not part of the password",
      "max-consecutive": policies.maxConsecutive.rawValue,
      "strength": strengthReading,
    ]
    readings["repetition"] = distinct.reading
    return readings
  }

  private var strengthReading: String {
    switch strength {
    case .none: "none"
    case .meter: "four-criteria meter"
    case .zxcvbn: scoring.stated + "; four-criteria meter"
    }
  }

  /// What the run is asked, as far as its tally depends on it, in words.
  func planInWords(_ rulebook: Rulebook, _ inputs: [ListInput]) -> [String: String] {
    var plan = readings
    plan["version"] = Audit.version
    plan["lists"] = inputs.map { "\($0.name) \($0.byteCount ?? 0)" }.joined(separator: "\n")
    plan["layout"] = "\(lists.layout.request)"
    plan["reading of bytes"] = "\(lists.text.reading)"
    plan["policies"] = rulebook.policies.map { "\($0.name)\n\($0.text(.canonical))" }.joined()
    plan["blocklists"] = rulebook.blocklists.manifest(lookups: 0).map {
      "\($0.name) \($0.comparison) \($0.values) \($0.sha256 ?? $0.checksum ?? "built-in")"
    }.joined(separator: "\n")
    plan["rates"] = rates.rates.map(\.name).joined(separator: " ")
    plan["context words"] = scoring.contextWords.joined(separator: "\n")
    return plan
  }
}
