// swift-tools-version: 6.2
import Foundation
import PackageDescription

// `make lint` and CI turn warnings into errors; a release built by a newer compiler stays buildable.
let warnings: [SwiftSetting] =
  ProcessInfo.processInfo.environment["AUDIT_WARNINGS_AS_ERRORS"] == nil
  ? [] : [.treatAllWarnings(as: .error)]

let house: [SwiftSetting] =
  warnings + [
    .strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
  ]

/// Settings of a room whose code runs once in a run: it is compiled for size, so the program is
/// smaller by 0.5 MB.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// `make demo` optimises only the rooms that see each line, so that a first build takes little over half
/// as long.
let isDemo = ProcessInfo.processInfo.environment["AUDIT_DEMO"] != nil
let seesLines: Set = [
  "Bytes", "Hashing", "Passwords", "Intake", "PasswordPolicies", "Blocklists", "PasswordStrength",
  "Tallies", "Auditing",
]
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A room of the house: one module, and the rooms and libraries it may look into.
///
/// The compiler has no other name yet for spans that a function returns. Rooms that the library
/// products reach must not be `isSmall`: packages refuse products with unsafe flags.
func room(
  _ name: String, _ dependencies: Target.Dependency..., returnsSpans: Bool = false,
  isSmall: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: house + (returnsSpans ? [.enableExperimentalFeature("Lifetimes")] : [])
      + (isDemo && !seesLines.contains(name) ? unoptimised : isSmall ? small : []))
}

/// The tests of one room.
func tests(of name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + [.target(name: name)], swiftSettings: house)
}

/// A C library of the system, found by pkg-config and installed by its Debian package.
func library(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

// Packages that use a library resolve nothing that only the programs need (`traits: []`).
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"]))
let flyingSocks = Target.Dependency.product(
  name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Program"]))
let bigInt = Target.Dependency.product(
  name: "BigInt", package: "BigInt", condition: .when(traits: ["Spaces"]))

let package = Package(
  name: "audit",
  // What the library products need, which use 128-bit integers; the program itself is for Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "audit", targets: ["audit"]),
    .executable(name: "audit-lab", targets: ["audit-lab"]),
    .library(name: "PasswordPolicies", targets: ["PasswordPolicies"]),
    .library(name: "PasswordStrength", targets: ["PasswordStrength"]),
    .library(name: "PasswordSpaces", targets: ["PasswordSpaces"]),
  ],
  traits: [
    .default(enabledTraits: ["Program"]),
    .trait(
      name: "Program", description: "The programs audit and audit-lab.", enabledTraits: ["Spaces"]),
    .trait(name: "Spaces", description: "The library PasswordSpaces, which needs BigInt."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
    // Policy Lab's alone: building the program compiles none of it.
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // Floor 1
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    library("CDeflate", apt: "libdeflate-dev"),
    library("CZstd", apt: "libzstd-dev"),
    library("CLZMA", apt: "liblzma-dev"),
    library("CBzip2", apt: "libbz2-dev"),
    library("CLZ4", apt: "liblz4-dev"),
    library("CArchive", apt: "libarchive-dev"),
    library("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CUTF8Proc", apt: "libutf8proc-dev"),
    library("CXXHash", apt: "libxxhash-dev"),
    .systemLibrary(name: "CFiles"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    .systemLibrary(name: "CMalloc"),
    .target(name: "CEmbeddedData", exclude: ["Data"]),
    .target(name: "CInstructions"),
    .target(name: "CDigests"),
    .target(name: "CProcessors"),
    // Neither a trait nor a build setting: the program loads ISA-L when it first inflates gzip, so
    // that one program runs with and without it (the Debian package recommends libisal2). If its
    // header is missing, the compiler warns, and zlib inflates everything.
    .target(name: "CISAL"),
    .target(name: "CSevenZip"),
    room("Bytes", "CInstructions", returnsSpans: true),
    room("Hashing", "CXXHash"),
    room("EmbeddedData", "CEmbeddedData", "Bytes"),
    room("Diagnostics"),
    room("Files", "CFiles", "CCrypto", "Bytes", "Diagnostics"),
    room("Caches"),
    room("Workers", "CProcessors"),
    room("Starting", "CMalloc", "Files", "Diagnostics", "Workers"),
    room("Passwords", "CInstructions", returnsSpans: true),
    // Floor 2
    room(
      "Intake", "CISAL", "CSevenZip", "CZlib", "CDeflate", "CZstd", "CLZMA", "CBzip2", "CLZ4",
      "CCrypto", "CDigests", "Bytes", "Diagnostics", "Workers"),
    room("Packing", "CZlib", "CZstd", "Bytes"),
    room("PasswordPolicies", "Passwords", "Diagnostics"),
    room(
      "Blocklists", "CDigests", "CInstructions", "CUTF8Proc", "Bytes", "Hashing", "Passwords",
      "EmbeddedData", "Files", "Diagnostics"),
    room("Habits", "Bytes", "Passwords", "Blocklists"),
    room("PasswordStrength", "CInstructions", "Bytes", "Passwords", "EmbeddedData"),
    room(
      "GuessModels", "CInstructions", "Bytes", "Hashing", "Passwords", "PasswordStrength", "Files",
      "Diagnostics"),
    room(
      "Tallies", "CInstructions", "CCrypto", "Bytes", "Hashing", "Passwords", "Files",
      "Diagnostics"),
    room("PolicySources", "PasswordPolicies", "Passwords", "Diagnostics", isSmall: true),
    room(
      "Directories", "CDigests", "Bytes", "Hashing", "Passwords", "Diagnostics", "Workers"),
    // Floor 3
    room(
      "Auditing", "Bytes", "Hashing", "Intake", "Packing", "PasswordPolicies", "Blocklists",
      "Habits",
      "PasswordStrength", "GuessModels", "Tallies", "Passwords", "Files", "Diagnostics", "Workers"),
    room(
      "PasswordSpaces", "PasswordPolicies", "Passwords", "Diagnostics", "Caches",
      bigInt),
    room(
      "Metrics", "PasswordSpaces", "PasswordStrength", "Tallies", "PasswordPolicies", "Passwords",
      "Diagnostics", "Workers"),
    room(
      "Folding", "CCrypto", "EmbeddedData", "Tallies", "PasswordPolicies", "Passwords"),
    room(
      "TallyFiles", "CSQLite", "Bytes", "Hashing", "Tallies", "Passwords", "Files", "Diagnostics"),
    // Floor 4
    room("Behaviours", "Hashing", "Metrics", "Diagnostics", "Workers"),
    room(
      "Overview", "Behaviours", "Metrics", "PasswordSpaces", "Tallies", "PasswordPolicies",
      "Passwords", "Bytes",
      "Diagnostics", "Workers", isSmall: true),
    room("Pages", "Overview", "Diagnostics", "Workers", isSmall: true),
    room(
      "Reporting", "Behaviours", "Overview", "Metrics", "PasswordSpaces", "Tallies",
      "PasswordPolicies",
      "Passwords", "Diagnostics", "Workers", isSmall: true),
    room(
      "Judging", "Auditing", "Intake", "PasswordPolicies", "Blocklists", "Habits",
      "PasswordStrength", "GuessModels", "Tallies", "Passwords", "Bytes", "Files", "Diagnostics",
      isSmall: true),
    room(
      "Requests", "Behaviours", "Intake", "PasswordPolicies", "PolicySources", "PasswordStrength",
      "Passwords", "Metrics", "Files", "Diagnostics", "Workers", isSmall: true),
    room(
      "Jobs", "Behaviours", "Directories", "Bytes", "Requests", "Judging", "Overview", "Pages",
      "Reporting",
      "Auditing",
      "Metrics",
      "PasswordSpaces", "Intake", "Packing",
      "PasswordPolicies", "Blocklists", "PasswordStrength", "GuessModels", "TallyFiles", "Folding",
      "Tallies", "Passwords",
      "Files", "Diagnostics", "Caches", "Workers", isSmall: true),
    room(
      "Questions", "Requests", "Judging", "Overview", "Reporting", "Auditing", "PasswordSpaces",
      "Intake",
      "PasswordPolicies",
      "Blocklists", "PasswordStrength", "GuessModels", "Passwords", "Files", "Bytes", "Diagnostics",
      "Caches", "Workers",
      isSmall: true),
    // Floor 5
    .executableTarget(
      name: "audit",
      dependencies: [
        "Jobs", "Questions", "Requests", "Judging", "Auditing", "Overview", "Pages", "Reporting",
        "Intake", "Behaviours", "Metrics", "PasswordSpaces", "PasswordPolicies", "PasswordStrength",
        "PolicySources", "Blocklists", "Tallies", "Passwords", "Files", "Diagnostics", "Workers",
        "Starting",
        argumentParser,
      ],
      swiftSettings: house + (isDemo ? unoptimised : small)),
    // The page that answers as one types, and the program that serves it
    room(
      "PolicyLab", "CMalloc", "Jobs", "Questions", "Requests", "Judging", "Overview",
      "Pages", "Reporting",
      "Auditing", "Metrics",
      "PasswordSpaces",
      "PasswordPolicies", "PasswordStrength", "Tallies", "Passwords", "Caches", "Workers",
      "Diagnostics",
      flyingSocks),
    .executableTarget(
      name: "audit-lab",
      dependencies: [
        "PolicyLab", "Jobs", "Requests", "Judging", "Metrics", "Tallies", "PasswordPolicies",
        "Diagnostics", "Starting",
        "Workers", argumentParser,
      ],
      swiftSettings: house),
    // The smallest front end, to begin another from
    .executableTarget(
      name: "share",
      dependencies: [
        "Jobs", "Requests", "Judging", "Auditing", "Metrics", "PasswordPolicies", "Passwords",
        "Diagnostics",
      ],
      path: "Examples/Share", swiftSettings: house),
    // The library products at work: a meter without a user interface
    .executableTarget(
      name: "meter", dependencies: ["PasswordPolicies", "PasswordStrength"], path: "Examples/Meter",
      swiftSettings: house),
    // Tests mirror the rooms
    .target(
      name: "TestSupport", dependencies: ["Diagnostics"], path: "Tests/TestSupport",
      swiftSettings: house),
    tests(of: "EmbeddedData", "TestSupport"),
    tests(of: "Bytes"),
    tests(of: "Hashing", "Bytes"),
    tests(of: "Diagnostics"),
    tests(of: "Files", "TestSupport", "Diagnostics"),
    tests(of: "Caches", "TestSupport"),
    tests(of: "Workers", "TestSupport", "CProcessors"),
    tests(of: "Passwords", "TestSupport"),
    tests(of: "Intake", "TestSupport", "CZlib", "CArchive", "CCrypto", "Diagnostics", "Workers"),
    tests(of: "Packing", "TestSupport"),
    tests(of: "PasswordPolicies", "TestSupport", "Passwords", "Diagnostics"),
    tests(
      of: "PolicySources", "TestSupport", "PasswordPolicies", "Passwords", "Diagnostics"),
    tests(of: "Directories", "TestSupport", "Workers"),
    tests(
      of: "Blocklists", "TestSupport", "CDigests", "CCrypto", "CXXHash", "Passwords",
      "EmbeddedData", "Files", "Diagnostics"),
    tests(of: "Habits", "TestSupport", "Bytes", "Passwords", "Blocklists"),
    tests(
      of: "PasswordStrength", "TestSupport", "EmbeddedData", "Passwords",
      bigInt),
    tests(
      of: "GuessModels", "TestSupport", "Bytes", "Passwords", "PasswordStrength", "Files",
      "Diagnostics"),
    tests(of: "Tallies", "TestSupport", "Passwords", "Diagnostics"),
    tests(
      of: "Auditing", "TestSupport", "Passwords", "Tallies", "Files", "Intake", "Blocklists",
      "PasswordStrength", "Workers"),
    tests(
      of: "PasswordSpaces", "TestSupport", "PasswordPolicies", "Passwords", "Diagnostics",
      bigInt),
    tests(
      of: "Folding", "TestSupport", "EmbeddedData", "Tallies", "PasswordPolicies", "Passwords"),
    tests(
      of: "TallyFiles", "TestSupport", "CSQLite", "Auditing", "Metrics", "Intake",
      "PasswordPolicies", "PasswordStrength", "Blocklists", "Tallies", "Passwords", "Diagnostics",
      "Workers"),
    tests(
      of: "Metrics", "TestSupport", "Habits", "Blocklists", "Bytes", "PasswordSpaces", "Passwords",
      "Tallies", "PasswordPolicies",
      "Diagnostics"),
    .target(
      name: "SampleReports",
      dependencies: [
        "TestSupport", "Overview", "Pages", "Metrics", "PasswordSpaces", "PasswordPolicies",
        "Passwords", "Tallies", "Diagnostics",
      ], path: "Tests/SampleReports", swiftSettings: house),
    tests(
      of: "Behaviours", "TestSupport", "Hashing", "Metrics", "PasswordPolicies", "Passwords",
      "Tallies"),
    tests(
      of: "Overview", "TestSupport", "Metrics", "PasswordPolicies", "Passwords", "Tallies"),
    tests(
      of: "Pages", "SampleReports", "TestSupport", "Overview", "Metrics", "PasswordSpaces",
      "PasswordPolicies", "Passwords", "Tallies", "Diagnostics"),
    tests(
      of: "Reporting", "SampleReports", "TestSupport", "Overview", "Pages", "Metrics",
      "PasswordSpaces", "PasswordPolicies", "Passwords", "Tallies", "Workers"),
    tests(
      of: "Judging", "TestSupport", "PasswordPolicies", "Passwords", "Tallies", "Diagnostics"),
    tests(
      of: "Requests", "TestSupport", "Blocklists", "Intake", "PasswordPolicies",
      "PolicySources", "PasswordStrength", "Passwords", "Files", "Diagnostics", "Metrics"),
    tests(
      of: "Jobs", "TestSupport", "Requests", "Judging", "Questions", "Behaviours", "Auditing",
      "Blocklists", "Overview",
      "Pages", "Reporting", "Metrics", "PasswordSpaces", "Intake", "Packing", "PasswordPolicies",
      "PasswordStrength", "TallyFiles", "Tallies", "Passwords", "Files", "Diagnostics", "Workers"),
    tests(
      of: "Questions", "TestSupport", "Requests", "Judging", "Auditing", "Blocklists", "Overview",
      "Reporting",
      "PasswordSpaces", "Intake", "PasswordPolicies", "PasswordStrength", "Passwords", "Files",
      "Diagnostics", "Workers"),
    tests(
      of: "PolicyLab", "TestSupport", "Jobs", "Questions", "Requests", "Judging", "Overview",
      "Pages",
      "Reporting", "Auditing",
      "Metrics", "PasswordSpaces",
      "PasswordPolicies", "Passwords", "Tallies", "Diagnostics", "Workers",
      flyingSocks),
    .testTarget(
      name: "AuditEndToEndTests",
      dependencies: [
        "audit", "audit-lab", "meter", "share", "TestSupport", "PasswordPolicies", "PasswordSpaces",
        "PasswordStrength",
        "Diagnostics",
      ],
      // These tests wait for processes, so that optimising them takes longer than it saves.
      swiftSettings: house + unoptimised),
  ],
  swiftLanguageModes: [.v6]
)

// `make sanitize` builds the tests of the rooms that it names here, and no others.
if let rooms = ProcessInfo.processInfo.environment["AUDIT_TESTED_ROOMS"]?.split(separator: "|") {
  package.targets.removeAll { target in
    target.type == .test && !rooms.contains { target.name == "\($0)Tests" }
  }
}

// The fuzz targets need libFuzzer, which `make fuzz` links; nothing else builds them.
if ProcessInfo.processInfo.environment["AUDIT_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer", "CZlib", "CArchive", "CXXHash", "EmbeddedData", "Files", "Diagnostics",
        "Directories", "Passwords",
        "Intake", "PasswordPolicies", "PolicySources", "Blocklists", "PasswordStrength", "Auditing",
        "Tallies", "TallyFiles",
      ],
      path: "Fuzzing/Targets", swiftSettings: house),
  ]
}
