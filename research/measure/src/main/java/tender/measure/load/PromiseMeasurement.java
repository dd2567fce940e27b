package tender.measure.load;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.measure.agents.AgentFleet;
import tender.measure.agents.AgentResponders;
import tender.measure.agents.AnswerCounter;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementConfig;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.server.Server;
import tender.server.ServerConfig;
import tender.server.agents.AgentGateway;
import tender.server.api.BagApi;
import tender.server.api.view.BagView;
import tender.server.model.BagPhase;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;

/**
 * The time from the submission of a bag to its promise, compared with the minimum: sending a
 * message to all agents and collecting their answers three times, plus the commits. Each round
 * measures both.
 */
public final class PromiseMeasurement {
  private static final UserId USER = new UserId("measurer");
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int TASKS = 1_000;

  private final int agents;
  private final int rounds;
  private final long deadlineMillis;
  private final AnswerCounter gathering = new AnswerCounter(ids -> {});
  private final AtomicInteger released = new AtomicInteger();
  private final Distribution bareMillis = new Distribution();
  private final Distribution promiseMillis = new Distribution();
  private final Distribution reservingMillis = new Distribution();
  private final Distribution commits = new Distribution();
  private final Distribution commitMillis = new Distribution();
  private final Distribution ratio = new Distribution();
  private int parts;

  /**
   * @param deadlineMillis from now; a short deadline needs several clusters
   */
  public PromiseMeasurement(int agents, int rounds, long deadlineMillis) {
    this.agents = agents;
    this.deadlineMillis = deadlineMillis;
    this.rounds = rounds;
  }

  public MeasurementReport run() throws IOException, InterruptedException, SQLException {
    MeasurementReport report =
        new MeasurementReport("from a bag of " + TASKS + " tasks to its promise");
    try (MeasurementTestbed bed = MeasurementTestbed.up()) {
      ServerConfig file = MeasurementConfig.file(bed.jdbcUrl());
      try (Server server = Server.start(file);
          Database database = Database.open(new DatabaseSettings(bed.jdbcUrl(), 2), "measure");
          AgentGateway bare = BareCalls.gateway(database, gathering).start();
          Connection connection = DriverManager.getConnection(bed.jdbcUrl());
          AgentFleet fleet = new AgentFleet(bed.folder())) {
        MeasurementMarket.addUser(file, USER);
        fleet.enrol(database, agents, server.agentPort());
        for (ProviderId provider : fleet.providers()) {
          fleet.connect(
              provider, server.agentPort(), link -> AgentResponders.provider(link, released));
          fleet.connect(provider, bare.port(), link -> AgentResponders.fixedOffer(link, () -> {}));
        }
        fleet.awaitConnected();
        Thread.sleep(2_000);
        try (Statement statement = connection.createStatement()) {
          statement.execute("create table measured (id int primary key, state json)");
          statement.execute("insert into measured values (1, '{}')");
        }
        for (int round = -rounds; round < rounds; round++) {
          // The first half warms up the compiler.
          round(round >= 0, server.bagApi(), bare, fleet.providers(), connection);
        }
      }
    }
    report.add("agents", agents);
    report.add("rounds", rounds);
    report.add("parts of the promise", parts);
    report.add("bare: call all and gather, ms", bareMillis);
    report.add("bare: p95, ms", bareMillis.quantile(0.95));
    report.add("bare: one commit of the bag's size, ms", commitMillis);
    report.add("Tender: until all offers are composed, ms", reservingMillis);
    report.add("Tender: until promised, ms", promiseMillis);
    report.add("Tender: until promised, p95, ms", promiseMillis.quantile(0.95));
    report.add("Tender: commits until promised", commits);
    report.add("Tender, of 3 bare calls and the bare commits", ratio);
    return report;
  }

  private void round(
      boolean counts,
      BagApi bags,
      AgentGateway bare,
      List<ProviderId> providers,
      Connection connection)
      throws InterruptedException, SQLException {
    double bareCall = callAll(bare, providers);
    Promised promised = promise(bags);
    double commit = commit(connection, promised.bag());
    free(bags, promised.bag(), promised.parts());
    if (counts) {
      parts = promised.parts();
      bareMillis.add(bareCall);
      reservingMillis.add(promised.reservingMillis());
      promiseMillis.add(promised.millis());
      commits.add((double) promised.commits());
      commitMillis.add(commit);
      ratio.add(promised.millis() / (3 * bareCall + promised.commits() * commit));
    }
  }

  private double callAll(AgentGateway bare, List<ProviderId> providers)
      throws InterruptedException {
    BagId bag = new BagId("bare");
    Message.Call call =
        new Message.Call(new CallId(bag, 1), new Bag(TASKS, 1, 60_000, 0, 3_600_000));
    long beganNanos = System.nanoTime();
    gathering.expect(providers.size());
    for (ProviderId provider : providers) {
      bare.send(
          provider, List.of(new OutboxMessage(new OutboxMessage.Id(bag, 1, 0), provider, call)));
    }
    gathering.await();
    return millisSince(beganNanos);
  }

  /** The outcome of a bag; each version is a commit. */
  private record Promised(
      BagId bag, int parts, double reservingMillis, double millis, long commits) {}

  private Promised promise(BagApi bags) throws InterruptedException {
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "measure",
            "true",
            new TaskList.Count(TASKS),
            Optional.empty(),
            List.of(),
            List.of(),
            1,
            60_000,
            0,
            Optional.empty());
    Requirements requirements =
        new Requirements(
            OptionalLong.of(System.currentTimeMillis() + deadlineMillis), Optional.empty(), false);
    long beganNanos = System.nanoTime();
    BagId bag = bags.submit(USER, UUID.randomUUID().toString(), order, requirements);
    double reserving = 0;
    BagView view = bags.status(USER, bag);
    while (true) {
      if (view.state().isEnded()) {
        throw new IllegalStateException("The bag was not promised: " + view);
      }
      if (reserving == 0 && view.state() != BagPhase.CALLING) {
        reserving = millisSince(beganNanos);
      }
      if (view.promise().isPresent()) {
        int parts = view.promise().get().parts().size();
        return new Promised(bag, parts, reserving, millisSince(beganNanos), view.version());
      }
      BagView known = view;
      view =
          bags.await(USER, known, TIMEOUT)
              .orElseThrow(() -> new IllegalStateException("The bag was not promised: " + known));
    }
  }

  /** Writes as much data as the bag has, in its own transaction. */
  private static double commit(Connection connection, BagId bag) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("select state::text from bag where id = ?")) {
      statement.setString(1, bag.value());
      try (var rows = statement.executeQuery()) {
        rows.next();
        String state = rows.getString(1);
        try (PreparedStatement update =
            connection.prepareStatement("update measured set state = ?::json where id = 1")) {
          long beganNanos = System.nanoTime();
          update.setString(1, state);
          update.executeUpdate();
          return millisSince(beganNanos);
        }
      }
    }
  }

  /** Cancels the bag, and waits until all agents know. */
  private void free(BagApi bags, BagId bag, int parts) throws InterruptedException {
    released.set(0);
    bags.cancel(USER, bag);
    for (int i = 0; i < 500 && released.get() < parts; i++) {
      Thread.sleep(2);
    }
    // Also wait until the acknowledgements are written.
    Thread.sleep(5);
  }

  private static double millisSince(long beganNanos) {
    return (System.nanoTime() - beganNanos) / 1e6;
  }
}
