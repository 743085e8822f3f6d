import APIDocument
import AppCore
import DocumentStubs
import JSONText

/// Values for parameters that nobody typed yet, of the kind the demo's own data has.
struct ParameterExamples: Sendable {
    private let generator: SampleGenerator

    init(_ document: APIDocument) { generator = SampleGenerator(document: document) }

    /// A value for a request's parameter, as text; nil where none can be made.
    func example(of name: String, for request: Request) -> String? {
        guard let bound = request.parameters.first(where: { $0.name == name }) else { return nil }
        let segments = request.path.segments
        let place = segments.firstIndex { $0.parts.contains(.parameter(name)) } ?? segments.count
        let seed = request.path.prefix(place).text
        // Within an object the parameter's name says what the value means.
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
