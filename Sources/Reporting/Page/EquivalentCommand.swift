import Diagnostics
import Findings
import PasswordRules

/// A command that makes the same report again, as far as the report knows the options.
///
/// Made from the report instead of the actual command, so that the reports of a tally and of its
/// lists are equal, and options that change no number (`--output`, `--lanes`) do not change the
/// page. Paths are as the user gave them. No option contains a password; context words are left
/// out.
struct EquivalentCommand {
  /// The command, quoted for a shell.
  let text: String

  /// Combines the policies, the options and the first lists.
  init(_ overview: Overview) {
    let (manifest, settings, inputs) = (overview.manifest, overview.settings, overview.inputs)
    // Masks are of named policies only, so those of no named policy need the default ones unnamed.
    let isOfList = overview.hasShapes && !settings.shapes.isOfPolicies
    var words = ["audit"] + (isOfList ? [] : Self.options(naming: manifest.policies))
    switch settings.estimate {
    case .none: words += ["--strength", "none"]
    case .meter: words += ["--strength", "meter"]
    case .zxcvbn(let year): words += ["--reference-year", String(year)]
    }
    if settings.maxConsecutive != .repeats {
      words += ["--max-consecutive", settings.maxConsecutive.rawValue]
    }
    if !settings.scoreCuts.isEmpty {
      words += ["--score-cuts", settings.scoreCuts.map(Self.number).joined(separator: ",")]
    }
    words += settings.rates.flatMap { ["--rate", $0] }
    if let lists = settings.blocklists {
      words += lists.flatMap { ["--blocklist", $0] }
      words += settings.comparisons.flatMap { ["--blocklist-match", $0] }
    } else {
      words.append("--no-blocklist")
    }
    if overview.hasSpace { words.append("--space") }
    if overview.hasShapes {
      words.append("--shapes")
      let shapes = settings.shapes
      if shapes.least != ShapeListing.usualLeast {
        words += ["--min-shape-count", String(shapes.least)]
      }
      if shapes.order != .count { words += ["--mask-order", shapes.order.rawValue] }
    }
    if let weights = overview.weights {
      words.append("--distinct")
      // Layouts that name users imply accounts.
      if weights != Weights.none || !settings.layout.isEmpty {
        words += ["--weights", weights.rawValue]
      }
    }
    if settings.isHead { words.append("--head-only") }
    if settings.separatesLists { words.append("--by-list") }
    words += settings.layout
    words += inputs.named.map(\.name)
    text = words.map(Self.quoted).joined(separator: " ") + (inputs.unnamedCount > 0 ? " …" : "")
  }

  /// A number as an option takes it: `1000`, `1e+20`.
  private static func number(_ number: Double) -> String {
    UInt64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// The most sites of Apple's file that are named; more stand for all of the file.
  private static let mostSites = 20

  /// The options that name policies, in their order, each file and preset once.
  private static func options(naming policies: [Manifest.Policy]) -> [String] {
    var words: [String] = []
    var sources: Set<Manifest.Policy.Source> = []
    var sites: [(file: String, names: [String])] = []
    for policy in policies {
      switch policy.source {
      case .typed: words += ["--rules", policy.rules]
      case .preset(let id):
        if sources.insert(policy.source).inserted { words += ["--preset", id] }
      case .file(let file):
        if sources.insert(policy.source).inserted { words += ["--rules", file] }
      case .site(let site, let file):
        if sources.insert(.file(file)).inserted { words += ["--rules", file] }
        if sites.last?.file != file { sites.append((file, [])) }
        sites[sites.count - 1].names.append(site)
      }
    }
    let named = sites.flatMap { $0.names.count > mostSites ? [] : $0.names }
    return words + named.uniqued().flatMap { ["--only", $0] }
  }

  /// Quotes a word for a shell.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "+")...UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="),
          UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    if isPlain { return word }
    let text = escaped(word)
    // Hundreds of policies have as many words here, and searching characters is slow.
    guard text.utf8.contains(UInt8(ascii: "'")) else { return "'" + text + "'" }
    return "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
