import Foundation
import WireFormats

/// A document's text and the files its references lead to, gathered one after the other.
///
/// Does no input or output: who has files asks ``next`` for the one that is missing and gives it to `add`, until there is
/// none. A file is asked for once, however many references lead there, in circles or not.
struct DocumentBundle: Sendable {
    /// The name of the document's own text.
    static let root = ""

    /// The document's own text.
    let source: SourceText
    /// The document's value before conversion, where it is Swagger 2.
    private let swagger: JSONValue?
    private let policy: ReferencePolicy
    private let limits: LoadingLimits
    private let shownFolder: String
    /// The files read, by name.
    private(set) var parts: [String: DocumentPart] = [:]
    /// Why a file is not there, by its name.
    private(set) var failures: [String: String] = [:]
    /// Why a reference is not followed, by its text.
    private(set) var refusals: [String: String] = [:]
    /// What is wrong with the files as JSON or YAML.
    private(set) var problems: [Problem] = []
    private var pending: [PartLocation] = []
    private var known: Set<String> = [DocumentBundle.root]
    /// The bytes of all files together.
    private(set) var size: Int

    /// A text on its own: references to other files are refused.
    init(alone source: SourceText) throws(Problem) {
        let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
        let policy = ReferencePolicy(root: .file("/" + name), readsFiles: false, allowsRemote: false)
        try self.init(source, policy, .default)
    }

    /// The text of a document whose references may be followed.
    init(
        _ source: SourceText, _ policy: ReferencePolicy, _ limits: LoadingLimits, overlays: [DocumentOverlay] = [],
        writesOverlays: Bool = false
    ) throws(Problem) {
        self.policy = policy
        self.limits = limits
        // The root's name as shown, without its last part, stands before other files' names.
        shownFolder = source.name.lastIndex(of: "/").map { String(source.name[...$0]) } ?? ""
        size = source.bytes.count
        let written = source.asDocument()
        guard written.firstByte != UInt8(ascii: "<") else {
            throw Problem("is HTML or XML; name the API's OpenAPI document in JSON or YAML", file: source.name)
        }
        var (value, problems) = try written.parseTolerantly()
        for overlay in overlays {
            let (changed, others) = overlay.applied(to: value)
            value = changed
            problems += others
        }
        self.source =
            writesOverlays && !overlays.isEmpty
            ? SourceText(name: source.name, bytes: value.bytes(.pretty), format: .json) : written
        self.problems = problems
        swagger = Swagger2.isVersion(of: value) ? value : nil
        add(DocumentBundle.root, policy.root, self.source, value)
    }

    /// Whether the document is Swagger 2, and its value converted.
    var isSwagger2: Bool { swagger != nil }

    /// The next file to read; nil when all are there.
    mutating func next() -> PartLocation? {
        pending.popLast()
    }

    /// How a file is called in problems.
    func shownName(of location: PartLocation) -> String {
        switch location {
        case .file: shownFolder + name(of: location)
        case .remote(let url): DocumentBundle.shownName(of: url)
        }
    }

    /// How a fetched file is called in problems: its URL, without a password in it.
    static func shownName(of url: URL) -> String {
        guard url.user() != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return url.absoluteString
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? url.host() ?? ""
    }

    /// The other files that lie below the document's own folder or URL, by their paths from there.
    var neighbours: [(path: String, source: SourceText)] {
        let folder =
            switch policy.root {
            case .file: ""
            case .remote(let url): url.deletingLastPathComponent().absoluteString
            }
        return parts.sorted { $0.key < $1.key }.compactMap { name, part in
            guard name != DocumentBundle.root, name.hasPrefix(folder) else { return nil }
            let path = String(name.dropFirst(folder.count))
            // What still is a URL lies elsewhere, and what has a query is no file.
            guard !path.contains("://"), !path.contains("?"), let plain = path.removingPercentEncoding else {
                return nil
            }
            return (plain, part.source)
        }
    }

    /// Takes a file that was asked for.
    mutating func add(_ location: PartLocation, _ source: SourceText) {
        size += source.bytes.count
        guard size <= limits.totalBytes else {
            return fail(location, "all files together have more than \(limits.totalBytes / 1_000_000) MB")
        }
        let source = source.asDocument()
        do throws(Problem) {
            let (value, problems) = try source.parseTolerantly()
            self.problems += problems
            add(name(of: location), location, source, value)
        } catch {
            problems.append(error)
            fail(location, error.message)
        }
    }

    /// Takes a file that was asked for and is the same as one that was asked for by another name.
    mutating func add(_ location: PartLocation, sameAs other: PartLocation) {
        let name = name(of: location)
        let known = self.name(of: other)
        parts[name] = parts[known]
        failures[name] = failures[known]
    }

    /// Notes why a file that was asked for is not there.
    mutating func fail(_ location: PartLocation, _ reason: String) {
        failures[name(of: location)] = reason
    }

    private mutating func add(_ name: String, _ location: PartLocation, _ source: SourceText, _ value: JSONValue) {
        let preparation = PartPreparation(
            name: name, location: location, source: source, policy: policy, swagger: swagger)
        let result = LargeStack.run { preparation.prepare(value) }
        parts[name] = result.part
        refusals.merge(result.refusals) { first, _ in first }
        for location in result.files where known.insert(self.name(of: location)).inserted {
            if known.count > limits.files {
                fail(location, "the document has more than \(limits.files) files")
            } else {
                pending.append(location)
            }
        }
    }

    private func name(of location: PartLocation) -> String { policy.name(of: location) }
}
