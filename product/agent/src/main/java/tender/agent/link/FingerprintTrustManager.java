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
 * Trusts servers whose certificate chain contains the authority with a known fingerprint. All other
 * checks, such as the server's name, are as usual.
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

  /** Without an engine or a socket, the server's name cannot be checked. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("Cannot verify the server's name without a connection.");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    trusting(authority(chain)).checkServerTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("An agent accepts no clients.");
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
        "The server's certificate is not from the authority named in the token, fingerprint "
            + fingerprint
            + ". Check the address, and that the token is from this market.");
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
      throw new CertificateException("This Java has no X.509 trust manager.");
    } catch (GeneralSecurityException | IOException e) {
      throw new CertificateException("The authority's certificate cannot be used.", e);
    }
  }
}
