extension TextMaker {
    /// Texts machines read. Hosts are ones nobody can own (RFC 2606), addresses those kept for documents (RFC 5737).
    func technical(_ topic: TextTopic) -> String {
        switch topic {
        case .url: return url
        case .image: return "https://example.com/images/\(slugOfThing).png"
        case .path: return "/\(pick(Vocabulary.pathWords))/\(slugOfThing)"
        case .hostname: return "\(pick(Vocabulary.pathWords)).example.com"
        case .ipAddress: return "203.0.113.\(1 + seed.pick(254, ordinal))"
        case .slug: return slugOfThing
        case .currency: return pick(["EUR", "USD", "GBP"])
        case .language: return pick(["en", "de", "fr", "es", "pt", "it"])
        case .locale: return pick(["en-US", "de-DE", "fr-FR", "es-ES", "pt-PT"])
        case .version where name.words == ["api", "version"]: return "v1"
        case .version:
            return
                "\(1 + seed.pick(3, ordinal)).\(seed.pick(10, ordinal + 1)).\(seed.pick(10, ordinal + 2))"
        case .file: return "\(slugOfThing).\(thing.kind == .file ? "jpg" : "pdf")"
        case .mediaType:
            return thing.kind == .file ? "image/jpeg" : pick(["image/jpeg", "application/pdf", "text/plain"])
        case .mac: return mac
        case .bic: return pick(["DEMODEFFXXX", "DEMOPTPLXXX", "DEMONL2AXXX"])
        case .code where thing.isFault: return "not_found"
        case .method: return pick(["GET", "POST"])
        case .lastDigits:
            var choices = Choices(seed, ordinal: ordinal)
            return "4" + (0..<3).map { _ in String(choices.next(10)) }.joined()
        case .field: return Vocabulary.field(name).map { pick($0) } ?? anything
        case .symbol: return pick(["€", "$", "£"])
        default: return coded(topic)
        }
    }

    private func coded(_ topic: TextTopic) -> String {
        var choices = Choices(seed, ordinal: ordinal)
        func digits(_ count: Int) -> String { (0..<count).map { _ in String(choices.next(10)) }.joined() }
        switch topic {
        case .iban: return iban
        // Card schemes' own numbers for tests.
        case .card: return "4242424242424242"
        case .accountNumber: return digits(8)
        case .secret:
            return name.words.contains("password") ? "demo-password-\(digits(2))" : "demo-token-\(hexadecimal(12))"
        case .hash: return hexadecimal(32)
        case .cursor: return "next-\(hexadecimal(8))"
        default:
            let letters = Array("ABCDEFGHJKLMNPRSTUVWXYZ")
            let head = (0..<2).map { _ in String(letters[choices.next(letters.count)]) }.joined()
            return "\(head)-\(1 + choices.next(9))\(digits(4))"
        }
    }

    private var url: String {
        let path =
            name.words.contains { ["website", "homepage", "site", "web"].contains($0) }
            ? "" : pick(Vocabulary.pathWords) + "/"
        return "https://example.com/\(path)\(slugOfThing)"
    }

    /// What the thing is called, for addresses.
    var slugOfThing: String {
        // Of a file, the name without what says its type.
        let slug = TextMaker.slug(String(thing.displayName.prefix { $0 != "." }))
        let stem = slug.isEmpty ? "item-\(thing.ordinal + 1)" : slug
        return item.map { $0 > 0 ? "\(stem)-\($0 + 1)" : stem } ?? stem
    }

    /// So many hexadecimal digits, distinct in every row from eight on.
    func hexadecimal(_ count: Int) -> String {
        var text = ""
        var part = 0
        while text.count < count {
            let digits = String(seed.child("hexadecimal-\(part)").noise(ordinal), radix: 16)
            text += String(repeating: "0", count: 16 - digits.count) + digits
            part += 1
        }
        return String(text.prefix(count))
    }

    /// A UUID of version 4 (RFC 9562), distinct in every row.
    var uuid: String {
        var digits = Array(hexadecimal(32))
        digits[12] = "4"
        digits[16] = ["8", "9", "a", "b"][seed.pick(4, ordinal)]
        let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return parts.map { String($0) }.joined(separator: "-")
    }

    /// An account of a bank that does not exist (bank code of zeros), with its check digits (ISO 13616).
    private var iban: String {
        let account = 1_000_000 + seed.pick(8_999_999, ordinal)
        let body = "00000000" + String(repeating: "0", count: 3) + String(account)
        // Country DE as digits, then 00 in place of the check digits.
        let remainder = (body + "131400").utf8.reduce(0) { ($0 * 10 + Int($1 - 48)) % 97 }
        let check = 98 - remainder
        return "DE" + (check < 10 ? "0" : "") + String(check) + body
    }
}
