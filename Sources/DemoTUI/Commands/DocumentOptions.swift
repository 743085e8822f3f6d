import ArgumentParser

/// The document a command is about, and how much of it is read: the same for every command that does without one, too.
struct DocumentOptions: ParsableArguments {
    @Argument(
        help: "The OpenAPI document: a file, a folder with one, or a URL. Without one, the sample Harbor.",
        completion: .document)
    var document: String?

    @OptionGroup var references: ReferenceOptions
}

/// Which of a document's references are followed.
struct ReferenceOptions: ParsableArguments {
    @Flag(help: "Follow the document's references to other servers.")
    var allowRemoteRefs = false
}

extension CompletionKind {
    /// The files that may be documents.
    static var document: CompletionKind { .file(extensions: ["yaml", "yml", "json"]) }
}
