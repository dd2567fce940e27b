package tender.core.estimate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tender.core.check.ValueChecks;
import tender.core.model.Time;

/**
 * Predicts that a task takes as long as the average of the last two similar tasks. Two are enough,
 * because the latest runs predict the next one better than all earlier ones.
 *
 * <p>D. Tsafrir, Y. Etsion, D. G. Feitelson: Backfilling using system-generated predictions rather
 * than user runtime estimates. IEEE Transactions on Parallel and Distributed Systems 18(6), 2007.
 *
 * <p>It keeps a bounded number of kinds of tasks, and drops the least recently used kind first.
 */
public final class RecentRuns {
  private final int maxKinds;
  private final Map<String, TaskKind> kinds = new LinkedHashMap<>();

  /**
   * The latest runs of similar tasks.
   *
   * @param key identifies the kind of task; the caller defines it
   * @param lastMillis run time of the latest task
   * @param previousMillis run time of the task before it; 0 if there was none
   */
  public record TaskKind(String key, long lastMillis, long previousMillis) {
    public TaskKind {
      Time.requireDuration(lastMillis, "of the last run of " + key);
      if (previousMillis != 0) {
        Time.requireDuration(previousMillis, "of the previous run of " + key);
      }
    }

    private OptionalLong prediction() {
      return previousMillis == 0
          ? OptionalLong.empty()
          : OptionalLong.of(Math.ceilDiv(lastMillis + previousMillis, 2));
    }
  }

  /** Without any runs. */
  public RecentRuns(int maxKinds) {
    this.maxKinds = ValueChecks.positive(maxKinds, "The maximum number of task kinds");
  }

  /** Records a task that has run to its end. */
  public TaskKind recordRun(String key, long runMillis) {
    TaskKind known = kinds.remove(key);
    TaskKind now = new TaskKind(key, runMillis, known == null ? 0 : known.lastMillis);
    restore(now);
    return now;
  }

  /** Restores a stored kind. */
  public void restore(TaskKind kind) {
    kinds.remove(kind.key);
    kinds.put(kind.key, kind);
    if (kinds.size() > maxKinds) {
      kinds.remove(kinds.keySet().iterator().next());
    }
  }

  /** The predicted run time of the next task; empty if fewer than two have run. */
  public OptionalLong predictMillis(String key) {
    TaskKind known = kinds.get(key);
    return known == null ? OptionalLong.empty() : known.prediction();
  }

  /** All kinds, the most recently used last. */
  public List<TaskKind> kinds() {
    return List.copyOf(kinds.values());
  }
}
