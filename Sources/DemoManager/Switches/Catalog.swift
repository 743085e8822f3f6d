/// What the app described: its screens and operations.
struct Catalog: Sendable {
    private(set) var screens: [String: ScreenDescription] = [:]
    /// Screens that stand in the sidebar, in the order described.
    private(set) var sidebar: [String] = []
    private(set) var operations: [String: OperationDescription] = [:]
    /// Tells secrets from data by what was described.
    var redactor = Redactor()
    private var templates: [(template: URLTemplate, operation: OperationDescription)] = []

    init() {}

    init(screens: [ScreenDescription], operations: [OperationDescription]) {
        for screen in screens { self.screens[screen.id] = screen }
        sidebar = screens.filter { $0.openedFrom == nil }.map(\.id)
        for operation in operations {
            self.operations[operation.id] = operation
            do {
                templates.append((try URLTemplate(operation.pathTemplate), operation))
            } catch {
                // A path that is no template stays unknown by its form; its calls still know it by id.
                continue
            }
        }
    }

    /// The operation of a call: by its id, else by method and path, templates with fewer parameters first.
    func operation(of call: Call, _ facts: RequestFacts) -> OperationDescription? {
        if let id = call.operation { return operations[id] }
        return templates.filter { $0.operation.method == facts.method && $0.template.values(in: facts.path) != nil }
            .min { $0.template.parameterNames.count < $1.template.parameterNames.count }?.operation
    }

    /// Whether a condition of `screen` covers an operation. A screen nobody described covers all its calls.
    func screen(_ screen: String, covers operation: String?) -> Bool {
        guard let description = screens[screen] else { return true }
        return operation.map(description.operations.contains) ?? false
    }
}
