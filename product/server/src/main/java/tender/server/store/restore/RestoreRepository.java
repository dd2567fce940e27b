package tender.server.store.restore;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tender.codec.StoredJson;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.server.model.RestoreFinding;
import tender.server.model.RestoreSituation;
import tender.server.store.sql.Multirange;
import tender.server.store.sql.Parameters;
import tender.server.store.sql.Sql;

/** Records restores, which agents have reconciled their journals with the latest, and findings. */
public final class RestoreRepository {
  private final Sql sql;

  public RestoreRepository(Sql sql) {
    this.sql = sql;
  }

  /** Records that the database was restored; returns the epoch, which agents compare. */
  public long begin() {
    return sql.find("insert into restore default values returning epoch", row -> row.getLong(1))
        .orElseThrow();
  }

  /** The epoch of the latest restore; 0 if there was none. */
  public long epoch() {
    return sql.find("select coalesce(max(epoch), 0) from restore", row -> row.getLong(1))
        .orElseThrow();
  }

  /**
   * Stores findings, except about what a finding is stored already.
   *
   * @param provider the provider whose journal has them; empty if they are not from a journal
   */
  public void add(long epoch, String provider, Collection<RestoreFinding> findings) {
    Parameters parameters = new Parameters();
    parameters.add(epoch);
    parameters.add(provider);
    parameters.addTexts(findings, one -> one.situation().name());
    parameters.addTexts(findings, RestoreFinding::subject);
    parameters.addTexts(findings, RestoreFinding::bag);
    parameters.addTexts(findings, RestoreFinding::user);
    parameters.addIntegers(findings, RestoreFinding::tasks);
    parameters.addLongs(findings, one -> one.amount().millicredits());
    sql.update(
        """
        insert into restore_finding (epoch, provider, situation, subject, bag, user_id, tasks, amount)
        select n.*, f.* from (select ?::bigint as epoch, ?) n, unnest(?, ?, ?, ?, ?, ?)
          as f (situation, subject, bag, user_id, tasks, amount)
        where not exists (
          select from restore_finding known
          where known.epoch = n.epoch and known.subject = f.subject)
        on conflict do nothing
        """,
        parameters.all());
  }

  /** All findings of a restore, also those without a loss. */
  public List<RestoreFinding> findings(long epoch) {
    return sql
        .list(
            """
            select situation, subject, bag, user_id, tasks, amount
            from restore_finding where epoch = ?
            """,
            row ->
                new RestoreFinding(
                    RestoreSituation.valueOf(row.getString(1)),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getInt(5),
                    new Money(row.getLong(6))),
            epoch)
        .stream()
        .sorted(RestoreFinding.ORDER)
        .toList();
  }

  /** A provider has reported its whole journal. */
  public void reconciled(long epoch, ProviderId provider) {
    sql.update(
        "insert into reconciled_provider (epoch, provider) values (?, ?) on conflict do nothing",
        epoch,
        provider.value());
  }

  /** The enrolled providers that have not reported their journals since a restore. */
  public List<ProviderId> notReconciled(long epoch) {
    return sql.list(
        """
        select id from provider
        where enrolled_millis is not null and revoked_millis is null and not exists (
          select from reconciled_provider r where r.epoch = ? and r.provider = provider.id)
        order by id
        """,
        row -> new ProviderId(row.getString(1)),
        epoch);
  }

  /** Whether a bag was deleted before the time to which the database was restored. */
  public boolean isDeleted(BagId bag) {
    return sql.find("select 1 from deleted_bag where bag = ?", row -> true, bag.value())
        .isPresent();
  }

  /** The tasks of a part whose results are stored. */
  public TaskSet storedResults(ReservationId part) {
    return tasks("select tasks::text from pack", part);
  }

  /** The tasks of a part whose results were accepted. */
  public TaskSet acceptedResults(ReservationId part) {
    return tasks("select tasks::text from accepted_result", part);
  }

  private TaskSet tasks(String select, ReservationId part) {
    return sql
        .list(
            select + " where bag = ? and round = ? and attempt = ? and provider = ?",
            row -> Multirange.parse(row.getString(1)),
            part.call().bag().value(),
            part.call().round(),
            part.attempt(),
            part.provider().value())
        .stream()
        .reduce(TaskSet.empty(), TaskSet::plus);
  }

  /** The parts that run at a provider by the database, and of which its journal has no entry. */
  public List<RunningPart> unreportedParts(long epoch, ProviderId provider) {
    return sql
        .list(
            """
            select part::text from bag, json_array_elements(state -> 'parts') part
            where ended_millis is null and part #>> '{id,provider}' = ?
            """,
            row -> StoredJson.read(RunningPart.class, row.getString(1)),
            provider.value())
        .stream()
        .filter(part -> part.fault().isEmpty() && !isReported(epoch, part.id()))
        .toList();
  }

  private boolean isReported(long epoch, ReservationId part) {
    return situation(epoch, part).isPresent();
  }

  /** Whether a stored finding says that the provider and the database agree about a part. */
  public boolean isConsistent(long epoch, ReservationId part) {
    return situation(epoch, part).equals(Optional.of(RestoreSituation.CONSISTENT));
  }

  private Optional<RestoreSituation> situation(long epoch, ReservationId part) {
    return sql.find(
        "select situation from restore_finding where epoch = ? and subject = ?",
        row -> RestoreSituation.valueOf(row.getString(1)),
        epoch,
        part.toString());
  }
}
