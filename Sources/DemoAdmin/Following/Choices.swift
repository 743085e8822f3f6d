import DemoManager
import WireFormats

/// The switches and conditions of everyone or of one session, as one gateway tells them to those that follow it.
struct Choices: Sendable, Hashable {
    /// Nil is everyone.
    let session: String?
    /// As `PUT /__admin/demo` takes them; nil if the session was forgotten.
    let switches: JSONValue?
    /// The number of resets since the start.
    let resets: Int

    init(of manager: DemoManager, session: String?) {
        let own = manager.ownChoices
        self.session = session
        switches = own.json
        resets = own.resets
    }

    /// A session that was forgotten.
    init(forgotten session: String) { (self.session, switches, resets) = (session, nil, 0) }

    init?(_ json: JSONValue) {
        guard let switches = json["switches"], let resets = json["resets"]?.intValue else { return nil }
        session = json["session"]?.stringValue
        self.switches = switches.isNull ? nil : switches
        self.resets = resets
    }

    var json: JSONValue {
        [
            "session": session.map { .string($0) } ?? .null, "switches": switches ?? .null,
            "resets": .number(JSONNumber(resets)),
        ]
    }

    /// True for a session that has nothing of its own.
    var isEmpty: Bool { resets == 0 && switches.map { Self.leaves(of: $0).isEmpty } ?? true }

    /// The body of `PUT /__admin/demo` that leads from earlier choices to these. Members that did not change are absent,
    /// so that a condition for one call is not set again.
    func changes(from earlier: Choices?) -> JSONObject {
        let new = switches.map(Self.leaves) ?? [:]
        let old = earlier?.switches.map(Self.leaves) ?? [:]
        var changed = new.filter { old[$0.key] != $0.value }
        // The others have no value that means "as if it were not set".
        for path in old.keys where new[path] == nil && (path.count > 1 || path == ["chaos"]) { changed[path] = .null }
        var body = JSONValue.object(JSONObject())
        for (path, value) in changed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            body = Self.setting(value, at: path[...], in: body)
        }
        return body.objectValue ?? JSONObject()
    }

    /// True if an earlier choice was taken back as if it had never been made: a session forgotten and named again.
    func takesBack(_ earlier: Choices) -> Bool {
        let new = switches.map(Self.leaves) ?? [:]
        return resets < earlier.resets || earlier.switches.map(Self.leaves)?.keys.contains { new[$0] == nil } ?? false
    }

    /// The values by their path: `["conditions", "operations", "listBooks"]`.
    private static func leaves(of switches: JSONValue) -> [[String]: JSONValue] {
        var leaves: [[String]: JSONValue] = [:]
        func add(_ value: JSONValue, _ path: [String], depth: Int) {
            guard depth > 0, let object = value.objectValue else { return leaves[path] = value }
            for member in object.members { add(member.value, path + [member.key], depth: depth - 1) }
        }
        for member in switches.objectValue?.members ?? [] {
            add(member.value, [member.key], depth: ["screens": 1, "conditions": 2][member.key] ?? 0)
        }
        return leaves
    }

    private static func setting(_ value: JSONValue, at path: ArraySlice<String>, in body: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        var object = body.objectValue ?? JSONObject()
        object[name] = setting(value, at: path.dropFirst(), in: object[name] ?? .object(JSONObject()))
        return .object(object)
    }
}
