import AppCore
import JSONText

/// One line of a value that is shown as a tree. Its texts are made when it is painted: a list of 100,000 entries opens
/// without making them.
struct TreeLine: Sendable {
    /// What stands at the left.
    enum Name: Hashable, Sendable {
        /// A member of an object, by its key.
        case member(String)
        /// An entry of an array, from 0.
        case entry(Int)
        /// The members the document names and the reply does not have.
        case missing
    }

    let name: Name
    /// 0 for the value's own members.
    let depth: Int
    let value: JSONValue
    /// What the document says of it; nil if it says nothing.
    let field: Int?
    /// Where it stands, as long as the document says something of what is in it.
    let pointer: JSONPointer?
    /// What a number is a member of: its currency may stand beside it.
    var members: JSONObject?
    /// Whether there is something in it that can be opened.
    var isContainer: Bool
    /// Whether what is in it follows.
    var isOpen = false

    init(name: Name, depth: Int, value: JSONValue, field: Int? = nil, pointer: JSONPointer? = nil) {
        self.name = name
        self.depth = depth
        self.value = value
        self.field = field
        self.pointer = pointer
        isContainer =
            switch value {
            case .array(let items): !items.isEmpty && name != .missing
            case .object(let object): !object.isEmpty
            default: false
            }
    }
}
