package tender.server.doctor.access;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import tender.support.doctor.HttpProbe;

/**
 * Recognises a server that runs already, so that its ports are not reported as used by another
 * program.
 */
public final class OwnListeners {
  private static final int TIMEOUT_MILLIS = 3_000;
  private static final String HEALTH = "/health";

  private OwnListeners() {}

  /** Whether REST of a server answers there, with or without TLS. */
  public static boolean isRest(InetSocketAddress address) {
    return isHealthy(HttpProbe.get(address, HEALTH, Optional.empty()))
        || isHealthy(HttpProbe.get(address, HEALTH, Optional.of(anyCertificate())));
  }

  private static boolean isHealthy(String answer) {
    return answer.replace(" ", "").contains("\"status\":\"ok\"");
  }

  /** Whether metrics of a server are there. */
  public static boolean isMetrics(InetSocketAddress address) {
    return HttpProbe.get(address, "/metrics", Optional.empty()).contains("tender_");
  }

  /** Whether a server for agents is there: its certificate says so. */
  public static boolean isAgentGateway(InetSocketAddress address) {
    try (Socket plain = new Socket()) {
      plain.setSoTimeout(TIMEOUT_MILLIS);
      plain.connect(address, TIMEOUT_MILLIS);
      try (SSLSocket socket =
          (SSLSocket)
              anyCertificate()
                  .getSocketFactory()
                  .createSocket(plain, address.getHostString(), address.getPort(), true)) {
        socket.startHandshake();
        return socket.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
            && certificate.getSubjectX500Principal().getName().equals("CN=Tender server");
      }
    } catch (IOException e) {
      return false;
    }
  }

  /** Accepts every certificate, because no secret is sent and the answer is only displayed. */
  private static SSLContext anyCertificate() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyCertificate()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no TLS.", e);
    }
  }

  private static final class AnyCertificate extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
