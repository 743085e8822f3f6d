import APIDocument
import HTTPTypes

/// The conventions of a standard or a framework.
///
/// Names that mean the same everywhere count in every document. Conventions that contradict others count only in documents
/// that speak the dialect (``marks``). A new dialect is a value here and a row in `DialectTests`.
///
/// Names are spelled as ``HumanName/key(_:)`` spells them.
package struct Dialect: Sendable {
    package let name: String
    /// Members of replies and requests; a document that declares them all speaks the dialect.
    var marks: Set<String> = []

    // Answers
    /// Arrays of rows.
    var rows: [String] = []
    /// Members about the page or the answer.
    var aboutAnswer: [String] = []
    /// Beginnings of members about the answer, as they are written.
    var aboutPrefixes: [String] = []
    /// The number of all rows.
    var totals: [String] = []
    /// Cursors of the next page.
    var nexts: [String] = []
    /// Addresses of the next page.
    var nextURLs: [String] = []
    /// The number of the first page, if the dialect counts pages from another number than 1.
    var firstPage: Int?

    // Items
    /// The members of an item that hold its own members.
    package var parts: Parts?
    /// Members with the same value in every row.
    var constants: Set<String> = []

    // Error reports
    /// Lists of complaints about fields.
    var errorFields: [String] = []
    /// The name of the field in a complaint.
    var errorField: [String] = []
    /// The words of a complaint.
    var complaint: [String] = []

    // Operations
    /// An operation's id without what the framework adds to the name of a function.
    var functionName: (@Sendable (Operation) -> String?)?

    /// The members of an item whose own members stand in one of them.
    package struct Parts: Sendable {
        /// The member with the item's own members.
        package let attributes: String
        /// The member with its relations.
        package let relations: String
        /// The members beside them that say which item it is.
        package let identity: [String]

        fileprivate func are(in names: Set<String>) -> Bool {
            names.contains(attributes) && names.isSuperset(of: identity)
        }
    }
}

// MARK: The dialects

extension Dialect {
    static let all: [Dialect] = [
        plain, jsonAPI, hal, spring, odata, hydra, kubernetes, google, fhir, stripe, graphQL, fastAPI, nest,
    ]

    /// The conventions of most documents; all that other tables have is theirs.
    static let plain = Dialect(name: "plain")
    /// JSON:API 1.1, "Resource Objects" and "Updating Resources".
    static let jsonAPI = Dialect(
        name: "JSON:API", marks: ["attributes", "type"], aboutAnswer: ["jsonapi"],
        parts: Parts(attributes: "attributes", relations: "relationships", identity: ["type", "id"]),
        errorField: ["pointer", "parameter"])
    /// Hypertext Application Language: rows stand in `_embedded`, links in `_links`.
    static let hal = Dialect(name: "HAL", marks: ["embedded", "links"], aboutAnswer: ["links"])
    /// Spring Data: pages are counted from 0.
    static let spring = Dialect(
        name: "Spring", marks: ["totalelements"], rows: ["content"], totals: ["totalelements"], firstPage: 0)
    /// OData 4.
    static let odata = Dialect(
        name: "OData", marks: ["odatacontext"], rows: ["value"], aboutPrefixes: ["@"], totals: ["odatacount"],
        nextURLs: ["odatanextlink"])
    /// Hydra and JSON-LD.
    static let hydra = Dialect(
        name: "Hydra", marks: ["hydramember"], rows: ["member", "hydramember"], aboutPrefixes: ["@", "hydra:"],
        totals: ["hydratotalitems"])
    /// Kubernetes: every object says its type.
    static let kubernetes = Dialect(
        name: "Kubernetes", marks: ["apiversion", "kind"], constants: ["apiversion", "kind"])
    /// Google's APIs, as their discovery documents describe them.
    static let google = Dialect(
        name: "Google", marks: ["kind", "nextpagetoken"], totals: ["totalsize"], nexts: ["nextpagetoken"],
        constants: ["kind"])
    /// HL7 FHIR: bundles have entries, and an OperationOutcome has issues.
    static let fhir = Dialect(
        name: "FHIR", marks: ["resourcetype"], rows: ["entry"], constants: ["resourcetype"], errorFields: ["issue"],
        errorField: ["expression"], complaint: ["diagnostics"])
    /// Stripe and its like: every object says its type.
    static let stripe = Dialect(name: "Stripe", marks: ["object"], constants: ["object"])
    /// GraphQL's names for types.
    static let graphQL = Dialect(name: "GraphQL", marks: ["typename"], aboutPrefixes: ["__"])
    /// FastAPI adds path and method to the name of a function.
    static let fastAPI = Dialect(name: "FastAPI") { operation in
        let path = String(operation.path.text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        let ending = path + "_" + operation.method.rawValue.lowercased()
        guard operation.id.hasSuffix(ending), operation.id.count > ending.count else { return nil }
        return String(operation.id.dropLast(ending.count))
    }
    /// NestJS puts the controller before the name of a function.
    static let nest = Dialect(name: "NestJS") { operation in
        guard let mark = operation.id.firstRange(of: "Controller_"), mark.upperBound < operation.id.endIndex else {
            return nil
        }
        return String(operation.id[mark.upperBound...])
    }
}

// MARK: The dialects of a document

extension APIDocument {
    /// The dialects that the document speaks, found once by the members of its bodies.
    package var dialects: [Dialect] {
        memo.value {
            let members = bodyMembers
            return Dialect.all.filter { $0.marks.isSubset(of: members) }
        }
    }

    /// The parts of an item whose own members stand in one of them; nil for an item with its members in itself.
    package func parts(of item: Schema) -> Dialect.Parts? {
        let names = Set(item.properties.map(\.name))
        return dialects.lazy.compactMap(\.parts).first { $0.are(in: names) }
    }

    /// True for a member with the same value in every row of the document.
    package func isConstant(_ name: String) -> Bool {
        let key = HumanName.key(name)
        return Dialect.isAboutAnswer(name) || dialects.contains { $0.constants.contains(key) }
    }

    /// The number of the first page if the document does not say it.
    var firstPage: Int { dialects.lazy.compactMap(\.firstPage).first ?? 1 }

    /// The name of the function behind an operation; its id if no framework changed that.
    package func functionName(of operation: Operation) -> String {
        dialects.lazy.compactMap { $0.functionName?(operation) }.first ?? operation.id
    }

    /// The names of the members of replies and requests, of their objects, and of their rows.
    private var bodyMembers: Set<String> {
        var names: Set<String> = []
        var parts = operations.compactMap(answer) + operations.compactMap { $0.requestBody?.preferred?.schema }
        // Most operations share their schemas; the first time, a schema is closest to the reply.
        var seen: Set<String> = []
        // The reply itself, its members and their rows; a reply that is a list has its rows one level higher.
        for _ in 0..<3 {
            var inner: [Schema] = []
            let new = parts.filter { $0.reference.map { seen.insert($0).inserted } ?? true }
            for schema in new.map(resolveChoices) {
                names.formUnion(schema.properties.map { HumanName.key($0.name) })
                inner += schema.properties.map(\.schema) + [schema.items].compactMap(\.self)
            }
            parts = inner
        }
        return names
    }
}

extension Dialect {
    /// The member with an item's own members, by the names of the item's members; nil if they stand in the item itself.
    package static func attributes(among names: Set<String>) -> String? {
        all.lazy.compactMap(\.parts).first { $0.are(in: names) }?.attributes
    }

    /// True for a member that some dialect begins in a way of its own: `@odata.context`, `hydra:view`.
    static func isAboutAnswer(_ name: String) -> Bool { prefixes.contains(where: name.hasPrefix) }

    private static let prefixes = Set(all.flatMap(\.aboutPrefixes))
}
