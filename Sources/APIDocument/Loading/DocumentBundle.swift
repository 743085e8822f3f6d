import Foundation
import SourceTexts
import WireFormats

/// A document's text and the files to which it refers, collected one after another.
///
/// Does no input or output: the caller asks ``next`` for a missing file and passes it to `add`, until there is none.
/// Each file is requested once, even if references form a cycle.
struct DocumentBundle: Sendable {
    static let root = ""

    let source: SourceText
    /// The document before conversion, if it is Swagger 2.
    private let swagger: JSONValue?
    private let policy: ReferencePolicy
    private let limits: LoadingLimits
    private let shownFolder: String
    private(set) var parts: [String: DocumentPart] = [:]
    /// The reasons for missing files, by name.
    private(set) var failures: [String: String] = [:]
    /// The reasons for refused references, by their text.
    private(set) var refusals: [String: String] = [:]
    private(set) var problems: [Problem] = []
    private var pending: [PartLocation] = []
    private var known: Set<String> = [DocumentBundle.root]
    private(set) var size: Int

    /// A single text: references to other files are refused.
    init(alone source: SourceText) throws(Problem) {
        let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
        let policy = ReferencePolicy(root: .file("/" + name), readsFiles: false, allowsRemote: false)
        try self.init(source, policy, LoadingLimits())
    }

    init(
        _ source: SourceText, _ policy: ReferencePolicy, _ limits: LoadingLimits, overlays: [DocumentOverlay] = [],
        writesOverlays: Bool = false
    ) throws(Problem) {
        self.policy = policy
        self.limits = limits
        // Other files are shown relative to the root's folder.
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

    var isSwagger2: Bool { swagger != nil }

    mutating func next() -> PartLocation? {
        pending.popLast()
    }

    func shownName(of location: PartLocation) -> String {
        switch location {
        case .file: shownFolder + name(of: location)
        case .remote(let url): DocumentBundle.shownName(of: url)
        }
    }

    /// The name of a URL in problems, without its password.
    static func shownName(of url: URL) -> String {
        guard url.user() != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return url.absoluteString
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? url.host() ?? ""
    }

    /// The other files below the document's folder or URL, by their relative paths.
    var neighbours: [(path: String, source: SourceText)] {
        let folder =
            switch policy.root {
            case .file: ""
            case .remote(let url): url.deletingLastPathComponent().absoluteString
            }
        return parts.sorted { $0.key < $1.key }.compactMap { name, part in
            guard name != DocumentBundle.root, name.hasPrefix(folder) else { return nil }
            let path = String(name.dropFirst(folder.count))
            // An absolute URL is elsewhere, and a query is not part of a file's name.
            guard !path.contains("://"), !path.contains("?"), let plain = path.removingPercentEncoding else {
                return nil
            }
            return (plain, part.source)
        }
    }

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

    /// Adds a requested file that is the same as one under another name.
    mutating func add(_ location: PartLocation, sameAs other: PartLocation) {
        let name = name(of: location)
        let known = self.name(of: other)
        parts[name] = parts[known]
        failures[name] = failures[known]
    }

    mutating func fail(_ location: PartLocation, _ reason: String) {
        failures[name(of: location)] = reason
    }

    private mutating func add(_ name: String, _ location: PartLocation, _ source: SourceText, _ value: JSONValue) {
        let (part, files, refused) = LargeStack.run { [self] in prepared(name, location, source, value) }
        parts[name] = part
        refusals.merge(refused) { first, _ in first }
        for location in files where known.insert(self.name(of: location)).inserted {
            if known.count > limits.files {
                fail(location, "the document has more than \(limits.files) files")
            } else {
                pending.append(location)
            }
        }
    }

    private func name(of location: PartLocation) -> String { policy.name(of: location) }

    /// A file as a part of the document: Swagger 2 is converted, and every reference gets its target's name in the whole
    /// document. Recurses as deep as the value nests.
    ///
    /// - Returns: also the files it refers to, and the reasons for refused references by their text.
    private func prepared(
        _ name: String, _ location: PartLocation, _ source: SourceText, _ value: JSONValue
    ) -> (part: DocumentPart, files: [PartLocation], refusals: [String: String]) {
        let (value, origins) =
            swagger.map { Swagger2.convert(value, of: $0, isRoot: name.isEmpty) } ?? (value, PointerOrigins())
        let anchors = AnchorTable(value, of: source)
        var files: [PartLocation] = []
        var refusals: [String: String] = [:]
        let result = ReferenceWalk.rewriting(value, anchors) { text, kind, base in
            guard isReference(text, kind) else { return nil }
            if let own = anchors.isEmpty ? nil : anchors.local(text, in: base, of: value) { return name + own }
            // Most references stay in their file, and most files are the root.
            if name.isEmpty, text.hasPrefix("#") { return swagger == nil ? nil : Swagger2.converted(text) }
            switch policy.resolve(text, in: location) {
            case .refused(let reason):
                refusals[text] = reason
                return nil
            case .place(let target, let fragment):
                if target != location { files.append(target) }
                return reference(to: target, fragment)
            }
        }
        let part = DocumentPart(location: location, source: source, value: result, origins: origins, anchors: anchors)
        return (part, files, refusals)
    }

    private func reference(to target: PartLocation, _ fragment: String?) -> String {
        guard target == policy.root else { return policy.name(of: target) + (fragment.map { "#" + $0 } ?? "") }
        let text = "#" + (fragment ?? "")
        return swagger == nil ? text : Swagger2.converted(text)
    }

    /// True if a text is a reference in its context.
    private func isReference(_ text: String, _ kind: ReferenceWalk.Kind) -> Bool {
        let isData = [".yaml", ".yml", ".json"].contains(where: text.hasSuffix)
        switch kind {
        case .reference, .operation: return true
        case .mapping: return text.contains("#") || text.contains("/") || isData
        case .sample: return policy.readsFiles && (isData || text.contains("#/"))
        }
    }
}

struct DocumentPart: Sendable {
    let location: PartLocation
    /// For the lines of problems.
    let source: SourceText
    /// References to other files start with the file's name, references to the root with `#`.
    let value: JSONValue
    let origins: PointerOrigins
    let anchors: AnchorTable
}

extension SourceText {
    var firstByte: UInt8? {
        bytes.first { !$0.isBlank }
    }

    /// The text with its real format: JSON may have a YAML name.
    func asDocument() -> SourceText {
        // Invalid JSON is read as YAML, which reports the defect.
        if format == .yaml, firstByte == UInt8(ascii: "{"), (try? JSONValue(parsing: bytes)) != nil {
            return SourceText(name: name, bytes: bytes, format: .json)
        }
        return self
    }
}

/// Runs deep recursion on a large stack. Secondary threads have 512 KB on Apple systems, and programs may choose less.
enum LargeStack {
    private static let size = 16 << 20

    /// The result of `work` on a thread of its own, while the caller waits.
    static func run<T: Sendable>(_ work: @escaping @Sendable () -> T) -> T {
        let result = Lock<T?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            let value = work()
            result.withLock { $0 = value }
            isDone.signal()
        }
        thread.stackSize = size
        thread.start()
        while true {
            isDone.wait()
            if let value = result.withLock({ $0 }) { return value }
        }
    }
}
