package tender.server.store.auction;

import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import tender.server.store.identity.AgentConnectionRepository;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.server.model.ClearingView;
import tender.codec.StoredJson;

/**
 * What the auction knows: what providers have told, who bids, and how the last cycles ended. A
 * cycle is one transaction, under a lock that lasts no longer than it: whoever dies in it has done
 * nothing, and whoever dies after it has matched bags that bid on, for the next cycle to match.
 */
public final class AuctionRepository {
  /** For how long what a provider has told is believed. */
  public static final long FRESH_MILLIS = 20_000;

  /** How many cycles are kept. */
  public static final int RETAINED_CYCLES = 100;

  /** Longer than it takes from a match until its provider has confirmed it, or refused. */
  private static final long PENDING_MILLIS = 30_000;

  private static final int MOST_BIDDING = 10_000;
  private static final long LOCK = 0x7465_6e64_6572L;

  private final Sql sql;

  public AuctionRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Keeps what a provider tells, in place of what it told before; unless it is older, or its clock
   * is wrong, since then its slots are as well.
   *
   * @param clockToleranceMillis by how much its clock may differ from the database's
   */
  public void publish(Message.SlotsPublished published, long clockToleranceMillis) {
    sql.update(
        """
        insert into published as known (provider, report, made_millis, stored_millis)
        select ?, ?::json, told.made_millis, now_millis()
        from (select ?::bigint as made_millis) told
        where abs(told.made_millis - now_millis()) <= ?
        on conflict (provider) do update
        set report = excluded.report, made_millis = excluded.made_millis,
          stored_millis = excluded.stored_millis
        where known.made_millis < excluded.made_millis
          or known.stored_millis < excluded.stored_millis - ?
        """,
        published.provider().value(),
        StoredJson.write(Message.SlotsPublished.class, published),
        published.madeMillis(),
        clockToleranceMillis,
        FRESH_MILLIS);
  }

  /**
   * Clears a cycle, if it is time and nobody else does.
   *
   * @param clearing says how it ends, from what is known; nothing if there is nothing to clear
   * @return how it ended, once that is written
   */
  public Optional<ClearingView> clear(
      long everyMillis, Function<AuctionSnapshot, Optional<ClearingView>> clearing) {
    return sql.transaction(
        session -> {
          if (!isOurs(session)) {
            return Optional.empty();
          }
          long nowMillis = nowMillis(session);
          if (lastMillis(session) > nowMillis - everyMillis) {
            return Optional.empty();
          }
          Optional<ClearingView> cleared = clearing.apply(situation(session, nowMillis));
          if (cleared.isPresent()) {
            write(session, cleared.get());
          }
          return cleared;
        });
  }

  private static boolean isOurs(Session session) throws SQLException {
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

  private static AuctionSnapshot situation(Session session, long nowMillis) throws SQLException {
    List<BagState.Open> bidding = bidding(session);
    return bidding.isEmpty()
        ? new AuctionSnapshot(nowMillis, bidding, List.of(), List.of())
        : new AuctionSnapshot(
            nowMillis, bidding, published(session, nowMillis), recent(session, nowMillis));
  }

  private static List<BagState.Open> bidding(Session session) throws SQLException {
    List<BagState.Open> bidding = new ArrayList<>();
    for (BagState state :
        session.list(
            "select state from bag where bidding order by id limit ?",
            row -> StoredJson.read(BagState.class, row.getString(1)),
            MOST_BIDDING)) {
      if (state instanceof BagState.Open open) {
        bidding.add(open);
      }
    }
    return bidding;
  }

  private static List<StoredSlotReport> published(Session session, long nowMillis) throws SQLException {
    return session.list(
        """
        select report, stored_millis from published join stream using (provider)
          join replica on replica.id = stream.replica
        where stored_millis > ? and heartbeat_millis > ?
        order by provider
        """,
        row ->
            new StoredSlotReport(StoredJson.read(Message.SlotsPublished.class, row.getString(1)), row.getLong(2)),
        nowMillis - FRESH_MILLIS,
        nowMillis - AgentConnectionRepository.FRESH_MILLIS);
  }

  private static List<RecentMatch> recent(Session session, long nowMillis) throws SQLException {
    Map<BagId, ClearingView.MatchView> latest = new LinkedHashMap<>();
    for (ClearingView clearing :
        session.list(
            "select content from clearing where at_millis > ? order by serial",
            row -> StoredJson.read(ClearingView.class, row.getString(1)),
            nowMillis - FRESH_MILLIS - PENDING_MILLIS)) {
      clearing.matches().forEach(match -> latest.put(match.bag(), match));
    }
    List<RecentMatch> recent = new ArrayList<>();
    session.list(
        """
        select id, state,
          (select min(at_millis) from news
            where news.bag = bag.id and news.effect ->> 'kind' = 'Promised')
        from bag where id = any (?)
        """,
        row -> {
          long promisedMillis = row.getLong(3);
          OptionalLong promised =
              row.wasNull() ? OptionalLong.empty() : OptionalLong.of(promisedMillis);
          BagState state = StoredJson.read(BagState.class, row.getString(2));
          Optional.ofNullable(latest.get(state.id()))
              .ifPresent(match -> recent.add(new RecentMatch(match, state, promised)));
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
        "delete from clearing where serial <= (select max(serial) from clearing) - ?", RETAINED_CYCLES);
  }

  /** The last cycles in which somebody bid, latest first. */
  public List<ClearingView> latest(int limit) {
    return sql.list(
        "select content from clearing order by serial desc limit ?",
        row -> StoredJson.read(ClearingView.class, row.getString(1)),
        Math.min(limit, RETAINED_CYCLES));
  }
}
