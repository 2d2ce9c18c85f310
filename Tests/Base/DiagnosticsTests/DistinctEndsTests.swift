import Diagnostics
import Testing

/// The shortest ends of paths that tell them apart.
@Suite struct DistinctEndsTests {
  @Test(arguments: [
    (["2018/dump", "2019/dump", "old/forum"], ["2018/dump", "2019/dump", "forum"]),
    (["a", "sub/a"], ["a", "sub/a"]),
    (["x/1/a", "y/1/a", "z/2/a"], ["x/1/a", "y/1/a", "2/a"]),
    (["/a", "/a"], ["a", "a"]), (["./b//a", "c/a"], ["b/a", "c/a"]), ([], []),
  ])
  func `ends are as short as they can be and still differ`(paths: [String], ends: [String]) {
    #expect(distinctEnds(paths.map(pathParts)).map { $0.joined(separator: "/") } == ends)
  }
}
