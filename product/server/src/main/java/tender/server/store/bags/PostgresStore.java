package tender.server.store.bags;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.codec.StoredJson;
import tender.core.ledger.FundsLimit;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.model.BagHistoryEvent;
import tender.server.model.BagMark;
import tender.server.model.ReplicaShare;
import tender.server.store.ledger.TransferStatement;
import tender.server.store.sql.ConstraintViolationException;
import tender.server.store.sql.DatabaseClock;
import tender.server.store.sql.Parameters;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import tender.support.text.BagUsers;

/**
 * Bags and the outbox in PostgreSQL. A commit is one statement: the bag is written if it still has
 * the version that was read, and everything else is written only together with the bag.
 */
public final class PostgresStore implements Store {
  /** How long a timer of another replica's share must be overdue. */
  private static final long OTHER_SHARES_MILLIS = 3_000;

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
        "select state, version, " + BagOffers.COLUMNS + ", submitter from bag where id = ?",
        row -> storedBag(id, row),
        id.value());
  }

  /** Shows which of these bags have changed. */
  public Map<BagId, BagMark> marks(List<BagId> bags) {
    Map<BagId, BagMark> marks = new LinkedHashMap<>();
    sql.list(
        """
        select id, version,
          least(
            (select coalesce(sum(attempts), 0) from failure_report where failure_report.bag = bag.id),
            2147483647)
        from bag where id = any(?)
        """,
        row -> marks.put(new BagId(row.getString(1)), new BagMark(row.getLong(2), row.getInt(3))),
        (Object) bags.stream().map(BagId::value).toArray(String[]::new));
    return marks;
  }

  private static StoredBag storedBag(BagId id, ResultSet row) throws SQLException {
    Optional.ofNullable(row.getString(5)).ifPresent(user -> BagUsers.record(id, user));
    BagState state = StoredJson.read(BagState.class, row.getString(1));
    List<String> names = texts(row.getArray(3));
    List<String> contents = texts(row.getArray(4));
    Map<String, String> offers = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      offers.put(names.get(i), contents.get(i));
    }
    return new StoredBag(BagOffers.join(state, offers), row.getLong(2));
  }

  @Override
  public boolean commit(Transaction transaction) {
    CommitResult result = tryToCommit(transaction);
    result.replicasToNotify().forEach(notifier::notifyReplica);
    return result.isWritten();
  }

  private CommitResult tryToCommit(Transaction transaction) {
    try {
      return sql.run(
          session -> commit(session, CommitStatement.of(transaction, Optional.empty(), replica)));
    } catch (ConstraintViolationException e) {
      FundsLimit limit = TransferStatement.limit(e.constraint()).orElseThrow(() -> e);
      throw new InsufficientFunds(limit, text(limit).formatted(transaction.bag()));
    }
  }

  private static String text(FundsLimit limit) {
    return switch (limit) {
      case ACCOUNT -> "Insufficient funds: bag %s would exceed its user's credit limit.";
      case PROJECT_BUDGET -> "Insufficient funds: bag %s would exceed the budget of its project.";
      case MEMBER_LIMIT ->
          "Insufficient funds: bag %s would exceed what its user may spend of the project's budget.";
    };
  }

  /** Whether the bag was written, and which other replicas have agents with new messages. */
  private record CommitResult(boolean isWritten, List<String> replicasToNotify) {}

  /**
   * Writes a new bag together with its submission, in one statement. Writes nothing if the user has
   * already submitted a bag with the same key.
   */
  public Submission.Result submit(Submission submission, Transaction transaction) {
    BagUsers.record(submission.bag(), submission.user().value());
    CommitResult written;
    try {
      written =
          ConstraintViolationException.referring(
              SubmissionRepository.FILE_UPLOADED,
              () ->
                  sql.run(
                      session ->
                          commit(
                              session,
                              CommitStatement.of(transaction, Optional.of(submission), replica))));
    } catch (ConstraintViolationException e) {
      if (!e.constraint().equals(SubmissionRepository.UNIQUE_KEY)) {
        throw e;
      }
      BagId existing =
          new SubmissionRepository(sql)
              .findAlsoDeleted(submission.user(), submission.clientKey())
              .orElseThrow();
      return new Submission.Result(existing, false);
    }
    if (!written.isWritten()) {
      throw new IllegalStateException(
          "Bag " + transaction.bag() + " already exists. Use a new id for each bag.");
    }
    written.replicasToNotify().forEach(notifier::notifyReplica);
    return new Submission.Result(submission.bag(), true);
  }

  private static CommitResult commit(Session session, CommitStatement statement)
      throws SQLException {
    return session
        .find(
            statement.text(),
            row -> new CommitResult(row.getInt(1) > 0, texts(row.getArray(2))),
            statement.parameters().all())
        .orElseThrow();
  }

  private static List<String> texts(@Nullable Array array) throws SQLException {
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  /** The history of a bag, oldest event first. */
  public List<BagHistoryEvent> history(BagId bag) {
    return sql.list(
        "select version, at_millis, effect from bag_history where bag = ? order by version, index",
        row ->
            new BagHistoryEvent(
                row.getLong(1), row.getLong(2), StoredJson.read(BagEffect.class, row.getString(3))),
        bag.value());
  }

  @Override
  public List<BagId> dueBags(long nowMillis, int limit) {
    return dueBags(nowMillis, limit, ReplicaShare.ALL);
  }

  /**
   * The bags of a replica's share whose timers are due, and those of other shares whose timers have
   * been due for some seconds, because their replica is busy or dead. So replicas do not all read
   * and process the same bags.
   */
  public List<BagId> dueBags(long nowMillis, int limit, ReplicaShare share) {
    return sql.list(
        """
        select id from bag
        where timer_millis <= ? and (mod(hashtext(id) & 2147483647, ?) = ? or timer_millis <= ?)
        order by timer_millis limit ?
        """,
        row -> new BagId(row.getString(1)),
        nowMillis,
        share.count(),
        share.index(),
        nowMillis - OTHER_SHARES_MILLIS,
        limit);
  }

  @Override
  public List<OutboxMessage> outbox(int limit) {
    return sql.list(
        "select bag, version, index, provider, message from outbox order by serial limit ?",
        PostgresStore::outboxMessage,
        limit);
  }

  /** Messages to these providers that are not acknowledged, oldest first. */
  public List<OutboxMessage> outboxFor(Collection<ProviderId> providers, int limit) {
    return sql.list(
        """
        select o.bag, o.version, o.index, o.provider, o.message
        from unnest(?) as wanted (provider),
          lateral (
            select * from outbox where outbox.provider = wanted.provider order by serial limit ?) o
        order by o.serial limit ?
        """,
        PostgresStore::outboxMessage,
        providers.stream().map(ProviderId::value).toArray(String[]::new),
        limit,
        limit);
  }

  private static OutboxMessage outboxMessage(ResultSet row) throws SQLException {
    return new OutboxMessage(
        new OutboxMessage.Id(new BagId(row.getString(1)), row.getLong(2), row.getInt(3)),
        new ProviderId(row.getString(4)),
        StoredJson.read(Message.ToProvider.class, row.getString(5)));
  }

  @Override
  public void acknowledge(ProviderId from, OutboxMessage.Id id) {
    sql.update(
        "delete from outbox where bag = ? and version = ? and index = ? and provider = ?",
        id.bag().value(),
        id.version(),
        id.index(),
        from.value());
  }

  /** That a provider has handled and stored a message. */
  public record Acknowledgement(ProviderId from, OutboxMessage.Id id) {}

  /**
   * Deletes acknowledged messages in one statement. Unknown ids are ignored, and so are messages
   * that are addressed to another provider than the one that acknowledges them.
   *
   * @return the providers that acknowledged messages to others
   */
  public List<ProviderId> acknowledge(List<Acknowledgement> acknowledgements) {
    Parameters parameters = new Parameters();
    parameters.addIds(acknowledgements.stream().map(Acknowledgement::id).toList());
    parameters.addTexts(acknowledgements, one -> one.from().value());
    return sql.list(
        """
        with done as (select * from unnest(?, ?, ?, ?) as d (bag, version, index, provider)),
        deleted as (
          delete from outbox using done
          where outbox.bag = done.bag and outbox.version = done.version
            and outbox.index = done.index and outbox.provider = done.provider)
        select distinct done.provider from done join outbox using (bag, version, index)
        where outbox.provider <> done.provider
        """,
        row -> new ProviderId(row.getString(1)),
        parameters.all());
  }
}
