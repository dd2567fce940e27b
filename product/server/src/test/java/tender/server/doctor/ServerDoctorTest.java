package tender.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.protocol.PemBundle;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.api.InMemoryAccessTokens;
import tender.server.api.InMemoryBagApi;
import tender.server.api.InMemoryBagDetailApi;
import tender.server.api.InMemoryNotifications;
import tender.server.api.InMemoryProjects;
import tender.server.api.operator.InMemoryOperator;
import tender.server.doctor.database.DatabaseHostCheck;
import tender.server.model.UserQuotas;
import tender.server.rest.RequestListener;
import tender.server.rest.RestServer;
import tender.support.doctor.CheckResult.Status;
import tender.support.doctor.Finding;
import tender.support.http.HttpListenerConfig;

/** Real faults of files, names and ports, each of which is the only one that is reported. */
class ServerDoctorTest {
  private static final String DATABASE =
      "database: 'jdbc:postgresql://127.0.0.1:1/t?user=u&password=pssst'";
  private static final String PORTS = "rest_address: '127.0.0.1:0'\nagent_address: '127.0.0.1:0'";

  @TempDir private Path folder;

  private Path file(String... lines) throws IOException {
    Path file = Files.writeString(folder.resolve("server.yaml"), String.join("\n", lines) + "\n");
    return withMode(file, "rw-r-----");
  }

  private static Path withMode(Path file, String mode) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  /** Without the checks of the database, which have tests of their own. */
  private static List<Finding> problems(Path file) {
    return Problems.of(file, Clock.systemUTC(), DatabaseHostCheck.NAME::equals);
  }

  private static void assertOnlyFault(Path file, String check, String found, String fix) {
    Problems.assertOnly(problems(file), Status.FAULT, check, found, fix);
  }

  private static void assertOnlyWarning(Path file, String check, String found, String fix) {
    Problems.assertOnly(problems(file), Status.WARNING, check, found, fix);
  }

  @Test
  void soundInstallationHasNoProblems() throws IOException {
    assertThat(problems(file(DATABASE, PORTS))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          databse_connections: 5     | unknown setting 'databse_connections'
          penalty_percent: 101       | 'penalty_percent' is 101.0; it must be from 0 to 100
          rest_address: nowhere      | 'rest_address' is 'nowhere'; it must be host:port
          metrics_address: "x:99999" | 'metrics_address' is 'x:99999'
          certificate: /x.pem        | 'certificate' is given without 'key'
          retention: soon            | 'retention' is 'soon'
          """)
  void invalidSettingIsFound(String line, String found) throws IOException {
    assertOnlyFault(
        file(DATABASE, line), "configuration", found, "examples/live/server.yaml explains");
  }

  @Test
  void missingFileIsFound() {
    assertOnlyFault(folder.resolve("none.yaml"), "configuration", "does not exist", "Correct");
  }

  @Test
  void readablePasswordIsFound() throws IOException {
    assertOnlyFault(
        withMode(file(DATABASE, PORTS), "rw-r--r--"),
        "configuration-access",
        "server.yaml is rw-r--r-- of ",
        "chmod o= " + folder);
  }

  @Test
  void readableSecretIsFound() throws IOException {
    Path secret = withMode(Files.writeString(folder.resolve("encryption.key"), "a"), "rw-r--r--");
    Path file = file(DATABASE, PORTS, "encryption_key_file: " + secret);
    assertOnlyFault(file, "secret-access", "encryption.key is rw-r--r-- of ", "chmod o= " + folder);
    withMode(secret, "rw-r-----");
    assertThat(problems(file)).isEmpty();
  }

  @Test
  void unknownDatabaseHostIsFound() throws IOException {
    Path file = file("database: 'jdbc:postgresql://no-such-host.invalid/t?password=pssst'", PORTS);
    List<Finding> problems = Problems.of(file, Clock.systemUTC(), _ -> false);
    Problems.assertOnly(
        problems,
        Status.FAULT,
        "database-host",
        "the host 'no-such-host.invalid' of the setting 'database' is unknown",
        "add it to DNS");
    assertThat(problems.toString()).doesNotContain("pssst");
  }

  @Test
  void closedDatabasePortIsFound() throws IOException {
    List<Finding> problems = Problems.of(file(DATABASE, PORTS), Clock.systemUTC(), _ -> false);
    Problems.assertOnly(
        problems, Status.FAULT, "database-port", "127.0.0.1:1: connection refused", "firewall");
    assertThat(problems.toString()).doesNotContain("pssst");
  }

  /** The lines that name a key and a certificate. */
  private String tls(PemBundle certificate, String key) throws IOException {
    Path chain = folder.resolve("rest.crt");
    Files.writeString(chain, PemBundle.text(certificate.certificate()));
    withMode(Files.writeString(folder.resolve("rest.key"), key), "rw-r-----");
    return "certificate: %s\nkey: %s".formatted(chain, folder.resolve("rest.key"));
  }

  private static PemBundle issued(Duration validity) {
    return CertificateAuthority.create().issueServer(List.of("localhost"), validity);
  }

  @Test
  void expiredCertificateIsFound() throws IOException {
    PemBundle valid = issued(Duration.ofDays(90));
    assertThat(problems(file(DATABASE, PORTS, tls(valid, valid.keyText())))).isEmpty();
    PemBundle expired = issued(Duration.ofMillis(1));
    assertOnlyFault(
        file(DATABASE, PORTS, tls(expired, expired.keyText())),
        "rest-certificate",
        "rest.crt has expired at ",
        "Get a new certificate");
    PemBundle ending = issued(Duration.ofDays(7));
    assertOnlyWarning(
        file(DATABASE, PORTS, tls(ending, ending.keyText())),
        "rest-certificate",
        "rest.crt expires soon, at ",
        "Get a new certificate");
  }

  @Test
  void certificateOfTheFutureIsFound() throws IOException {
    PemBundle valid = issued(Duration.ofDays(90));
    Path file = file(DATABASE, PORTS, tls(valid, valid.keyText()));
    Clock slow = Clock.offset(Clock.systemUTC(), Duration.ofDays(-1));
    Problems.assertOnly(
        Problems.of(file, slow, DatabaseHostCheck.NAME::equals),
        Status.FAULT,
        "rest-certificate",
        "is valid from ",
        "Correct the clock of this machine");
  }

  @Test
  void wrongKeyIsFound() throws IOException {
    PemBundle valid = issued(Duration.ofDays(90));
    String other = issued(Duration.ofDays(90)).keyText();
    assertOnlyFault(
        file(DATABASE, PORTS, tls(valid, other)),
        "rest-key",
        "rest.key does not belong to the certificate",
        "Name the key with which the certificate was requested");
    assertOnlyFault(
        file(DATABASE, PORTS, tls(valid, "no key")),
        "rest-key",
        "cannot read the key",
        "openssl pkcs8 -topk8 -nocrypt");
  }

  @Test
  void readableKeyIsFound() throws IOException {
    PemBundle valid = issued(Duration.ofDays(90));
    Path file = file(DATABASE, PORTS, tls(valid, valid.keyText()));
    withMode(folder.resolve("rest.key"), "rw-r--r--");
    assertOnlyFault(file, "rest-key-access", "rest.key is rw-r--r-- of ", "chmod o= " + folder);
  }

  @Test
  void unreadableCertificateIsFound() throws IOException {
    PemBundle valid = issued(Duration.ofDays(90));
    Path file = file(DATABASE, PORTS, tls(valid, valid.keyText()));
    Files.delete(folder.resolve("rest.crt"));
    assertOnlyFault(file, "rest-certificate", "no such file", "Name a PEM file");
    Files.writeString(folder.resolve("rest.crt"), "no certificate");
    assertOnlyFault(file, "rest-certificate", "cannot read the certificate", "Name a PEM file");
  }

  @Test
  void unencryptedRestIsFound() throws IOException {
    String everywhere = "rest_address: '0.0.0.0:0'";
    assertOnlyFault(
        file(DATABASE, everywhere, "agent_address: '127.0.0.1:0'"),
        "rest-encryption",
        "REST is plain HTTP at 0.0.0.0:0",
        "Set 'certificate' and 'key'");
    assertThat(
            problems(
                file(DATABASE, everywhere, "behind_proxy: true", "agent_address: '127.0.0.1:0'")))
        .isEmpty();
  }

  @Test
  void usedPortsAreFound() throws IOException {
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + used.getLocalPort();
      // Another program accepts connections and never answers.
      String fix = "Stop the program that uses the port";
      assertOnlyFault(
          file(DATABASE, "rest_address: '" + address + "'", "agent_address: '127.0.0.1:0'"),
          "rest-port",
          "cannot listen on " + address + " ('rest_address')",
          fix);
      assertOnlyFault(
          file(DATABASE, "agent_address: '" + address + "'", "rest_address: '127.0.0.1:0'"),
          "agent-port",
          "cannot listen on " + address + " ('agent_address')",
          fix);
      assertOnlyFault(
          file(DATABASE, PORTS, "metrics_address: '" + address + "'"),
          "metrics-port",
          "cannot listen on " + address + " ('metrics_address')",
          fix);
    }
  }

  @Test
  void runningServerIsNoFault() throws IOException {
    try (var server =
        new RestServer(
            new HttpListenerConfig("127.0.0.1", 0, Optional.empty()),
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
      String rest = "rest_address: '127.0.0.1:" + server.port() + "'";
      assertThat(problems(file(DATABASE, rest, "agent_address: '127.0.0.1:0'"))).isEmpty();
    }
  }

  @Test
  void unusableServerNamesAreFound() throws IOException {
    String rest = "rest_address: '127.0.0.1:0'";
    assertOnlyFault(
        file(DATABASE, rest, "agent_address: '0.0.0.0:0'"),
        "server-names",
        "'server_names' is [localhost, 127.0.0.1]",
        "Add the DNS name or address that agents have in 'servers'");
    assertOnlyWarning(
        file(DATABASE, PORTS, "server_names: [no-such-host.invalid]"),
        "server-names",
        "does not know the name 'no-such-host.invalid'",
        "add it to DNS");
  }

  @Test
  void unreachableCollectorIsFound() throws IOException {
    assertOnlyWarning(
        file(DATABASE, PORTS, "trace_endpoint: 'http://127.0.0.1:1'"),
        "trace-endpoint",
        "127.0.0.1:1: connection refused",
        "Start the OpenTelemetry collector");
  }
}
