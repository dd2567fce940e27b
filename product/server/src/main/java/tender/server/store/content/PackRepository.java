package tender.server.store.content;

import tender.server.store.sql.Multirange;
import tender.server.store.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.codec.StoredJson;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;

/**
 * Packs of results. A task's result is in the first pack that has it of the reservation whose
 * result counts for it; whatever other packs say of the task is nobody's business.
 */
public final class PackRepository {
  private final Sql sql;

  public PackRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Keeps a pack, whose content must be a blob by now. The same pack is kept once.
   *
   * @return whether it is new
   */
  public boolean add(Pack pack) {
    ReservationId by = pack.part();
    int added =
        sql.update(
            """
        insert into pack (bag, round, attempt, provider, digest, tasks, outcomes)
        values (?, ?, ?, ?, ?, ?::int4multirange, ?::json)
        on conflict do nothing
        """,
            by.call().bag().value(),
            by.call().round(),
            by.attempt(),
            by.provider().value(),
            pack.digest().hex(),
            Multirange.format(pack.tasks()),
            StoredJson.write(TaskOutcome[].class, pack.outcomes().toArray(TaskOutcome[]::new)));
    return added > 0;
  }

  /** The packs of a bag, each with those of its tasks whose results count; none without any. */
  public List<Pack> accepted(BagId bag) {
    Map<ReservationId, TaskSet> left = countedTasks(bag);
    List<Pack> counted = new ArrayList<>();
    for (Pack pack : all(bag)) {
      TaskSet some = left.getOrDefault(pack.part(), TaskSet.empty()).intersect(pack.tasks());
      if (!some.isEmpty()) {
        left.computeIfPresent(pack.part(), (by, tasks) -> tasks.minus(some));
        counted.add(pack.only(some));
      }
    }
    return counted;
  }

  private Map<ReservationId, TaskSet> countedTasks(BagId bag) {
    Map<ReservationId, TaskSet> counted = new HashMap<>();
    sql.list(
        "select round, attempt, provider, tasks from counted where bag = ?",
        row -> counted.put(reservation(bag, row), Multirange.parse(row.getString(4))),
        bag.value());
    return counted;
  }

  private List<Pack> all(BagId bag) {
    return sql.list(
        "select round, attempt, provider, tasks, outcomes, digest from pack"
            + " where bag = ? order by serial",
        row ->
            new Pack(
                reservation(bag, row),
                Multirange.parse(row.getString(4)),
                List.of(StoredJson.read(TaskOutcome[].class, row.getString(5))),
                new Digest(row.getString(6))),
        bag.value());
  }

  /** From the first three columns. */
  private static ReservationId reservation(BagId bag, ResultSet row) throws SQLException {
    return new ReservationId(
        new CallId(bag, row.getInt(1)), row.getInt(2), new ProviderId(row.getString(3)));
  }

  /** The content of the pack that has the result of a task. */
  public Optional<Digest> find(BagId bag, int task) {
    return sql.find(
        """
        select p.digest from pack p join counted c using (bag, round, attempt, provider)
        where p.bag = ? and p.tasks @> ? and c.tasks @> ?
        order by p.serial limit 1
        """,
        row -> new Digest(row.getString(1)),
        bag.value(),
        task,
        task);
  }

  /** Which tasks have results that count, by their exit codes. */
  public List<TaskOutcome> outcomes(BagId bag) {
    Map<Integer, TaskSet> tasks = new TreeMap<>();
    for (Pack pack : accepted(bag)) {
      for (TaskOutcome outcome : pack.outcomes()) {
        tasks.merge(outcome.exitCode(), outcome.tasks(), TaskSet::plus);
      }
    }
    return tasks.entrySet().stream()
        .map(entry -> new TaskOutcome(entry.getKey(), entry.getValue()))
        .toList();
  }
}
