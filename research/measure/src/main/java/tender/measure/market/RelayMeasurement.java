package tender.measure.market;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tender.core.compose.EarliestCompletion;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.OutboxMessage;
import tender.core.store.Transaction;
import tender.measure.agents.AgentFleet;
import tender.measure.agents.AgentResponders;
import tender.measure.agents.AnswerCounter;
import tender.measure.agents.DirectReplicaCalls;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementTestbed;
import tender.server.MarketReplica;
import tender.server.agents.AgentGateway;
import tender.server.agents.GatewaySettings;
import tender.server.agents.certificates.Authorities;
import tender.server.engine.agents.StoredAgentCertificates;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.bags.OutboxListener;
import tender.server.store.bags.PostgresStore;

/**
 * The time until agents of another replica receive what this replica has committed: by NOTIFY of
 * PostgreSQL, as implemented, and by a direct call, alternately. Both replicas and all agents are
 * in this process; PostgreSQL is a separate one.
 */
final class RelayMeasurement {
  private static final int MAX_MESSAGES = 10_000;
  private static final long TIMEOUT_SECONDS = 60;

  private final List<Integer> fleets;
  private final int rounds;
  private final AnswerCounter gathering = new AnswerCounter(this::acknowledged);
  private final Set<OutboxMessage.Id> unacknowledged = new HashSet<>();
  private volatile CountDownLatch arrived = new CountDownLatch(0);
  private volatile long firstNanos;
  private volatile boolean listens;

  RelayMeasurement(List<Integer> fleets, int rounds) {
    this.fleets = fleets;
    this.rounds = rounds;
  }

  MeasurementReport run() throws IOException, InterruptedException {
    MeasurementReport report =
        new MeasurementReport("calls from one replica to agents of two, half on each");
    report.add("rounds", rounds);
    try (MeasurementTestbed bed = MeasurementTestbed.up();
        Database here = Database.open(new DatabaseSettings(bed.jdbcUrl(), 5), "here");
        Database there = Database.open(new DatabaseSettings(bed.jdbcUrl(), 5), "there");
        AgentGateway near = gateway(here).start();
        AgentGateway far = gateway(there).start();
        AgentFleet fleet = new AgentFleet(bed.folder());
        OutboxListener _ = there.listenForOutbox(() -> look(there, far));
        DirectReplicaCalls calls = new DirectReplicaCalls(messages -> send(far, messages))) {
      here.agentConnections().heartbeat("here");
      there.agentConnections().heartbeat("there");
      int connected = 0;
      for (int agents : fleets) {
        fleet.enrol(here, agents, near.port());
        for (; connected < agents; connected++) {
          connect(fleet, connected, here, near, there, far);
        }
        fleet.awaitConnected();
        measure(report, agents, fleet, here, near, calls);
      }
    }
    return report;
  }

  private void connect(
      AgentFleet fleet,
      int index,
      Database here,
      AgentGateway near,
      Database there,
      AgentGateway far)
      throws InterruptedException {
    ProviderId provider = fleet.providers().get(index);
    if (isFar(index)) {
      there.agentConnections().setConnected(provider, "there");
      fleet.connect(provider, far.port(), link -> AgentResponders.fixedOffer(link, this::arrived));
    } else {
      here.agentConnections().setConnected(provider, "here");
      fleet.connect(provider, near.port(), link -> AgentResponders.fixedOffer(link, () -> {}));
    }
  }

  private static boolean isFar(int index) {
    return index % 2 == 1;
  }

  private AgentGateway gateway(Database database) {
    var listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new AgentGateway(
        new GatewaySettings(listen, List.of("localhost"), Duration.ofHours(1)),
        Authorities.only(MarketReplica.authority(database)),
        new StoredAgentCertificates(database.agentCertificates(), _ -> {}),
        gathering);
  }

  /** Reads and sends messages as the outbox dispatcher does. */
  private void look(Database there, AgentGateway far) {
    if (listens) {
      send(far, there.store().outboxFor(far.connectedProviders(), MAX_MESSAGES));
    }
  }

  private static void send(AgentGateway gateway, List<OutboxMessage> messages) {
    messages.forEach(one -> gateway.send(one.to(), List.of(one)));
  }

  private void arrived() {
    if (firstNanos == 0) {
      firstNanos = System.nanoTime();
    }
    arrived.countDown();
  }

  private void acknowledged(List<OutboxMessage.Id> ids) {
    synchronized (unacknowledged) {
      unacknowledged.removeAll(ids);
      unacknowledged.notifyAll();
    }
  }

  private void measure(
      MeasurementReport report,
      int agents,
      AgentFleet fleet,
      Database here,
      AgentGateway near,
      DirectReplicaCalls calls)
      throws InterruptedException {
    List<ProviderId> providers = fleet.providers().subList(0, agents);
    Method notified = new Method();
    Method called = new Method();
    for (int round = -rounds; round < rounds; round++) {
      // The first half warms up the compiler.
      notified.add(round >= 0, round(providers, here, near, Optional.empty()));
      called.add(round >= 0, round(providers, here, near, Optional.of(calls)));
    }
    String on = agents + " agents, ";
    report.add(on + "the commit itself, ms", notified.commit);
    notified.report(report, on + "NOTIFY and query");
    called.report(report, on + "direct call");
    report.add(
        on + "gathered: NOTIFY of direct", notified.gathered.median() / called.gathered.median());
  }

  /** Milliseconds: the commit itself, and times since its end. */
  private record Times(double commit, double first, double last, double gathered) {}

  private Times round(
      List<ProviderId> providers,
      Database here,
      AgentGateway near,
      Optional<DirectReplicaCalls> calls)
      throws InterruptedException {
    listens = calls.isEmpty();
    Transaction transaction = transaction(providers, here.store().nowMillis());
    List<OutboxMessage> ours = new ArrayList<>();
    List<OutboxMessage> theirs = new ArrayList<>();
    for (int i = 0; i < providers.size(); i++) {
      (isFar(i) ? theirs : ours).add(transaction.messages().get(i));
    }
    synchronized (unacknowledged) {
      transaction.messages().forEach(messages -> unacknowledged.add(messages.id()));
    }
    firstNanos = 0;
    arrived = new CountDownLatch(theirs.size());
    gathering.expect(providers.size());
    long beganNanos = System.nanoTime();
    here.store().commit(transaction);
    long committedNanos = System.nanoTime();
    // The other replica first: its path is longer.
    calls.ifPresent(direct -> Thread.startVirtualThread(() -> direct.relay(theirs)));
    send(near, ours);
    if (!arrived.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(arrived.getCount() + " agents were not reached.");
    }
    long lastNanos = System.nanoTime();
    gathering.await();
    long gatheredNanos = System.nanoTime();
    settle(here, transaction);
    return new Times(
        (committedNanos - beganNanos) / 1e6,
        (firstNanos - committedNanos) / 1e6,
        (lastNanos - committedNanos) / 1e6,
        (gatheredNanos - committedNanos) / 1e6);
  }

  private static Transaction transaction(List<ProviderId> providers, long nowMillis) {
    Metascheduler rules =
        new Metascheduler(
            providers, new EarliestCompletion(), TimeoutConfig.answersOnly(Time.HOUR_MILLIS));
    long deadlineMillis = nowMillis + Time.HOUR_MILLIS;
    return new BagTransactionBuilder(rules)
        .submit(
            Optional.empty(),
            new BagId(UUID.randomUUID().toString()),
            new Bag(1_000, 1, Time.MINUTE_MILLIS, nowMillis, deadlineMillis),
            AcceptancePolicy.acceptAny(deadlineMillis),
            nowMillis)
        .orElseThrow();
  }

  /** Waits until no message is in transit, before the next round. */
  private void settle(Database here, Transaction transaction) throws InterruptedException {
    synchronized (unacknowledged) {
      while (!unacknowledged.isEmpty()) {
        unacknowledged.wait(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
      }
    }
    here.store()
        .acknowledge(
            transaction.messages().stream()
                .map(one -> new PostgresStore.Acknowledgement(one.to(), one.id()))
                .toList());
    // Notifications that are still in transit find nothing.
    Thread.sleep(10);
  }

  /** The times of one method. */
  private static final class Method {
    final Distribution commit = new Distribution();
    final Distribution first = new Distribution();
    final Distribution last = new Distribution();
    final Distribution gathered = new Distribution();

    void add(boolean counts, Times times) {
      if (counts) {
        commit.add(times.commit());
        first.add(times.first());
        last.add(times.last());
        gathered.add(times.gathered());
      }
    }

    void report(MeasurementReport report, String method) {
      report.add(method + ": commit to first agent there, ms", first);
      report.add(method + ": commit to last agent there, ms", last);
      report.add(method + ": commit to all answers, ms", gathered);
    }
  }
}
