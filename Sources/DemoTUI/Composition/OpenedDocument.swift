import APIDocument
import AppCore
import DemoGateway
import DemoManager
import DocumentStubs
import SourceTexts
import WireFormats

/// A document with its screens, paths, stubs and memory. The only place that composes them, for the screens, a gateway
/// and the commands.
struct OpenedDocument: Sendable {
    let read: ReadDocument
    let document: APIDocument
    let catalog: ScreenCatalog
    let router: OperationRouter
    /// Nil if demo mode answers every call as if it were the first.
    let memory: RememberedData?
    /// The description for the manager that answers its calls.
    let description: APIDescription

    /// - Parameters:
    ///   - prefix: The path of the server that calls go to.
    ///   - headers: The names of headers that every call carries.
    ///   - hasServers: True if the paths of the document's other servers also belong to its operations.
    ///   - remembersWrites: False if demo mode answers every call as if it were the first.
    ///   - isGateway: True for clients that negotiate and read for themselves, false for the screens' own calls.
    ///   - earlier: An earlier version, whose writes are kept.
    ///   - report: Receives every step, on any thread.
    init(
        _ read: ReadDocument, below prefix: String, sending headers: [String] = [], hasServers: Bool = true,
        remembersWrites: Bool = true, isGateway: Bool = false, replacing earlier: OpenedDocument? = nil,
        _ report: (OpeningStep) -> Void = { _ in }
    ) {
        self.read = read
        document = read.loaded.document.sending(headers)
        report(.screens(operations: document.operations.count))
        catalog = ScreenCatalog(document)
        report(.demoData(operations: document.operations.count))
        router = OperationRouter(
            document, below: prefix, describedBelow: read.loaded.serverPath, hasServers: hasServers)
        var description = APIDescription(catalog, document, router)
        // A relative URL names no server.
        if hasServers { description.servers = document.servers.compactMap { try? BaseURL($0.url) } }
        description.stubs = DocumentStubs(document, below: prefix, negotiates: isGateway).stubs
        if let kept = earlier?.memory {
            memory = RememberedData(document, below: prefix, continuing: kept)
        } else {
            memory = remembersWrites ? RememberedData(document, below: prefix) : nil
        }
        description.memory = memory
        self.description = description
    }

    /// The API's name, or the file's if the document has none.
    var title: String {
        let name = document.source.name
        return document.title.contains { !$0.isWhitespace }
            ? document.title : name.split(separator: "/").last.map(String.init) ?? name
    }

    /// The path that its operations are below.
    var shownPath: String { router.prefix.isEmpty ? "/" : router.prefix }

    /// The problems of the document, its screens and the stub folders, without those of stub files.
    var problems: [Problem] { read.problems + catalog.problems + [read.own.notice].compactMap(\.self) }
}

/// Generated values for parameters without a typed one, like the demo's own data.
struct ParameterExamples: Sendable {
    private let documents: [(served: ServedDocument, generator: SampleGenerator)]

    init(_ documents: [ServedDocument]) {
        self.documents = documents.map { ($0, SampleGenerator(document: $0.document)) }
    }

    func example(of name: String, for request: Request) -> String? {
        guard let bound = request.parameters.first(where: { $0.name == name }),
            let generator = documents.first(where: { $0.served.operation(request.operation) != nil })?.generator
        else { return nil }
        let segments = request.path.segments
        let place = segments.firstIndex { $0.parts.contains(.parameter(name)) } ?? segments.count
        let seed = request.path.prefix(place).text
        // As the property of an object, the parameter's name gives the value its meaning.
        let object = Schema([
            "type": "object", "required": [.string(name)],
            "properties": .object(JSONObject([.init(key: name, value: bound.parameter.schema.json)])),
        ])
        // An empty field asks as well.
        let sample = (try? generator.sample(for: object, seed: seed, direction: .request))?.value[name]
        return bound.parameter.isJSON ? sample?.plainText : sample?.typedText
    }
}
