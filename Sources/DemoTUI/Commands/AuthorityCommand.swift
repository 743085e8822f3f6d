import ArgumentParser
import DemoGateway
import Foundation
import ReplyHeads
import WireFormats

struct AuthorityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca", abstract: "Make the certificate authority that gateway --tls uses; show, export, remove it.",
        discussion: """
            Clients that trust the authority's certificate accept the gateway's.

            The private key stays in your data folder, readable by you alone. Whoever has it can pose as any server \
            towards these clients: remove the authority from them when you no longer need it.
            """,
        subcommands: [Make.self, Show.self, Export.self, Remove.self], defaultSubcommand: Make.self)

    private static var folder: String { AppOptions(environment: ProcessInfo.processInfo.environment).authorityFolder }

    private static func existing() throws -> CertificateAuthority {
        guard let authority = try StandardError.exiting({ try CertificateAuthority.load(from: folder) }) else {
            throw StandardError.exit(2, "there is no certificate authority. Make one: demo-tui ca")
        }
        return authority
    }

    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make", abstract: "Make the authority if there is none (the default).")

        func run() throws {
            let authority = try StandardError.exiting {
                let authority = try OwnAuthority(in: AuthorityCommand.folder)
                try authority.certificate.checkExpiry()
                return authority
            }
            StandardOutput.write(
                "\(authority.certificate.name) \(authority.isNew ? "was made" : "exists already"): "
                    + authority.certificate.certificateFile)
            StandardOutput.write("Let clients trust this file. Then start: demo-tui gateway --tls")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show name, expiry, fingerprint and file of the authority.")

        func run() throws {
            let authority = try AuthorityCommand.existing()
            let day = authority.expiry.formatted(.iso8601.year().month().day())
            let isExpired = authority.isExpired(at: Date())
            StandardOutput.write("Name:        \(authority.name)")
            StandardOutput.write("Valid until: \(day)\(isExpired ? " (expired)" : "")")
            StandardOutput.write("SHA-256:     \(authority.fingerprint)")
            StandardOutput.write("Certificate: \(authority.certificateFile)")
            StandardOutput.write(
                "Clients download it from a running gateway --tls at \(GatewayConfiguration.authorityPath).")
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write the authority's certificate, without its key, to a file or to standard output.")

        @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
        var file: String?

        func run() throws {
            let bytes = Array(try AuthorityCommand.existing().pem.utf8)
            guard let file else { return StandardOutput.write(bytes) }
            try StandardError.exiting { try Output.write(bytes, toFile: file) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove the authority and its key from this machine.")

        func run() throws {
            let removed = try StandardError.exiting { try CertificateAuthority.remove(from: AuthorityCommand.folder) }
            StandardOutput.write(
                removed
                    ? "The certificate authority was removed. Remove it from your clients, too."
                    : "There is no certificate authority.")
        }
    }
}

/// The authority of this user's gateways, created when first needed.
struct OwnAuthority: Sendable {
    let certificate: CertificateAuthority
    let isNew: Bool

    init(in folder: String) throws(CertificateFailure) {
        if let certificate = try CertificateAuthority.load(from: folder) {
            self.certificate = certificate
            isNew = false
        } else {
            certificate = try CertificateAuthority.make(in: folder, host: ProcessInfo.processInfo.hostName)
            isNew = true
        }
    }

    /// - Parameter url: The URL of the gateway.
    func announcement(_ url: String) -> String {
        "Clients must trust the authority \(isNew ? "made now: " : "")\(certificate.certificateFile) "
            + "(also at \(url)\(GatewayConfiguration.authorityPath))."
    }
}
