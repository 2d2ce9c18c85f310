import Bytes
import TestSupport
import Testing

@Suite struct RecentValuesTests {
  /// The keys among 1 to 9 whose values are cached, without a use of any.
  private static func keys(of cache: RecentValues<Int, String>) -> [Int] {
    var copy = cache
    return (1...9).filter { copy.value(for: $0) != nil }
  }

  @Test func `values stay until one more than the limit is kept`() {
    var cache = RecentValues<Int, String>(most: 3)
    for key in 1...3 { cache.keep("\(key)", for: key) }
    #expect(Self.keys(of: cache) == [1, 2, 3])
    cache.keep("4", for: 4)
    #expect(Self.keys(of: cache) == [2, 3, 4])
    #expect(cache.value(for: 4) == "4")
    #expect(cache.value(for: 1) == nil)
  }

  @Test func `the value used least recently goes first`() {
    var cache = RecentValues<Int, String>(most: 3)
    for key in 1...3 { cache.keep("\(key)", for: key) }
    #expect(cache.value(for: 1) == "1")
    cache.keep("4", for: 4)
    #expect(Self.keys(of: cache) == [1, 3, 4])
    // Keeping a value again is a use too, and replaces it.
    cache.keep("drei", for: 3)
    cache.keep("5", for: 5)
    #expect(Self.keys(of: cache) == [3, 4, 5])
    #expect(cache.value(for: 3) == "drei")
  }

  @Test func `a value that is kept again takes no other's place`() {
    var cache = RecentValues<Int, String>(most: 2)
    for key in [1, 2, 2, 2] { cache.keep("\(key)", for: key) }
    #expect(Self.keys(of: cache) == [1, 2])
  }

  @Test func `costs stay within their limit`() {
    var cache = RecentValues<Int, String>(most: 9, cost: 10)
    cache.keep("1", for: 1, cost: 4)
    cache.keep("2", for: 2, cost: 3)
    cache.keep("3", for: 3, cost: 3)
    #expect(cache.cost == 10)
    #expect(Self.keys(of: cache) == [1, 2, 3])
    // One more costs the first only.
    cache.keep("4", for: 4, cost: 1)
    #expect(cache.cost == 7)
    #expect(Self.keys(of: cache) == [2, 3, 4])
    // A higher cost of the same key replaces the former, and two others make room.
    cache.keep("3", for: 3, cost: 9)
    #expect(cache.cost == 10)
    #expect(Self.keys(of: cache) == [3, 4])
  }

  @Test func `a value above the limit of costs stays alone`() {
    var cache = RecentValues<Int, String>(most: 9, cost: 10)
    cache.keep("1", for: 1, cost: 4)
    cache.keep("2", for: 2, cost: 11)
    #expect(cache.cost == 11)
    #expect(Self.keys(of: cache) == [2])
    cache.keep("3", for: 3, cost: 10)
    #expect(cache.cost == 10)
    #expect(Self.keys(of: cache) == [3])
  }

  @Test(.firstFailureOnly, arguments: 0..<20)
  func `the cache agrees with a list in order of use`(seed: UInt64) {
    var state = seed
    func random(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33 % bound)
    }
    let most = 1 + random(5)
    let limit = 5 + random(20)
    var cache = RecentValues<Int, String>(most: most, cost: limit)
    var twin: [(key: Int, value: String, cost: Int)] = []
    for step in 0..<200 {
      let key = 1 + random(9)
      let place = twin.firstIndex { $0.key == key }
      if random(2) == 0 {
        #expect(cache.value(for: key) == place.map { twin[$0].value }, "seed \(seed), step \(step)")
        if let place { twin.append(twin.remove(at: place)) }
      } else {
        let cost = random(8)
        cache.keep("\(step)", for: key, cost: cost)
        if let place { twin.remove(at: place) }
        twin.append((key, "\(step)", cost))
        while twin.count > 1, twin.count > most || twin.reduce(0, { $0 + $1.cost }) > limit {
          twin.removeFirst()
        }
      }
      #expect(Self.keys(of: cache) == twin.map(\.key).sorted(), "seed \(seed), step \(step)")
      #expect(cache.cost == twin.reduce(0) { $0 + $1.cost }, "seed \(seed), step \(step)")
    }
  }
}
