package tender.core.estimate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tender.core.model.Time;

/**
 * Predicts that a task takes as long as the last two tasks like it did on average. So little is
 * enough: what ran last says more of what comes next than all that ran before it.
 *
 * <p>D. Tsafrir, Y. Etsion, D. G. Feitelson: Backfilling using system-generated predictions rather
 * than user runtime estimates. IEEE Transactions on Parallel and Distributed Systems 18(6), 2007.
 *
 * <p>It remembers a bounded number of kinds of tasks, and forgets first what has not run for
 * longest.
 */
public final class RecentRuns {
  private final int maxKinds;
  private final Map<String, TaskKind> kinds = new LinkedHashMap<>();

  /**
   * What is remembered of tasks that are alike.
   *
   * @param alike what they have in common, in words of the caller's
   * @param lastMillis how long the last of them ran
   * @param beforeMillis how long the one before ran; 0 if there was none
   */
  public record TaskKind(String key, long lastMillis, long previousMillis) {
    public TaskKind {
      Time.requireDuration(lastMillis, "of the last run of " + key);
      if (previousMillis != 0) {
        Time.requireDuration(previousMillis, "of the run before of " + key);
      }
    }

    private OptionalLong prediction() {
      return previousMillis == 0
          ? OptionalLong.empty()
          : OptionalLong.of(Math.ceilDiv(lastMillis + previousMillis, 2));
    }
  }

  /** Remembers nothing yet. */
  public RecentRuns(int mostKinds) {
    if (mostKinds < 1) {
      throw new IllegalArgumentException(
          "Runs of " + mostKinds + " kinds of tasks cannot be remembered; it must be at least 1.");
    }
    this.maxKinds = mostKinds;
  }

  /** A task has run to its end. */
  public TaskKind recordRun(String alike, long runMillis) {
    TaskKind known = kinds.remove(alike);
    TaskKind now = new TaskKind(alike, runMillis, known == null ? 0 : known.lastMillis);
    restore(now);
    return now;
  }

  /** Takes over what another has remembered. */
  public void restore(TaskKind kind) {
    kinds.remove(kind.key);
    kinds.put(kind.key, kind);
    if (kinds.size() > maxKinds) {
      kinds.remove(kinds.keySet().iterator().next());
    }
  }

  /** How long the next will run; empty if fewer than two have. */
  public OptionalLong predictMillis(String alike) {
    TaskKind known = kinds.get(alike);
    return known == null ? OptionalLong.empty() : known.prediction();
  }

  /** All that is remembered; what ran last stands last. */
  public List<TaskKind> kinds() {
    return List.copyOf(kinds.values());
  }
}
