import Overview

extension Page {
  /// The accounts of a directory; nil for other lists.
  var directory: PageSection? {
    guard let all = accounts.first?.figures else { return nil }
    return PageSection(
      "accounts", "Accounts",
      sentences(all).map { .make(.p, $0) } + [cracked.markup, breaches.markup, findings.markup])
  }

  /// What all accounts tell, in sentences.
  private func sentences(_ all: AccountFigures) -> [String] {
    var sentences = [
      "Of \(counted(all.accounts, "account")) \(grouped(all.cracked)) "
        + "(\(percent(share(all.cracked, of: all.accounts)))) have a password that was cracked; "
        + "\(grouped(all.blank)) have the hash of a blank one.",
      "\(counted(all.shared, "account")) (\(percent(share(all.shared, of: all.hashed))) of those with a "
        + "hash) share a password; the commonest is that of \(grouped(all.commonest)).",
    ]
    if all.unproven > 0 {
      sentences.append(
        "Of \(counted(all.unproven, "account")) a password was found that does not have the hash, so it "
          + "is not audited.")
    }
    sentences.append(
      "Uncracked passwords withstood this attack, so they are stronger than those that are known. A "
        + "share in breach lies between the two bounds, whatever the uncracked passwords are.")
    return sentences
  }

  /// How much is known of each dataset's passwords.
  private var cracked: DataTable {
    var table = DataTable(
      "Accounts by what is known of their password",
      [
        .words("dataset"), .number("accounts"), .number("cracked"), .number("blank"),
        .number("unproven"), .number("not cracked"), .number("shared"), .number("shared across"),
      ])
    for (label, figures) in accounts {
      table.add([
        clipped(label, toCharacters: 80), grouped(figures.accounts), grouped(figures.cracked),
        grouped(figures.blank), grouped(figures.unproven), grouped(figures.uncracked),
        grouped(figures.shared), figures.across.map { grouped($0) } ?? "–",
      ])
    }
    return table
  }

  /// The bounds of the share in breach of each policy.
  private var breaches: DataTable {
    var columns: [DataTable.Column] = [.words("dataset")]
    for policy in charted {
      let name = clipped(policy.name, toCharacters: 30)
      columns += [.number("\(name), at least"), .number("\(name), at most")]
    }
    var table = DataTable("Accounts in breach of each policy: at least, at most", columns)
    for (label, figures) in accounts {
      var cells = [clipped(label, toCharacters: 80)]
      for policy in chartedNumbers.map({ figures.policies[$0] }) {
        cells += [percent(policy.least), percent(policy.most)]
      }
      table.add(cells)
    }
    return table
  }

  /// The accounts with each finding.
  private var findings: DataTable {
    let names = accounts.first?.figures.findings.map(\.name) ?? []
    var table = DataTable(
      "Accounts with each finding; an account may have several",
      [.words("dataset")] + names.map { .number($0) })
    for (label, figures) in accounts {
      table.add(
        [clipped(label, toCharacters: 80)] + figures.findings.map { grouped($0.accounts) })
    }
    return table
  }
}
