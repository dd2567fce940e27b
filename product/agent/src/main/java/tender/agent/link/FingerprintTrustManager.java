package tender.agent.link;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import tender.bagfile.Digest;

/**
 * Trusts servers of the one authority whose fingerprint is known, which shows its certificate with
 * the server's. Everything else, the server's name above all, is then checked as usual.
 */
final class FingerprintTrustManager extends X509ExtendedTrustManager {
  private final Digest fingerprint;

  FingerprintTrustManager(Digest fingerprint) {
    this.fingerprint = fingerprint;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    trusting(authority(chain)).checkServerTrusted(chain, authType, engine);
  }

  /** Without an engine or a socket the server's name could not be checked. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("A server cannot be trusted without its name.");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    trusting(authority(chain)).checkServerTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("An agent has no clients.");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checkClientTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }

  private X509Certificate authority(X509Certificate[] chain) throws CertificateException {
    for (X509Certificate certificate : chain) {
      if (Digest.of(certificate.getEncoded()).equals(fingerprint)) {
        return certificate;
      }
    }
    throw new CertificateException(
        "The server is not of the authority that the token names, whose fingerprint is "
            + fingerprint
            + ". Is the address right, and the token of this market?");
  }

  private static X509ExtendedTrustManager trusting(X509Certificate authority)
      throws CertificateException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("authority", authority);
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509ExtendedTrustManager extended) {
          return extended;
        }
      }
      throw new CertificateException("This Java has no trust manager for X.509.");
    } catch (GeneralSecurityException | IOException e) {
      throw new CertificateException("The authority's certificate does not work.", e);
    }
  }
}
