package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.server.api.InMemoryAccessTokens;
import tender.server.api.InMemoryBagApi;
import tender.server.api.InMemoryBagDetailApi;
import tender.server.api.InMemoryNotifications;
import tender.server.api.InMemoryProjects;
import tender.server.api.operator.InMemoryOperator;
import tender.server.model.UserQuotas;
import tender.support.http.HttpListenerConfig;
import tender.support.http.TlsFiles;

class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private Path folder;

  @Test
  void onlyTlsWithTheConfiguredCertificateIsServed() throws Exception {
    KeyStore store = identity();
    var files = new TlsFiles(folder.resolve("server.crt"), folder.resolve("server.key"));
    write(files.certificates(), "CERTIFICATE", store.getCertificate("server").getEncoded());
    write(files.key(), "PRIVATE KEY", store.getKey("server", PASSWORD).getEncoded());

    var settings = new HttpListenerConfig("127.0.0.1", 0, Optional.of(files));
    try (var server =
        new RestServer(
            settings,
            new InMemoryBagApi(0),
            new InMemoryBagDetailApi(new InMemoryBagApi(0)),
            new InMemoryAccessTokens(Map.of()),
            new InMemoryProjects(),
            new InMemoryNotifications(),
            Optional.empty(),
            Optional.empty(),
            new InMemoryOperator().api(),
            _ -> Optional.empty(),
            UserQuotas.DEFAULT,
            _ -> {},
            RequestListener.NONE)) {
      server.start();
      URI health = URI.create("https://127.0.0.1:" + server.port() + "/health");
      HttpRequest request = HttpRequest.newBuilder(health).build();
      try (HttpClient trustingClient = HttpClient.newBuilder().sslContext(trusting(store)).build();
          HttpClient otherClient = HttpClient.newHttpClient()) {
        assertThat(trustingClient.send(request, BodyHandlers.ofString()).statusCode())
            .isEqualTo(200);
        assertThatThrownBy(() -> otherClient.send(request, BodyHandlers.ofString()))
            .isInstanceOf(SSLHandshakeException.class);
      }
    }
  }

  /** A key with a self-signed certificate. */
  private KeyStore identity() throws Exception {
    Path file = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD),
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=tender",
                "-ext",
                "san=ip:127.0.0.1")
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static void write(Path file, String kind, byte[] content) throws Exception {
    String base64 =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
  }

  private static SSLContext trusting(KeyStore store) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", store.getCertificate("server"));
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
