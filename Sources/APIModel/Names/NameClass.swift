import APIDocument
import WireFormats

/// A class of names with one meaning, as `HumanName.key` spells them.
package struct NameClass: Sendable {
    /// The names, the most telling first.
    package let names: [String]
    private let known: Set<String>

    private init(_ names: String) {
        self.names = names.split(whereSeparator: \.isWhitespace).map(String.init)
        known = Set(self.names)
    }

    /// True for a name of the class, in any spelling.
    package func has(_ name: String) -> Bool { known.contains(HumanName.key(name)) }
}

extension NameClass {
    /// Words at the end of schemas' names that say nothing about the item.
    package static let filler = NameClass("response dto model schema object resource entity output out view")
}
