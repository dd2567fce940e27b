package tender.cli.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;
import tender.cli.client.response.OperatorResponses;
import tender.cli.client.response.OperatorResponses.Certificate;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Commands for agents' certificates. */
final class CertificateCommands {
  private CertificateCommands() {}

  /** Lists certificates. */
  @Command(
      name = "certificates",
      sortOptions = false,
      description = "Lists the certificates of agents that have not expired.")
  static final class Certificates implements Runnable {
    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Override
    public void run() {
      OperatorResponses.Certificates certificates = server.operatorClient().certificates();
      output.print(
          () -> certificates,
          page -> {
            if (certificates.certificates().isEmpty()) {
              page.line(
                  "No agent has a certificate. Add a provider with: tender operator add-provider");
              return;
            }
            page.table(
                new Table<Certificate>()
                    .text("PROVIDER", one -> Printable.of(one.provider()))
                    .text("STATE", Certificate::state)
                    .text("ISSUED", one -> TimeFormat.local(one.issued()))
                    .text("EXPIRES", one -> TimeFormat.local(one.expires()))
                    .text("SERIAL", Certificate::serial),
                certificates.certificates());
          });
    }
  }

  /** Revokes a certificate. */
  @Command(
      name = "revoke-certificate",
      sortOptions = false,
      description = {
        "Revokes one certificate of an agent. The provider can enrol again.%n",
        "If it is connected, the server disconnects it within 10 seconds."
      })
  static final class RevokeCertificate implements Runnable {
    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Parameters(
        index = "0",
        paramLabel = "SERIAL",
        description = "The serial number, as tender operator certificates shows it.")
    private String serial = "";

    @Override
    public void run() {
      OperatorResponses.RevokedCertificate revoked =
          server.operatorClient().revokeCertificate(serial);
      output.print(
          () -> revoked,
          page ->
              page.line(
                  "Certificate of provider '" + Printable.of(revoked.provider()) + "' revoked."));
    }
  }
}
