import DemoManager
import Foundation
import HTTPTypes
import Testing

@Suite("Folders of stub files")
struct FolderOrderTests {
    @Test("a folder loaded later wins, wherever it lies in byte order", arguments: [["a", "b"], ["b", "a"]])
    func laterFolderWins(names: [String]) throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("folder-order-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let manager = DemoManager()
        manager.isEnabled = true
        for name in names {
            let folder = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let stub = #"{"request": {"urlPath": "/me"}, "response": {"status": 200, "body": "\#(name)"}}"#
            try Data(stub.utf8).write(to: folder.appendingPathComponent("me.json"))
            #expect(manager.loadStubs(folder: folder.path).isEmpty)
        }
        let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/me")
        let decision = manager.decide(request, call: manager.beginCall(screen: nil, operation: nil))
        guard case .stub(let reply, _) = decision.action else {
            Issue.record("not stubbed: \(decision.reason)")
            return
        }
        #expect(String(decoding: reply.body, as: UTF8.self) == names.last)
    }
}
