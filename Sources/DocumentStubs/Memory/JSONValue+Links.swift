import Foundation
import WireFormats

extension JSONValue {
    /// The value with links that lead to one id leading to another: `/orders/7` and what stands behind it. Ids that say nothing
    /// by themselves, as those of other things, are left.
    func relinked(from old: String?, to new: String) -> JSONValue {
        guard let old, !old.isEmpty, old != new, !new.isEmpty else { return self }
        switch self {
        case .string(let text): return .string(Self.relinked(text, old, new))
        case .array(let items): return .array(items.map { $0.relinked(from: old, to: new) })
        case .object(let object):
            return .object(
                JSONObject(object.members.map { .init(key: $0.key, value: $0.value.relinked(from: old, to: new)) }))
        default: return self
        }
    }

    /// An address in which a segment of the path is replaced.
    private static func relinked(_ text: String, _ old: String, _ new: String) -> String {
        guard text.hasPrefix("/") || text.contains("://"), text.contains("/" + old) else { return text }
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let path = text[..<end].split(separator: "/", omittingEmptySubsequences: false)
        return path.map { $0 == old ? Substring(new) : $0 }.joined(separator: "/") + text[end...]
    }
}
