/// What to measure: `[--only decisions,changes,...] [--cases exact-hit,...] [--largest 10000] [--rounds 9]`, or
/// `--count CASE SIZE ITERATIONS [--journal]`.
struct Arguments {
    /// A part of the report.
    enum Part: String, CaseIterable {
        case memory, decisions, threads, changes, loading
    }

    /// A run for counting instructions.
    struct Count {
        let kind: Case
        let size: Int
        let iterations: Int
    }

    var parts = Part.allCases
    var cases = Case.allCases
    var largest = 100_000
    var rounds = 9
    var journal = false
    var count: Count?

    /// What cannot be understood.
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    init(_ words: some Sequence<String>) throws {
        var words = words.makeIterator()
        func value(_ option: String) throws -> String {
            guard let word = words.next() else { throw Unknown(description: "\(option) needs a value") }
            return word
        }
        func number(_ option: String) throws -> Int {
            guard let number = Int(try value(option)), number > 0 else {
                throw Unknown(description: "\(option) needs a number")
            }
            return number
        }
        func list<Item: RawRepresentable<String>>(_ option: String) throws -> [Item] {
            try value(option).split(separator: ",").map { word in
                guard let item = Item(rawValue: String(word)) else {
                    throw Unknown(description: "\(option): \(word) is unknown")
                }
                return item
            }
        }
        while let word = words.next() {
            switch word {
            case "--only": parts = try list(word)
            case "--cases": cases = try list(word)
            case "--largest": largest = try number(word)
            case "--rounds": rounds = try number(word)
            case "--journal": journal = true
            case "--count":
                let kinds: [Case] = try list(word)
                guard let kind = kinds.first else { throw Unknown(description: "--count needs a case") }
                count = Count(kind: kind, size: try number(word), iterations: try number(word))
            default: throw Unknown(description: "\(word) is unknown")
            }
        }
    }
}
