package tender.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.Transaction;
import tender.server.access.AccessTokenService;
import tender.server.agents.AgentGateway;
import tender.server.agents.GatewaySettings;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.api.AccessTokenApi;
import tender.server.api.BagApi;
import tender.server.api.BagDetailApi;
import tender.server.api.HoldApi;
import tender.server.api.NotificationApi;
import tender.server.api.ProjectApi;
import tender.server.api.operator.OperatorApi;
import tender.server.audit.AuditLog;
import tender.server.authority.MarketAuthority;
import tender.server.bags.BagAdministrationService;
import tender.server.bags.BagDetailService;
import tender.server.bags.BagService;
import tender.server.bags.DatabaseErrorMapper;
import tender.server.bags.HoldService;
import tender.server.bags.UserQuotaCache;
import tender.server.engine.BagChangeNotifier;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.MarketListener;
import tender.server.engine.MarketRules;
import tender.server.engine.OutboxDispatcher;
import tender.server.engine.ProviderDirectory;
import tender.server.engine.RestoreHold;
import tender.server.engine.RetentionTask;
import tender.server.engine.ScheduledTask;
import tender.server.engine.agents.AgentEventHandler;
import tender.server.engine.agents.RejectionLog;
import tender.server.engine.agents.StoredAgentCertificates;
import tender.server.engine.auction.AuctionService;
import tender.server.engine.auction.AuctionSettings;
import tender.server.model.Access;
import tender.server.model.AuditEvent;
import tender.server.model.QuotaLookup;
import tender.server.model.ReplicaShare;
import tender.server.model.UserId;
import tender.server.notifications.NotificationSender;
import tender.server.notifications.NotificationService;
import tender.server.notifications.NotificationSettings;
import tender.server.operator.AccountAdministrationService;
import tender.server.operator.AuditReaderService;
import tender.server.operator.ProviderAdministrationService;
import tender.server.operator.UserAdministrationService;
import tender.server.projects.ProjectService;
import tender.server.projects.ProjectWarningLog;
import tender.server.store.Database;
import tender.server.store.bags.OutboxListener;

/**
 * One replica of a market: its agents, its services for users and its timers, on a database that
 * all replicas share.
 */
public final class MarketReplica implements AutoCloseable {
  private static final Logger LOG = System.getLogger(MarketReplica.class.getName());
  private static final long TIMER_POLL_MILLIS = 100;

  /** How soon listeners see what another replica has written. */
  private static final long WATCH_MILLIS = 500;

  private static final long POLL_MILLIS = 1_000;
  private static final long HEARTBEAT_MILLIS = 3_000;
  private static final long TRACK_RECORD_MILLIS = 60_000;
  private static final long RETENTION_MILLIS = 2_000;
  private static final long INCOME_MILLIS = 60_000;
  private static final long AUTHORITY_MILLIS = 2_000;
  private static final long PROJECT_WARNING_MILLIS = 10_000;
  private static final int MAX_DUE_BAGS = 500;

  /** How often each replica checks during an auction cycle whether the next cycle is due. */
  private static final int CHECKS_PER_CYCLE = 5;

  private final Database database;
  private final String replica;
  private final ProviderDirectory providers;
  private final BagEventProcessor processor;
  private final OutboxDispatcher dispatcher;
  private final BagChangeNotifier changes = new BagChangeNotifier();
  private final AgentGateway gateway;
  private final QuotaLookup quotas;
  private final BagService bagApi;
  private final BagDetailService bagDetailApi;
  private final AuctionService auction;
  private final MarketListener marketListener;
  private final long auctionCheckMillis;
  private final RetentionTask retention;
  private final RestoreHold restoreHold;
  private final NotificationApi notificationApi;
  private final NotificationSender notificationSender;
  private final AuditLog audit;
  private @Nullable OutboxListener outboxListener;
  private volatile ReplicaShare share = ReplicaShare.ALL;
  private final ScheduledExecutorService timers =
      Executors.newScheduledThreadPool(4, Thread.ofPlatform().name("tender-market").factory());

  /**
   * @param replica identifies this process; new at each start
   * @param marketListener observes the engine
   */
  public MarketReplica(
      Database database,
      String replica,
      GatewaySettings agents,
      MarketRules rules,
      AuctionSettings auctionSettings,
      NotificationSettings notificationSettings,
      MarketListener marketListener) {
    this.database = database;
    this.replica = replica;
    this.marketListener = marketListener;
    audit = new AuditLog(database.audit());
    providers =
        new ProviderDirectory(
            database.agentConnections(), database.providers(), database.auction(), rules);
    processor =
        new BagEventProcessor(
            database.store(),
            providers,
            (before, transaction) -> bagWritten(Optional.of(before), transaction));
    RejectionLog rejections = new RejectionLog(marketListener, audit::record);
    dispatcher =
        new OutboxDispatcher(
            database.store(), new GatewayTransport(), rejections::otherAcknowledged);
    gateway =
        new AgentGateway(
            agents,
            MarketAuthority.read(database.authorities()),
            new StoredAgentCertificates(database.agentCertificates(), audit::record),
            new AgentEventHandler(
                database,
                replica,
                processor,
                dispatcher,
                providers,
                rules.timeouts().clockToleranceMillis(),
                marketListener,
                rejections));
    quotas = new UserQuotaCache(rules.quotas(), database.users()::ownQuotas);
    bagApi =
        new BagService(
            database,
            processor,
            providers,
            changes,
            transaction -> bagWritten(Optional.empty(), transaction),
            rules.retention(),
            quotas);
    retention = new RetentionTask(database, rules.retention());
    restoreHold = new RestoreHold(database.restores(), database.store().nowMillis());
    bagDetailApi = new BagDetailService(database, providers, bagApi);
    auction =
        new AuctionService(
            database.auction(),
            auctionSettings,
            processor::enqueue,
            marketListener::auctionCleared);
    notificationApi =
        new NotificationService(database.notificationChannels(), notificationSettings);
    notificationSender =
        new NotificationSender(database.notificationOutbox(), notificationSettings);
    auctionCheckMillis =
        Math.clamp(auctionSettings.cycleMillis() / CHECKS_PER_CYCLE, 1, POLL_MILLIS);
  }

  /** The certificate authority whose servers agents trust. The first replica creates it. */
  public static CertificateAuthority authority(Database database) {
    return MarketAuthority.read(database.authorities()).current();
  }

  /** Starts to listen and to process bags. */
  public MarketReplica start() throws IOException {
    database.agentConnections().heartbeat(replica);
    var authority =
        new MarketAuthority(
            database.authorities(), replica, gateway.authorities(), gateway::change, audit::record);
    authority.refresh();
    gateway.start();
    outboxListener = database.listenForOutbox(dispatcher::dispatchPending);
    every(HEARTBEAT_MILLIS, "heartbeat", this::heartbeat);
    every(RETENTION_MILLIS, "delete-expired-bags", retention);
    every(AUTHORITY_MILLIS, "refresh-authorities", authority::refresh);
    every(INCOME_MILLIS, "pay-income", () -> database.income().payDue());
    every(
        PROJECT_WARNING_MILLIS, "log-project-warnings", new ProjectWarningLog(database.projects()));
    every(
        PROJECT_WARNING_MILLIS,
        "notify-project-managers",
        database.managerNotifications()::addMissing);
    every(POLL_MILLIS, "refresh-providers", providers::refresh);
    every(TRACK_RECORD_MILLIS, "refresh-track-records", providers::refreshTrackRecords);
    every(POLL_MILLIS, "dispatch-outbox", dispatcher::dispatchPending);
    every(TIMER_POLL_MILLIS, "fire-timers", this::fireTimers);
    every(WATCH_MILLIS, "watch-bags", () -> changes.poll(database.store()::marks));
    every(POLL_MILLIS, "send-notifications", notificationSender);
    every(auctionCheckMillis, "clear-auction", auction::clearIfDue);
    return this;
  }

  /** The quotas of users, of which some have other ones than the market's. */
  public QuotaLookup quotas() {
    return quotas;
  }

  public BagApi bagApi() {
    return bagApi;
  }

  public BagDetailApi bagDetailApi() {
    return bagDetailApi;
  }

  /** The API for these users, which are other markets. */
  public HoldApi holdApi(Set<UserId> markets) {
    return new HoldService(markets, database, bagApi, processor);
  }

  /** The market's audit log. */
  public Consumer<AuditEvent> audit() {
    return audit::record;
  }

  /** The access tokens of users. */
  public AccessTokenApi accessTokenApi() {
    return new AccessTokenService(database.accessTokens(), database.store()::nowMillis);
  }

  /** Projects that share a budget. */
  public ProjectApi projectApi() {
    return new ProjectService(database);
  }

  /** The notifications of users. */
  public NotificationApi notificationApi() {
    return notificationApi;
  }

  /**
   * What operators and auditors can do.
   *
   * @param initialCreditLimit of new users; empty for that of the database
   */
  public OperatorApi operatorApi(Optional<Money> initialCreditLimit) {
    return new OperatorApi(
        new UserAdministrationService(database, initialCreditLimit),
        new ProviderAdministrationService(database, () -> authority(database).fingerprint()),
        new AccountAdministrationService(database),
        new BagAdministrationService(database, processor),
        new AuditReaderService(database.audit()));
  }

  /** The user that has a token, and what it allows. */
  public Optional<Access> accessByToken(String token) {
    return DatabaseErrorMapper.mapErrors(() -> database.accessTokens().find(token));
  }

  /** The users that have these tokens. */
  public Map<String, UserId> usersByTokens(Collection<String> tokens) {
    return DatabaseErrorMapper.mapErrors(() -> database.accessTokens().findUsers(tokens));
  }

  /** The port that agents connect to. */
  public int agentPort() {
    return gateway.port();
  }

  /** The number of agents that are connected to this replica. */
  public int connectedAgents() {
    return gateway.connectedProviders().size();
  }

  private void bagWritten(Optional<BagState> before, Transaction transaction) {
    dispatcher.send(transaction.messages());
    changes.notifyChanged(transaction.bag(), transaction.version());
    try {
      long nowMillis = database.store().nowMillis();
      before.ifPresent(state -> providers.bagChanged(state, transaction.state(), nowMillis));
      marketListener.bagWritten(before, transaction, nowMillis);
    } catch (Store.Unavailable e) {
      LOG.log(
          Level.DEBUG,
          "Listeners were not notified of a committed bag: {0}",
          e.getMessage(),
          transaction.bag());
    }
  }

  /** Also reconciles connections that changed while the database was unavailable. */
  private void heartbeat() {
    database.agentConnections().heartbeat(replica);
    database.agentConnections().reconcile(replica, gateway.connectedProviders());
    share = database.agentConnections().share(replica);
  }

  private void fireTimers() {
    if (restoreHold.isHolding()) {
      return;
    }
    long nowMillis = database.store().nowMillis();
    for (BagId bag : database.store().dueBags(nowMillis, MAX_DUE_BAGS, share)) {
      processor.enqueue(bag, new BagEvent.TimerFired());
    }
  }

  private void every(long millis, String name, Runnable task) {
    Future<?> _ =
        timers.scheduleWithFixedDelay(
            new ScheduledTask(name, task), 0, millis, TimeUnit.MILLISECONDS);
  }

  /** Stops this replica. Its agents reconnect to another one; all state is in the database. */
  @Override
  public void close() {
    timers.shutdownNow();
    if (outboxListener != null) {
      outboxListener.close();
    }
    notificationSender.close();
    gateway.close();
    dispatcher.close();
    processor.close();
    try {
      database.agentConnections().removeReplica(replica);
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "Could not deregister replica: {0}", e.getMessage());
    }
  }

  /** Late binding, because the gateway is created after the dispatcher. */
  private final class GatewayTransport implements OutboxDispatcher.AgentTransport {
    @Override
    public Set<ProviderId> connectedProviders() {
      return gateway.connectedProviders();
    }

    @Override
    public boolean isConnected(ProviderId provider) {
      return gateway.isConnected(provider);
    }

    @Override
    public boolean send(ProviderId to, List<OutboxMessage> messages) {
      return gateway.send(to, messages);
    }
  }
}
