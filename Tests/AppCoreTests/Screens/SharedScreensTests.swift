import APIDocument
import AppCore
import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite(.enabled(if: !SharedCases.documents.isEmpty)) struct SharedScreensTests {
    private func screens(_ name: String) throws -> ScreenCatalog {
        ScreenCatalog(try APIDocument(SourceText(file: SharedCases.document(name))))
    }

    @Test(
        "Published documents give screens with unique ids and matching parents",
        arguments: SharedCases.documents)
    func consistency(name: String) throws {
        let catalog = try screens(name)
        #expect(!catalog.sidebar.isEmpty)
        #expect(Set(catalog.screens.map(\.id)).count == catalog.screens.count)
        for screen in catalog.screens {
            for child in screen.children { #expect(catalog[child]?.parent == screen.id, "\(child)") }
            // Rows of several searches may open one item, which belongs to the first.
            if let item = screen.rowScreen { #expect(catalog[item]?.parent != nil, "\(item)") }
            #expect(screen.columns.count <= 8)
            #expect((screen.load == nil) == (screen.kind == .form))
            let sources = screen.load?.parameters.map(\.source) ?? []
            for case .inherited in sources { #expect(screen.parent != nil, "\(screen.id)") }
        }
    }
}
