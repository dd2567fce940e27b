package tender.server.store.content;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.model.CommandUsage;
import tender.server.model.TaskUsage;
import tender.server.store.sql.Multirange;
import tender.server.store.sql.Sql;

/** What tasks used. {@link PackRepository} stores it with the packs. */
public final class UsageRepository {
  private final Sql sql;

  public UsageRepository(Sql sql) {
    this.sql = sql;
  }

  private record PackKey(ReservationId part, Digest digest) {}

  /** What each of these tasks used, in their order. */
  private record StoredUsage(TaskSet tasks, List<TaskUsage> usage) {}

  /**
   * What the tasks of some packs used, by their position in the bag. Tasks of which nothing was
   * stored are left out.
   *
   * @param packs of one bag, each with the tasks that count
   */
  public SortedMap<Integer, TaskUsage> ofTasks(BagId bag, List<Pack> packs) {
    Map<PackKey, StoredUsage> stored = new HashMap<>();
    sql.list(
        """
        select round, attempt, provider, digest, tasks, peak_bytes, run_millis, memory_kills
        from pack where bag = ? and peak_bytes is not null
        """,
        row ->
            stored.put(
                new PackKey(PackRepository.reservation(bag, row), new Digest(row.getString(4))),
                usage(row)),
        bag.value());
    SortedMap<Integer, TaskUsage> usage = new TreeMap<>();
    for (Pack pack : packs) {
      StoredUsage ofPack = stored.get(new PackKey(pack.part(), pack.digest()));
      if (ofPack != null) {
        int[] tasks = ofPack.tasks().stream().toArray();
        for (int i = 0; i < tasks.length; i++) {
          if (pack.tasks().contains(tasks[i])) {
            usage.put(tasks[i], ofPack.usage().get(i));
          }
        }
      }
    }
    return usage;
  }

  private static StoredUsage usage(ResultSet row) throws SQLException {
    TaskSet tasks = Multirange.parse(row.getString(5));
    @Nullable Long[] peakBytes = (Long[]) row.getArray(6).getArray();
    @Nullable Long[] runMillis = (Long[]) row.getArray(7).getArray();
    Integer[] memoryKills = (Integer[]) row.getArray(8).getArray();
    List<TaskUsage> usage = new ArrayList<>(tasks.size());
    for (int i = 0; i < tasks.size(); i++) {
      usage.add(new TaskUsage(optional(peakBytes[i]), optional(runMillis[i]), memoryKills[i]));
    }
    return new StoredUsage(tasks, usage);
  }

  private static OptionalLong optional(@Nullable Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** The most memory of the latest tasks of the same user with the same command, in bytes. */
  public CommandUsage memory(BagId bag) {
    return find(bag, "memory");
  }

  /** The longest run of the latest tasks of the same user with the same command. */
  public CommandUsage runTime(BagId bag) {
    return find(bag, "runtime");
  }

  private CommandUsage find(BagId bag, String measure) {
    return sql.find(
            """
            select tasks + previous_tasks, greatest(highest, previous_highest)
            from submission join command_usage using (user_id, command_key)
            where bag = ? and measure = ?
            """,
            row -> new CommandUsage(row.getInt(1), row.getLong(2)),
            bag.value(),
            measure)
        .orElse(CommandUsage.NONE);
  }
}
