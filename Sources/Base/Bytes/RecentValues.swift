/// A cache of the values used last.
package struct RecentValues<Key: Hashable, Value> {
  private let most: (count: Int, cost: Int)
  private var places: [Key: Int] = [:]
  private var entries: [(key: Key, value: Value, cost: Int)] = []
  /// The number of the last use of each entry, apart so that the smallest is found fast.
  private var lastUses: [Int] = []
  private var uses = 0
  /// The sum of the costs.
  package private(set) var cost = 0

  /// Makes an empty cache for this many values, whose costs together do not exceed a limit.
  package init(most: Int, cost: Int = .max) { self.most = (most, cost) }

  /// The value of a key, if it is cached; this is a use.
  package mutating func value(for key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    uses += 1
    lastUses[place] = uses
    return entries[place].value
  }

  /// Caches a value, and removes those used least recently until the rest is within the limits.
  ///
  /// The new value stays even if it exceeds the limit of costs alone.
  package mutating func keep(_ value: Value, for key: Key, cost: Int = 0) {
    if let place = places[key] { remove(at: place) }
    uses += 1
    places[key] = entries.count
    entries.append((key, value, cost))
    lastUses.append(uses)
    self.cost += cost
    while entries.count > most.count || self.cost > most.cost, entries.count > 1,
      let use = lastUses.min(), let oldest = lastUses.firstIndex(of: use)
    {
      remove(at: oldest)
    }
  }

  private mutating func remove(at place: Int) {
    cost -= entries[place].cost
    places[entries[place].key] = nil
    let last = (entry: entries.removeLast(), use: lastUses.removeLast())
    guard place < entries.count else { return }
    (entries[place], lastUses[place]) = last
    places[last.entry.key] = place
  }
}
