import Foundation

/// The place in a list after which a page begins, in the form the API gives out.
///
/// It names the last row that was shown, not a number of rows to skip: rows that come in before it move nothing.
struct Cursor: Sendable, Hashable {
    /// Which list it belongs to; a cursor of another list is refused.
    enum List: String, Sendable {
        case transactions = "t"
        case messages = "m"
    }

    /// The list.
    let list: List
    /// The date of the last row shown; empty in lists ordered by entry alone.
    let date: String
    /// The last row's number in the order of entry.
    let sequence: Int

    /// A cursor behind a row.
    init(_ list: List, date: String = "", sequence: Int) {
        self.list = list
        self.date = date
        self.sequence = sequence
    }

    /// The opaque text: base64url without padding.
    var text: String {
        Data("\(list.rawValue)|\(date)|\(sequence)".utf8).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Reads what ``text`` wrote; nil for anything else.
    init?(_ text: String, of list: List) {
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: standard + padding) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == list.rawValue, let sequence = Int(parts[2]) else { return nil }
        self.init(list, date: String(parts[1]), sequence: sequence)
        guard self.text == text else { return nil }
    }
}
