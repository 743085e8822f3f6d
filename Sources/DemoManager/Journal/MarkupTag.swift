/// A tag of XML or HTML, found without reading what it stands in: by its place, for texts of every kind.
struct MarkupTag {
    /// From its `<` to behind its `>`; either may be written `&lt;` and `&gt;`, as XML within XML is.
    private(set) var range: Range<Int>
    /// Its name, with a namespace's prefix.
    let name: Range<Int>
    /// Whether an element begins, and does not end with the same tag.
    var isStart: Bool { !isEnd && !closesItself }
    /// Whether an element ends.
    let isEnd: Bool
    /// Names, and values without their quotes.
    private(set) var attributes: [(name: Range<Int>, value: Range<Int>)] = []
    private var closesItself = false

    /// Nil where no tag begins.
    init?(_ bytes: [UInt8], at start: Int) {
        let isEscaped = bytes[start] == UInt8(ascii: "&")
        guard isEscaped ? Self.has("&lt;", bytes, at: start) : bytes[start] == UInt8(ascii: "<") else { return nil }
        var index = start + (isEscaped ? 4 : 1)
        isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        let end = Self.endOfName(bytes, from: index)
        guard end > index, end - index <= 200, !Self.isDigit(bytes[index]) else { return nil }
        name = index..<end
        range = start..<end
        index = end
        var lastName = end..<end
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ">") where !isEscaped,
                UInt8(ascii: "&") where isEscaped && Self.has("&gt;", bytes, at: index):
                range = start..<(index + (isEscaped ? 4 : 1))
                closesItself = bytes[index - 1] == UInt8(ascii: "/")
                return
            case UInt8(ascii: "<"): return nil
            case UInt8(ascii: "&") where isEscaped && Self.has("&lt;", bytes, at: index): return nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard !isEscaped, let close = bytes[(index + 1)...].firstIndex(of: bytes[index]) else { return nil }
                attributes.append((lastName, (index + 1)..<close))
                index = close + 1
            case UInt8(ascii: "=") where lastName.upperBound == index && !lastName.isEmpty:
                // A value without quotes, as HTML has it.
                let start = index + 1
                let stop = bytes[start...].firstIndex { $0 <= 0x20 || Self.valueEnds.contains($0) } ?? bytes.count
                if stop > start { attributes.append((lastName, start..<stop)) }
                index = stop
            default:
                let end = Self.endOfName(bytes, from: index)
                if end > index { lastName = index..<end }
                index = max(end, index + 1)
            }
        }
        return nil
    }

    /// Whether a text stands at a place.
    static func has(_ text: StaticString, _ bytes: [UInt8], at place: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
    }

    private static let valueEnds: Set<UInt8> = Set("<>&\"'".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func endOfName(_ bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { !isOfName($0) } ?? bytes.count
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }
}
