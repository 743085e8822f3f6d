import APIDocument
import JSONText

/// All screens of a document.
public struct ScreenCatalog: Sendable {
    /// Every screen: those of the sidebar in its order, then the others in the document's.
    public let screens: [Screen]
    /// What of the document's wishes could not be met.
    public let problems: [Problem]
    /// The ways to sign in, the best first; empty where the document asks for no credentials.
    public let authentications: [Authentication]
    private let places: [String: Int]

    /// A catalogue of these screens.
    public init(screens: [Screen], problems: [Problem] = [], authentications: [Authentication] = []) {
        self.screens = screens
        self.problems = problems
        self.authentications = authentications
        places = Dictionary(screens.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The best way to sign in; nil where the document asks for no credentials.
    public var authentication: Authentication? { authentications.first }

    /// The screen of that id.
    public subscript(id: String) -> Screen? { places[id].map { screens[$0] } }

    /// The screens that stand for themselves, in order.
    public var sidebar: [Screen] { screens.filter { $0.parent == nil } }
}
