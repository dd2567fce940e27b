package tender.server.market;

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
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.Owed;
import tender.core.store.Store;
import tender.core.store.Transaction;
import tender.server.agents.AgentGateway;
import tender.server.agents.CertificateAuthority;
import tender.server.agents.GatewaySettings;
import tender.server.market.auction.Auction;
import tender.server.market.auction.AuctionSettings;
import tender.server.market.view.BagDesk;
import tender.server.market.view.DetailDesk;
import tender.server.market.view.PersonId;
import tender.server.store.Database;
import tender.server.store.OwedListener;

/**
 * One replica of a market: its agents, its people's desk and its timers, on a database that it
 * shares with the others.
 */
public final class Market implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Market.class.getName());
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
  private final Roster roster;
  private final BagWorks works;
  private final Delivery delivery;
  private final Changes changes = new Changes();
  private final AgentGateway gateway;
  private final PeopleDesk people;
  private final CloserDesk details;
  private final Auction auction;
  private final Witness witness;
  private final long auctionLookMillis;
  private @Nullable OwedListener listener;
  private final ScheduledExecutorService timers =
      Executors.newScheduledThreadPool(3, Thread.ofPlatform().name("tender-market").factory());

  /**
   * @param replica names this process; another one after each start
   * @param witness looks on
   */
  public Market(
      Database database,
      String replica,
      GatewaySettings agents,
      Rules rules,
      AuctionSettings auctioning,
      Witness witness) {
    this.database = database;
    this.replica = replica;
    this.witness = witness;
    roster = new Roster(database.streams(), database.providers(), rules);
    works =
        new BagWorks(
            database.store(),
            roster,
            (before, transaction) -> written(Optional.of(before), transaction));
    delivery = new Delivery(database.store(), new ToAgents());
    gateway =
        new AgentGateway(
            agents,
            authority(database),
            database.providers()::redeem,
            new AgentDesk(
                database,
                replica,
                works,
                delivery,
                roster,
                rules.patience().clockToleranceMillis(),
                witness));
    people =
        new PeopleDesk(
            database,
            works,
            roster,
            changes,
            transaction -> written(Optional.empty(), transaction));
    details = new CloserDesk(database, roster, people);
    auction = new Auction(database.auction(), auctioning, works::post, witness::cleared);
    auctionLookMillis = Math.clamp(auctioning.everyMillis() / LOOKS_A_CYCLE, 1, LOOK_MILLIS);
  }

  /** The same for all replicas: made by whichever comes first. */
  public static CertificateAuthority authority(Database database) {
    return CertificateAuthority.fromPem(
        database.secrets().getOrCreate("authority", () -> CertificateAuthority.create().toPem()));
  }

  /** Begins to listen and to look after bags. */
  public Market start() throws IOException {
    database.streams().heartbeat(replica, "");
    gateway.start();
    listener = database.listen(delivery::look);
    every(HEARTBEAT_MILLIS, this::heartbeat);
    every(TIDY_MILLIS, () -> database.blobs().deleteAbandoned());
    every(LOOK_MILLIS, roster::refresh);
    every(REVIEW_MILLIS, roster::review);
    every(LOOK_MILLIS, delivery::look);
    every(WAKE_MILLIS, this::wake);
    every(auctionLookMillis, auction::look);
    return this;
  }

  /** What people do here. */
  public BagDesk people() {
    return people;
  }

  /** Where people look closer. */
  public DetailDesk details() {
    return details;
  }

  /** Whose token this is. */
  public Optional<PersonId> person(String token) {
    return Guard.guarded(() -> database.people().find(token));
  }

  /** Where agents call. */
  public int agentPort() {
    return gateway.port();
  }

  /** How many agents hang on this replica. */
  public int connectedHere() {
    return gateway.connectedHere().size();
  }

  private void written(Optional<BagState> before, Transaction transaction) {
    delivery.send(transaction.messages());
    changes.written(transaction.bag());
    try {
      witness.written(before, transaction, database.store().nowMillis());
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "Nobody knows when bag {0} was written: {1}", transaction.bag(), e);
    }
  }

  /** Streams that came or went while the database was away are set right. */
  private void heartbeat() {
    database.streams().heartbeat(replica, "");
    database.streams().setRight(replica, gateway.connectedHere());
  }

  private void wake() {
    long nowMillis = database.store().nowMillis();
    for (BagId bag : database.store().due(nowMillis, MOST_WOKEN)) {
      works.post(bag, new BagEvent.Woken());
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
      database.streams().leave(replica);
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "Left without a word: {0}", e.getMessage());
    }
  }

  /** The gateway comes after what needs it. */
  private final class ToAgents implements Delivery.Way {
    @Override
    public Set<ProviderId> connectedHere() {
      return gateway.connectedHere();
    }

    @Override
    public boolean send(ProviderId to, List<Owed> owed) {
      return gateway.send(to, owed);
    }
  }
}
