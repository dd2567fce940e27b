package tender.server.store.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.server.model.AuditEvent;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/** The audit log in PostgreSQL, which rejects changes of its entries. */
public final class AuditRepository {
  private static final String COLUMNS =
      "number, at_millis, actor, address, action, target, result, hash";

  private final Sql sql;

  public AuditRepository(Sql sql) {
    this.sql = sql;
  }

  /** Appends events in this order. Concurrent calls wait for each other. */
  public void append(List<AuditEvent> events) {
    sql.transaction(
        session -> {
          AuditMark last = lock(session);
          last = last(session).orElse(last);
          long nowMillis = session.find("select now_millis()", row -> row.getLong(1)).orElseThrow();
          return insert(session, chain(events, last, nowMillis));
        });
  }

  /** Where the log begins; every other writer waits until the transaction has ended. */
  private static AuditMark lock(Session session) throws SQLException {
    return session
        .find("select number, hash from audit_start for update", AuditRepository::mark)
        .orElseThrow();
  }

  private static Optional<AuditMark> last(Session session) throws SQLException {
    return session.find(
        "select number, hash from audit_entry order by number desc limit 1", AuditRepository::mark);
  }

  private static List<AuditEntry> chain(List<AuditEvent> events, AuditMark last, long nowMillis) {
    List<AuditEntry> entries = new ArrayList<>();
    AuditMark previous = last;
    for (AuditEvent event : events) {
      long number = previous.number() + 1;
      String hash = AuditChain.hash(previous.hash(), number, nowMillis, event);
      entries.add(new AuditEntry(number, nowMillis, event, hash));
      previous = new AuditMark(number, hash);
    }
    return entries;
  }

  private static int insert(Session session, List<AuditEntry> entries) throws SQLException {
    return session.update(
        "insert into audit_entry (" + COLUMNS + ") select * from unnest(?, ?, ?, ?, ?, ?, ?, ?)",
        entries.stream().map(AuditEntry::number).toArray(Long[]::new),
        entries.stream().map(AuditEntry::atMillis).toArray(Long[]::new),
        entries.stream().map(entry -> entry.event().actor()).toArray(String[]::new),
        entries.stream().map(entry -> entry.event().address()).toArray(String[]::new),
        entries.stream().map(entry -> entry.event().action()).toArray(String[]::new),
        entries.stream().map(entry -> entry.event().target()).toArray(String[]::new),
        entries.stream().map(entry -> entry.event().result()).toArray(String[]::new),
        entries.stream().map(AuditEntry::hash).toArray(String[]::new));
  }

  /**
   * The newest entries, newest first.
   *
   * @param actor only of this actor
   * @param before only entries before this one; {@link Long#MAX_VALUE} for the newest
   */
  public List<AuditEntry> newest(Optional<String> actor, long before, int limit) {
    return actor.isPresent()
        ? sql.list(
            "select "
                + COLUMNS
                + " from audit_entry where actor = ? and number < ? order by number desc limit ?",
            AuditRepository::entry,
            actor.get(),
            before,
            limit)
        : sql.list(
            "select " + COLUMNS + " from audit_entry where number < ? order by number desc limit ?",
            AuditRepository::entry,
            before,
            limit);
  }

  /** The next entries after one, in order. */
  public List<AuditEntry> after(long number, int limit) {
    return sql.list(
        "select " + COLUMNS + " from audit_entry where number > ? order by number limit ?",
        AuditRepository::entry,
        number,
        limit);
  }

  /** The last entry that has expired; the number is 0 if none has. */
  public AuditMark start() {
    return sql.find("select number, hash from audit_start", AuditRepository::mark).orElseThrow();
  }

  /** Deletes some of the entries before this time, from the beginning; returns how many. */
  public int deleteExpired(long untilMillis, int limit) {
    return sql.transaction(
        session -> {
          Optional<AuditMark> last =
              session.find(
                  """
                  select number, hash from (
                    select number, hash, at_millis from audit_entry order by number limit ?) oldest
                  where at_millis < ? order by number desc limit 1
                  """,
                  AuditRepository::mark,
                  limit,
                  untilMillis);
          if (last.isEmpty()) {
            return 0;
          }
          // The table accepts the deletion of no other entries than those before its start.
          session.update(
              "update audit_start set number = ?, hash = ? where number < ?",
              last.get().number(),
              last.get().hash(),
              last.get().number());
          return session.update("delete from audit_entry where number <= ?", last.get().number());
        });
  }

  private static AuditMark mark(ResultSet row) throws SQLException {
    return new AuditMark(row.getLong(1), row.getString(2));
  }

  private static AuditEntry entry(ResultSet row) throws SQLException {
    return new AuditEntry(
        row.getLong(1),
        row.getLong(2),
        new AuditEvent(
            row.getString(3),
            row.getString(4),
            row.getString(5),
            row.getString(6),
            row.getString(7)),
        row.getString(8));
  }
}
