/// Reads a deflated stream (RFC 1951).
struct Inflate {
    /// Bytes that are no deflated stream, or one of more bytes than wanted.
    struct Failure: Error {}

    private let bytes: ArraySlice<UInt8>
    private let limit: Int
    /// What was read so far.
    private(set) var output: [UInt8] = []
    /// Bits read and not used yet, the next one lowest.
    private var bits: UInt32 = 0
    private var bitCount = 0
    /// Where the next byte is read; after `run()` the first behind the stream.
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>, limit: Int) {
        self.bytes = bytes
        self.limit = limit
        position = bytes.startIndex
    }

    /// The bytes of the whole stream.
    mutating func run() throws(Failure) -> [UInt8] {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try expand(Self.fixedLiterals, Self.fixedDistances)
            case 2:
                let (literals, distances) = try codes()
                try expand(literals, distances)
            default: throw Failure()
            }
        }
        // Whole bytes that were read ahead belong to what follows.
        position -= bitCount / 8
        return output
    }

    private mutating func take(_ count: Int) throws(Failure) -> Int {
        while bitCount < count {
            guard position < bytes.endIndex else { throw Failure() }
            bits |= UInt32(bytes[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    private mutating func copyStored() throws(Failure) {
        position -= bitCount / 8
        (bits, bitCount) = (0, 0)
        let length = try take(16)
        guard try take(16) == length ^ 0xFFFF, position + length <= bytes.endIndex, output.count + length <= limit
        else { throw Failure() }
        output += bytes[position..<(position + length)]
        position += length
    }

    private mutating func expand(_ literals: Code, _ distances: Code) throws(Failure) {
        while true {
            let symbol = try next(literals)
            if symbol == 256 { return }
            guard symbol > 256 else {
                guard output.count < limit else { throw Failure() }
                output.append(UInt8(symbol))
                continue
            }
            guard symbol - 257 < Self.lengthBases.count else { throw Failure() }
            let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthExtras[symbol - 257]))
            let code = try next(distances)
            guard code < Self.distanceBases.count else { throw Failure() }
            let distance = Self.distanceBases[code] + (try take(code < 2 ? 0 : (code - 2) / 2))
            guard distance <= output.count, output.count + length <= limit else { throw Failure() }
            // Byte by byte: the copy may reach into what it writes.
            for place in (output.count - distance)..<(output.count - distance + length) { output.append(output[place]) }
        }
    }

    /// The codes a block brings along, themselves in a code.
    private mutating func codes() throws(Failure) -> (Code, Code) {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let orderCount = try take(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for place in Self.lengthOrder.prefix(orderCount) { lengths[place] = try take(3) }
        let code = Code(lengths: lengths)
        lengths = []
        while lengths.count < literalCount + distanceCount {
            switch try next(code) {
            case let length where length < 16: lengths.append(length)
            case 16:
                guard let last = lengths.last else { throw Failure() }
                lengths += [Int](repeating: last, count: try take(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try take(3) + 3)
            default: lengths += [Int](repeating: 0, count: try take(7) + 11)
            }
        }
        guard lengths.count == literalCount + distanceCount else { throw Failure() }
        return (Code(lengths: Array(lengths[..<literalCount])), Code(lengths: Array(lengths[literalCount...])))
    }

    private mutating func next(_ code: Code) throws(Failure) -> Int {
        var value = 0
        var first = 0
        var index = 0
        for count in code.counts {
            value |= try take(1)
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Failure()
    }

    /// A canonical Huffman code.
    private struct Code {
        /// How many symbols have 1, 2, ... 15 bits.
        var counts = [Int](repeating: 0, count: 15)
        /// The symbols by length, then by number.
        let symbols: [Int]

        init(lengths: [Int]) {
            for length in lengths where length > 0 { counts[length - 1] += 1 }
            symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        }
    }

    private static let fixedLiterals = Code(
        lengths: [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
            + [Int](repeating: 8, count: 8))
    private static let fixedDistances = Code(lengths: [Int](repeating: 5, count: 30))
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthExtras = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
}
