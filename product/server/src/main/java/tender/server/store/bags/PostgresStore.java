package tender.server.store.bags;

import tender.server.store.ledger.TransferStatement;
import tender.server.store.sql.DatabaseClock;
import tender.server.store.sql.Multirange;
import tender.server.model.BagHistoryEvent;
import tender.server.store.sql.Parameters;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import tender.server.store.sql.ConstraintViolationException;
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
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.codec.StoredJson;

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
  private static final String COMMIT_PAID = COMMIT.formatted(AGAIN, TransferStatement.SQL);

  private final Sql sql;
  private final String replica;
  private final OutboxNotifier notifier;
  private final DatabaseClock clock;

  public PostgresStore(Sql sql, String replica, OutboxNotifier notifier) {
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
    return new StoredBag(StoredJson.read(BagState.class, row.getString(1)), row.getLong(2));
  }

  @Override
  public boolean commit(Transaction transaction) {
    CommitResult written = tryToCommit(transaction);
    written.elsewhere().forEach(notifier::notifyReplica);
    return written.isWritten();
  }

  private CommitResult tryToCommit(Transaction transaction) {
    try {
      return sql.run(session -> commit(session, transaction));
    } catch (ConstraintViolationException e) {
      if (e.constraint().equals(TransferStatement.USER_CREDIT_LIMIT)) {
        throw new InsufficientFunds(
            "Bag " + transaction.bag() + " would cost more than its owner's account bears.");
      }
      throw e;
    }
  }

  /** Whether a bag was written, and which other replicas have agents that are owed something. */
  private record CommitResult(boolean isWritten, List<String> elsewhere) {}

  /**
   * Writes a new bag with who has handed it in and what its tasks are; or nothing, if the person
   * has handed in a bag under the same key before.
   */
  public Submission.Result submit(Submission submission, Transaction transaction) {
    Optional<CommitResult> written =
        sql.transaction(
            session ->
                SubmissionRepository.insert(session, submission)
                    ? Optional.of(commitNew(session, transaction))
                    : Optional.empty());
    if (written.isPresent()) {
      written.get().elsewhere().forEach(notifier::notifyReplica);
      return new Submission.Result(submission.bag(), true);
    }
    Optional<BagId> first =
        sql.run(session -> SubmissionRepository.find(session, submission.user(), submission.clientKey()));
    return new Submission.Result(first.orElseThrow(), false);
  }

  private CommitResult commitNew(Session session, Transaction transaction) throws SQLException {
    CommitResult written = commit(session, transaction);
    if (!written.isWritten()) {
      throw new IllegalStateException(
          "There is a bag " + transaction.bag() + " already. Give each a new id.");
    }
    return written;
  }

  private CommitResult commit(Session session, Transaction transaction) throws SQLException {
    boolean isFirst = transaction.readVersion() == StoredBag.ABSENT;
    boolean isPaid = !transaction.transfers().isEmpty();
    if (isFirst && isPaid) {
      throw new IllegalArgumentException(
          "Bag " + transaction.bag() + " is new, and moves money before anybody was called.");
    }
    Parameters parameters = new Parameters();
    long wakeMillis = transaction.state().timerMillis();
    parameters.add(transaction.version());
    parameters.add(StoredJson.write(BagState.class, transaction.state()));
    parameters.add(wakeMillis == Time.NEVER ? null : wakeMillis);
    parameters.add(transaction.state() instanceof BagState.Open open && open.isBidding());
    parameters.add(transaction.bag().value());
    if (!isFirst) {
      parameters.add(transaction.readVersion());
    }
    List<OutboxMessage> messages = transaction.messages();
    parameters.addIds(messages.stream().map(OutboxMessage::id).toList());
    parameters.addTexts(messages, owed -> owed.to().value());
    parameters.addTexts(messages, owed -> StoredJson.write(Message.ToProvider.class, owed.message()));
    Map<ReservationId, TaskSet> counted = new LinkedHashMap<>();
    transaction.acceptedResults().forEach(more -> counted.merge(more.part(), more.tasks(), TaskSet::plus));
    Collection<ReservationId> by = counted.keySet();
    parameters.addIntegers(by, id -> id.call().round());
    parameters.addIntegers(by, ReservationId::attempt);
    parameters.addTexts(by, id -> id.provider().value());
    parameters.addTexts(counted.values(), Multirange::format);
    parameters.add(transaction.version());
    parameters.addTexts(transaction.historyEvents(), effect -> StoredJson.write(BagEffect.class, effect));
    if (isPaid) {
      TransferStatement.add(parameters, transaction.transfers());
    }
    parameters.add(replica);
    return session
        .find(
            isFirst ? COMMIT_FIRST : isPaid ? COMMIT_PAID : COMMIT_AGAIN,
            row -> new CommitResult(row.getInt(1) > 0, texts(row.getArray(2))),
            parameters.all())
        .orElseThrow();
  }

  private static List<String> texts(@Nullable Array array) throws SQLException {
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  /** All that the user was to be told of a bag, oldest first. */
  public List<BagHistoryEvent> history(BagId bag) {
    return sql.list(
        "select version, at_millis, effect from news where bag = ? order by version, index",
        row ->
            new BagHistoryEvent(
                row.getLong(1), row.getLong(2), StoredJson.read(BagEffect.class, row.getString(3))),
        bag.value());
  }

  @Override
  public List<BagId> dueBags(long nowMillis, int limit) {
    return sql.list(
        "select id from bag where wake_millis <= ? order by wake_millis limit ?",
        row -> new BagId(row.getString(1)),
        nowMillis,
        limit);
  }

  @Override
  public List<OutboxMessage> outbox(int limit) {
    return sql.list(
        "select bag, version, index, provider, message from owed order by serial limit ?",
        PostgresStore::owed,
        limit);
  }

  /** What is owed to some providers and not acknowledged, oldest first. */
  public List<OutboxMessage> outboxFor(Collection<ProviderId> providers, int limit) {
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

  private static OutboxMessage owed(ResultSet row) throws SQLException {
    return new OutboxMessage(
        new OutboxMessage.Id(new BagId(row.getString(1)), row.getLong(2), row.getInt(3)),
        new ProviderId(row.getString(4)),
        StoredJson.read(Message.ToProvider.class, row.getString(5)));
  }

  @Override
  public void acknowledge(OutboxMessage.Id id) {
    acknowledge(List.of(id));
  }

  /** Forgets all of it in one go; nothing happens to what is not owed. */
  public void acknowledge(List<OutboxMessage.Id> ids) {
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
