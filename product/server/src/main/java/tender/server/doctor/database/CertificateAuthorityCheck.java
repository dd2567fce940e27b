package tender.server.doctor.database;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CertificateDates;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the market's certificate authority, which is in the database, can be used. */
public final class CertificateAuthorityCheck extends NamedCheck<ServerInstallation> {
  private static final Duration WARN_BEFORE = Duration.ofDays(365);
  private static final String FIX =
      "Restore the table 'secret' from a backup. Without one, delete its row 'authority': the server creates a new authority, and all agents must enrol again.";

  public CertificateAuthorityCheck() {
    super("certificate-authority", List.of(DatabaseSchemaCheck.NAME));
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    if (server.query("select to_regclass('secret') is not null").equals("f")) {
      return CheckResult.ok("not created yet; the first start of a server does");
    }
    Optional<String> stored =
        server
            .sql()
            .find("select content from secret where name = 'authority'", row -> row.getString(1));
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
