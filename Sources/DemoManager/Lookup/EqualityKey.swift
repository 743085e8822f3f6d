import HTTPTypes

/// A demand for one exact value, as a key to find the stub by.
struct EqualityKey {
    /// What the value is of.
    enum Name: Sendable, Hashable {
        /// Path and query.
        case url
        /// A query parameter.
        case query(String)
        /// A header, by its canonical name.
        case header(HTTPField.Name)
    }

    let name: Name
    let hash: ByteHash

    /// The keys a stub can be found by.
    static func keys(of pattern: RequestPattern) -> [EqualityKey] {
        var keys: [EqualityKey] = []
        if case .url(let url) = pattern.url {
            keys.append(EqualityKey(name: .url, hash: Name.url.hash(of: url.utf8)))
        }
        for named in pattern.queryParameters {
            if case .equalTo(let value, false) = named.matcher {
                let name = Name.query(named.name)
                keys.append(EqualityKey(name: name, hash: name.hash(of: value.utf8)))
            }
        }
        for named in pattern.headers {
            if case .equalTo(let value, false) = named.matcher, let field = HTTPField.Name(named.name) {
                let name = Name.header(field)
                keys.append(EqualityKey(name: name, hash: name.hash(of: value.utf8)))
            }
        }
        return keys
    }

    /// Calls `visit` with every key the request has.
    static func forEachHash(of facts: RequestFacts, _ visit: (ByteHash) -> Void) {
        visit(Name.url.hash(of: facts.target))
        for item in facts.query {
            visit(Name.query(String(decoding: item.name, as: UTF8.self)).hash(of: item.value))
        }
        for field in facts.request.headerFields { visit(Name.header(field.name).hash(of: field.value.utf8)) }
    }
}

extension EqualityKey.Name {
    /// The table's key for `value` of this name.
    func hash(of value: some Sequence<UInt8>) -> ByteHash {
        var hash: ByteHash
        switch self {
        case .url: hash = ByteHash(CollectionOfOne(1))
        case .query(let name):
            hash = ByteHash(name.utf8)
            hash.combine(2)
        case .header(let name):
            hash = ByteHash(name.canonicalName.utf8)
            hash.combine(3)
        }
        hash.combine(value)
        return hash
    }

    /// Calls `visit` with the keys the request has for this name.
    func forEachHash(in facts: RequestFacts, _ visit: (ByteHash) -> Void) {
        switch self {
        case .url: visit(hash(of: facts.target))
        case .query(let name):
            for item in facts.query where item.name.isEqual(to: name) { visit(hash(of: item.value)) }
        case .header(let name):
            for value in facts.request.headerFields[values: name] { visit(hash(of: value.utf8)) }
        }
    }
}
