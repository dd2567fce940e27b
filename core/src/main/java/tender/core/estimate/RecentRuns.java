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
  private final int mostKinds;
  private final Map<String, Kind> kinds = new LinkedHashMap<>();

  /**
   * What is remembered of tasks that are alike.
   *
   * @param alike what they have in common, in words of the caller's
   * @param lastMillis how long the last of them ran
   * @param beforeMillis how long the one before ran; 0 if there was none
   */
  public record Kind(String alike, long lastMillis, long beforeMillis) {
    public Kind {
      Time.requireDuration(lastMillis, "of the last run of " + alike);
      if (beforeMillis != 0) {
        Time.requireDuration(beforeMillis, "of the run before of " + alike);
      }
    }

    private OptionalLong prediction() {
      return beforeMillis == 0
          ? OptionalLong.empty()
          : OptionalLong.of(Math.ceilDiv(lastMillis + beforeMillis, 2));
    }
  }

  /** Remembers nothing yet. */
  public RecentRuns(int mostKinds) {
    if (mostKinds < 1) {
      throw new IllegalArgumentException(
          "Runs of " + mostKinds + " kinds of tasks cannot be remembered; it must be at least 1.");
    }
    this.mostKinds = mostKinds;
  }

  /** A task has run to its end. */
  public Kind ran(String alike, long runMillis) {
    Kind known = kinds.remove(alike);
    Kind now = new Kind(alike, runMillis, known == null ? 0 : known.lastMillis);
    remember(now);
    return now;
  }

  /** Takes over what another has remembered. */
  public void remember(Kind kind) {
    kinds.remove(kind.alike);
    kinds.put(kind.alike, kind);
    if (kinds.size() > mostKinds) {
      kinds.remove(kinds.keySet().iterator().next());
    }
  }

  /** How long the next will run; empty if fewer than two have. */
  public OptionalLong predictMillis(String alike) {
    Kind known = kinds.get(alike);
    return known == null ? OptionalLong.empty() : known.prediction();
  }

  /** All that is remembered; what ran last stands last. */
  public List<Kind> kinds() {
    return List.copyOf(kinds.values());
  }
}
