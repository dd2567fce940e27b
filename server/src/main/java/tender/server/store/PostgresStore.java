package tender.server.store;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.store.Owed;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.work.CoreJson;

/**
 * Bags and what is owed to providers, in PostgreSQL. A commit is one statement: the bag is written
 * if it still has the version that was read, and all else only if it was written.
 */
public final class PostgresStore implements Store {
  private static final String FIRST =
      """
      insert into bag (version, state, wake_millis, bidding, id) values (?, ?::json, ?, ?, ?)
      on conflict do nothing
      returning id
      """;

  private static final String AGAIN =
      """
      update bag set version = ?, state = ?::json, wake_millis = ?, bidding = ?
      where id = ? and version = ?
      returning id
      """;

  private static final String COMMIT =
      """
      with written as (%s),
      owing as (
        insert into owed (bag, version, index, provider, message)
        select m.bag, m.version, m.index, m.provider, m.message::json
        from written, unnest(?, ?, ?, ?, ?) with ordinality
          as m (bag, version, index, provider, message, place)
        order by m.place
        on conflict do nothing
        returning provider),
      counting as (
        insert into counted as c (bag, round, attempt, provider, tasks)
        select id, n.round, n.attempt, n.provider, n.tasks::int4multirange
        from written, unnest(?, ?, ?, ?) as n (round, attempt, provider, tasks)
        on conflict (bag, round, attempt, provider) do update set tasks = c.tasks + excluded.tasks),
      telling as (
        insert into news (bag, version, index, effect)
        select id, ?, n.index, n.effect::json
        from written, unnest(?) with ordinality as n (effect, index))%s
      select
        (select count(*) from written),
        (select array_agg(distinct replica) from owing join stream using (provider)
          where replica <> ?)
      """;

  private static final String COMMIT_FIRST = COMMIT.formatted(FIRST, "");
  private static final String COMMIT_AGAIN = COMMIT.formatted(AGAIN, "");
  private static final String COMMIT_PAID = COMMIT.formatted(AGAIN, Bookings.OF_A_BAG);

  private final Sql sql;
  private final String replica;
  private final OwedNotifier notifier;
  private final DatabaseClock clock;

  PostgresStore(Sql sql, String replica, OwedNotifier notifier) {
    this.sql = sql;
    this.replica = replica;
    this.notifier = notifier;
    clock = new DatabaseClock(sql);
  }

  @Override
  public long nowMillis() {
    return clock.nowMillis();
  }

  @Override
  public Optional<StoredBag> read(BagId id) {
    return sql.find(
        "select state, version from bag where id = ?", PostgresStore::storedBag, id.value());
  }

  /** Those of the bags that there are. */
  public List<StoredBag> readAll(Collection<BagId> ids) {
    return sql.list(
        "select state, version from bag where id = any (?)",
        PostgresStore::storedBag,
        (Object) ids.stream().map(BagId::value).toArray(String[]::new));
  }

  private static StoredBag storedBag(ResultSet row) throws SQLException {
    return new StoredBag(CoreJson.read(BagState.class, row.getString(1)), row.getLong(2));
  }

  @Override
  public boolean commit(Transaction transaction) {
    Written written = tryToCommit(transaction);
    written.elsewhere().forEach(notifier::tell);
    return written.isWritten();
  }

  private Written tryToCommit(Transaction transaction) {
    try {
      return sql.run(session -> commit(session, transaction));
    } catch (Violation e) {
      if (e.constraint().equals(Bookings.PERSON_COVERS)) {
        throw new NotCovered(
            "Bag " + transaction.bag() + " would cost more than its owner's account bears.");
      }
      throw e;
    }
  }

  /** Whether a bag was written, and which other replicas have agents that are owed something. */
  private record Written(boolean isWritten, List<String> elsewhere) {}

  /**
   * Writes a new bag with who has handed it in and what its tasks are; or nothing, if the person
   * has handed in a bag under the same key before.
   */
  public Submission.Result submit(Submission submission, Transaction transaction) {
    Optional<Written> written =
        sql.transaction(
            session ->
                Submissions.insert(session, submission)
                    ? Optional.of(commitNew(session, transaction))
                    : Optional.empty());
    if (written.isPresent()) {
      written.get().elsewhere().forEach(notifier::tell);
      return new Submission.Result(submission.bag(), true);
    }
    Optional<BagId> first =
        sql.run(session -> Submissions.find(session, submission.person(), submission.clientKey()));
    return new Submission.Result(first.orElseThrow(), false);
  }

  private Written commitNew(Session session, Transaction transaction) throws SQLException {
    Written written = commit(session, transaction);
    if (!written.isWritten()) {
      throw new IllegalStateException(
          "There is a bag " + transaction.bag() + " already. Give each a new id.");
    }
    return written;
  }

  private Written commit(Session session, Transaction transaction) throws SQLException {
    boolean isFirst = transaction.readVersion() == StoredBag.ABSENT;
    boolean isPaid = !transaction.transfers().isEmpty();
    if (isFirst && isPaid) {
      throw new IllegalArgumentException(
          "Bag " + transaction.bag() + " is new, and moves money before anybody was called.");
    }
    Parameters parameters = new Parameters();
    long wakeMillis = transaction.state().wakeMillis();
    parameters.add(transaction.version());
    parameters.add(CoreJson.write(BagState.class, transaction.state()));
    parameters.add(wakeMillis == Time.NEVER ? null : wakeMillis);
    parameters.add(transaction.state() instanceof BagState.Open open && open.isBidding());
    parameters.add(transaction.bag().value());
    if (!isFirst) {
      parameters.add(transaction.readVersion());
    }
    List<Owed> messages = transaction.messages();
    parameters.addIds(messages.stream().map(Owed::id).toList());
    parameters.addTexts(messages, owed -> owed.to().value());
    parameters.addTexts(messages, owed -> CoreJson.write(Message.ToProvider.class, owed.message()));
    Map<ReservationId, TaskSet> counted = new LinkedHashMap<>();
    transaction.counted().forEach(more -> counted.merge(more.by(), more.tasks(), TaskSet::plus));
    Collection<ReservationId> by = counted.keySet();
    parameters.addIntegers(by, id -> id.call().round());
    parameters.addIntegers(by, ReservationId::attempt);
    parameters.addTexts(by, id -> id.provider().value());
    parameters.addTexts(counted.values(), Multirange::of);
    parameters.add(transaction.version());
    parameters.addTexts(transaction.news(), effect -> CoreJson.write(BagEffect.class, effect));
    if (isPaid) {
      Bookings.add(parameters, transaction.transfers());
    }
    parameters.add(replica);
    return session
        .find(
            isFirst ? COMMIT_FIRST : isPaid ? COMMIT_PAID : COMMIT_AGAIN,
            row -> new Written(row.getInt(1) > 0, texts(row.getArray(2))),
            parameters.all())
        .orElseThrow();
  }

  private static List<String> texts(@Nullable Array array) throws SQLException {
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  /** All that the user was to be told of a bag, oldest first. */
  public List<News> news(BagId bag) {
    return sql.list(
        "select version, at_millis, effect from news where bag = ? order by version, index",
        row ->
            new News(
                row.getLong(1), row.getLong(2), CoreJson.read(BagEffect.class, row.getString(3))),
        bag.value());
  }

  @Override
  public List<BagId> due(long nowMillis, int limit) {
    return sql.list(
        "select id from bag where wake_millis <= ? order by wake_millis limit ?",
        row -> new BagId(row.getString(1)),
        nowMillis,
        limit);
  }

  @Override
  public List<Owed> owed(int limit) {
    return sql.list(
        "select bag, version, index, provider, message from owed order by serial limit ?",
        PostgresStore::owed,
        limit);
  }

  /** What is owed to some providers and not acknowledged, oldest first. */
  public List<Owed> owedTo(Collection<ProviderId> providers, int limit) {
    return sql.list(
        """
        select o.bag, o.version, o.index, o.provider, o.message
        from unnest(?) as wanted (provider),
          lateral (
            select * from owed where owed.provider = wanted.provider order by serial limit ?) o
        order by o.serial limit ?
        """,
        PostgresStore::owed,
        providers.stream().map(ProviderId::value).toArray(String[]::new),
        limit,
        limit);
  }

  private static Owed owed(ResultSet row) throws SQLException {
    return new Owed(
        new Owed.Id(new BagId(row.getString(1)), row.getLong(2), row.getInt(3)),
        new ProviderId(row.getString(4)),
        CoreJson.read(Message.ToProvider.class, row.getString(5)));
  }

  @Override
  public void acknowledge(Owed.Id id) {
    acknowledge(List.of(id));
  }

  /** Forgets all of it in one go; nothing happens to what is not owed. */
  public void acknowledge(List<Owed.Id> ids) {
    Parameters parameters = new Parameters();
    parameters.addIds(ids);
    sql.update(
        """
        delete from owed using unnest(?, ?, ?) as done (bag, version, index)
        where owed.bag = done.bag and owed.version = done.version and owed.index = done.index
        """,
        parameters.all());
  }
}
