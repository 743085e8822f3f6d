import APIDocument
import AppCore
import DocumentStubs
import WireFormats

/// Generated values for parameters without a typed one, like the demo's own data.
struct ParameterExamples: Sendable {
    private let generator: SampleGenerator

    init(_ document: APIDocument) { generator = SampleGenerator(document: document) }

    func example(of name: String, for request: Request) -> String? {
        guard let bound = request.parameters.first(where: { $0.name == name }) else { return nil }
        let segments = request.path.segments
        let place = segments.firstIndex { $0.parts.contains(.parameter(name)) } ?? segments.count
        let seed = request.path.prefix(place).text
        // As the property of an object, the parameter's name gives the value its meaning.
        let object = Schema(
            [
                "type": "object", "required": [.string(name)],
                "properties": .object(JSONObject([.init(key: name, value: bound.parameter.schema.json)])),
            ])
        do {
            let sample = try generator.sample(for: object, seed: seed, direction: .request)
            return sample.value[name].map(\.plainText)
        } catch {
            // An empty field asks as well.
            return nil
        }
    }
}
