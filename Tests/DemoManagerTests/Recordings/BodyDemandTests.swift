import Testing

@testable import DemoManager
@testable import Recordings

@Suite struct BodyDemandTests {
    @Test("Each field of a form that is unique and not secret is demanded") func fields() {
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
