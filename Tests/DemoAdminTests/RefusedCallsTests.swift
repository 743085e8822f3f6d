import DemoManager
import TestSupport
import Testing

@testable import DemoAdmin
@testable import Recordings

@Suite("Refused calls of the admin API") struct RefusedCallsTests {
    /// Method, path and body; after the arrow the status, the key that the refusal names, and words of its reason.
    private static let calls = #"""
        POST mappings {"mappings": [\#(hello), {"request": {"urlGlob": "*"}}]} => /mappings/1/request/urlGlob urlGlob
        POST mappings {nonsense
        POST mappings {"request": {}, "response": {"bodyFileName": "/etc/passwd"}}
        POST mappings {"id": 5, "request": {}, "response": {}}
        POST mappings {"id": "", "request": {}, "response": {}}
        POST mappings {"id": null, "request": {}, "response": {}}
        PUT mappings/{\#(id)} {"mappings": [\#(hello), \#(hello)]}
        PUT mappings/{\#(id)} \#(misspelt) => /response/bodyFilename
        GET mappings?limit=-1 => 400
        POST mappings/import {"mappings": [\#(hello), \#(misspelt)], \#(alone)} => /mappings/1/response/bodyFilename
        POST mappings/import {"mappings": [{"id": "\#(id)"}], "importOptions": {"duplicatePolicy": "LATER"}}
        POST mappings/import
        POST mappings/import []
        POST mappings/import {}
        POST mappings/import {"mappings": 5}
        POST mappings/import {"mappings": [], "importOptions": 5}
        POST mappings/import {"mappings": [], "importOptions": {"dup": "IGNORE"}}
        POST mappings/import {"mappings": [], "importOptions": {"deleteAllNotInImport": "yes"}}
        POST recordings/start {"targetBaseUrl": "http://other"} => /targetBaseUrl
        POST recordings/start {"targetBaseUrl": 1} => /targetBaseUrl
        POST recordings/start {"persist": false} => /persist
        POST recordings/start {"filters": {}} => /filters
        POST recordings/start {"repeatsAsScenarios": false} => /repeatsAsScenarios
        POST recordings/start {"outputFormat": "IDS"} => /outputFormat
        POST recordings/start {"transformers": []} => /transformers
        POST requests/count {"urlGlob": "x"}
        PUT demo?sesion=anna {"enabled": false} => 400 sesion
        GET requests?since=yesterday => 400
        GET requests?unmatched=maybe => 400
        POST near-misses/request {"method": "GET", "url": "/", "headers": 5} => /headers
        POST near-misses/request {"method": "GET", "url": "/", "headers": {"a": {}}} => /headers/a
        POST near-misses/request {"method": "GET", "url": "/", "body": {}} => /body
        POST near-misses/request {"method": "GET", "url": "/", "bodyAsBase64": "?"} => /bodyAsBase64
        POST near-misses/request {"method": "GET", "url": "/", "cookie": {}} => /cookie
        POST demo {"enabled": true, "screens": {"card": "on"}}
        POST demo {"enabled": true, "screens": {"cards": "maybe"}}
        POST demo {"enabled": true, "conditions": {"screens": {"cards": "sunny"}}}
        POST demo {"enabled": true, "demo": 1}
        POST demo {"enabled": true, "conditions": {"operations": {"listCard": null}}}
        POST demo {"conditions": {"screens": {"cards": {"name": "sunny"}}}}
        POST demo {"conditions": {"screens": {"cards": {"once": true}}}}
        POST demo {"conditions": {"screens": {"cards": {"name": "empty", "once": 1}}}}
        POST demo {"conditions": {"screens": {"cards": {"twice": 1}}}}
        POST demo {"enabled": true, "chaos": "sunny"}
        POST demo {"enabled": true, "chaos": 7}
        POST demo {"enabled": true, "chaos": {}}
        POST demo {"enabled": true, "chaos": {"rules": [{"operations": ["listCard"]}]}}
        POST demo {"enabled": true, "chaos": {"rules": [{"effects": {"noNetwork": 2}}]}}
        POST demo {"enabled": true, "chaos": {"rules": [], "name": "a", "more": 1}}
        PUT demo {"screens": 5} => /screens screens must
        PUT demo {"screens": ["cards"]} => /screens screens must
        PUT demo {"conditions": 5} => /conditions conditions must
        PUT demo {"conditions": {"operations": 5}} => /conditions/operations operations must
        PUT demo {"conditions": {"screens": []}} => /conditions/screens screens must
        PUT demo {"enabled": "yes"} => /enabled enabled must
        PUT demo {"unmatched": 1} => /unmatched unmatched must
        PUT demo {"enabled": true, "unmatched": "capture"} => /unmatched --record DIR
        POST settings {"fixedDelay": -1} => /fixedDelay fixedDelay must
        PUT scenarios/{cart}/state {"state": "empty"}
        PUT scenarios/{basket}/state => 404
        PUT demo/holds {"breakpoints": "a"}
        PUT demo/holds {"breakpoints": [1]}
        PUT demo/holds {"timeoutSeconds": 0}
        PUT demo/holds {"a": 1}
        """#.split(separator: "\n").map(String.init)
    private static let id = "11111111-2222-4333-8444-555555555555"
    private static let hello = #"{"request": {"urlPath": "/hello"}, "response": {"status": 418, "body": "hi"}}"#
    private static let misspelt = #"{"id": "\#(id)", "request": {}, "response": {"status": 500, "bodyFilename": "x"}}"#
    private static let alone = #""importOptions": {"deleteAllNotInImport": true}"#

    /// The API of a manager whose stubs and switches are set.
    private func prepared() async throws -> AdminAPI {
        let manager = DemoManager()
        manager.describe(
            screens: [ScreenDescription(id: "cards", operations: ["listCards"])],
            operations: [OperationDescription(id: "listCards", method: .get, pathTemplate: "/cards")])
        let recording = Recording(of: manager, into: try Folder().path("recording"))
        let api = AdminAPI(
            manager, recorded: ServerRecording(recording) { $0 == "http://server" },
            policyReasons: [.capture: "Start with --record DIR to record."])
        let cart = #""scenarioName": "cart", "requiredScenarioState": "Started", "newScenarioState": "full""#
        for (path, body) in [
            ("mappings", #"{"id": "\#(Self.id)", "request": {"urlPath": "/a"}, \#(cart)}"#),
            ("demo", #"{"chaos": "flaky", "conditions": {"operations": {"listCards": "forbidden"}}}"#),
            ("demo/holds", #"{"breakpoints": ["GET /a"]}"#), ("settings", #"{"fixedDelay": 700}"#),
        ] {
            #expect([200, 201].contains(try await api.call(.post, path, body).status), "\(path)")
        }
        api.ask("/a")
        return api
    }

    private func state(of api: AdminAPI) async throws -> [JSONValue] {
        var state: [JSONValue] = []
        for path in ["demo", "demo/holds", "mappings", "recordings/status", "scenarios", "settings"] {
            state.append(try await api.call(.get, path).body)
        }
        return state
    }

    @Test("A refusal names each fault of the body with its place, the first 20 of many") func several() async throws {
        let api = try await prepared()
        func faults(_ body: String) async throws -> [JSONValue] {
            let answer = try await api.call(.put, "demo", body)
            #expect(answer.status == 422)
            return answer.body["errors"]?.arrayValue ?? []
        }
        let two = try await faults(#"{"enabled": 1, "unmatched": "maybe"}"#)
        #expect(two.compactMap { $0["source"]?["pointer"]?.stringValue } == ["/enabled", "/unmatched"])
        #expect(two.allSatisfy { $0["title"]?.stringValue?.hasSuffix(".") == true })
        let many = (0..<2_000).map { "\"k\($0)\": 1" }.joined(separator: ", ")
        #expect(try await faults("{\(many)}").count == 20)
    }

    @Test("A refused call names its key, and nothing changes", arguments: calls)
    func refused(call: String) async throws {
        let form = /(\w+) ([^ ?]+)(?:\?(\w+)=(\S+))? ?(.*?)(?: ?=> (\d+)? ?(\/\S*)? ?(.*))?/
        let (_, method, path, key, value, body, status, pointer, words) = try #require(call.wholeMatch(of: form)).output
        let parameter = path.firstMatch(of: /\{(.+)\}/)?.1 ?? ""
        let api = try await prepared()
        let before = try await state(of: api)
        let answer = try await api.call(
            try #require(HTTPRequest.Method(String(method))), String(path.replacing(/\{.+\}/, with: "{id}")),
            String(body), parameter: String(parameter), query: key.map { [String($0): String(value ?? "")] } ?? [:])
        let fault = answer.body["errors"]?.arrayValue?.first
        #expect(answer.status == status.flatMap { Int($0) } ?? 422)
        if let pointer { #expect(fault?["source"]?["pointer"]?.stringValue == String(pointer)) }
        if let words { #expect(fault?["title"]?.stringValue?.contains(words) == true) }
        #expect(try await state(of: api) == before)
    }
}
