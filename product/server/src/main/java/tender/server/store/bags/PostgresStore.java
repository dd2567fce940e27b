package tender.server.store.bags;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.codec.StoredJson;
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
import tender.server.model.BagHistoryEvent;
import tender.server.model.BagMark;
import tender.server.model.BagSummary;
import tender.server.model.ReplicaShare;
import tender.server.store.ledger.TransferStatement;
import tender.server.store.sql.ConstraintViolationException;
import tender.server.store.sql.DatabaseClock;
import tender.server.store.sql.Multirange;
import tender.server.store.sql.Parameters;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/**
 * Bags and the outbox in PostgreSQL. A commit is one statement: the bag is written if it still has
 * the version that was read, and everything else is written only together with the bag.
 */
public final class PostgresStore implements Store {
  private static final String INSERT_BAG =
      """
      insert into bag (version, state, summary, timer_millis, bidding, id, keep_millis, submitter)
      values (?, ?::json, ?::json, ?, ?, ?, ?, ?)
      on conflict do nothing
      returning id
      """;

  private static final String UPDATE_BAG =
      """
      update bag set version = ?, state = ?::json, summary = ?::json, timer_millis = ?, bidding = ?
      where id = ? and version = ?
      returning id
      """;

  /**
   * Continues the statement that writes a bag. A message whose loss is noticed is not stored if its
   * agent is connected to this replica, which sends it after the commit.
   */
  private static final String MESSAGES_AND_HISTORY =
      """
      ),
      sent as (
        insert into outbox (bag, version, index, provider, message)
        select m.bag, m.version, m.index, m.provider, m.message::json
        from written, unnest(?, ?, ?, ?, ?, ?) with ordinality
          as m (bag, version, index, provider, message, must_arrive, place)
        where m.must_arrive or not exists (
          select from agent_connection c where c.provider = m.provider and c.replica = ?)
        order by m.place
        on conflict do nothing
        returning provider),
      accepted as (
        insert into accepted_result as c (bag, round, attempt, provider, tasks)
        select id, n.round, n.attempt, n.provider, n.tasks::int4multirange
        from written, unnest(?, ?, ?, ?) as n (round, attempt, provider, tasks)
        on conflict (bag, round, attempt, provider) do update set tasks = c.tasks + excluded.tasks),
      recorded as (
        insert into bag_history (bag, version, index, effect)
        select id, ?, n.index, n.effect::json
        from written, unnest(?) with ordinality as n (effect, index))
      """;

  private static final String SELECT_RESULT =
      """

      select
        (select count(*) from written),
        (select array_agg(distinct replica) from sent join agent_connection using (provider)
          where replica <> ?)
      """;

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
        "select state, version, " + BagOffers.COLUMNS + " from bag where id = ?",
        PostgresStore::storedBag,
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

  private static StoredBag storedBag(ResultSet row) throws SQLException {
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
      return sql.run(session -> commit(session, transaction, Optional.empty()));
    } catch (ConstraintViolationException e) {
      if (e.constraint().equals(TransferStatement.USER_CREDIT_LIMIT)) {
        throw new InsufficientFunds(
            "Insufficient funds: bag %s would exceed its user's credit limit."
                .formatted(transaction.bag()));
      }
      throw e;
    }
  }

  /** Whether the bag was written, and which other replicas have agents with new messages. */
  private record CommitResult(boolean isWritten, List<String> replicasToNotify) {}

  /**
   * Writes a new bag together with its submission, in one statement. Writes nothing if the user has
   * already submitted a bag with the same key.
   */
  public Submission.Result submit(Submission submission, Transaction transaction) {
    CommitResult written;
    try {
      written =
          ConstraintViolationException.referring(
              SubmissionRepository.FILE_UPLOADED,
              () -> sql.run(session -> commit(session, transaction, Optional.of(submission))));
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

  private CommitResult commit(
      Session session, Transaction transaction, Optional<Submission> submission)
      throws SQLException {
    boolean isNew = transaction.readVersion() == StoredBag.ABSENT;
    boolean hasTransfers = !transaction.transfers().isEmpty();
    if (isNew && hasTransfers) {
      throw new IllegalArgumentException(
          "Bag " + transaction.bag() + " is new; a new bag cannot have transfers.");
    }
    Parameters parameters = new Parameters();
    long timerMillis = transaction.state().timerMillis();
    BagOffers.Separated separated = BagOffers.separate(transaction.state());
    parameters.add(transaction.version());
    parameters.add(StoredJson.write(BagState.class, separated.state()));
    parameters.add(
        StoredJson.write(
            BagSummary.class, BagSummary.of(transaction.state(), transaction.version())));
    parameters.add(timerMillis == Time.NEVER ? null : timerMillis);
    parameters.add(transaction.state() instanceof BagState.Open open && open.isBidding());
    parameters.add(transaction.bag().value());
    if (isNew) {
      addOwner(parameters, submission);
    } else {
      parameters.add(transaction.readVersion());
    }
    addMessages(parameters, transaction.messages());
    addAcceptedResults(parameters, transaction.acceptedResults());
    parameters.add(transaction.version());
    parameters.addTexts(
        transaction.historyEvents(), effect -> StoredJson.write(BagEffect.class, effect));
    submission.ifPresent(one -> SubmissionRepository.add(parameters, one));
    if (hasTransfers) {
      TransferStatement.add(parameters, transaction.transfers());
    }
    boolean hasOffers = !separated.rows().isEmpty();
    if (hasOffers) {
      parameters.addIntegers(separated.rows(), BagOffers.Row::round);
      parameters.addTexts(separated.rows(), BagOffers.Row::name);
      parameters.addIntegers(separated.rows(), BagOffers.Row::place);
      parameters.addTexts(separated.rows(), BagOffers.Row::content);
    }
    Optional<OutcomeStatement> outcomes = OutcomeStatement.of(transaction);
    outcomes.ifPresent(some -> some.addTo(parameters));
    parameters.add(replica);
    String statement =
        "with written as ("
            + (isNew ? INSERT_BAG : UPDATE_BAG)
            + MESSAGES_AND_HISTORY
            + (submission.isPresent() ? SubmissionRepository.SQL : "")
            + (hasTransfers ? TransferStatement.SQL : "")
            + (hasOffers ? BagOffers.SQL : "")
            + (outcomes.isPresent() ? OutcomeStatement.SQL : "")
            + SELECT_RESULT;
    return session
        .find(
            statement,
            row -> new CommitResult(row.getInt(1) > 0, texts(row.getArray(2))),
            parameters.all())
        .orElseThrow();
  }

  private static void addOwner(Parameters parameters, Optional<Submission> submission) {
    OptionalLong keepMillis =
        submission.map(one -> one.requirements().keepMillis()).orElse(OptionalLong.empty());
    parameters.add(keepMillis.isPresent() ? keepMillis.getAsLong() : null);
    parameters.add(submission.map(one -> one.user().value()).orElse(null));
  }

  private void addMessages(Parameters parameters, List<OutboxMessage> messages) {
    parameters.addIds(messages.stream().map(OutboxMessage::id).toList());
    parameters.addTexts(messages, message -> message.to().value());
    parameters.addTexts(
        messages, message -> StoredJson.write(Message.ToProvider.class, message.message()));
    parameters.add(
        messages.stream().map(message -> message.message().mustArrive()).toArray(Boolean[]::new));
    parameters.add(replica);
  }

  private static void addAcceptedResults(
      Parameters parameters, List<Transaction.AcceptedResults> results) {
    Map<ReservationId, TaskSet> accepted = new LinkedHashMap<>();
    results.forEach(more -> accepted.merge(more.part(), more.tasks(), TaskSet::plus));
    Collection<ReservationId> parts = accepted.keySet();
    parameters.addIntegers(parts, id -> id.call().round());
    parameters.addIntegers(parts, ReservationId::attempt);
    parameters.addTexts(parts, id -> id.provider().value());
    parameters.addTexts(accepted.values(), Multirange::format);
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
