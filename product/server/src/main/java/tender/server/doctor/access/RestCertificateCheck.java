package tender.server.doctor.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CertificateDates;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.NamedCheck;
import tender.support.text.ErrorMessages;

/** Whether the certificate for REST can be read and is valid. */
public final class RestCertificateCheck extends NamedCheck<ServerInstallation> {
  public static final String NAME = "rest-certificate";

  private static final Duration WARN_BEFORE = Duration.ofDays(14);

  public RestCertificateCheck() {
    super(NAME, ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    Optional<Path> file = server.config().certificate();
    if (file.isEmpty()) {
      return CheckResult.ok("not used: REST is plain HTTP");
    }
    try {
      return CertificateDates.check(
          file.get().toString(),
          read(file.get()),
          server.clock().instant(),
          WARN_BEFORE,
          "Get a new certificate from its authority, replace the file, and restart the server.");
    } catch (IOException | CertificateException | ClassCastException e) {
      return CheckResult.fault(
          "cannot read the certificate %s: %s".formatted(file.get(), ErrorMessages.describe(e)),
          "Name a PEM file that begins with the server's certificate, and that the server's account can read.");
    }
  }

  /** The first certificate, which is the server's own. */
  static X509Certificate read(Path file) throws IOException, CertificateException {
    try (var in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }
}
