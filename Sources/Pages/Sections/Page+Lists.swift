import Overview

extension Page {
  /// A row for each list: its passwords, and the share that complies with each charted policy; nil
  /// unless lists are separated.
  var eachList: PageSection? {
    guard !lists.isEmpty else { return nil }
    var table = DataTable(
      "Passwords of each list, and the share of them that complies",
      [.words("list"), .number("passwords")]
        + charted.map { .number(clipped($0.name, toCharacters: 30)) })
    for list in lists {
      table.add(
        [clipped(list.dataset, toCharacters: 80), grouped(list.entries)]
          + charted.indices.map(list.complying))
    }
    return PageSection("lists", "List by list", [table.markup])
  }
}
