package tender.server;

import tender.server.engine.AgentEventHandler;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.BagChangeNotifier;
import tender.server.bags.BagDetailService;
import tender.server.engine.OutboxDispatcher;
import tender.server.bags.DatabaseErrorMapper;
import tender.server.bags.BagService;
import tender.server.engine.ProviderDirectory;
import tender.server.engine.MarketRules;
import tender.server.engine.MarketListener;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.Transaction;
import tender.server.agents.AgentGateway;
import tender.server.agents.CertificateAuthority;
import tender.server.agents.GatewaySettings;
import tender.server.engine.auction.AuctionService;
import tender.server.engine.auction.AuctionSettings;
import tender.server.api.BagApi;
import tender.server.api.BagDetailApi;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.OutboxListener;

/**
 * One replica of a market: its agents, its people's desk and its timers, on a database that it
 * shares with the others.
 */
public final class MarketReplica implements AutoCloseable {
  private static final Logger LOG = System.getLogger(MarketReplica.class.getName());
  private static final long WAKE_MILLIS = 100;
  private static final long LOOK_MILLIS = 1_000;
  private static final long HEARTBEAT_MILLIS = 3_000;
  private static final long REVIEW_MILLIS = 60_000;
  private static final long TIDY_MILLIS = 3_600_000;
  private static final int MOST_WOKEN = 500;

  /** Of the auction; whichever replica looks first when one is due clears it. */
  private static final int LOOKS_A_CYCLE = 5;

  private final Database database;
  private final String replica;
  private final ProviderDirectory roster;
  private final BagEventProcessor works;
  private final OutboxDispatcher delivery;
  private final BagChangeNotifier changes = new BagChangeNotifier();
  private final AgentGateway gateway;
  private final BagService bagApi;
  private final BagDetailService bagDetailApi;
  private final AuctionService auction;
  private final MarketListener witness;
  private final long auctionLookMillis;
  private @Nullable OutboxListener listener;
  private final ScheduledExecutorService timers =
      Executors.newScheduledThreadPool(3, Thread.ofPlatform().name("tender-market").factory());

  /**
   * @param replica names this process; another one after each start
   * @param witness looks on
   */
  public MarketReplica(
      Database database,
      String replica,
      GatewaySettings agents,
      MarketRules rules,
      AuctionSettings auctioning,
      MarketListener witness) {
    this.database = database;
    this.replica = replica;
    this.witness = witness;
    roster = new ProviderDirectory(database.agentConnections(), database.providers(), rules);
    works =
        new BagEventProcessor(
            database.store(),
            roster,
            (before, transaction) -> written(Optional.of(before), transaction));
    delivery = new OutboxDispatcher(database.store(), new ToAgents());
    gateway =
        new AgentGateway(
            agents,
            authority(database),
            database.providers()::redeem,
            new AgentEventHandler(
                database,
                replica,
                works,
                delivery,
                roster,
                rules.timeouts().clockToleranceMillis(),
                witness));
    bagApi =
        new BagService(
            database,
            works,
            roster,
            changes,
            transaction -> written(Optional.empty(), transaction));
    bagDetailApi = new BagDetailService(database, roster, bagApi);
    auction = new AuctionService(database.auction(), auctioning, works::enqueue, witness::auctionCleared);
    auctionLookMillis = Math.clamp(auctioning.cycleMillis() / LOOKS_A_CYCLE, 1, LOOK_MILLIS);
  }

  /** The same for all replicas: made by whichever comes first. */
  public static CertificateAuthority authority(Database database) {
    return CertificateAuthority.fromPem(
        database.secrets().getOrCreate("authority", () -> CertificateAuthority.create().toPem()));
  }

  /** Begins to listen and to look after bags. */
  public MarketReplica start() throws IOException {
    database.agentConnections().heartbeat(replica, "");
    gateway.start();
    listener = database.listenForOutbox(delivery::dispatchPending);
    every(HEARTBEAT_MILLIS, this::heartbeat);
    every(TIDY_MILLIS, () -> database.blobs().deleteAbandoned());
    every(LOOK_MILLIS, roster::refresh);
    every(REVIEW_MILLIS, roster::refreshTrackRecords);
    every(LOOK_MILLIS, delivery::dispatchPending);
    every(WAKE_MILLIS, this::fireTimers);
    every(auctionLookMillis, auction::clearIfDue);
    return this;
  }

  /** What people do here. */
  public BagApi bagApi() {
    return bagApi;
  }

  /** Where people look closer. */
  public BagDetailApi bagDetailApi() {
    return bagDetailApi;
  }

  /** Whose token this is. */
  public Optional<UserId> userByToken(String token) {
    return DatabaseErrorMapper.mapErrors(() -> database.users().findByToken(token));
  }

  /** Where agents call. */
  public int agentPort() {
    return gateway.port();
  }

  /** How many agents hang on this replica. */
  public int connectedAgents() {
    return gateway.connectedProviders().size();
  }

  private void written(Optional<BagState> before, Transaction transaction) {
    delivery.send(transaction.messages());
    changes.notifyChanged(transaction.bag());
    try {
      witness.bagWritten(before, transaction, database.store().nowMillis());
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "Nobody knows when bag {0} was written: {1}", transaction.bag(), e);
    }
  }

  /** Streams that came or went while the database was away are set right. */
  private void heartbeat() {
    database.agentConnections().heartbeat(replica, "");
    database.agentConnections().reconcile(replica, gateway.connectedProviders());
  }

  private void fireTimers() {
    long nowMillis = database.store().nowMillis();
    for (BagId bag : database.store().dueBags(nowMillis, MOST_WOKEN)) {
      works.enqueue(bag, new BagEvent.TimerFired());
    }
  }

  private void every(long millis, Runnable work) {
    Future<?> _ =
        timers.scheduleWithFixedDelay(() -> guarded(work), 0, millis, TimeUnit.MILLISECONDS);
  }

  private static void guarded(Runnable work) {
    try {
      work.run();
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "The database is gone for now: {0}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "A timer stumbled and goes on.", e);
    }
  }

  /** Agents go to another replica; bags are in the database. */
  @Override
  public void close() {
    timers.shutdownNow();
    if (listener != null) {
      listener.close();
    }
    gateway.close();
    delivery.close();
    works.close();
    try {
      database.agentConnections().removeReplica(replica);
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "Left without a word: {0}", e.getMessage());
    }
  }

  /** The gateway comes after what needs it. */
  private final class ToAgents implements OutboxDispatcher.AgentTransport {
    @Override
    public Set<ProviderId> connectedProviders() {
      return gateway.connectedProviders();
    }

    @Override
    public boolean send(ProviderId to, List<OutboxMessage> owed) {
      return gateway.send(to, owed);
    }
  }
}
