import CPages

/// The style of the lab's page, in addition to the style of reports.
package enum LabStyle {
  /// The sheet `lab.css`, whose rules follow those of ``PageStyle``.
  // SAFETY: the text is part of the program, and ends in a zero.
  package static let text = unsafe String(cString: pages_lab_style())
}

/// The page's script: it asks the question while the user types, and replaces the answer.
///
/// Without it, the page works by its forms' buttons.
package enum LabScript {
  /// The file `lab.js`.
  // SAFETY: the text is part of the program, and ends in a zero.
  package static let text = unsafe String(cString: pages_lab_script())
  /// The file `export.js`: it shows the answers of an exported page.
  // SAFETY: the text is part of the program, and ends in a zero.
  package static let ofExport = unsafe String(cString: pages_export_script())
}
