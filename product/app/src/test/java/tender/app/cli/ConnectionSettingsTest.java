package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.server.rest.RestServer;

@Timeout(120)
class ConnectionSettingsTest extends RestServerFixture {

  @Test
  void requiresTokenInPrivateFile() throws IOException {
    configure("{token: " + TOKEN + "}", "rw-r-----");
    CliRun shared = CliRun.run("providers");
    assertThat(shared.exitCode()).isOne();
    assertThat(shared.err()).contains("accessible to other users (rw-r-----)", "chmod 600");

    configure("{server: '" + address() + "'}", "rw-------");
    assertThat(CliRun.run("providers").err()).contains("No token is configured", "TENDER_TOKEN");

    configure("{tokn: x}", "rw-------");
    CliRun typo = CliRun.run("providers");
    assertThat(typo.exitCode()).isEqualTo(2);
    assertThat(typo.err()).contains("tokn is not a known field.\nDid you mean token?");
  }

  @Test
  void reportsUnknownToken() throws IOException {
    configure("{server: '" + address() + "', token: other}", "rw-------");
    assertThat(CliRun.run("providers").err()).contains("The token is not valid, or was revoked.");
  }

  @Test
  void rejectsInvalidAddress() {
    for (String bad : new String[] {"market", "ftp://x", "http://", "http://x?y"}) {
      assertThat(CliRun.run("providers", "--server", bad).err()).contains("is not a valid address");
    }
  }

  @Test
  void warnsAboutUnencryptedServer() throws IOException {
    CliRun cli = CliRun.run("providers", "--server", address() + ",http://nowhere.invalid");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.err()).contains("http://nowhere.invalid is not encrypted");
  }

  @Tag("slow")
  @Test
  void reportsUnreachableServer() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    CliRun cli = CliRun.run("providers", "--server", "http://127.0.0.1:" + port);
    assertThat(cli.exitCode()).isOne();
    assertThat(cli.err())
        .contains("; retrying for 30 s.\n", "tender: No server answers at", "Check the address");
  }

  /** A retry cannot help, so the command fails at the first attempt. */
  @Test
  void untrustedCertificateIsReportedWithTheSettingToChange()
      throws IOException, InterruptedException, GeneralSecurityException {
    HttpsServer other =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.setHttpsConfigurator(new HttpsConfigurator(selfSigned()));
    other.start();
    try {
      String address = "https://127.0.0.1:" + other.getAddress().getPort();
      CliRun cli = CliRun.run("providers", "--server", address);
      assertThat(cli.exitCode()).isOne();
      assertThat(cli.err())
          .startsWith("tender: The server " + address + " is not trusted: its certificate is not")
          .contains("Set TENDER_CA");
    } finally {
      other.stop(0);
    }
  }

  private SSLContext selfSigned()
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = home.resolve("self-signed.p12");
    String options = "-genkeypair -alias a -keyalg EC -dname CN=x -storetype PKCS12 -storepass";
    List<String> command =
        new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool"));
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of("secret", "-keystore", store.toString()));
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, "secret".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  @Test
  void usesOtherReplica() throws IOException {
    try (RestServer replica = server()) {
      replica.start();
      String both = address() + ",http://127.0.0.1:" + replica.port();
      assertThat(CliRun.run("submit", file(), "-y", "--server", both).exitCode()).isZero();
      server.close();
      assertThat(CliRun.run("status", "b1", "--server", both).out()).contains("is running");
    }
  }

  /** A proxy that forwards every request but answers every other one with 502. */
  @Test
  void submitsOnceThroughFaultyProxy() throws IOException {
    AtomicInteger requests = new AtomicInteger();
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try (ForwardingProxy forwarding = new ForwardingProxy(address())) {
      proxy.createContext(
          "/",
          exchange -> {
            var answer = forwarding.forward(exchange);
            boolean lost = requests.getAndIncrement() % 2 == 0;
            byte[] body = lost ? new byte[0] : answer.body();
            exchange.sendResponseHeaders(
                lost ? 502 : answer.statusCode(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      proxy.start();
      String address = "http://127.0.0.1:" + proxy.getAddress().getPort();
      CliRun cli = CliRun.run("submit", file(), "-y", "-o", "json", "--server", address);
      assertThat(cli.exitCode()).as(cli.err()).isZero();
      assertThat(cli.json().get("id").asString()).isEqualTo("b1");
      assertThat(bags.list(ANN, Optional.empty(), 9).bags()).hasSize(1);
      assertThat(requests.get()).isGreaterThan(4);
    } finally {
      proxy.stop(0);
    }
  }

  @Test
  void reportsServerThatIsNotTender() throws IOException {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(404, 2);
          exchange.getResponseBody().write(new byte[] {'h', 'i'});
          exchange.close();
        });
    other.start();
    try {
      String address = "http://127.0.0.1:" + other.getAddress().getPort();
      CliRun cli = CliRun.run("providers", "--server", address);
      assertThat(cli.exitCode()).isOne();
      assertThat(cli.err()).contains("status 404, but not in Tender's format");
    } finally {
      other.stop(0);
    }
  }
}
