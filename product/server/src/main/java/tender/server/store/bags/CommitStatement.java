package tender.server.store.bags;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.codec.StoredJson;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.store.OutboxMessage;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.model.BagSummary;
import tender.server.model.ProjectId;
import tender.server.store.ledger.TransferStatement;
import tender.server.store.notifications.NotificationStatement;
import tender.server.store.sql.Multirange;
import tender.server.store.sql.Parameters;

/**
 * The one statement of a commit: the bag is written if it still has the version that was read, and
 * everything else is written only together with the bag. Its result has one row: whether the bag
 * was written, and the other replicas that have agents with new messages.
 *
 * @param text SQL
 */
record CommitStatement(String text, Parameters parameters) {
  private static final String INSERT_BAG =
      """
      insert into bag
        (version, state, summary, timer_millis, bidding, id, keep_millis, submitter,
          submitted_for, submitted_tasks)
      values (?, ?::json, ?::json, ?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing
      returning id, submitter
      """;

  private static final String UPDATE_BAG =
      """
      update bag set version = ?, state = ?::json, summary = ?::json, timer_millis = ?, bidding = ?
      where id = ? and version = ?
      returning id, submitter
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
        on conflict (bag, round, attempt, provider) do update set tasks = c.tasks + excluded.tasks
        returning round, attempt, provider),
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

  static CommitStatement of(
      Transaction transaction, Optional<Submission> submission, String replica) {
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
    addMessages(parameters, transaction.messages(), replica);
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
      addOffers(parameters, separated.rows());
    }
    Optional<OutcomeStatement> outcomes = OutcomeStatement.of(transaction);
    outcomes.ifPresent(some -> some.addTo(parameters));
    Optional<NotificationStatement> notifications = NotificationStatement.of(transaction);
    notifications.ifPresent(
        some ->
            some.addTo(
                parameters,
                submission.flatMap(one -> one.requirements().notification()),
                submission.map(one -> one.order().name()).orElse(null)));
    parameters.add(replica);
    String text =
        "with written as ("
            + (isNew ? INSERT_BAG : UPDATE_BAG)
            + MESSAGES_AND_HISTORY
            + submission.map(SubmissionRepository::sql).orElse("")
            + (hasTransfers ? TransferStatement.SQL : "")
            + (hasOffers ? BagOffers.SQL : "")
            + (outcomes.isPresent() ? OutcomeStatement.SQL : "")
            + (notifications.isPresent() ? NotificationStatement.SQL : "")
            + SELECT_RESULT;
    return new CommitStatement(text, parameters);
  }

  private static void addOffers(Parameters parameters, List<BagOffers.Row> offers) {
    parameters.addIntegers(offers, BagOffers.Row::round);
    parameters.addTexts(offers, BagOffers.Row::name);
    parameters.addIntegers(offers, BagOffers.Row::place);
    parameters.addTexts(offers, BagOffers.Row::content);
  }

  private static void addOwner(Parameters parameters, Optional<Submission> submission) {
    OptionalLong keepMillis =
        submission.map(one -> one.requirements().keepMillis()).orElse(OptionalLong.empty());
    parameters.add(keepMillis.isPresent() ? keepMillis.getAsLong() : null);
    parameters.add(submission.map(one -> one.user().value()).orElse(null));
    parameters.add(submission.flatMap(Submission::project).map(ProjectId::value).orElse(null));
    parameters.add(submission.map(one -> one.order().tasks()).orElse(null));
  }

  private static void addMessages(
      Parameters parameters, List<OutboxMessage> messages, String replica) {
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
}
