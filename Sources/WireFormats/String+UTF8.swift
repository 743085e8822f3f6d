extension String {
    /// The text of bytes in UTF-8; nil for bytes that are not.
    package init?(utf8 bytes: some Collection<UInt8>) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(decoding: bytes, as: UTF8.self)
            // A repaired text differs.
            guard utf8.elementsEqual(bytes) else { return nil }
        }
    }
}
