/// The policies of real sites that Apple publishes: a rules string for each domain.
///
/// The file is JSON, which other code parses.
package struct Quirks: Sendable {
  /// The entries in the order of the file.
  package let entries: [Entry]

  /// Makes quirks from entries in the order of the file.
  package init(_ entries: [Entry]) { self.entries = entries }

  /// The rules of one domain.
  package struct Entry: Hashable, Sendable {
    /// The domain in lower case.
    package let domain: String
    /// The rules string as in the file.
    package let rules: String
    /// Whether the rules do not apply to subdomains.
    package let exactDomainMatchOnly: Bool

    /// Makes the entry of a domain.
    package init(domain: String, rules: String, exactDomainMatchOnly: Bool = false) {
      self.domain = domain.lowercased()
      self.rules = rules
      self.exactDomainMatchOnly = exactDomainMatchOnly
    }

    /// Whether the rules apply to a host; the host must be in lower case.
    fileprivate func holds(for host: String) -> Bool {
      host == domain || !exactDomainMatchOnly && host.hasSuffix("." + domain)
    }
  }

  /// The entry for a host: the longest listed domain that equals or contains the host.
  ///
  ///     quirks.entry(for: "login.example.com")  // that of example.com, for example
  package func entry(for host: String) -> Entry? {
    let host = host.lowercased()
    let bare = host.hasSuffix(".") ? String(host.dropLast()) : host
    return entries.filter { $0.holds(for: bare) }.max { $0.domain.count < $1.domain.count }
  }

  /// Reads the rules of all or some entries, each as a policy with the name of its domain.
  ///
  /// Problems name the file and, in brackets, the domain; columns count within the rules string.
  package func read(
    file: String, _ strictness: PolicyReading.Strictness = .strict,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats,
    where isWanted: (Entry) -> Bool = { _ in true }
  ) -> PolicyReading {
    let readings = entries.filter(isWanted).map { entry in
      PolicyReading(
        rulesString: Array(entry.rules.utf8), name: entry.domain,
        file: "\(file)[\(entry.domain)]", strictness, maxConsecutive: maxConsecutive
      ).from(.site(entry.domain, file: file))
    }
    return PolicyReading(
      policies: readings.flatMap(\.policies), problems: readings.flatMap(\.problems))
  }
}
