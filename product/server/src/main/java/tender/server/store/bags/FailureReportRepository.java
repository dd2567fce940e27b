package tender.server.store.bags;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tender.codec.StoredJson;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.server.store.sql.Sql;

/**
 * The latest report of failed attempts of each part. Reports are observations: no decision of the
 * bag's state depends on a report that was lost.
 */
public final class FailureReportRepository {
  private final Sql sql;

  public FailureReportRepository(Sql sql) {
    this.sql = sql;
  }

  /** Stores a report in place of the part's previous one, unless that has more attempts. */
  public void store(Message.AttemptsFailed report) {
    ReservationId part = report.id();
    sql.update(
        """
        insert into failure_report as known (bag, round, attempt, provider, attempts, report)
        values (?, ?, ?, ?, ?, ?::json)
        on conflict (bag, round, attempt, provider) do update
        set attempts = excluded.attempts, report = excluded.report,
          stored_millis = excluded.stored_millis
        where known.attempts <= excluded.attempts
        """,
        part.call().bag().value(),
        part.call().round(),
        part.attempt(),
        part.provider().value(),
        report.attempts(),
        StoredJson.write(Message.AttemptsFailed.class, report));
  }

  /** The reports of all parts of a bag, the latest first. */
  public List<Message.AttemptsFailed> list(BagId bag) {
    return list(List.of(bag)).getOrDefault(bag, List.of());
  }

  /** The reports of several bags, the latest first. */
  public Map<BagId, List<Message.AttemptsFailed>> list(List<BagId> bags) {
    Map<BagId, List<Message.AttemptsFailed>> reports = new HashMap<>();
    if (bags.isEmpty()) {
      return reports;
    }
    sql.list(
        "select bag, report from failure_report where bag = any (?)"
            + " order by stored_millis desc, round desc, attempt desc, provider",
        row ->
            reports
                .computeIfAbsent(new BagId(row.getString(1)), _ -> new ArrayList<>())
                .add(StoredJson.read(Message.AttemptsFailed.class, row.getString(2))),
        (Object) bags.stream().map(BagId::value).toArray(String[]::new));
    return reports;
  }
}
