// swift-tools-version: 6.2
import Foundation
import PackageDescription

// `make lint` and CI turn warnings into errors; a release built by a newer compiler stays buildable.
let warnings: [SwiftSetting] =
  ProcessInfo.processInfo.environment["AUDIT_WARNINGS_AS_ERRORS"] == nil
  ? [] : [.treatAllWarnings(as: .error)]

let strict: [SwiftSetting] =
  warnings + [
    .strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
  ]

/// Settings of a module whose code runs once in a run: it is compiled for size, so the program is
/// smaller by 0.5 MB.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Only the modules that see each line are optimised: for `make demo`, whose first build takes little over
/// half as long so, and for sanitizers.
let isQuick = ProcessInfo.processInfo.environment["AUDIT_QUICK_BUILD"] != nil
let seesLines: Set = [
  "Bytes", "Files", "Passwords", "Intake", "PasswordPolicies", "Blocklists", "PasswordStrength",
  "Tallies", "Auditing",
]
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A module in Swift, and the modules and libraries that it imports.
///
/// The compiler has no other name yet for spans that a function returns. Modules that the library
/// products reach must not be `isSmall`: packages refuse products with unsafe flags.
func module(
  _ name: String, _ dependencies: Target.Dependency..., returnsSpans: Bool = false,
  isSmall: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: strict + (returnsSpans ? [.enableExperimentalFeature("Lifetimes")] : [])
      + (isQuick && !seesLines.contains(name) ? unoptimised : isSmall ? small : []))
}

/// The tests of one module.
///
/// Optimising them takes longer than it saves, but for those that compute much.
func tests(
  of name: String, _ dependencies: Target.Dependency..., computeMuch: Bool = false
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + [.target(name: name)],
    swiftSettings: strict + (computeMuch ? [] : unoptimised))
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

/// A folder of `Sources`, and the one of the same name in `Tests`.
struct Layer {
  let targets: [Target]

  /// Gives each target its place in the folder.
  init(_ name: String, _ targets: Target...) {
    for target in targets {
      target.path = "\(target.type == .test ? "Tests" : "Sources")/\(name)/\(target.name)"
    }
    self.targets = targets
  }
}

/// The layers, from the lowest: a module imports modules that stand before it here, and no others.
let layers = [
  // C libraries, and C of our own
  Layer(
    "C",
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
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    .systemLibrary(name: "CFiles"),
    .systemLibrary(name: "CMalloc"),
    .target(name: "CEmbeddedData", exclude: ["Data"]),
    .target(name: "CPages", exclude: ["page.css", "lab.css", "lab.js", "export.js"]),
    .target(name: "CPresets", exclude: ["presets.txt", "standards"]),
    .target(name: "CInstructions"),
    .target(name: "CDigests"),
    .target(name: "CProcessors"),
    // Neither a trait nor a build setting: the program loads ISA-L when it first inflates gzip, so
    // that one program runs with and without it (the Debian package recommends libisal2). If its
    // header is missing, the compiler warns, and zlib inflates everything.
    .target(name: "CISAL"),
    .target(name: "CSevenZip")),
  // Bytes, files, threads, problems: what has nothing to do with passwords
  Layer(
    "Base",
    module("Bytes", "CInstructions", returnsSpans: true),
    module("Diagnostics"),
    module("EmbeddedData", "CEmbeddedData", "Bytes"),
    module("Files", "CFiles", "CZlib", "CZstd", "CCrypto", "CXXHash", "Bytes", "Diagnostics"),
    module("Workers", "CProcessors", "CMalloc", "Diagnostics", "Files"),
    tests(of: "Bytes", "TestSupport"),
    tests(of: "Diagnostics"),
    tests(of: "EmbeddedData", "TestSupport"),
    tests(of: "Files", "TestSupport", "Bytes", "Diagnostics"),
    tests(of: "Workers", "CProcessors", "TestSupport")),
  // One password: what it is, whether a policy or a list refuses it, how hard it is to guess
  Layer(
    "Passwords",
    module("Passwords", "CInstructions", returnsSpans: true),
    module("PasswordPolicies", "CPresets", "Diagnostics", "Passwords"),
    module("PasswordStrength", "CInstructions", "Bytes", "EmbeddedData", "Passwords"),
    module(
      "GuessModels", "CInstructions", "Bytes", "Diagnostics", "Files", "Passwords",
      "PasswordStrength"),
    module(
      "Blocklists", "CInstructions", "CDigests", "CUTF8Proc", "Bytes", "Diagnostics",
      "EmbeddedData", "Files", "Passwords"),
    module("PasswordSpaces", "Bytes", "Diagnostics", "Passwords", "PasswordPolicies", bigInt),
    module("Conformance", "Diagnostics", "Passwords", "PasswordPolicies", "PasswordSpaces", bigInt),
    tests(of: "Passwords", "TestSupport"),
    tests(of: "PasswordPolicies", "TestSupport", "Diagnostics", "Passwords"),
    tests(
      of: "PasswordStrength", "TestSupport", "EmbeddedData", "Passwords", bigInt, computeMuch: true),
    tests(
      of: "GuessModels", "TestSupport", "Bytes", "Diagnostics", "Files", "Passwords",
      "PasswordStrength"),
    tests(
      of: "Blocklists", "CDigests", "CCrypto", "CXXHash", "TestSupport", "Bytes", "Diagnostics",
      "EmbeddedData", "Files", "Passwords", computeMuch: true),
    tests(
      of: "PasswordSpaces", "TestSupport", "Bytes", "Diagnostics", "EmbeddedData", "Passwords",
      "PasswordPolicies", bigInt),
    tests(
      of: "Conformance", "TestSupport", "Diagnostics", "Passwords", "PasswordPolicies",
      "PasswordSpaces")),
  // Lists of passwords: how they are read, counted and recorded
  Layer(
    "Lists",
    module(
      "Intake", "CDigests", "CISAL", "CSevenZip", "CZlib", "CDeflate", "CZstd", "CLZMA", "CBzip2",
      "CLZ4", "CCrypto", "Bytes", "Diagnostics", "Workers"),
    module(
      "Tallies", "CInstructions", "CCrypto", "Bytes", "Diagnostics", "EmbeddedData", "Files",
      "Passwords", "PasswordPolicies"),
    module("TallyFiles", "CSQLite", "Bytes", "Diagnostics", "Files", "Passwords", "Tallies"),
    module(
      "Auditing", "Bytes", "Diagnostics", "Files", "Workers", "Passwords", "PasswordPolicies",
      "PasswordStrength", "GuessModels", "Blocklists", "Intake", "Tallies"),
    tests(
      of: "Intake", "CZlib", "CArchive", "CCrypto", "TestSupport", "Diagnostics", "Workers",
      computeMuch: true),
    tests(
      of: "Tallies", "TestSupport", "Diagnostics", "EmbeddedData", "Passwords", "PasswordPolicies"),
    tests(
      of: "TallyFiles", "CSQLite", "TestSupport", "Diagnostics", "Workers", "Passwords",
      "PasswordPolicies", "PasswordStrength", "Blocklists", "Intake", "Tallies", "Auditing",
      "Metrics"),
    tests(
      of: "Auditing", "TestSupport", "Bytes", "Diagnostics", "Files", "Workers", "Passwords",
      "PasswordPolicies", "PasswordStrength", "GuessModels", "Blocklists", "Intake", "Tallies",
      computeMuch: true)),
  // What counts mean, and the tables, screens and pages that say it
  Layer(
    "Results",
    module(
      "Metrics", "Bytes", "Diagnostics", "Workers", "Passwords", "PasswordPolicies",
      "PasswordStrength", "PasswordSpaces", "Tallies"),
    module(
      "Reports", "CPages", "Bytes", "Diagnostics", "Workers", "Passwords", "PasswordPolicies",
      "PasswordSpaces", "Conformance", "Tallies", "Metrics", isSmall: true),
    tests(
      of: "Metrics", "TestSupport", "Bytes", "Diagnostics", "Passwords", "PasswordPolicies",
      "PasswordStrength", "Blocklists", "PasswordSpaces", "Tallies"),
    tests(
      of: "Reports", "TestSupport", "Bytes", "Diagnostics", "Workers", "Passwords",
      "PasswordPolicies",
      "PasswordSpaces", "Conformance", "Tallies", "Metrics", bigInt)),
  // What a user asks for, from settings to a result
  Layer(
    "Work",
    module("Directories", "CDigests", "Bytes", "Diagnostics", "Files", "Workers", "Passwords"),
    module("PolicySources", "Diagnostics", "Passwords", "PasswordPolicies", isSmall: true),
    module(
      "Jobs", "Bytes", "Diagnostics", "EmbeddedData", "Files", "Workers", "Passwords",
      "PasswordPolicies", "PasswordStrength", "GuessModels", "Blocklists", "PasswordSpaces",
      "Conformance", "Intake", "Tallies",
      "TallyFiles", "Auditing", "Metrics", "Reports", "Directories", "PolicySources", isSmall: true),
    tests(of: "Directories", "TestSupport", "Workers"),
    tests(
      of: "PolicySources", "TestSupport", "Diagnostics", "Passwords", "PasswordPolicies",
      computeMuch: true),
    tests(
      of: "Jobs", "TestSupport", "Diagnostics", "Files", "Workers", "Passwords",
      "PasswordPolicies", "PasswordStrength", "GuessModels", "PasswordSpaces", "Conformance",
      "Intake",
      "Tallies", "TallyFiles", "Auditing", "Metrics", "Reports", "PolicySources")),
  // The command line, and the page that answers as one types with the program that serves it
  Layer(
    "Programs",
    .executableTarget(
      name: "audit",
      dependencies: [
        "Diagnostics", "Files", "Workers", "Passwords", "PasswordPolicies", "PasswordStrength",
        "Blocklists", "PasswordSpaces", "Conformance", "Intake", "Tallies", "Auditing", "Metrics",
        "Reports", "Jobs", argumentParser,
      ],
      swiftSettings: strict + (isQuick ? unoptimised : small)),
    .executableTarget(
      name: "PolicyLab",
      dependencies: [
        "CMalloc", "CPages", "Bytes", "Diagnostics", "Files", "Workers", "Passwords",
        "PasswordPolicies",
        "PasswordStrength", "PasswordSpaces", "Conformance", "Tallies", "Auditing", "Metrics",
        "Reports", "Jobs", flyingSocks, argumentParser,
      ],
      swiftSettings: strict),
    tests(
      of: "PolicyLab", "TestSupport", "Diagnostics", "Workers", "Passwords", "PasswordPolicies",
      "PasswordSpaces", "Tallies", "Auditing", "Metrics", "Reports", "Jobs", flyingSocks),
    .testTarget(
      name: "AuditEndToEndTests",
      dependencies: [
        "audit", "PolicyLab", "meter", "share", "TestSupport", "PasswordPolicies", "PasswordSpaces",
        "PasswordStrength", "Diagnostics",
      ],
      swiftSettings: strict + unoptimised)),
]

let examples: [Target] = [
  // The smallest front end, to begin another from
  .executableTarget(
    name: "share",
    dependencies: ["Jobs", "Auditing", "Metrics", "PasswordPolicies", "Passwords", "Diagnostics"],
    path: "Examples/Share", swiftSettings: strict),
  // The library products at work: a meter without a user interface
  .executableTarget(
    name: "meter", dependencies: ["PasswordPolicies", "PasswordStrength"], path: "Examples/Meter",
    swiftSettings: strict),
]

let testSupport = Target.target(
  name: "TestSupport", dependencies: ["Diagnostics"], path: "Tests/TestSupport",
  swiftSettings: strict + unoptimised)

let package = Package(
  name: "audit",
  // What the library products need, which use 128-bit integers; the program itself is for Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "audit", targets: ["audit"]),
    .executable(name: "audit-lab", targets: ["PolicyLab"]),
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
  targets: layers.flatMap(\.targets) + examples + [testSupport],
  swiftLanguageModes: [.v6]
)

var known: Set<String> = []
for target in layers.flatMap(\.targets) where target.type != .test {
  for case .byNameItem(let name, _) in target.dependencies where !known.contains(name) {
    print("\(target.name) imports \(name), which does not stand before it")
    exit(1)
  }
  known.insert(target.name)
}

// `make sanitize` builds the tests of the modules that it names here, and no others.
if let modules = ProcessInfo.processInfo.environment["AUDIT_TESTED_MODULES"]?.split(separator: "|")
{
  package.targets.removeAll { target in
    target.type == .test && !modules.contains { target.name == "\($0)Tests" }
  }
}

// The fuzz targets need libFuzzer, and a build that counts for it: see CHECKED in the Makefile.
if ProcessInfo.processInfo.environment["AUDIT_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer", "CZlib", "CArchive", "CXXHash", "EmbeddedData", "Files", "Diagnostics",
        "Directories", "Passwords", "Intake", "PasswordPolicies", "PolicySources", "Blocklists",
        "PasswordStrength", "Auditing", "Tallies", "TallyFiles",
      ],
      path: "Fuzzing/Targets", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]),
  ]
}
