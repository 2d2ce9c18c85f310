import Blocklists
import Passwords

extension LoadedBlocklists {
  /// The name of each list in reports, which no other list has: lists of one name are `common`,
  /// `common-2`, or `common-2 (fold)`.
  var labels: [String] {
    var taken = Set(set.blocklists.map(\.name))
    var seen: Set<String> = []
    return set.blocklists.map { list in
      guard !seen.insert(list.name).inserted else { return list.name }
      let ending = list.comparison.naming("")
      let isNamed = list.name.hasSuffix(ending)
      let name = isNamed ? String(list.name.dropLast(ending.count)) : list.name
      var number = 2
      while true {
        let label = "\(name)-\(number)" + (isNamed ? ending : "")
        if taken.insert(label).inserted { return label }
        number += 1
      }
    }
  }
}
