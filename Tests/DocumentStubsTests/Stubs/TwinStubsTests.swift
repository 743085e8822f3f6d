import APIDocument
import DemoManager
import DocumentStubs
import Testing
import WireFormats

@Suite(.enabled(if: SampleDocuments.areHere))
struct TwinStubsTests {
    private static let twins = SampleDocuments.names.compactMap { name -> String? in
        let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : ""
        return SampleDocuments.names.contains(stem + ".json") ? stem : nil
    }

    @Test("A document makes the same stubs and answers in JSON and in YAML", arguments: twins)
    func same(stem: String) throws {
        #expect(try answers(stem + ".json") == answers(stem + ".yaml"))
    }

    /// What every operation answers by itself.
    private func answers(_ name: String) throws -> [String] {
        // One of the twins is refused: so must the other be, which the documents' own tests see to.
        guard let document = try? SampleDocuments.document(name) else { return ["refused"] }
        let manager = DemoManager(configuration: .init(unmatched: .error))
        let stubs = DocumentStubs(document).stubs
        try manager.add(stubs)
        let calls = document.operations.map { operation -> String in
            let path = operation.path.parameterNames.reduce(operation.path.text) { $0.replacing("{\($1)}", with: "7") }
            let decision = manager.decide(.get(path), call: Call(id: 1, mode: .demo))
            guard case .stub(let reply, _) = decision.action else { return "\(path): none" }
            return "\(path): \(reply.status.code) \(String(decoding: reply.body, as: UTF8.self))"
        }
        return stubs.compactMap(\.name).sorted() + calls
    }
}
