import APIDocument
import AppCore
import Foundation
import Testing
import WireFormats

@Suite(.enabled(if: !Checkout.sharedNames.isEmpty))
struct SharedScreensTests {
    private func screens(_ name: String) throws -> ScreenCatalog {
        ScreenCatalog(try APIDocument(SourceText(file: Checkout.shared + "/" + name)))
    }

    @Test(
        "Real documents give screens with unique ids, whose parents and children agree", arguments: Checkout.sharedNames
    )
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

    @Test(
        "A document's YAML and JSON twins give equal screens",
        arguments: Checkout.sharedNames.filter { $0.hasSuffix(".yaml") && $0.hasPrefix("readme-") })
    func twins(name: String) throws {
        let twin = name.replacing(".yaml", with: ".json")
        try #require(Checkout.sharedNames.contains(twin))
        let (yaml, json) = (try screens(name), try screens(twin))
        #expect(yaml.screens.map(\.id) == json.screens.map(\.id))
        for (left, right) in zip(yaml.screens, json.screens) { #expect(left.isLike(right), "\(left.id)") }
        #expect(yaml.authentications.first == json.authentications.first)
    }
}

extension Screen {
    /// Equal but for help texts, whose line breaks differ between the twins, and body schemas, which hold those texts.
    fileprivate func isLike(_ other: Screen) -> Bool {
        func key(_ fields: [Field]) -> [[String]] {
            fields.map { [$0.id, $0.title, "\($0.kind)", "\($0.isRequired)"] }
        }
        return title == other.title && kind == other.kind && parent == other.parent && children == other.children
            && operations == other.operations && pagination == other.pagination && rows == other.rows
            && item == other.item && key(fields) == key(other.fields) && key(filters) == key(other.filters)
            && key(create?.fields ?? []) == key(other.create?.fields ?? [])
            && columns.map(\.title) == other.columns.map(\.title)
    }
}
