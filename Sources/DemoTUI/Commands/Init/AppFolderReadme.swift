/// What an app folder says of itself.
enum AppFolderReadme {
    static let file = AppFolderFile(path: "README.md", bytes: Array(text.utf8))

    private static let text = """
        # An app folder of demo-tui

        `demo-tui .` opens it; `--demo` answers every call from here, without a server.

        - `openapi.yaml` or `openapi.json`: the API's document.
        - `stubs/`: one file for each operation, in WireMock's format. Edit them; a running demo-tui follows each save. A stub of a
          list is its first page, a stub of a thing is one thing: other pages and ids are made from the document. `"enabled": false`
          stands before answers to choose as a condition (`c`). `metadata.made` says what came from an example and what was
          generated.
        - `fixtures/`: long bodies, which stubs name as `bodyFileName`.

        `demo-tui check .` tells where stubs and fixtures no longer fit the document. After the document changed, run
        `demo-tui init DOCUMENT .` again: it adds, updates and marks, and never touches what you changed. `.demo-tui.json` is its
        memory of what it wrote; keep it beside the rest.

        """
}
