package tender.app.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.output.JsonOutput;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.core.model.ProviderId;
import tender.server.MarketAdministration;
import tender.server.store.identity.RegisteredCertificate;
import tender.support.input.Printable;

/** The operator's commands for agents' certificates. */
final class CertificateCommands {
  private CertificateCommands() {}

  /** Lists certificates. */
  @Command(
      name = "certificates",
      sortOptions = false,
      description = "Lists the certificates of agents that have not expired.")
  static final class Certificates extends OperatorCommand {
    @Mixin private OutputOption output;

    /** A certificate in JSON. */
    record Certificate(
        String provider, String serial, String state, Instant issued, Instant expires) {
      static Certificate of(RegisteredCertificate one) {
        return new Certificate(
            one.certificate().provider().value(),
            one.certificate().serial(),
            JsonOutput.name(one.state()),
            Instant.ofEpochMilli(one.issuedMillis()),
            Instant.ofEpochMilli(one.certificate().expiresMillis()));
      }
    }

    /** The output. */
    record CertificateList(List<Certificate> certificates) {}

    @Override
    public Integer call() throws IOException {
      List<Certificate> certificates =
          MarketAdministration.certificates(config()).stream().map(Certificate::of).toList();
      output.print(
          () -> new CertificateList(certificates),
          page -> {
            if (certificates.isEmpty()) {
              page.line(
                  "No agent has a certificate. Add a provider with: tender server add-provider");
              return;
            }
            page.table(
                new Table<Certificate>()
                    .text("PROVIDER", one -> Printable.of(one.provider()))
                    .text("STATE", Certificate::state)
                    .text("ISSUED", one -> TimeFormat.local(one.issued()))
                    .text("EXPIRES", one -> TimeFormat.local(one.expires()))
                    .text("SERIAL", Certificate::serial),
                certificates);
          });
      return 0;
    }
  }

  /** Encrypts the market's authority with another key. */
  @Command(
      name = "change-encryption-key",
      sortOptions = false,
      description =
          "Encrypts the key of the market's certificate authority with the key in another file.")
  static final class ChangeEncryptionKey extends OperatorCommand {
    @Parameters(
        index = "1",
        paramLabel = "KEY_FILE",
        description = "A file with 64 hexadecimal digits, such as openssl rand -hex 32 prints.")
    private Path keyFile;

    @Override
    public Integer call() throws IOException {
      int changed = MarketAdministration.changeEncryptionKey(config(), keyFile);
      return report(
          changed > 0,
          "Secrets encrypted: %d. Now set 'encryption_key_file: %s' in the configuration of every server. Running servers continue."
              .formatted(changed, keyFile),
          "The market has no authority yet. Set 'encryption_key_file' and start a server.");
    }
  }

  /** Revokes a certificate. */
  @Command(
      name = "revoke-certificate",
      description = "Revokes one certificate of an agent. The provider can enrol again.")
  static final class RevokeCertificate extends OperatorCommand {
    @Parameters(
        index = "1",
        paramLabel = "SERIAL",
        description = "The serial number, as tender server certificates shows it.")
    private String serial;

    @Override
    public Integer call() throws IOException {
      Optional<ProviderId> provider = MarketAdministration.revokeCertificate(config(), serial);
      return report(
          provider.isPresent(),
          "Certificate of provider '%s' revoked. If it is connected, the server disconnects it within 10 seconds."
              .formatted(provider.map(ProviderId::value).orElse("")),
          "There is no certificate '%s', or it is already revoked. tender server certificates lists all."
              .formatted(Printable.of(serial)));
    }
  }
}
