package tender.server.store.content;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.codec.StoredJson;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.server.model.CommandUsage;
import tender.server.model.TaskUsage;
import tender.server.store.sql.ConstraintViolationException;
import tender.server.store.sql.Multirange;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/**
 * Result packs. A task's result is in the first pack of the reservation whose result was accepted
 * for the task; what other packs contain for the task is ignored.
 */
public final class PackRepository {
  /** How many measured tasks make a group in the summary of a command; see the schema. */
  static final int LEARNED_TASKS = 500;

  /** Stores a pack, unless its bag was deleted, and what its tasks used. */
  private static final String INSERT =
      """
      with added as (
        insert into pack (bag, round, attempt, provider, digest, tasks, outcomes,
          has_failures, peak_bytes, run_millis, memory_kills)
        select ?, ?::integer, ?::integer, ?, ?, ?::int4multirange, ?::json,
          ?::boolean, ?::bigint[], ?::bigint[], ?::integer[]
        where not exists (select from deleted_bag where bag = ?)
        on conflict do nothing returning bag),
      unused as (
        insert into blob_check (digest)
        select ? where exists (select from deleted_bag where bag = ?)
        on conflict do nothing),
      learned as (
        insert into command_usage as known (user_id, command_key, measure, tasks, highest)
        select user_id, command_key, measure, measured, highest
        from added join submission using (bag) cross join
          (values ('memory', ?::integer, ?::bigint), ('runtime', ?::integer, ?::bigint))
            as value (measure, measured, highest)
        where command_key is not null and measured > 0
        order by measure
        on conflict (user_id, command_key, measure) do update set
          previous_tasks =
            case when known.tasks >= ? then known.tasks else known.previous_tasks end,
          previous_highest =
            case when known.tasks >= ? then known.highest else known.previous_highest end,
          tasks = excluded.tasks + case when known.tasks >= ? then 0 else known.tasks end,
          highest = greatest(
            excluded.highest, case when known.tasks >= ? then 0 else known.highest end))
      select count(*) from added
      """;

  private final Sql sql;

  public PackRepository(Sql sql) {
    this.sql = sql;
  }

  /** Stores a pack of whose tasks nothing was measured. */
  public boolean add(Pack pack) {
    return add(pack, Map.of());
  }

  /**
   * Stores a pack, whose content must already be a blob, and what its tasks used. In the same
   * statement, it updates the summary of the user's latest tasks with the same command. Storing the
   * pack again has no effect, and neither has storing a pack of a bag that was deleted meanwhile.
   *
   * @param usage by the tasks' position in the bag
   * @return whether the pack is new
   */
  public boolean add(Pack pack, Map<Integer, TaskUsage> usage) {
    return ConstraintViolationException.referring("pack_digest_fkey", () -> insert(pack, usage));
  }

  private boolean insert(Pack pack, Map<Integer, TaskUsage> usage) {
    ReservationId part = pack.part();
    MeasuredTasks measured = new MeasuredTasks(pack, usage);
    CommandUsage memory = measured.memory();
    CommandUsage runTime = measured.runTime();
    return sql.find(
            INSERT,
            row -> row.getInt(1) > 0,
            part.call().bag().value(),
            part.call().round(),
            part.attempt(),
            part.provider().value(),
            pack.digest().hex(),
            Multirange.format(pack.tasks()),
            StoredJson.write(TaskOutcome[].class, pack.outcomes().toArray(TaskOutcome[]::new)),
            pack.outcomes().stream().anyMatch(one -> one.exitCode() != 0 || one.missingOutput()),
            usage.isEmpty() ? null : measured.column(TaskUsage::peakMemoryBytes),
            usage.isEmpty() ? null : measured.column(TaskUsage::runMillis),
            usage.isEmpty() ? null : measured.memoryKills(),
            part.call().bag().value(),
            pack.digest().hex(),
            part.call().bag().value(),
            memory.tasks(),
            memory.highest(),
            runTime.tasks(),
            runTime.highest(),
            LEARNED_TASKS,
            LEARNED_TASKS,
            LEARNED_TASKS,
            LEARNED_TASKS)
        .orElse(false);
  }

  /** The bytes of the stored packs of a part, except those with this content. */
  public long storedBytes(ReservationId part, Digest except) {
    return sql.find(
            """
            select coalesce(sum(blob.bytes), 0) from pack join blob using (digest)
            where bag = ? and round = ? and attempt = ? and provider = ? and digest <> ?
            """,
            row -> row.getLong(1),
            part.call().bag().value(),
            part.call().round(),
            part.attempt(),
            part.provider().value(),
            except.hex())
        .orElse(0L);
  }

  /** The packs of a bag that have accepted results, each restricted to the tasks they count for. */
  public List<Pack> accepted(BagId bag) {
    return accepted(List.of(bag)).getOrDefault(bag, List.of());
  }

  private Map<BagId, List<Pack>> accepted(Collection<BagId> bags) {
    Map<ReservationId, TaskSet> remaining = acceptedTasks(bags);
    Map<BagId, List<Pack>> accepted = new HashMap<>();
    for (Pack pack : all(bags)) {
      TaskSet some = remaining.getOrDefault(pack.part(), TaskSet.empty()).intersect(pack.tasks());
      if (!some.isEmpty()) {
        remaining.computeIfPresent(pack.part(), (part, tasks) -> tasks.minus(some));
        accepted
            .computeIfAbsent(pack.part().call().bag(), _ -> new ArrayList<>())
            .add(pack.only(some));
      }
    }
    return accepted;
  }

  /**
   * The packs with accepted results of those of the bags in which a task may have failed or may
   * have no output. Most bags have none, and their packs are not read.
   */
  public Map<BagId, List<Pack>> acceptedWithFailures(Collection<BagId> bags) {
    List<BagId> failed =
        bags.isEmpty()
            ? List.of()
            : sql.list(
                "select distinct bag from pack where bag = any (?) and has_failures is not false",
                row -> new BagId(row.getString(1)),
                (Object) texts(bags));
    return failed.isEmpty() ? Map.of() : accepted(failed);
  }

  /** The number of accepted results of each provider, by bag. */
  public Map<BagId, Map<ProviderId, Integer>> acceptedByProvider(Collection<BagId> bags) {
    Map<BagId, Map<ProviderId, Integer>> accepted = new HashMap<>();
    if (bags.isEmpty()) {
      return accepted;
    }
    sql.list(
        """
        select bag, provider,
          sum((select sum(upper(one) - lower(one)) from unnest(tasks) one))
        from accepted_result where bag = any (?) group by bag, provider
        """,
        row ->
            accepted
                .computeIfAbsent(new BagId(row.getString(1)), _ -> new HashMap<>())
                .put(new ProviderId(row.getString(2)), row.getInt(3)),
        (Object) texts(bags));
    return accepted;
  }

  private static String[] texts(Collection<BagId> bags) {
    return bags.stream().map(BagId::value).toArray(String[]::new);
  }

  /** When each pack of a bag was stored. */
  public Map<Digest, Long> storedMillis(BagId bag) {
    Map<Digest, Long> stored = new HashMap<>();
    sql.list(
        "select digest, min(stored_millis) from pack where bag = ? group by digest",
        row -> stored.put(new Digest(row.getString(1)), row.getLong(2)),
        bag.value());
    return stored;
  }

  private Map<ReservationId, TaskSet> acceptedTasks(Collection<BagId> bags) {
    Map<ReservationId, TaskSet> accepted = new HashMap<>();
    sql.list(
        "select round, attempt, provider, bag, tasks from accepted_result where bag = any (?)",
        row -> accepted.put(reservation(bag(row), row), Multirange.parse(row.getString(5))),
        (Object) texts(bags));
    return accepted;
  }

  private List<Pack> all(Collection<BagId> bags) {
    return sql.list(
        "select round, attempt, provider, bag, tasks, outcomes, digest from pack"
            + " where bag = any (?) order by serial",
        row ->
            new Pack(
                reservation(bag(row), row),
                Multirange.parse(row.getString(5)),
                List.of(StoredJson.read(TaskOutcome[].class, row.getString(6))),
                new Digest(row.getString(7))),
        (Object) texts(bags));
  }

  /** Reads the fourth column. */
  private static BagId bag(ResultSet row) throws SQLException {
    return new BagId(row.getString(4));
  }

  /** Reads the first three columns. */
  static ReservationId reservation(BagId bag, ResultSet row) throws SQLException {
    return new ReservationId(
        new CallId(bag, row.getInt(1)), row.getInt(2), new ProviderId(row.getString(3)));
  }

  /** The digest of the pack that contains the accepted result of a task. */
  public Optional<Digest> find(BagId bag, int taskIndex) {
    return findAccepted(bag, taskIndex, "p.digest", row -> new Digest(row.getString(1)));
  }

  /** The part whose result was accepted for a task. */
  public Optional<ReservationId> part(BagId bag, int taskIndex) {
    return findAccepted(bag, taskIndex, "round, attempt, provider", row -> reservation(bag, row));
  }

  private <T> Optional<T> findAccepted(
      BagId bag, int taskIndex, String columns, Session.RowMapper<T> reader) {
    return sql.find(
        """
        select %s from pack p join accepted_result c using (bag, round, attempt, provider)
        where p.bag = ? and p.tasks @> ? and c.tasks @> ?
        order by p.serial limit 1
        """
            .formatted(columns),
        reader,
        bag.value(),
        taskIndex,
        taskIndex);
  }
}
