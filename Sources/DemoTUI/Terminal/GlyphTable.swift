import Synchronization

/// The sequences of scalars that some cell shows or showed, each kept once. Bounded, because the text comes from
/// strangers: when it is full, new sequences are shown without their marks.
final class GlyphTable: Sendable {
    /// The program's table.
    static let shared = GlyphTable()

    /// How many sequences are kept.
    static let capacity = 16_384

    private struct Contents {
        var numbers: [[Unicode.Scalar]: UInt32] = [:]
        var sequences: [[Unicode.Scalar]] = []
    }

    private let contents = Mutex(Contents())

    /// The number of a sequence, nil when there is no room for it.
    func number(of sequence: [Unicode.Scalar]) -> UInt32? {
        contents.withLock { contents in
            if let number = contents.numbers[sequence] { return number }
            guard contents.sequences.count < Self.capacity else { return nil }
            let number = UInt32(contents.sequences.count)
            contents.numbers[sequence] = number
            contents.sequences.append(sequence)
            return number
        }
    }

    /// The sequence with that number; empty if there is none.
    func sequence(_ number: UInt32) -> [Unicode.Scalar] {
        contents.withLock { contents in
            contents.sequences.indices.contains(Int(number)) ? contents.sequences[Int(number)] : []
        }
    }
}
