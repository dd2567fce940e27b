package tender.server.doctor.database;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.doctor.installation.ServerInstallation;
import tender.server.store.identity.SecretCipher;
import tender.server.store.identity.SecretStore;
import tender.support.doctor.CertificateDates;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the market's certificate authority, which is in the database, can be used. */
public final class CertificateAuthorityCheck extends NamedCheck<ServerInstallation> {
  private static final Duration WARN_BEFORE = Duration.ofDays(365);
  private static final String FIX =
      "Restore the table 'secret' from a backup. Without one, delete its row 'authority': the server creates a new authority, and all agents must enrol again.";

  private static final String KEY_FIX =
      "Correct the setting 'encryption_key_file', or restore the file from where you keep it.";

  public CertificateAuthorityCheck() {
    super("certificate-authority", List.of(DatabaseSchemaCheck.NAME));
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    if (server.query("select to_regclass('secret') is not null").equals("f")) {
      return CheckResult.ok("not created yet; the first start of a server does");
    }
    Optional<String> stored;
    try {
      stored =
          new SecretStore(
                  server.sql(),
                  server
                      .config()
                      .databaseSettings()
                      .encryptionKeyFile()
                      .map(SecretCipher::fromFile))
              .find("authority");
    } catch (IllegalArgumentException e) {
      return CheckResult.fault(
          "the market's authority cannot be decrypted: " + e.getMessage(), KEY_FIX);
    }
    if (stored.isEmpty()) {
      return CheckResult.ok("not created yet; the next start of a server does");
    }
    try {
      return CertificateDates.check(
          "the certificate of the market's authority",
          CertificateAuthority.fromPem(stored.get()).certificate(),
          server.clock().instant(),
          WARN_BEFORE,
          FIX);
    } catch (IllegalArgumentException e) {
      // The text contains a private key.
      return CheckResult.fault("the market's authority in the table 'secret' is damaged", FIX);
    }
  }
}
