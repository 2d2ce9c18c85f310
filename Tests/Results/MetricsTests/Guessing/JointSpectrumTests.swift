import Metrics
import Testing

@Suite struct JointSpectrumTests {
  @Test func `groups stand by class, and in each the most occurrences first`() {
    let joint = JointSpectrum([[1]: [1: 5, 7: 2, 3: 4], [0]: [2: 6, 9: 8]])
    #expect(joint.classes == [[0], [1]])
    #expect(joint.groups.map(\.number) == [0, 0, 1, 1, 1])
    #expect(joint.groups.map(\.occurrences) == [9, 2, 7, 3, 1])
    #expect(joint.groups.map(\.passwords) == [8, 6, 2, 4, 5])
  }
}
