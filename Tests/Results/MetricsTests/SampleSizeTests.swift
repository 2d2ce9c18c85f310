import Metrics
import Testing

/// What may be said of samples of just the sizes that the documentation names.
@Suite struct SampleSizeTests {
  @Test(arguments: [
    (0, false, false), (99, false, false), (100, true, false), (101, true, false),
    (999, true, false), (1000, true, true), (1001, true, true),
  ])
  func `shares are stated of a hundred passwords, what guesses find of a thousand`(
    count: Int, permitsShares: Bool, permitsGuessing: Bool
  ) {
    let size = SampleSize(count)
    #expect(size.permitsShares == permitsShares)
    #expect(size.permitsGuessing == permitsGuessing)
    #expect(size.isStated == !permitsGuessing)
    #expect(size.count == UInt128(count))
  }

  @Test func `attacks are rates for an hour, a day, thirty days and a year of 365 days`() {
    let attacks = Attack.all(rates: [.throttled, .unthrottled])
    #expect(
      attacks.map(\.name) == [
        "100/h for 1 hour", "100/h for 1 day", "100/h for 30 days", "100/h for 1 year",
        "10/s for 1 hour", "10/s for 1 day", "10/s for 30 days", "10/s for 1 year",
      ])
    #expect(
      attacks.map(\.guesses) == [
        100, 2400, 72_000, 876_000, 36_000, 864_000, 25_920_000, 315_360_000,
      ])
    #expect(Attack.Rate.standard.map(\.name) == ["100/h", "10/s", "1e4/s", "1e10/s"])
    #expect(
      Attack.Rate.standard.map { Attack($0, for: .day).guesses } == [
        2400, 864_000, 8.64e8, 8.64e14,
      ]
    )
  }
}
