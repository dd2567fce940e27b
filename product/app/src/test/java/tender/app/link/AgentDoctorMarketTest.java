package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Server;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.doctor.AgentDoctor;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.core.model.ProviderId;
import tender.protocol.PemBundle;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.server.agents.AgentGateway;
import tender.support.doctor.CheckResult.Status;
import tender.support.doctor.Finding;

/** Faults between an agent and real servers, each of which is the only one that is reported. */
class AgentDoctorMarketTest {
  /** What depends on the machine and the account that run the tests. */
  private static final Set<String> OF_MACHINE =
      Set.of(
          "agent-account",
          "state-disk",
          "work-disk",
          "clock-synchronisation",
          "isolation",
          "open-files");

  @TempDir private Path folder;
  private LinkTestMarket market;
  private AgentGateway server;

  @BeforeEach
  void start() throws IOException {
    market = new LinkTestMarket(folder);
    server = market.server();
    Path state = Files.createDirectory(folder.resolve("state"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwx------"));
  }

  @AfterEach
  void stop() {
    market.close();
  }

  private void enrol() {
    AgentEnrolment.enrol(
        LinkTestMarket.addresses(server),
        market.handler.issueToken("north"),
        folder.resolve("state/identity"));
  }

  private List<Finding> problems(String servers, Clock clock) throws IOException {
    return problems("north", servers, clock);
  }

  private List<Finding> problems(String provider, String servers, Clock clock) throws IOException {
    Path file = folder.resolve("agent.yaml");
    Files.writeString(
        file,
        """
        provider: %s
        servers: [%s]
        state_dir: %s
        work_dir: %s
        batch_system: processes
        """
            .formatted(provider, servers, folder.resolve("state"), folder.resolve("work")));
    return AgentDoctor.create()
        .without(OF_MACHINE::contains)
        .examine(
            new AgentInstallation(
                file, clock, System.getProperty("user.name"), System.getenv("PATH")))
        .stream()
        .filter(Finding::isProblem)
        .toList();
  }

  private String servers() {
    return "'localhost:" + server.port() + "'";
  }

  private static void assertOnly(
      List<Finding> problems, Status status, String check, String found, String fix) {
    assertThat(problems).extracting(Finding::check).containsExactly(check);
    assertThat(problems.getFirst().result().found()).contains(found);
    assertThat(problems.getFirst().result().fix()).contains(fix);
    assertThat(problems.getFirst().result().status()).isEqualTo(status);
  }

  @Test
  void enrolledAgentHasNoProblemsAndStaysConnected() throws IOException {
    enrol();
    MarketLink link =
        new MarketLink(
            new LinkSettings(LinkTestMarket.addresses(server), folder.resolve("state/identity")));
    try (link) {
      link.start(_ -> {});
      LinkTestMarket.await("connection", link::isConnected);
      assertThat(problems(servers(), Clock.systemUTC())).isEmpty();
      assertThat(link.isConnected()).isTrue();
      assertThat(market.handler.displaced).isEmpty();
    }
  }

  @Test
  void readableKeyIsFound() throws IOException {
    enrol();
    Path key = folder.resolve("state/identity/identity.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    assertOnly(
        problems(servers(), Clock.systemUTC()),
        Status.FAULT,
        "identity-access",
        "identity.pem is rw-r----- of ",
        "chmod 600 " + key);
  }

  @Test
  void otherProviderIsFound() throws IOException {
    enrol();
    assertOnly(
        problems("south", servers(), Clock.systemUTC()),
        Status.FAULT,
        "identity-provider",
        "'provider' is 'south', but the agent is enrolled as 'north'",
        "enrol again with a token for 'south'");
  }

  @Test
  void expiredCertificateIsFound() throws IOException {
    enrol();
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(8));
    assertOnly(
        problems(servers(), later),
        Status.FAULT,
        "identity-certificate",
        "the agent's certificate has expired at ",
        "tender agent enrol " + folder);
  }

  /** With a clock of two days before the end, which differs from the market's too. */
  @Test
  void missedRenewalIsFound() throws IOException {
    enrol();
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(5));
    assertOnly(
        problems(servers(), later).stream()
            .filter(finding -> !finding.check().equals("market-clock"))
            .toList(),
        Status.WARNING,
        "identity-certificate",
        "the agent's certificate expires soon, at ",
        "Start the agent, which renews it");
  }

  @Test
  void otherMarketIsFound() throws IOException {
    enrol();
    LinkTestMarket other = new LinkTestMarket(folder.resolve("other"));
    try {
      AgentGateway foreign = other.server();
      assertOnly(
          problems("'localhost:" + foreign.port() + "'", Clock.systemUTC()),
          Status.FAULT,
          "server-connection",
          "localhost:" + foreign.port(),
          "of the market in which this agent is enrolled");
    } finally {
      other.close();
    }
  }

  @Test
  void wrongServerNameIsFound() throws IOException {
    enrol();
    assertOnly(
        problems("'127.0.0.1:" + server.port() + "'", Clock.systemUTC()),
        Status.FAULT,
        "server-connection",
        "127.0.0.1",
        "the operator's 'server_names' has these names");
  }

  @Test
  void revokedAgentIsFound() throws IOException {
    enrol();
    market.handler.revoked.add(new ProviderId("north"));
    assertOnly(
        problems(servers(), Clock.systemUTC()),
        Status.FAULT,
        "market-access",
        "is revoked",
        "Ask the market's operator");
  }

  @Test
  void wrongClockIsFound() throws IOException {
    enrol();
    Clock fast = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2));
    assertOnly(
        problems(servers(), fast),
        Status.FAULT,
        "market-clock",
        "s ahead of that of the market",
        "Run a time service, such as chrony");
  }

  @Test
  void olderServersAreFound() throws Exception {
    enrol();
    String fix = "upgrade the servers first";
    assertOnly(problems(version(1)), Status.WARNING, "protocol-version", "version 1", fix);
  }

  /** With a server that offers this service. */
  private List<Finding> problems(AgentsGrpc.AgentsImplBase agents) throws Exception {
    PemBundle own = market.handler.authority.issueServer(List.of("localhost"), Duration.ofDays(1));
    Server old =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                TlsServerCredentials.newBuilder()
                    .keyManager(bytes(PemBundle.text(own.certificate())), bytes(own.keyText()))
                    .build())
            .addService(agents)
            .build()
            .start();
    try {
      return problems("'localhost:" + old.getPort() + "'", Clock.systemUTC());
    } finally {
      old.shutdownNow();
    }
  }

  private static ByteArrayInputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A server of this protocol version. */
  private static AgentsGrpc.AgentsImplBase version(int version) {
    return new AgentsGrpc.AgentsImplBase() {
      @Override
      public void getServerInfo(
          Wire.GetServerInfoRequest request, StreamObserver<Wire.ServerInfo> out) {
        out.onNext(
            Wire.ServerInfo.newBuilder()
                .setVersion(version)
                .setNowMillis(System.currentTimeMillis())
                .build());
        out.onCompleted();
      }
    };
  }

  /** A server that does not know the request. */
  @Test
  void veryOldServersAreFound() throws Exception {
    enrol();
    assertOnly(
        problems(new AgentsGrpc.AgentsImplBase() {}),
        Status.WARNING,
        "protocol-version",
        "too old to state its version",
        "use the agent of their version");
  }
}
