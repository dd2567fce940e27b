package tender.app.server;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tender.server.MarketAdministration;

/** The commands for the market's certificate authority. */
final class CertificateCommands {
  private CertificateCommands() {}

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
}
