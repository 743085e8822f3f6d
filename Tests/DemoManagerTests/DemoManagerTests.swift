import Testing
@testable import DemoManager
