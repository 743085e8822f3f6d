import TestSupport
import Testing

@testable import DemoTUI

@Suite("Completion of paths") struct PathCompletionTests {
    @Test(
        "A path becomes longer as far as all files agree",
        arguments: [
            ("re", "report-"), ("report-", nil), ("report-b", "report-b.txt"), ("fo", "folder/"), ("x", nil),
            ("folder/", "folder/inner.txt"), (".h", ".hidden"), ("", nil), ("none/x", nil),
        ])
    func longer(typed: String, expected: String?) throws {
        let folder = try Folder([
            "report-a.txt": "", "report-b.txt": "", "folder/inner.txt": "", ".hidden": "", "folder/.hidden": "",
        ])
        let path = { folder.path + "/" + $0 }
        #expect(PathCompletion.longer(than: path(typed)).path == expected.map(path))
        let names = PathCompletion.longer(than: path("report-")).names
        #expect(names == ["report-a.txt", "report-b.txt"], "several fit")
        #expect(PathCompletion.longer(than: path("report-a.txt")).names.isEmpty)
    }
}
