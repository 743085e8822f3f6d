/// A sequence or mapping whose end has not been read yet.
struct YAMLFrame {
    let isMapping: Bool
    let anchor: String?
    /// How many nodes came before this one.
    let nodesBefore: Int
    /// The node of a position search this container is, and the one its next value is.
    let searchNode: Int?
    var childNode: Int?
    /// How many levels the contents nest.
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

    /// True if the next node is a mapping's key.
    var expectsKey: Bool { isMapping && key == nil }

    /// The number of items read.
    var itemCount: Int { items.count }

    /// Takes the key of the next value; false where the mapping has it already.
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

    /// The finished value; nil where `<<` was given something that has no members.
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
