import Foundation

/// Finds the target of a reference, and decides if it may be read.
///
/// Files in the document's own folder are always read: below it on disk, or on the same server below the same path.
/// Other network locations need `allowsRemote`. Private hosts are allowed only to a document that comes from there.
struct ReferencePolicy: Sendable {
    enum Outcome: Equatable {
        /// A file of the document, and the text after `#`.
        case place(PartLocation, fragment: String?)
        /// A reference that is not read, with the reason as a sentence.
        case refused(String)
    }

    let root: PartLocation
    /// False for a single text, which has no other files.
    let readsFiles: Bool
    let allowsRemote: Bool

    /// The target of a reference in the file at `location`.
    func resolve(_ reference: String, in location: PartLocation) -> Outcome {
        let mark = reference.firstIndex(of: "#")
        let fragment = mark.map { String(reference[reference.index(after: $0)...]) }
        let file = String(reference[..<(mark ?? reference.endIndex)])
        if file.isEmpty { return .place(location, fragment: fragment) }
        guard let target = target(of: file, from: location) else {
            return .refused("\"\(reference)\" is neither a path nor an http URL; correct the reference")
        }
        if target == root { return .place(root, fragment: fragment) }
        if let reason = refusal(of: target) { return .refused("\"\(reference)\" \(reason)") }
        return .place(target, fragment: fragment)
    }

    /// A file's name in references: empty for the document itself, else a path below its folder or a URL.
    func name(of location: PartLocation) -> String {
        if location == root { return DocumentBundle.root }
        switch location {
        case .file(let path): return String(path.dropFirst(root.folder.count)).replacing("#", with: "%23")
        case .remote(let url): return url.absoluteString
        }
    }

    private func target(of file: String, from location: PartLocation) -> PartLocation? {
        if let scheme = ReferencePolicy.scheme(of: file) {
            guard ["http", "https"].contains(scheme), let url = URL(string: file), url.host() != nil else { return nil }
            return .remote(url.absoluteURL.standardized)
        }
        switch location {
        case .remote(let base):
            return URL(string: file, relativeTo: base).map { .remote($0.absoluteURL.standardized) }
        case .file:
            guard let path = file.removingPercentEncoding, !path.contains("\0") else { return nil }
            return .file(PartLocation.normalized(path.hasPrefix("/") ? path : location.folder + path))
        }
    }

    private func refusal(of target: PartLocation) -> String? {
        guard readsFiles else { return "lies outside this document, which is not read; bundle it into one file" }
        switch (target, root) {
        case (.file(let path), .file):
            return path.hasPrefix(root.folder) ? nil : "lies outside the document's folder and is not read"
        case (.file, .remote):
            return "names a file, which a document from the network must not"
        case (.remote(let url), .remote(let own)) where ReferencePolicy.isSameOrigin(url, own):
            // A server may treat encoded dots and slashes as plain ones.
            let path = url.path(percentEncoded: true).lowercased()
            let isPlain = !path.contains("%2e") && !path.contains("%2f")
            if isPlain, url.path(percentEncoded: true).hasPrefix(root.folder) { return nil }
            return allowsRemote ? nil : ReferencePolicy.remoteRefusal
        case (.remote(let url), _):
            guard allowsRemote else { return ReferencePolicy.remoteRefusal }
            guard !RemoteHost.isPrivate(url.host() ?? "") else { return "names a private address and is not read" }
            return nil
        }
    }

    private static let remoteRefusal = "lies on the network and is not read; --allow-remote-refs allows it"

    private static func isSameOrigin(_ one: URL, _ other: URL) -> Bool {
        one.scheme == other.scheme && one.host() == other.host() && one.port == other.port
    }

    /// The text before the first `:` in lower case, if it can be a URL's scheme (RFC 3986 section 3.1).
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        guard scheme.count > 1, scheme.first?.isLetter == true,
            scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
        else { return nil }
        return scheme.lowercased()
    }
}

enum PartLocation: Hashable, Sendable {
    /// An absolute path without `.` and `..`.
    case file(String)
    /// An http or https URL without a fragment.
    case remote(URL)

    /// With a trailing slash.
    var folder: String {
        switch self {
        case .file(let path): PartLocation.folder(of: path)
        case .remote(let url): PartLocation.folder(of: url.path(percentEncoded: true))
        }
    }

    /// A path without empty, `.` and `..` steps; none climbs above the root.
    static func normalized<Path: StringProtocol>(_ path: Path) -> String {
        var steps: [Path.SubSequence] = []
        for step in path.split(separator: "/") where step != "." {
            if step == ".." { _ = steps.popLast() } else { steps.append(step) }
        }
        return "/" + steps.joined(separator: "/")
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
    }
}

/// Distinguishes hosts of private networks from public ones.
public enum RemoteHost {
    /// True if a host is by its name this machine or in a private network. That is `localhost`, names without a dot or
    /// below `.local` and `.internal`, and addresses outside the public ranges (RFC 6890). All spellings count:
    /// `127.1`, `2130706433`, `0x7f000001`, `::ffff:127.0.0.1`.
    ///
    /// A public name may resolve to a private address: check the address, too, before connecting and at every redirect.
    public static func isPrivate(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        if let zone = name.firstIndex(of: "%") { name = String(name[..<zone]) }
        while name.hasSuffix(".") { name.removeLast() }
        var four = in_addr()
        if inet_aton(name, &four) == 1 { return isPrivate(UInt32(bigEndian: four.s_addr)) }
        var six = in6_addr()
        if inet_pton(AF_INET6, name, &six) == 1 { return isPrivate(withUnsafeBytes(of: &six) { Array($0) }) }
        return !name.contains(".")
            || [".localhost", ".local", ".internal", ".home.arpa"].contains(where: name.hasSuffix)
    }

    private static func isPrivate(_ address: UInt32) -> Bool {
        let ranges: [(network: UInt32, bits: UInt32)] = [
            (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
            (0xAC10_0000, 12), (0xC000_0000, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xE000_0000, 3),
        ]
        return ranges.contains { address >> (32 - $0.bits) == $0.network >> (32 - $0.bits) }
    }

    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        let tail = bytes.suffix(4).reduce(0) { UInt32($0) << 8 | UInt32($1) }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && (bytes[10] == 0xFF && bytes[11] == 0xFF)
        let isTranslated = bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B])
        if isMapped || isTranslated { return isPrivate(tail) }
        // Only 2000::/3 is assigned; 6to4 and Teredo in it carry IPv4 addresses and are refused.
        return bytes[0] >> 5 != 1 || bytes.starts(with: [0x20, 0x02]) || bytes.starts(with: [0x20, 0x01, 0x00, 0x00])
    }
}

extension RemoteHost {
    /// The current addresses of a host name, in the order to try; empty for an unknown name. Waits for the name
    /// service.
    public static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        // One entry per address, not one per kind of socket.
        hints.ai_socktype = 1
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
            guard let entry = entry?.pointee else { return nil }
            var text = [CChar](repeating: 0, count: 1_025)
            let length = socklen_t(text.count)
            guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0 else {
                return nil
            }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
