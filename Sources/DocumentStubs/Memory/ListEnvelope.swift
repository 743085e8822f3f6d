import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// What a reply says about its list as a whole, kept true after rows were added or deleted: how many rows there are in all, and
/// how many pages they fill.
struct ListEnvelope {
    /// The name of the list's member as one word in lower case; nil where the reply is the list.
    private let list: String?
    /// How many rows a page has.
    private let size: PageSize
    /// How many rows the reply said there were, and how many there are.
    private var total: (said: Int, now: Int)?

    /// Objects in a reply that are about the page.
    private static let wrappers: Set<String> = ["meta", "pagination", "page", "paging"]

    init(list: String?, size: PageSize) {
        self.list = list.map(HumanName.key)
        self.size = size
    }

    /// The reply with its number of rows changed by `change`, and its number of pages with it. Where nothing tells the size of a
    /// page that the reply's own numbers agree with, its pages stay as they are.
    mutating func counting(_ reply: JSONValue, _ change: (Int) -> Int) -> JSONValue {
        var told: [Int] = []
        let counted = Self.counting(reply, list) { name, list, siblings, number in
            if ListCount.isTotal(name, of: list, beside: siblings) {
                let now = change(number)
                total = (number, now)
                return now
            }
            if ListCount.isPageSize(name) { told.append(number) }
            return number
        }
        guard let total, total.said != total.now else { return counted }
        return Self.counting(counted, list) { name, _, _, number in
            guard ListCount.isPages(name) else { return number }
            return size.pages(number, of: total, told: told)
        }
    }

    /// The reply with what it says of its page made true of this one; how many rows there are stays as it says.
    func telling(_ reply: JSONValue, of page: SampleListing) -> JSONValue {
        var counted = page
        counted.total = total?.now ?? page.total
        return Self.changing(reply, list) { name, list, siblings, value in
            if value.boolValue != nil { return page.answer(name, beside: siblings).map(JSONValue.bool) }
            guard value.intValue != nil, !ListCount.isTotal(name, of: list, beside: siblings) else { return nil }
            return counted.number(name, beside: siblings).map { .number(JSONNumber($0)) }
        }
    }

    /// The value with the numbers beside the list, and those in what is about the page, made others by `change`, which gets
    /// each one's name, the list's, those of its siblings, and the number.
    private static func counting(
        _ value: JSONValue, _ list: String?, _ change: (String, String?, [String], Int) -> Int
    ) -> JSONValue {
        changing(value, list) { name, list, siblings, value in
            guard let number = value.intValue else { return nil }
            let now = change(name, list, siblings, number)
            return now == number ? nil : .number(JSONNumber(now))
        }
    }

    /// The same of all values but objects and arrays; nil leaves one as it is.
    private static func changing(
        _ value: JSONValue, _ list: String?, _ change: (String, String?, [String], JSONValue) -> JSONValue?
    ) -> JSONValue {
        guard case .object(let object) = value else { return value }
        let names = object.keys.map(HumanName.key)
        return .object(
            JSONObject(
                zip(names, object.members).map { name, member in
                    var member = member
                    if wrappers.contains(name), member.value.objectValue != nil {
                        member.value = changing(member.value, nil, change)
                    } else if member.value.objectValue == nil, member.value.arrayValue == nil {
                        member.value = change(name, list, names, member.value) ?? member.value
                    }
                    return member
                }))
    }
}

/// How many rows a page of a list has, as far as anybody but the reply's own numbers says it.
struct PageSize: Sendable {
    /// What the request wants.
    var asked: Int?
    /// What the first page holds: as much as any, if it is not the only one.
    var held: Int?

    /// How many pages there are now; as many as were said where no size agrees with that number.
    ///
    /// - Parameter told: the sizes that the reply tells.
    func pages(_ said: Int, of total: (said: Int, now: Int), told: [Int]) -> Int {
        let sizes = told + [asked, held.flatMap { $0 < total.said ? $0 : nil }].compactMap { $0 }
        return sizes.first { $0 > 0 && ListCount.pages(of: total.said, size: $0) == said }
            .map { ListCount.pages(of: total.now, size: $0) } ?? said
    }
}

/// How many rows a list has now, other than its reply says.
struct ListChange: Sendable {
    /// How many more than it says.
    let more: Int
    /// How many rows the first page had, and has, where it is that.
    let first: (said: Int, now: Int)?
    /// How many rows a page of it has.
    let size: PageSize

    /// How many there are in all, of which the reply says there are so many. A page that has all rows says by itself how many
    /// there are now; it may have been recorded after the writes.
    func total(_ said: Int) -> Int {
        if let first, first.said == said { first.now } else { said.counting(more) }
    }
}

extension HTTPFields {
    /// Counts rows anew in the fields that say how many rows and pages there are.
    mutating func count(_ change: ListChange) {
        func numbers(_ isWanted: (String) -> Bool) -> [(name: HTTPField.Name, number: Int)] {
            compactMap { field in
                isWanted(HumanName.key(field.name.rawName)) ? Int(field.value).map { (field.name, $0) } : nil
            }
        }
        let totals = numbers(ListCount.isTotalHeader)
        for (name, number) in totals { self[name] = String(change.total(number)) }
        guard let said = totals.first?.number else { return }
        let total = (said: said, now: change.total(said))
        guard total.now != total.said else { return }
        for (name, number) in numbers(ListCount.isPagesHeader) {
            self[name] = String(change.size.pages(number, of: total, told: numbers { $0 == "xperpage" }.map(\.number)))
        }
    }
}

extension Int {
    /// So many more, never less than none; a number at the end of numbers stays.
    func counting(_ more: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(more)
        return isOver ? self : Swift.max(0, sum)
    }
}
