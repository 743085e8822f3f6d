// swift-tools-version: 6.0
import PackageDescription

// The library products for Swift 6.0 and 6.1 (Xcode 16). Newer tools read Package@swift-6.2.swift.
let types: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
    name: "demo-tui",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "DemoManager", targets: ["DemoManager"]),
        .library(name: "DemoManagerFiles", targets: ["DemoManagerFiles"]),
        .library(name: "DemoManagerURLSession", targets: ["DemoManagerURLSession"]),
        .library(name: "DemoManagerTesting", targets: ["DemoManagerTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.0"),
    ],
    targets: [
        .target(name: "WireFormats"),
        .target(name: "SourceTexts", dependencies: ["WireFormats", .product(name: "Yams", package: "Yams")]),
        .target(name: "DemoManager", dependencies: ["WireFormats", types]),
        .target(name: "DemoManagerFiles", dependencies: ["DemoManager", "SourceTexts", "WireFormats", types]),
        .target(name: "DemoManagerURLSession", dependencies: ["DemoManager", "WireFormats", types]),
        .target(name: "DemoManagerTesting", dependencies: ["DemoManager", "DemoManagerFiles"]),
    ],
    swiftLanguageModes: [.v6]
)
