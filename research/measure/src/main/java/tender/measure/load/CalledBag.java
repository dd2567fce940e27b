package tender.measure.load;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.call.KnownProvider;
import tender.core.call.ProviderSelector;
import tender.core.compose.CompositionPolicies;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.share.OrganisationDirectory;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.server.store.bags.PostgresStore;
import tender.server.store.bags.Submission;
import tender.server.store.ledger.AccountId;

/**
 * The writes of a bag in a market of 1,000 providers, by the metascheduler and the store, with the
 * answers of agents but without agents: 20 providers reply with five offers each, in four groups,
 * one of them runs the tasks, and their results arrive in four packs with a bill each. The writes
 * for the packs themselves are not counted.
 */
final class CalledBag {
  private static final int PROVIDERS = 1_000;
  private static final int OFFERS = 5;
  private static final int REPLIES_TOGETHER = 5;
  private static final int TASKS = 32;
  private static final int PACKS = 4;
  private static final String REPLICA = "measured";
  private static final UserId USER = new UserId("measurer");

  private final PostgresStore store;
  private final BagTransactionBuilder builder;
  private final BagId id;
  private StoredBag bag;

  private CalledBag(PostgresStore store, BagTransactionBuilder builder, String id) {
    this.store = store;
    this.builder = builder;
    this.id = new BagId(id);
    bag = submit();
  }

  /** The writes of a bag, after another one has written the same pages. */
  static WriteCounter.Writes measure() throws Exception {
    DatabaseSettings settings = PostgresServer.shared().newDatabase();
    try (Database database = Database.open(settings, REPLICA);
        Connection connection = DriverManager.getConnection(settings.jdbcUrl())) {
      database.users().create(USER);
      database.ledger().deposit(AccountId.of(USER), new Money(1_000_000_000), "measurement");
      database.agentConnections().heartbeat(REPLICA);
      List<KnownProvider> providers = new ArrayList<>();
      for (int i = 0; i < PROVIDERS; i++) {
        ProviderId provider = new ProviderId("cluster-" + i);
        database.agentConnections().setConnected(provider, REPLICA);
        providers.add(KnownProvider.of(provider));
      }
      BagTransactionBuilder builder =
          new BagTransactionBuilder(
              new Metascheduler(
                  new ProviderSelector(providers, ProviderSelector.DEFAULT_PROVIDERS_PER_CALL),
                  OrganisationDirectory.NONE,
                  Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
                  new TimeoutConfig(2_000, 10_000, 60_000, 60_000, 5_000),
                  0,
                  0));
      new CalledBag(database.store(), builder, "first").run();
      WriteCounter counter = WriteCounter.start(connection);
      new CalledBag(database.store(), builder, "second").run();
      return counter.writes();
    }
  }

  private StoredBag submit() {
    long nowMillis = store.nowMillis();
    long deadlineMillis = nowMillis + Time.HOUR_MILLIS;
    Bag request = new Bag(TASKS, 1, 10_000, nowMillis, deadlineMillis);
    Transaction transaction =
        builder
            .submit(
                Optional.empty(),
                id,
                request,
                AcceptancePolicy.acceptAny(deadlineMillis),
                nowMillis)
            .orElseThrow();
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "measure",
            "sleep 10",
            new TaskList.Count(TASKS),
            Optional.empty(),
            List.of(),
            List.of(),
            1,
            10_000,
            0,
            Optional.empty());
    store.submit(
        new Submission(
            id,
            USER,
            id.value(),
            order,
            new Requirements(OptionalLong.of(deadlineMillis), Optional.empty(), true)),
        transaction);
    return new StoredBag(transaction.state(), transaction.version());
  }

  private void run() {
    PlacementState.CollectingOffers call = (PlacementState.CollectingOffers) placement();
    List<ProviderId> called = call.calledProviders();
    for (int from = 0; from < called.size(); from += REPLIES_TOGETHER) {
      handle(
          called.subList(from, from + REPLIES_TOGETHER).stream()
              .<Message.ToMetascheduler>map(provider -> reply(call, provider))
              .toList());
    }
    PlacementState.Reserving reserving = (PlacementState.Reserving) placement();
    List<ReservationId> parts =
        reserving.composition().parts().stream()
            .map(part -> call.reservation(reserving.attempt(), part.provider()))
            .toList();
    parts.forEach(part -> handle(List.of(new Message.Reserved(part, Long.MAX_VALUE))));
    parts.forEach(part -> handle(List.of(new Message.Committed(part))));
    for (int pack = 1; pack <= PACKS; pack++) {
      for (var part : open().parts()) {
        int tasks = part.remainingTasks().size() / (PACKS - pack + 1);
        TaskSet ended = part.remainingTasks().lowest(Math.max(1, tasks));
        handle(
            List.of(
                new Message.Results(part.id(), ended, store.nowMillis(), new Money(10L * pack))));
      }
    }
    if (!(bag.state() instanceof BagState.Ended)) {
      throw new IllegalStateException("The bag has not ended: " + bag.state());
    }
  }

  private Message.Offers reply(PlacementState.CollectingOffers call, ProviderId provider) {
    long nowMillis = store.nowMillis();
    List<Offer> offers = new ArrayList<>();
    for (int i = 1; i <= OFFERS; i++) {
      long completionMillis =
          nowMillis + Time.MINUTE_MILLIS * i + provider.value().hashCode() % 999;
      offers.add(new Offer(provider, TASKS * i / OFFERS, completionMillis, new Money(20)));
    }
    return new Message.Offers(
        call.call(), provider, 1, offers, Disclosure.NOTHING, nowMillis, nowMillis + 10_000);
  }

  private BagState.Open open() {
    return (BagState.Open) bag.state();
  }

  private PlacementState placement() {
    return open().placement().orElseThrow();
  }

  private void handle(List<Message.ToMetascheduler> messages) {
    List<BagEvent> events = messages.stream().<BagEvent>map(BagEvent.MessageReceived::new).toList();
    Transaction transaction = builder.handleAll(bag, events, store.nowMillis()).orElseThrow();
    if (!store.commit(transaction)) {
      throw new IllegalStateException("Another process has written bag " + id + ".");
    }
    bag = new StoredBag(transaction.state(), transaction.version());
  }
}
