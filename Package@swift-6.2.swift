// swift-tools-version: 6.2
import PackageDescription

// All of it. Older tools, which know no traits, read Package.swift: the library products alone.

// Settings of our own targets; dependencies keep theirs. `make check` and `make test` set the variable: a newer compiler's new
// warnings are errors for who works on the package, never for who builds or uses it.
let strict: [SwiftSetting] =
    (Context.environment["DEMO_TUI_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []) + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

// Everything outside the library products stands behind the trait `App`: a consumer of `DemoManager` that says
// `traits: []` resolves swift-http-types and Yams and nothing else.
func app(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["App"]))
}

let package = Package(
    name: "demo-tui",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .executable(name: "demo-tui", targets: ["DemoTUI"]),
        .library(name: "DemoManager", targets: ["DemoManager"]),
        .library(name: "DemoManagerFiles", targets: ["DemoManagerFiles"]),
        .library(name: "DemoManagerURLSession", targets: ["DemoManagerURLSession"]),
        .library(name: "DemoManagerTesting", targets: ["DemoManagerTesting"]),
    ],
    traits: [
        .trait(name: "App", description: "The demo-tui program; consumers of the libraries switch it off."),
        .default(enabledTraits: ["App"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        // Lossless JSON, media types, dates, secrets. Below everything that needs it.
        .target(name: "WireFormats", swiftSettings: strict),
        // Texts in JSON or YAML with positions for messages. Apart, because it is all that needs Yams.
        .target(
            name: "SourceTexts",
            dependencies: ["WireFormats", .product(name: "Yams", package: "Yams")],
            swiftSettings: strict
        ),
        // OpenAPI reader: operations, schemas, examples. Knows no screen and no demo mode.
        .target(
            name: "APIDocument",
            dependencies: ["SourceTexts", "WireFormats", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: strict
        ),
        // The interpretation of a document: names, lists with their pages, resources. Made once, asked by everyone.
        .target(
            name: "APIModel",
            dependencies: ["APIDocument", "WireFormats", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: strict
        ),
        // What stands between a server and AsyncHTTPClient, for the app and the gateway: heads, certificates, proxies.
        .target(
            name: "ReplyHeads",
            dependencies: [
                app("AsyncHTTPClient", "async-http-client"),
                app("NIOConcurrencyHelpers", "swift-nio"), app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"), app("NIOPosix", "swift-nio"),
                app("NIOExtras", "swift-nio-extras"), app("NIOSOCKS", "swift-nio-extras"),
                app("NIOHTTP2", "swift-nio-http2"), app("NIOSSL", "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        // The app's own logic: screens derived from a document, client, services. Never learns that a demo exists.
        .target(
            name: "AppCore",
            dependencies: [
                "APIDocument", "APIModel", "SourceTexts", "WireFormats", "ReplyHeads",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("AsyncHTTPClient", "async-http-client"),
                app("Logging", "swift-log"),
                app("NIOConcurrencyHelpers", "swift-nio"),
                app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
                app("NIOHTTPCompression", "swift-nio-extras"),
                app("NIOPosix", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // The stubbing engine: one store, one decision, one journal. Knows no app and no terminal.
        .target(
            name: "DemoManager",
            dependencies: ["WireFormats", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: strict
        ),
        // Stub files for the engine, with templates and scripts. Apart, so that a program without them stays small.
        .target(
            name: "DemoManagerFiles",
            dependencies: [
                "DemoManager", "SourceTexts", "WireFormats", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        // The recorder of real replies, HAR, WireMock's folders: of the program, beside the engine. zlib is Apple's, too.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "Recordings",
            dependencies: [
                .target(name: "CZlib", condition: .when(traits: ["App"])), "DemoManager", "DemoManagerFiles",
                "SourceTexts", "WireFormats",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        // What a document alone can answer: samples made from its schemas, its examples, remembered writes.
        .target(
            name: "DocumentStubs",
            dependencies: [
                "APIDocument", "APIModel", "DemoManager", "SourceTexts", "WireFormats",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            resources: [.embedInCode("../../Resources/vocabulary.yaml")],
            swiftSettings: strict
        ),
        // DemoManager in URLSession. Apart, because it is all that needs FoundationNetworking.
        .target(
            name: "DemoManagerURLSession",
            dependencies: ["DemoManager", "WireFormats", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: strict
        ),
        // DemoManager in tests: a trait of Swift Testing. Apart, because no product of an app may link a test framework.
        .target(
            name: "DemoManagerTesting",
            dependencies: ["DemoManager", "DemoManagerFiles"],
            swiftSettings: strict
        ),
        // The engine as an HTTP server: stubs for an app in any language, the rest passed to an upstream.
        .target(
            name: "DemoGateway",
            dependencies: [
                "APIDocument", "DemoManager", "DemoManagerFiles", "DocumentStubs", "WireFormats", "Recordings",
                "ReplyHeads",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("AsyncHTTPClient", "async-http-client"),
                app("Crypto", "swift-crypto"),
                app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
                app("NIOHTTP2", "swift-nio-http2"),
                app("NIOPosix", "swift-nio"),
                app("NIOSSL", "swift-nio-ssl"),
                app("NIOTLS", "swift-nio"),
                app("NIOWebSocket", "swift-nio"),
                app("SwiftASN1", "swift-asn1"),
                app("X509", "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        // The admin API over a manager: what WireMock's tools speak, and the switches.
        .target(
            name: "DemoAdmin",
            dependencies: [
                "DemoManager", "DemoManagerFiles", "WireFormats", "Recordings",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("AsyncHTTPClient", "async-http-client"),
                app("Hummingbird", "hummingbird"),
                app("HummingbirdCore", "hummingbird"),
                app("Logging", "swift-log"),
                app("NIOCore", "swift-nio"),
                app("NIOPosix", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // Harbor's real backend: HTTP server and database.
        .target(
            name: "SampleBackend",
            dependencies: [
                "WireFormats",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("Hummingbird", "hummingbird"),
                app("HummingbirdCore", "hummingbird"),
                app("GRDB", "GRDB.swift"),
                app("Logging", "swift-log"),
                app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
                app("NIOPosix", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "CNcurses",
            linkerSettings: [.linkedLibrary("tinfo")]
        ),
        // Canvas, keys, text width and text fields on a terminal. Knows no app.
        .target(name: "Terminal", dependencies: ["CNcurses"], swiftSettings: strict),
        // The commit and the compiler, for `--version`. In C, because a define of its own makes one file compile again, not the
        // program. `make release` sets the variable.
        .target(
            name: "CBuild",
            cSettings: Context.environment["DEMO_TUI_BUILD"].map { [.define("DEMO_TUI_BUILD", to: "\"\($0)\"")] }
        ),
        .executableTarget(
            name: "DemoTUI",
            dependencies: [
                "AppCore", "APIDocument", "APIModel", "CBuild", "DemoAdmin", "DemoGateway", "DemoManager",
                "DemoManagerFiles", "DocumentStubs", "SourceTexts", "WireFormats", "Recordings", "ReplyHeads",
                "SampleBackend", "Terminal",
                app("ArgumentParser", "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("Logging", "swift-log"),
            ],
            resources: [.copy("../../Resources/fixtures")],
            swiftSettings: strict
        ),
        // Measures the engine: `make bench-engine`.
        .executableTarget(
            name: "EngineBenchmark",
            dependencies: [
                "DemoManager", "DemoManagerFiles", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Benchmarks/EngineBenchmark",
            swiftSettings: strict
        ),
        // A closed port and a server for the tests of more than one module.
        .target(
            name: "LoopbackPorts",
            dependencies: [
                app("NIOConcurrencyHelpers", "swift-nio"),
                app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
                app("NIOPosix", "swift-nio"),
                app("NIOSSL", "swift-nio-ssl"),
            ],
            path: "Tests/LoopbackPorts",
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport", dependencies: ["WireFormats"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "WireFormatsTests", dependencies: ["SourceTexts", "WireFormats", "TestSupport"], swiftSettings: strict
        ),
        .testTarget(
            name: "APIDocumentTests",
            dependencies: [
                "APIDocument", "SourceTexts", "WireFormats", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "APIModelTests",
            dependencies: [
                "APIModel", "APIDocument", "SourceTexts", "WireFormats",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AppCoreTests",
            dependencies: [
                "AppCore", "APIDocument", "APIModel", "SourceTexts", "WireFormats", "LoopbackPorts", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("Logging", "swift-log"),
                app("NIOConcurrencyHelpers", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DemoManagerTests",
            dependencies: [
                "APIDocument", "DemoManager", "DemoManagerFiles", "SourceTexts", "WireFormats", "Recordings",
                "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DocumentStubsTests",
            dependencies: [
                "DocumentStubs", "APIDocument", "APIModel", "DemoManager", "DemoManagerFiles", "SourceTexts",
                "WireFormats", "TestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DemoGatewayTests",
            dependencies: [
                "DemoGateway", "APIDocument", "DemoManager", "DemoManagerFiles", "DocumentStubs", "SourceTexts",
                "WireFormats", "Recordings",
                "LoopbackPorts", "ReplyHeads", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("AsyncHTTPClient", "async-http-client"),
                app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
                app("NIOPosix", "swift-nio"),
                app("NIOSSL", "swift-nio-ssl"),
                app("NIOWebSocket", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DemoManagerURLSessionTests",
            dependencies: [
                "DemoManagerURLSession", "DemoManager", "WireFormats", "LoopbackPorts",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DemoManagerTestingTests",
            dependencies: [
                "DemoManagerTesting", "DemoManager", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        // The code of the library's articles, and DemoManager in front of other clients.
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "DemoManager", "DemoManagerFiles", "DemoManagerTesting", "DemoManagerURLSession", "LoopbackPorts",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("AsyncHTTPClient", "async-http-client"),
                app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DemoAdminTests",
            dependencies: [
                "DemoAdmin", "DemoManager", "DemoManagerFiles", "WireFormats", "Recordings", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("AsyncHTTPClient", "async-http-client"),
                app("Logging", "swift-log"),
                app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SampleBackendTests",
            dependencies: [
                "SampleBackend", "SourceTexts", "WireFormats", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                app("AsyncHTTPClient", "async-http-client"),
                app("GRDB", "GRDB.swift"),
                app("Logging", "swift-log"),
                app("NIOCore", "swift-nio"),
                app("NIOHTTP1", "swift-nio"),
                app("NIOPosix", "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "DemoTUITests",
            dependencies: [
                "DemoTUI", "APIDocument", "APIModel", "AppCore", "DemoAdmin", "DemoGateway", "DemoManager",
                "DemoManagerFiles", "DocumentStubs", "SourceTexts", "WireFormats", "LoopbackPorts", "Recordings",
                "SampleBackend", "Terminal",
                "TestSupport",
                app("ArgumentParser", "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["Snapshots/Screens", "Golden/Documents"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
