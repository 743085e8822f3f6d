/// A file that an app folder is to have.
struct AppFolderFile: Sendable {
    /// Its path below the folder: `stubs/listPets.json`.
    let path: String
    /// What it holds.
    let bytes: [UInt8]
    /// The operation it is for; nil for the document and the like.
    var operation: String?
}

/// The digest of a file's bytes: tells whether a person changed it, nothing more. FNV-1a, with the length.
enum FileDigest {
    static func text(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16) + "-\(bytes.count)"
    }
}
