package tender.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.server.Server;
import tender.server.ServerConfig;
import tender.server.model.UserId;
import tender.server.oidc.TestIdentityProvider;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.server.store.audit.AuditEntry;
import tender.support.config.YamlConfigReader;

/** A server with single sign-on, on a real PostgreSQL and a small identity provider. */
@Tag("live")
@Timeout(120)
abstract class LoginTestCase {
  @TempDir private Path folder;

  final TestIdentityProvider identities = new TestIdentityProvider();
  final List<Server> servers = new ArrayList<>();
  String market;
  DatabaseSettings settings;
  TestBrowser browser;

  @BeforeEach
  final void open() throws IOException {
    settings = PostgresServer.shared().newDatabase();
    int port = freePort();
    market = "http://127.0.0.1:" + port;
    start(port);
    browser = new TestBrowser(market);
  }

  @AfterEach
  final void close() {
    browser.close();
    servers.forEach(Server::close);
    identities.close();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Starts a server of the market. */
  final void start(int port) throws IOException {
    Path key = secret("key", "ab".repeat(32));
    Path secret = secret("secret", TestIdentityProvider.SECRET);
    Path file = folder.resolve("server.yaml");
    Files.writeString(
        file,
        """
        database: '%s'
        rest_address: '127.0.0.1:%d'
        agent_address: '127.0.0.1:0'
        database_connections: 6
        encryption_key_file: %s
        user_credit_limit: 5
        identity_provider:
          issuer: '%s'
          client_id: %s
          client_secret_file: %s
          public_url: '%s'
          name: Test
        """
            .formatted(
                settings.jdbcUrl(),
                port,
                key,
                identities.issuer(),
                TestIdentityProvider.CLIENT,
                secret,
                market));
    servers.add(Server.start(YamlConfigReader.read(file, ServerConfig.class)));
  }

  private Path secret(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** Runs a statement beside the server. */
  final void sql(String statement, Object... parameters) {
    try (Connection connection = DriverManager.getConnection(settings.jdbcUrl());
        PreparedStatement prepared = connection.prepareStatement(statement)) {
      for (int i = 0; i < parameters.length; i++) {
        prepared.setObject(i + 1, parameters[i]);
      }
      prepared.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of all rows. */
  final String dump(String query) {
    try (Connection connection = DriverManager.getConnection(settings.jdbcUrl());
        PreparedStatement prepared = connection.prepareStatement(query);
        ResultSet rows = prepared.executeQuery()) {
      StringBuilder all = new StringBuilder();
      while (rows.next()) {
        all.append(rows.getString(1)).append('\n');
      }
      return all.toString();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets sessions look as if they were confirmed and asked for this long ago. */
  final void age(long seconds) {
    sql(
        "update login_session set confirmed_millis = confirmed_millis - ?, retry_millis = 0",
        seconds * 1_000);
  }

  /** Users that the operator sees. */
  final List<String> users() {
    try (Database database = Database.open(settings, "test")) {
      return database.users().list().stream().map(user -> user.id().value()).toList();
    }
  }

  final String localUser(String name) {
    try (Database database = Database.open(settings, "test")) {
      return database.users().create(new UserId(name)).orElseThrow();
    }
  }

  /** Actor, action and result of entries of the audit log, oldest first. */
  final List<String> audited() {
    try (Database database = Database.open(settings, "test")) {
      return database.audit().after(0, 100).stream().map(LoginTestCase::text).toList();
    }
  }

  private static String text(AuditEntry entry) {
    return entry.event().actor() + ": " + entry.event().action() + ": " + entry.event().result();
  }

  final void assertLoggedIn(TestBrowser person, String name) {
    assertThat(person.get("/v1/session").json().get("user").asString()).isEqualTo(name);
    assertThat(person.get("/v1/bags").status()).isEqualTo(200);
  }

  final void assertLoggedOut(TestBrowser person) {
    assertThat(person.get("/v1/bags").status()).isEqualTo(401);
    assertThat(person.get("/v1/session").json().get("user").isNull()).isTrue();
  }
}
