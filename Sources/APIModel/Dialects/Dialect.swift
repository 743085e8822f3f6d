import APIDocument
import HTTPTypes

/// The conventions of a standard or a framework.
///
/// Names with one meaning everywhere count in every document. Conventions that contradict others count only in
/// documents that use the dialect (``marks``). A new dialect is a value here and a row in `DialectTests`.
///
/// Names are spelled as ``HumanName/key(_:)`` returns them.
package struct Dialect: Sendable {
    package let name: String
    /// Members of replies and requests; a document that declares all of them uses the dialect.
    var marks: Set<String> = []

    // Answers
    /// Arrays of rows.
    var rows: [String] = []
    /// Members that describe the page or the reply.
    var aboutAnswer: [String] = []
    /// Prefixes of members that describe the reply, in their original spelling.
    var aboutPrefixes: [String] = []
    /// The number of all rows.
    var totals: [String] = []
    /// Members with the cursor of the next page.
    var nexts: [String] = []
    /// Members with the URL of the next page.
    var nextURLs: [String] = []
    /// The number of the first page if the dialect does not start at 1.
    var firstPage: Int?

    // Items
    /// The parts of an item whose own members are in a nested object.
    package var parts: Parts?
    /// Members with the same value in every row of a document.
    var constants: Set<String> = []

    // Error reports
    /// Members with the list of errors of single fields.
    var errorFields: [String] = []
    /// The member with the name of the invalid field.
    var errorField: [String] = []
    /// The member with the message about the field.
    var complaint: [String] = []

    // Operations
    /// Returns the operation's id without the framework's additions to the function name.
    var functionName: (@Sendable (Operation) -> String?)?

    /// The parts of an item whose own members are in a nested object.
    package struct Parts: Sendable {
        /// The name of the object with the item's own members.
        package let attributes: String
        /// The name of the object with its relationships.
        package let relations: String
        /// The members beside these objects that identify the item.
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

    /// The default conventions; their names are in ``NameClass`` and ``PagingNames``.
    static let plain = Dialect(name: "plain")
    /// JSON:API 1.1, "Resource Objects" and "Updating Resources".
    static let jsonAPI = Dialect(
        name: "JSON:API", marks: ["attributes", "type"], aboutAnswer: ["jsonapi"],
        parts: Parts(attributes: "attributes", relations: "relationships", identity: ["type", "id"]),
        errorField: ["pointer", "parameter"])
    /// Hypertext Application Language: rows are in `_embedded`, links in `_links`.
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
    /// Kubernetes: every object has its type.
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
    /// Stripe and similar APIs: every object has its type.
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
    /// The dialects that the document uses, detected once from the members of its bodies.
    package var dialects: [Dialect] {
        memo.value {
            let members = bodyMembers
            return Dialect.all.filter { $0.marks.isSubset(of: members) }
        }
    }

    /// The parts of an item whose own members are in a nested object; nil if they are in the item itself.
    package func parts(of item: Schema) -> Dialect.Parts? {
        let names = Set(item.properties.map(\.name))
        return dialects.lazy.compactMap(\.parts).first { $0.are(in: names) }
    }

    /// True for a member with the same value in every row of the document.
    package func isConstant(_ name: String) -> Bool {
        let key = HumanName.key(name)
        return Dialect.isAboutAnswer(name) || dialects.contains { $0.constants.contains(key) }
    }

    /// The number of the first page if the document does not declare it.
    var firstPage: Int { dialects.lazy.compactMap(\.firstPage).first ?? 1 }

    /// The name of the function that implements an operation; its id if no framework changed the name.
    package func functionName(of operation: Operation) -> String {
        dialects.lazy.compactMap { $0.functionName?(operation) }.first ?? operation.id
    }

    /// The names of the members of replies and requests, down to the rows.
    private var bodyMembers: Set<String> {
        var names: Set<String> = []
        var parts = operations.compactMap(answer) + operations.compactMap { $0.requestBody?.preferred?.schema }
        // Operations share schemas; the first visit of a schema is the one closest to the reply.
        var seen: Set<String> = []
        // Three levels: the reply, its members, and their rows.
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
    /// The member with an item's own members, found by the names of its members; nil if they are in the item itself.
    package static func attributes(among names: Set<String>) -> String? {
        all.lazy.compactMap(\.parts).first { $0.are(in: names) }?.attributes
    }

    /// True for a member with a prefix of some dialect: `@odata.context`, `hydra:view`.
    static func isAboutAnswer(_ name: String) -> Bool { prefixes.contains(where: name.hasPrefix) }

    private static let prefixes = Set(all.flatMap(\.aboutPrefixes))
}
