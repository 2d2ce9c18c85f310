/// The columns of a table that is a dump of a directory: `csv:Password,user=Name,by=Department`, or with
/// hashes in place of passwords, `csv:hash=NTHash,user=Name`.
///
/// Only an audit of accounts reads it.
package struct AccountColumns: Hashable, Sendable {
  /// The column of passwords or hashes.
  package let secret: LayoutRequest.Column
  /// Whether it holds NT hashes.
  package let holdsHashes: Bool
  /// The names of users.
  package let user: LayoutRequest.Column
  /// The domain, whether an account is enabled, and the day on which its password was set.
  package let domain, state, set: LayoutRequest.Column?
  /// The columns by which accounts are separated.
  package let strata: [LayoutRequest.Column]
}

extension LayoutRequest.Choice {
  /// Reads the columns of `csv:`; nil if they are invalid.
  ///
  /// What follows a comma without one of the keys is a part of a name.
  init?(columns text: String) {
    var parts: [(key: Substring, name: Substring)] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let (key, name) = Self.keyed(piece)
      if parts.isEmpty {
        parts.append(key == "hash" ? (key, name) : ("", piece))
      } else if Self.keys.contains(key) {
        parts.append((key, name))
      } else {
        parts[parts.count - 1].name += "," + piece
      }
    }
    var columns: [Substring: [LayoutRequest.Column]] = [:]
    for (key, name) in parts {
      guard let column = LayoutRequest.Column(name), key == "by" || columns[key] == nil else {
        return nil
      }
      columns[key, default: []].append(column)
    }
    guard let secret = columns["hash"]?.first ?? columns[""]?.first else { return nil }
    let user = columns["user"]?.first
    if Set(columns.keys).isSubset(of: ["", "user"]) {
      self = .table(secret, user: user)
      return
    }
    guard let user else { return nil }
    self = .accounts(
      AccountColumns(
        secret: secret, holdsHashes: columns["hash"] != nil, user: user,
        domain: columns["domain"]?.first, state: columns["state"]?.first,
        set: columns["set"]?.first, strata: columns["by"] ?? []))
  }

  private static let keys: Set<Substring> = ["user", "by", "set", "state", "domain"]

  private static func keyed(_ piece: Substring) -> (key: Substring, name: Substring) {
    let equals = piece.firstIndex(of: "=") ?? piece.endIndex
    return (piece[..<equals], equals == piece.endIndex ? "" : piece[piece.index(after: equals)...])
  }
}
