import Diagnostics

/// A command that makes the same report again, as far as the manifest contains the options.
///
/// Made from the manifest instead of the actual command, so that the reports of a tally and of its
/// lists are equal, and options that change no number (`--output`, `--lanes`) do not change the
/// page. Paths are as the user gave them. No option contains a password; context words are left
/// out.
struct EquivalentCommand {
  /// The command, quoted for a shell.
  let text: String

  /// Combines the policies, the options and the first lists.
  init(_ manifest: Manifest) {
    var words = ["audit"]
    var seen: Set<String> = []
    for policy in manifest.policies where seen.insert(policy.source).inserted {
      let preset = "preset:"
      words +=
        policy.source.hasPrefix(preset)
        ? ["--preset", String(policy.source.dropFirst(preset.count))]
        : ["--rules", policy.source]
    }
    let strength = manifest.readings["strength"] ?? ""
    if strength == "none" {
      words += ["--strength", "none"]
    } else if !strength.hasPrefix("zxcvbn") {
      words += ["--strength", "meter"]
    } else if let year = strength.firstMatch(of: #/reference year (\d+)/#) {
      words += ["--reference-year", String(year.1)]
    }
    if let reading = manifest.readings["max-consecutive"], reading != "repeats" {
      words += ["--max-consecutive", reading]
    }
    if manifest.blocklists.isEmpty { words.append("--no-blocklist") }
    for list in manifest.blocklists where list.sha256 != nil || list.checksum != nil {
      words += ["--blocklist", list.name]
    }
    if manifest.keyspaces != nil { words.append("--space") }
    if let guessing = manifest.guessing {
      words.append("--distinct")
      if guessing.weights != "none" { words += ["--weights", guessing.weights] }
    }
    if let layout = manifest.inputs.compactMap(\.layout).first(where: { $0 != "plain" }) {
      words += ["--layout", layout]
    }
    words += manifest.inputs.prefix(20).map(\.name)
    text =
      words.map(Self.quoted).joined(separator: " ") + (manifest.inputs.count > 20 ? " …" : "")
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
