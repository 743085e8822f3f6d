/// Which places of a text are asked for, and where they were found: a tree of pointer steps.
///
/// A reader walks it along with the text; branches nobody asks about have no node and cost nothing.
struct PositionSearch {
    private struct Node {
        var children: [ExactKey: Int] = [:]
        let parent: Int?
        var found: TextPosition?
    }

    /// The node of the whole value.
    static let root = 0
    // A text without any value is still wrong somewhere: at its start.
    private var nodes = [Node(parent: nil, found: TextPosition(line: 1, column: 1))]
    private var targets: [JSONPointer: Int] = [:]

    /// A search for these places.
    init(_ pointers: some Sequence<JSONPointer>) {
        for pointer in pointers {
            var node = PositionSearch.root
            for token in pointer.tokens {
                let key = ExactKey(text: token)
                if let next = nodes[node].children[key] {
                    node = next
                } else {
                    nodes.append(Node(parent: node))
                    nodes[node].children[key] = nodes.count - 1
                    node = nodes.count - 1
                }
            }
            targets[pointer] = node
        }
    }

    /// The node one step below, if anybody asks about it.
    func child(of node: Int, _ token: String) -> Int? {
        nodes[node].children.isEmpty ? nil : nodes[node].children[ExactKey(text: token)]
    }

    /// True if anybody asks about something below that node.
    func goesBelow(_ node: Int) -> Bool { !nodes[node].children.isEmpty }

    /// Records where a node's text starts. A later one wins, as the later of two equal keys does.
    mutating func record(_ node: Int, at position: TextPosition) {
        nodes[node].found = position
    }

    /// The start of the value at `pointer`, or of the nearest one around it that exists.
    func position(of pointer: JSONPointer) -> TextPosition? {
        var node = targets[pointer]
        while let place = node {
            if let found = nodes[place].found { return found }
            node = nodes[place].parent
        }
        return nil
    }
}
