import Foundation
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import SampleBackend

/// The backend, the document that describes it and the stubs that stand in for it must agree.
@Suite struct HarborDocumentTests {
    private let folder = Checkout.path("Resources/fixtures/harbor")

    private func read(_ name: String) throws -> JSONValue { try SourceText(file: "\(folder)/\(name)").parse() }

    @Test("The backend answers exactly the operations the document describes") func operations() async throws {
        let paths = try #require(try read("openapi.yaml")["paths"]?.objectValue)
        let described = paths.members.flatMap { path in
            (path.value.objectValue?.keys ?? []).filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path.key)" }
        }
        let bank = Bank(store: try await BankStore.open(nil), tokens: TokenStore(lifetime: .zero))
        #expect(Set(bank.routes.map { "\($0.method) \($0.path)" }) == Set(described))
    }

    @Test("Both know the same categories, page sizes and lengths") func limits() throws {
        let document = try read("openapi.yaml")
        let categories = document["components"]?["schemas"]?["Category"]?["enum"]?.arrayValue
        #expect(categories?.compactMap(\.stringValue) == Category.allCases.map(\.rawValue))
        let limit = document["components"]?["parameters"]?["Limit"]?["schema"]
        #expect(limit?["default"]?.intValue == (try PageRequest(FormFields(""), of: .messages)).limit)
        let user = document["components"]?["schemas"]?["User"]?["properties"]
        #expect(user?["name"]?["maxLength"] == 80)
        #expect(user?["description"]?["maxLength"] == 500)
    }

    @Test(
        "The backend's rows have the members the document requires, in its order",
        arguments: [
            ("Transaction", "/transactions?limit=1"), ("Message", "/chats/chat-1/messages?limit=1"), ("Chat", "/chats"),
        ])
    func rows(schema: String, path: String) async throws {
        let required = try read("openapi.yaml")["components"]?["schemas"]?[schema]?["required"]?.arrayValue
        try await withBackend { client in
            let page = try await client.get(path)
            #expect(page.rows.first?.objectValue?.keys == required?.compactMap(\.stringValue))
            #expect(page.json.objectValue?.keys == ["data", "nextCursor", "total"])
        }
    }

    @Test("Every operation has a stub or an example of its success, and every body a stub names can be read")
    func stubs() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/stubs")
        let mappings = try files.flatMap { try read("stubs/\($0)")["mappings"]?.arrayValue ?? [] }
        var stubbed: Set<String> = []
        for mapping in mappings {
            let request = mapping["request"]
            let path = request?["urlPath"] ?? request?["urlPathTemplate"]
            stubbed.insert("\(request?["method"]?.stringValue ?? "?") \(path?.stringValue ?? "?")")
            if let body = mapping["response"]?["bodyFileName"]?.stringValue { _ = try read(body) }
        }
        let paths = try #require(try read("openapi.yaml")["paths"]?.objectValue)
        for path in paths.members {
            for member in path.value.objectValue?.members ?? [] where member.key != "parameters" {
                let responses = member.value["responses"]?.objectValue?.members ?? []
                let success = responses.first { $0.key.hasPrefix("2") }?.value["content"]?["application/json"]
                let isExample = success?["examples"] != nil || success?["example"] != nil
                #expect(isExample || stubbed.contains("\(member.key.uppercased()) \(path.key)"))
            }
        }
    }

    @Test("The demo's transactions hold together: as many as their total says, no id twice") func transactions() throws
    {
        let list = try read("bodies/transactions.json")
        let rows = try #require(list["data"]?.arrayValue)
        #expect(rows.count > 100 && list["total"]?.intValue == rows.count && list["nextCursor"] == .null)
        #expect(Set(rows.compactMap { $0["id"]?.stringValue }).count == rows.count)
    }
}
