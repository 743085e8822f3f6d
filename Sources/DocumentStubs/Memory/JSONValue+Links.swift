import APIDocument
import APIModel
import Foundation
import WireFormats

import struct APIDocument.Operation

extension JSONValue {
    /// The value with `/orders/7` in its links changed to another id. Other values that equal the id are unchanged:
    /// they may be ids of other items.
    func relinked(from old: String?, to new: String) -> JSONValue {
        guard let old, !old.isEmpty, old != new, !new.isEmpty else { return self }
        return mappingStrings { Self.relinked($0, old, new) }
    }

    private static func relinked(_ text: String, _ old: String, _ new: String) -> String {
        guard text.hasPrefix("/") || text.contains("://"), text.contains("/" + old) else { return text }
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let path = text[..<end].split(separator: "/", omittingEmptySubsequences: false)
        return path.map { $0 == old ? Substring(new) : $0 }.joined(separator: "/") + text[end...]
    }

    /// The item with its own id in its links to itself and below itself, in place of the id in an example.
    ///
    /// - Parameter path: the path of the item, which ends in the id.
    func linkedToSelf(_ path: PathTemplate, id: String) -> JSONValue {
        addressesOfSelf(path.segments, depth: 0).reduce(self) { value, address in
            let parent = address.prefix(upTo: address.lastIndex(of: "/") ?? address.startIndex)
            return value.moved(from: address, to: "\(parent)/\(id)")
        }
    }

    private func addressesOfSelf(_ item: [PathTemplate.Segment], depth: Int) -> Set<String> {
        guard depth < 4, item.last?.parameter != nil else { return [] }
        return (objectValue?.members ?? []).reduce(into: []) { addresses, member in
            guard NameClass.selfLink.has(member.key) else {
                return addresses.formUnion(member.value.addressesOfSelf(item, depth: depth + 1))
            }
            let address = member.value.stringValue ?? member.value["href"]?.stringValue ?? ""
            let path = address.prefix { $0 != "?" && $0 != "#" }
            let segments = PathTemplate.segments(of: path.pathOfAddress)
            if PathTemplate.fits(segments.suffix(item.count), item[...]), path.last != "/" {
                addresses.insert(String(path))
            }
        }
    }

    private func moved(from old: String, to new: String) -> JSONValue {
        mappingStrings { text in
            guard text.hasPrefix(old) else { return text }
            let rest = text.dropFirst(old.count)
            return rest.first.map { "/?#".contains($0) } ?? true ? new + rest : text
        }
    }

    /// The value with every string changed, except the names of members.
    func mappingStrings(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let items): .array(items.map { $0.mappingStrings(change) })
        case .object(let object): .object(object.mapping { $0.value.mappingStrings(change) })
        default: self
        }
    }
}

extension APIDocument {
    /// The rows of a list; each one's links refer to its own item, and rows nested in it name it as their owner.
    ///
    /// - Parameter isWritten: true for rows of an example, whose nested rows stay unchanged.
    func linkedToSelf(
        _ rows: [JSONValue], of list: Operation, _ model: ListModel, isWritten: Bool = false
    ) -> [JSONValue] {
        let link = rowLinks.link(from: list)
        guard let path = link?.rowPath ?? read(at: list.path.shape + "/{}")?.path,
            let parameter = path.segments.last?.parameter,
            let key = link?.key ?? self.key(parameter, of: model.row, at: path.segments.count - 1, in: path)
        else { return rows }
        let names = isWritten ? [] : path.parentNames(at: path.segments.count - 1, parameter)
        return rows.map { row in
            guard let id = row.id(at: key) else { return row }
            let owners = Dictionary(uniqueKeysWithValues: names.map { ($0, id) })
            return row.linkedToSelf(path, id: id).owning(owners)
        }
    }
}
