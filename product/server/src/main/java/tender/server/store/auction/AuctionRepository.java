package tender.server.store.auction;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import tender.codec.StoredJson;
import tender.core.call.PublishedCapabilities;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.model.ClearingView;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/**
 * The auction's data: slots that providers published, bags that bid, and the latest cycles. A cycle
 * is one transaction under a lock that ends with it: a replica that dies during a cycle has changed
 * nothing, and if it dies afterwards, the matched bags keep bidding and the next cycle matches
 * them.
 */
public final class AuctionRepository {
  /** How long a provider's published slots are used. */
  public static final long FRESH_MILLIS = 20_000;

  /** How many cycles are stored. */
  public static final int RETAINED_CYCLES = 100;

  /** Longer than a provider takes to confirm or refuse a match. */
  private static final long PENDING_MILLIS = 30_000;

  private static final int MAX_BIDDING = 10_000;
  private static final long LOCK = 0x7465_6e64_6572L;

  private final Sql sql;

  public AuctionRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Stores a provider's slots in place of its previous ones. An older report is ignored, and so is
   * one from a provider whose clock is wrong, because its slots are then wrong as well.
   *
   * @param clockToleranceMillis by how much the provider's clock may differ from the database's
   */
  public void publish(Message.SlotsPublished published, long clockToleranceMillis) {
    sql.update(
        """
        insert into published_slots as known (provider, report, published_millis, stored_millis)
        select ?, ?::json, incoming.published_millis, now_millis()
        from (select ?::bigint as published_millis) incoming
        where abs(incoming.published_millis - now_millis()) <= ?
        on conflict (provider) do update
        set report = excluded.report, published_millis = excluded.published_millis,
          stored_millis = excluded.stored_millis
        where known.published_millis < excluded.published_millis
          or known.stored_millis < excluded.stored_millis - ?
        """,
        published.provider().value(),
        StoredJson.write(Message.SlotsPublished.class, published),
        published.madeMillis(),
        clockToleranceMillis,
        FRESH_MILLIS);
  }

  /** The processors, nodes and prices that providers have published, however long ago. */
  public Map<ProviderId, PublishedCapabilities> publishedCapabilities() {
    Map<ProviderId, PublishedCapabilities> published = new LinkedHashMap<>();
    sql.list(
        """
        select provider, report -> 'cluster', report -> 'pricePerProcessorHour'
        from published_slots order by provider
        """,
        row ->
            published.put(
                new ProviderId(row.getString(1)),
                new PublishedCapabilities(
                    Optional.of(StoredJson.read(Cluster.class, row.getString(2))),
                    Optional.of(StoredJson.read(Money.class, row.getString(3))))));
    return published;
  }

  /**
   * Clears a cycle if one is due and no other replica is clearing it.
   *
   * @param clearing computes the result; empty if there is nothing to clear
   * @return the result, after it is written
   */
  public Optional<ClearingView> clear(
      long cycleMillis, Function<AuctionSnapshot, Optional<ClearingView>> clearing) {
    return sql.transaction(
        session -> {
          if (!tryLock(session)) {
            return Optional.empty();
          }
          long nowMillis = nowMillis(session);
          if (lastMillis(session) > nowMillis - cycleMillis) {
            return Optional.empty();
          }
          Optional<ClearingView> cleared = clearing.apply(snapshot(session, nowMillis));
          if (cleared.isPresent()) {
            write(session, cleared.get());
          }
          return cleared;
        });
  }

  private static boolean tryLock(Session session) throws SQLException {
    return session
        .find("select pg_try_advisory_xact_lock(?)", row -> row.getBoolean(1), LOCK)
        .orElseThrow();
  }

  private static long nowMillis(Session session) throws SQLException {
    return session.find("select now_millis()", row -> row.getLong(1)).orElseThrow();
  }

  private static long lastMillis(Session session) throws SQLException {
    return session
        .find("select at_millis from clearing order by serial desc limit 1", row -> row.getLong(1))
        .orElse(0L);
  }

  private static AuctionSnapshot snapshot(Session session, long nowMillis) throws SQLException {
    List<BagState.Open> bidding = bidding(session);
    return bidding.isEmpty()
        ? new AuctionSnapshot(nowMillis, bidding, List.of(), List.of())
        : new AuctionSnapshot(
            nowMillis, bidding, published(session, nowMillis), recent(session, nowMillis));
  }

  private static List<BagState.Open> bidding(Session session) throws SQLException {
    return session
        .list(
            "select state from bag where bidding order by id limit ?",
            row -> StoredJson.read(BagState.class, row.getString(1)),
            MAX_BIDDING)
        .stream()
        .filter(BagState.Open.class::isInstance)
        .map(BagState.Open.class::cast)
        .toList();
  }

  private static List<StoredSlotReport> published(Session session, long nowMillis)
      throws SQLException {
    return session.list(
        """
        select report, stored_millis from published_slots join agent_connection using (provider)
          join replica on replica.id = agent_connection.replica
        where stored_millis > ? and heartbeat_millis > ?
        order by provider
        """,
        row ->
            new StoredSlotReport(
                StoredJson.read(Message.SlotsPublished.class, row.getString(1)), row.getLong(2)),
        nowMillis - FRESH_MILLIS,
        nowMillis - AgentConnectionRepository.FRESH_MILLIS);
  }

  private static List<RecentMatch> recent(Session session, long nowMillis) throws SQLException {
    Map<BagId, List<ClearingView.MatchView>> latest = new LinkedHashMap<>();
    for (ClearingView clearing :
        session.list(
            "select content from clearing where at_millis > ? order by serial",
            row -> StoredJson.read(ClearingView.class, row.getString(1)),
            nowMillis - FRESH_MILLIS - PENDING_MILLIS)) {
      latest.putAll(
          clearing.matches().stream().collect(Collectors.groupingBy(ClearingView.MatchView::bag)));
    }
    List<RecentMatch> recent = new ArrayList<>();
    session.list(
        """
        select id, state,
          (select min(at_millis) from bag_history h
            where h.bag = bag.id and h.effect ->> 'kind' = 'promise-made')
        from bag where id = any (?)
        """,
        row -> {
          long promisedMillis = row.getLong(3);
          OptionalLong promised =
              row.wasNull() ? OptionalLong.empty() : OptionalLong.of(promisedMillis);
          BagState state = StoredJson.read(BagState.class, row.getString(2));
          for (ClearingView.MatchView match : latest.getOrDefault(state.id(), List.of())) {
            recent.add(new RecentMatch(match, state, promised));
          }
          return state.id();
        },
        (Object) latest.keySet().stream().map(BagId::value).toArray(String[]::new));
    return recent;
  }

  private static void write(Session session, ClearingView cleared) throws SQLException {
    session.update(
        "insert into clearing (at_millis, content) values (?, ?::json)",
        cleared.atMillis(),
        StoredJson.write(ClearingView.class, cleared));
    session.update(
        "delete from clearing where serial <= (select max(serial) from clearing) - ?",
        RETAINED_CYCLES);
  }

  /** The latest cycles that had bids, most recent first. */
  public List<ClearingView> latest(int limit) {
    return sql.list(
        "select content from clearing order by serial desc limit ?",
        row -> StoredJson.read(ClearingView.class, row.getString(1)),
        Math.min(limit, RETAINED_CYCLES));
  }
}
