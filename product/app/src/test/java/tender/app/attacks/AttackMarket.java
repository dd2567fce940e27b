package tender.app.attacks;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.ServerAddress;
import tender.app.link.RawAgent;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.compose.CompositionPolicies;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.server.MarketReplica;
import tender.server.agents.GatewaySettings;
import tender.server.api.view.ProviderView;
import tender.server.engine.MarketListener;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.model.ContentLimits;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.server.notifications.NotificationSettings;
import tender.server.objects.S3ObjectStore;
import tender.server.rest.RequestListener;
import tender.server.rest.RestServer;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.support.http.HttpListenerConfig;

/** A market to attack: a server with real PostgreSQL, gRPC and TLS, a victim and an attacker. */
final class AttackMarket implements AutoCloseable {
  static final UserId VICTIM = new UserId("victim");
  static final UserId ATTACKER = new UserId("attacker");
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Rejections are intended. In a field, because an unreferenced logger loses its level. */
  private static final List<Logger> QUIET =
      List.of(Logger.getLogger("tender"), Logger.getLogger("io.grpc"));

  static {
    QUIET.forEach(logger -> logger.setLevel(Level.OFF));
  }

  final Database database;
  final MarketReplica market;
  final Queue<String> rejections = new ConcurrentLinkedQueue<>();
  final Queue<ProviderId> displaced = new ConcurrentLinkedQueue<>();
  private final DatabaseSettings settings;
  private final Path folder;
  private final AtomicInteger identities = new AtomicInteger();

  AttackMarket(Path folder) throws IOException {
    this(folder, Optional.empty());
  }

  /**
   * A market with an object store.
   *
   * @param objects closed with the market
   */
  AttackMarket(Path folder, Optional<S3ObjectStore> objects) throws IOException {
    this.folder = folder;
    settings = PostgresServer.shared().newDatabase();
    database =
        objects
            .map(
                store ->
                    Database.open(
                        settings, "here", store, ContentLimits.objects(1 << 30, 1 << 30, 1 << 30)))
            .orElseGet(() -> Database.open(settings, "here"));
    database.users().create(VICTIM);
    database.users().create(ATTACKER);
    market =
        new MarketReplica(
                database,
                "here",
                new GatewaySettings(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    List.of("localhost"),
                    GatewaySettings.DEFAULT_CERTIFICATE_VALIDITY),
                new MarketRules(
                    Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
                    new TimeoutConfig(1_000, 1_000, 1_000, 60_000, 1_000),
                    0,
                    0,
                    20),
                AuctionSettings.DEFAULT,
                NotificationSettings.DEFAULT,
                new Recorder())
            .start();
  }

  /** Starts REST for this market. */
  RestServer rest() {
    var rest =
        new RestServer(
            new HttpListenerConfig("localhost", 0, Optional.empty()),
            market.bagApi(),
            market.bagDetailApi(),
            market.accessTokenApi(),
            market.projectApi(),
            market.notificationApi(),
            Optional.empty(),
            Optional.empty(),
            market.operatorApi(Optional.empty()),
            market::accessByToken,
            UserQuotas.DEFAULT,
            market.audit(),
            RequestListener.NONE);
    rest.start();
    return rest;
  }

  /** A new token of the user; the former one is revoked. */
  String token(UserId user) {
    database.users().revoke(user);
    return database.users().create(user).orElseThrow();
  }

  EnrolmentToken enrolmentToken(String provider) {
    String secret = database.providers().add(new ProviderId(provider), 60_000).orElseThrow();
    return new EnrolmentToken(secret, MarketReplica.authority(database).fingerprint());
  }

  /** Enrols an agent with a new token; returns the folder of its key and certificate. */
  Path enrol(String provider) {
    EnrolmentToken token = enrolmentToken(provider);
    Path identity = folder.resolve(provider + identities.incrementAndGet());
    AgentEnrolment.enrol(
        List.of(new ServerAddress("localhost", market.agentPort())), token, identity);
    return identity;
  }

  RawAgent agent(Path identity) throws IOException {
    return RawAgent.with(identity, market.agentPort());
  }

  /** A provider that offers to run all tasks, accepts its parts and runs nothing. */
  OfferingAgent provider(String provider) {
    return new OfferingAgent(enrol(provider), market.agentPort());
  }

  static InputFile input(byte[] content) {
    return new InputFile(new RelativePath("in"), Digest.of(content), content.length, false);
  }

  static WorkOrder order(InputFile... inputs) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "a",
        "cat in",
        new TaskList.Count(2),
        Optional.empty(),
        List.of(inputs),
        List.of(),
        1,
        100,
        0,
        Optional.empty());
  }

  void upload(UserId user, byte[] content) throws IOException {
    market
        .bagApi()
        .putBlob(user, Digest.of(content), content.length, new ByteArrayInputStream(content));
  }

  /** Submits a bag when the server calls all agents that are connected. */
  BagId submit(UserId user, WorkOrder order) throws InterruptedException {
    await(
        "the server calls all agents",
        () ->
            market.bagApi().providers().stream().filter(ProviderView::connected).count()
                == market.connectedAgents());
    return market
        .bagApi()
        .submit(
            user,
            "key" + identities.incrementAndGet(),
            order,
            new Requirements(OptionalLong.empty(), Optional.empty(), false));
  }

  /** Changes the database directly. */
  void update(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(settings.jdbcUrl());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long untilNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > untilNanos) {
        throw new AssertionError("Timed out waiting for: " + what);
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    market.close();
    database.close();
  }

  private final class Recorder implements MarketListener {
    @Override
    public void agentDisplaced(ProviderId provider) {
      displaced.add(provider);
    }

    @Override
    public void agentRejected(ProviderId provider, String reason) {
      rejections.add(provider + " " + reason);
    }
  }
}
