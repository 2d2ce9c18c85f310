package import Diagnostics
import Files
import Intake

extension CalendarDay {
  /// The day on which the last of some files was changed, such as the lists of a report; nil if none
  /// of them is a file.
  ///
  /// Lists are dated by themselves, not by the run, so that the same lists give the same page.
  package static func modified(_ paths: some Sequence<String>) -> CalendarDay? {
    paths.compactMap(FileTime.modified).max().flatMap { CalendarDay(secondsSince1970: $0) }
  }
}

extension FoundLists {
  /// The day on which the last of them was changed; nil if none of them is a file.
  package var modified: CalendarDay? { .modified(inputs.map(\.name)) }
}
