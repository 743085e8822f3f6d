import APIDocument
import DemoManager
import JSONText

/// Makes a body that is no JSON from its schema: the text of a sample.
struct TextSample: Sendable {
    let document: APIDocument
    let media: MediaType

    /// Nil where the document has no schema to make it from.
    var maker: ReplyMaker? {
        guard let schema = media.schema else { return nil }
        return ReplyMaker(needsBody: false) { _, reply in
            let sample = try SampleGenerator(document: document).sample(for: schema, seed: media.name)
            reply.body = media.bytes(sample.value)
        }
    }
}
