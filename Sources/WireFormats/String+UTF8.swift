extension String {
    /// The string of UTF-8 bytes; nil for invalid UTF-8.
    package init?(utf8 bytes: some Collection<UInt8>) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(decoding: bytes, as: UTF8.self)
            // A repaired string differs from its bytes.
            guard utf8.elementsEqual(bytes) else { return nil }
        }
    }
}
