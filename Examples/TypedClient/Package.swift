// swift-tools-version: 6.2
import PackageDescription

// `traits: []` leaves out the demo-tui program and all it needs: this package resolves swift-http-types and Yams besides.
let package = Package(
    name: "typed-client",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "TypedClient", targets: ["TypedClient"])],
    dependencies: [
        .package(name: "demo-tui", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    ],
    targets: [
        .target(
            name: "TypedClient",
            dependencies: [
                .product(name: "DemoManager", package: "demo-tui"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
            ]
        ),
        .testTarget(
            name: "TypedClientTests",
            dependencies: [
                "TypedClient",
                .product(name: "DemoManager", package: "demo-tui"),
                .product(name: "DemoManagerTesting", package: "demo-tui"),
                .product(name: "DemoManagerURLSession", package: "demo-tui"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
