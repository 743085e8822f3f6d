import TestSupport
import Testing

@testable import DemoManager
@testable import DemoManagerFiles
@testable import Recordings

@Suite struct WireMockLayoutTests {
    @Test("A recording laid out for WireMock answers the same without metadata, with sequences as scenarios")
    func layout() async throws {
        let scene = try RecordingScene()
        let big = String(repeating: "big", count: 2_000)
        try await scene.record([
            .served("/x", "1"), .served("/x", "1"), .served("/x", big), .served("/x", "3"), .served("/y", "y"),
            .served(.get, "/p", headers: [("Content-Type", "image/png")], [0xFF, 0xFE]),
        ])
        let layout = WireMockLayout(of: try scene.player().stubs.reversed().map(\.stub))
        #expect(layout.problems == [] && layout.mappings.count == 6 && layout.bodies.count == 2)
        for (_, bytes) in layout.mappings { #expect(try JSONValue(parsing: bytes)["metadata"] == nil) }
        let out = try Folder()
        try layout.write(to: out.path + "/out")
        let player = demoManager()
        #expect(player.loadStubs(folder: out.path + "/out") == [])
        #expect((0..<5).map { _ in player.answer("/x") } == ["1", "1", big, "3", "3"])
        #expect(player.answer("/y") == "y" && player.decide(.get("/p")).reply?.body == [0xFF, 0xFE])
    }

    @Test("A sequence that WireMock cannot express is a problem") func unsayable() {
        let stubs = mappings(
            """
            request: {urlPath: /a}
            sequence: [{status: 200}, {status: 404}]
            sequenceEnd: fail
            """
        ).stubs
        #expect(WireMockLayout(of: stubs).problems.first?.message.contains("its end fail") == true)
    }

    @Test(
        "A key that only newer versions of WireMock read is one warning",
        arguments: ["urlPathTemplate: '/a/{id}'", "formParameters: {a: {equalTo: b}}"])
    func newer(key: String) {
        let layout = WireMockLayout(of: mappings("request: {\(key)}\nresponse: {status: 200}").stubs)
        #expect(layout.mappings.count == 1 && layout.problems.map(\.severity) == [.warning])
        #expect(layout.problems.first?.message.contains("WireMock 3") == true)
    }
}

@Suite struct BodyDemandTests {
    @Test("Each unique, nonsecret field of a form is required") func fields() {
        let fields = (0..<9_000).map { "f\($0)=" } + ["a=1", "a=2", "password=x", "code=ab", "state=x"]
        let body = Array(fields.joined(separator: "&").utf8)
        #expect(body.count <= BodyDemand.limit)
        let demand = BodyDemand(body, "application/x-www-form-urlencoded", .post, Redactor())
        // A code beside much else is no code of OAuth.
        #expect(demand.fields.count == 9_002)
        let names = Set(demand.fields.map(\.name))
        #expect(names.isDisjoint(with: ["a", "password"]) && names.contains("code"))
        let signIn = BodyDemand(Array("code=ab&state=x".utf8), "application/x-www-form-urlencoded", .post, Redactor())
        #expect(signIn.fields.map(\.name) == ["state"])
    }
}
