import WireFormats

/// Builds the JSON value of a YAML text from its events, with a stack of its own.
struct YAMLReader {
    private let events: YAMLEvents
    private let aliasLimit: Int
    private var frames: [YAMLFrame] = []
    private var anchors: [String: Anchored] = [:]
    private var root: JSONValue?
    private var nodeCount = 0
    private var aliasNodeCount = 0
    private var search: PositionSearch?
    /// True if duplicate keys are errors; else the later counts, and they are noted.
    private let refusesDuplicates: Bool
    private var duplicates: [YAMLFault] = []
    // Enough to correct a text.
    private static let duplicateLimit = 100
    // Far above real documents. Aliases stand for a million nodes at most, and for 100 for each byte of the text.
    private static let aliasNodes = 1_000_000
    private static let aliasNodesPerByte = 100
    private static let depthLimit = 500
    private static let tooDeep = "nested deeper than \(depthLimit) levels"
    private static let noKey = "a key must be plain text"

    struct Result {
        let value: JSONValue
        let search: PositionSearch?
        let duplicates: [YAMLFault]
    }

    private struct Anchored {
        let value: JSONValue
        /// The text of a scalar, for use as a key.
        let text: String?
        let nodeCount: Int
        let height: Int
    }

    /// The value of the text's one document, `null` for an empty text; with `search`, also the requested positions.
    static func read(
        _ bytes: [UInt8], refusesDuplicates: Bool, search: PositionSearch? = nil
    ) throws(YAMLFault) -> Result {
        try bytes.withUnsafeBufferPointer { buffer throws(YAMLFault) in
            var reader = YAMLReader(try YAMLEvents(buffer), size: buffer.count, refusesDuplicates, search)
            try reader.readStream()
            return Result(value: reader.root ?? .null, search: reader.search, duplicates: reader.duplicates)
        }
    }

    private init(_ events: YAMLEvents, size: Int, _ refusesDuplicates: Bool, _ search: PositionSearch?) {
        self.refusesDuplicates = refusesDuplicates
        self.events = events
        aliasLimit = min(Self.aliasNodes / Self.aliasNodesPerByte, size) * Self.aliasNodesPerByte
        self.search = search
    }

    private mutating func readStream() throws(YAMLFault) {
        while true {
            let event = try events.next()
            switch event.kind {
            case .streamEnd:
                return
            case .documentStart where root != nil:
                throw event.fault("the file has several documents; keep one, without \"---\" between")
            case .documentStart, .other:
                break
            case .scalar(let text, let isPlain):
                try readScalar(text, isPlain: isPlain, event)
            case .alias(let name):
                try readAlias(name, event)
            case .sequenceStart, .mappingStart:
                try open(event)
            case .end:
                try close(at: event.position)
            }
        }
    }

    private mutating func readScalar(_ text: String, isPlain: Bool, _ event: YAMLEvent) throws(YAMLFault) {
        let isKey = frames.last?.expectsKey ?? false
        let value = isKey ? .string(text) : YAMLScalar.value(text, isPlain: isPlain, tag: event.tag)
        nodeCount += 1
        if let anchor = event.anchor {
            let anchored = isKey ? YAMLScalar.value(text, isPlain: isPlain, tag: event.tag) : value
            anchors[anchor] = Anchored(value: anchored, text: text, nodeCount: 1, height: 0)
        }
        if isKey {
            try setKey(text, isMerge: isPlain && text == "<<", at: event.position)
        } else {
            recordItem(at: event.position)
            add(value, height: 0)
        }
    }

    private mutating func readAlias(_ name: String, _ event: YAMLEvent) throws(YAMLFault) {
        if frames.contains(where: { $0.anchor == name }) {
            throw event.fault("\"*\(name)\" is inside the value it names, which would have no end")
        }
        guard let anchored = anchors[name] else {
            throw event.fault("nothing is named \"&\(name)\" before this")
        }
        if frames.last?.expectsKey ?? false {
            guard let text = anchored.text else { throw event.fault(Self.noKey) }
            nodeCount += 1
            return try setKey(text, isMerge: false, at: event.position)
        }
        nodeCount += anchored.nodeCount
        aliasNodeCount += anchored.nodeCount
        guard aliasNodeCount <= aliasLimit else {
            throw event.fault("with \"*\(name)\" the aliases stand for more than \(aliasLimit) values")
        }
        guard frames.count + anchored.height <= Self.depthLimit else { throw event.fault(Self.tooDeep) }
        recordItem(at: event.position)
        add(anchored.value, height: anchored.height)
    }

    private mutating func open(_ event: YAMLEvent) throws(YAMLFault) {
        if frames.last?.expectsKey ?? false { throw event.fault(Self.noKey) }
        guard frames.count < Self.depthLimit else { throw event.fault(Self.tooDeep) }
        let node = recordItem(at: event.position)
        let isMapping = if case .mappingStart = event.kind { true } else { false }
        nodeCount += 1
        frames.append(
            YAMLFrame(isMapping: isMapping, anchor: event.anchor, nodesBefore: nodeCount - 1, searchNode: node))
    }

    private mutating func close(at position: TextPosition) throws(YAMLFault) {
        guard let frame = frames.popLast() else { return }
        guard let value = frame.value else {
            throw YAMLFault(message: "\"<<\" takes a mapping or a list of mappings", position: position)
        }
        let height = frame.height + 1
        if let anchor = frame.anchor {
            let count = nodeCount - frame.nodesBefore
            anchors[anchor] = Anchored(value: value, text: nil, nodeCount: count, height: height)
        }
        add(value, height: height)
    }

    private mutating func setKey(_ key: String, isMerge: Bool, at position: TextPosition) throws(YAMLFault) {
        if !frames[frames.count - 1].setKey(key, isMerge: isMerge) {
            let fault = YAMLFault(message: "the key \"\(key)\" occurs twice here; keep one", position: position)
            if refusesDuplicates { throw fault }
            if duplicates.count < YAMLReader.duplicateLimit { duplicates.append(fault) }
        }
        let node = frames[frames.count - 1].searchNode.flatMap { search?.child(of: $0, key) }
        frames[frames.count - 1].childNode = node
        if let node { search?.record(node, at: position) }
    }

    private mutating func add(_ value: JSONValue, height: Int) {
        if frames.isEmpty {
            root = value
        } else {
            frames[frames.count - 1].add(value, height: height)
        }
    }

    /// The search's node of the value that starts here. Items and the root are located at their own start, members at
    /// their key's.
    @discardableResult
    private mutating func recordItem(at position: TextPosition) -> Int? {
        guard let search else { return nil }
        guard let frame = frames.last else {
            self.search?.record(PositionSearch.root, at: position)
            return PositionSearch.root
        }
        if frame.isMapping { return frame.childNode }
        guard let node = frame.searchNode.flatMap({ search.child(of: $0, String(frame.itemCount)) }) else { return nil }
        self.search?.record(node, at: position)
        return node
    }
}

/// A sequence or mapping whose end has not been read yet.
struct YAMLFrame {
    let isMapping: Bool
    let anchor: String?
    let nodesBefore: Int
    /// The position search's node of this container, and of its next value.
    let searchNode: Int?
    var childNode: Int?
    /// The depth of the contents.
    private(set) var height = 0
    private var items: [JSONValue] = []
    private var members: [JSONObject.Member] = []
    private var keys: Set<ExactKey> = []
    private var merges: [JSONValue] = []
    private var key: String?
    private var isMerge = false

    init(isMapping: Bool, anchor: String?, nodesBefore: Int, searchNode: Int?) {
        self.isMapping = isMapping
        self.anchor = anchor
        self.nodesBefore = nodesBefore
        self.searchNode = searchNode
    }

    var expectsKey: Bool { isMapping && key == nil }

    var itemCount: Int { items.count }

    /// Takes the key of the next value; false for a duplicate.
    mutating func setKey(_ key: String, isMerge: Bool) -> Bool {
        self.key = key
        self.isMerge = isMerge
        return isMerge || keys.insert(ExactKey(text: key)).inserted
    }

    /// Takes an item, or the value of the last key.
    mutating func add(_ value: JSONValue, height: Int) {
        self.height = max(self.height, height)
        guard isMapping else { return items.append(value) }
        if isMerge {
            merges.append(value)
        } else if let key {
            members.append(JSONObject.Member(key: key, value: value))
        }
        key = nil
        isMerge = false
    }

    /// The finished value; nil if `<<` got a value without members.
    var value: JSONValue? {
        guard isMapping else { return .array(items) }
        var all = members
        var seen = keys
        // The mapping's own members win, then the earlier of the merged (https://yaml.org/type/merge.html).
        for merge in merges {
            for source in merge.arrayValue ?? [merge] {
                guard let object = source.objectValue else { return nil }
                for member in object.members where seen.insert(ExactKey(text: member.key)).inserted {
                    all.append(member)
                }
            }
        }
        return .object(JSONObject(all))
    }
}
