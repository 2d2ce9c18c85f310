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
    var words = ["audit"] + Self.options(naming: manifest.policies)
    switch settings.estimate {
    case .none: words += ["--strength", "none"]
    case .meter: words += ["--strength", "meter"]
    case .zxcvbn(let year): words += ["--reference-year", String(year)]
    }
    if settings.maxConsecutive != .repeats {
      words += ["--max-consecutive", settings.maxConsecutive.rawValue]
    }
    if manifest.blocklists.isEmpty { words.append("--no-blocklist") }
    for list in manifest.blocklists where list.isFromFile {
      words += ["--blocklist", list.name.text]
    }
    if overview.hasSpace { words.append("--space") }
    if let weights = overview.weights {
      words.append("--distinct")
      if weights != Weights.none { words += ["--weights", weights.rawValue] }
    }
    if let layout = inputs.rows.lazy.compactMap(\.layout).first {
      words += ["--layout", layout.name]
    }
    words += inputs.named.map(\.name)
    text = words.map(Self.quoted).joined(separator: " ") + (inputs.unnamedCount > 0 ? " …" : "")
  }

  /// The most sites of Apple's file that are named; more stand for all of the file.
  private static let mostSites = 20

  /// The options that name policies, in their order, each file and preset once.
  private static func options(naming policies: [Manifest.Policy]) -> [String] {
    var words: [String] = []
    var seen: Set<String> = []
    var sites: [(file: String, names: [String])] = []
    for policy in policies {
      let preset = "preset:"
      let (file, site) = policy.place
      if policy.source == Manifest.Policy.typedSource {
        words += ["--rules", policy.rules]
      } else if policy.source.hasPrefix(preset) {
        if seen.insert(policy.source).inserted {
          words += ["--preset", String(policy.source.dropFirst(preset.count))]
        }
      } else if seen.insert(file).inserted {
        words += ["--rules", file]
      }
      guard let site else { continue }
      if sites.last?.file != file { sites.append((file, [])) }
      sites[sites.count - 1].names.append(site)
    }
    let named = sites.flatMap { $0.names.count > mostSites ? [] : $0.names }
    for site in named where seen.insert("only:\(site)").inserted { words += ["--only", site] }
    return words
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

extension Manifest.Policy {
  /// The file, and the site if it is Apple's: the source is then `FILE[SITE]`, and the policy has the
  /// site's name, with a number after it if another policy has that name, too.
  fileprivate var place: (file: String, site: String?) {
    // As bytes, since hundreds of policies may come from one file.
    let (bytes, name) = (source.utf8.span, name.utf8.span)
    var end = bytes.count - 1
    guard end > 0, bytes[end] == UInt8(ascii: "]") else { return (source, nil) }
    while end > 0, bytes[end] != UInt8(ascii: "[") { end -= 1 }
    let count = bytes.count - end - 2
    guard end > 0, count <= name.count,
      (0..<count).allSatisfy({ name[$0] == bytes[end + 1 + $0] })
    else { return (source, nil) }
    return (
      String(Substring(source.utf8.prefix(end))),
      String(Substring(source.utf8.dropFirst(end + 1).dropLast()))
    )
  }
}
