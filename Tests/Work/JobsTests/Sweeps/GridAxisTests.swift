import Diagnostics
import Jobs
import TestSupport
import Testing

@Suite struct GridAxisTests {
  @Test(arguments: [
    ("at-most: 0,0-2,none,1,none digit", "at-most: 0-2,none digit"),
    ("max-class-run: 3,3", "max-class-run: 3"),
    ("at-least: 2,1-3 upper, lower", "at-least: 2,1,3 upper, lower"),
    ("  at-most :  none,0-1   digit ", "at-most: none,0..1 digit"),
  ])
  func `a number that is given twice counts once, where it stands first`(
    twice: String, once: String
  ) throws {
    #expect(try GridAxis(twice) == GridAxis(once))
  }

  @Test func `axes of other numbers, orders or classes are others`() throws {
    let axes = try [
      "at-most: 0,1 digit", "at-most: 1,0 digit", "at-most: 0 digit", "at-most: none,0,1 digit",
      "at-most: 0,1 upper", "at-least: 1,2 digit", "max-class-run: 1,2",
    ].map { try GridAxis($0) }
    #expect(Set(axes).count == axes.count)
  }

  @Test func `what follows the first colon is the rule's`() throws {
    let told = problem { () throws -> GridAxis in try GridAxis("at-most: 1 digit: x") }
    #expect(told != nil && told?.code != "no-axis")
  }
}
