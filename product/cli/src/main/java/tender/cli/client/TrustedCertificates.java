package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import tender.support.text.ErrorMessages;

/** Certificates that a user trusts, from a file. */
final class TrustedCertificates {
  private TrustedCertificates() {}

  /** Trusts only the certificates of a file, for connections to a market. */
  static SSLContext only(Path ca) {
    return context(ca, false);
  }

  /**
   * Also trusts the certificates that Java trusts, for connections to the object store of a market:
   * it may be run by others. Its URLs come from the market, and what it sends is verified.
   */
  static SSLContext andDefaults(Path ca) {
    return context(ca, true);
  }

  private static SSLContext context(Path ca, boolean withDefaults) {
    try (InputStream in = Files.newInputStream(ca)) {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("ca" + number++, certificate);
      }
      if (withDefaults) {
        for (TrustManager manager : managers(null)) {
          for (X509Certificate certificate : ((X509TrustManager) manager).getAcceptedIssuers()) {
            trusted.setCertificateEntry("default" + number++, certificate);
          }
        }
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(trusted), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(
          "The certificates in %s (TENDER_CA, or ca in the config file) cannot be used: %s.\nGive a file with certificates in PEM, or leave it out to trust those that Java trusts."
              .formatted(ca, ErrorMessages.describe(e)),
          e);
    }
  }

  private static TrustManager[] managers(@Nullable KeyStore trusted)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory.getTrustManagers();
  }
}
