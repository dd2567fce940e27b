package tender.agent.batch.gridengine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the priorities that move the agent's arrays behind the jobs that should start first.
 * Priorities are only ever lowered, because only Grid Engine's managers may raise them: an array
 * moves forward again when the others are lowered below it.
 */
final class Priorities {
  private Priorities() {}

  /**
   * The new priorities of the agent's arrays that must change, by Grid Engine's job ids.
   *
   * @param order of the waiting jobs; jobs that no longer wait are skipped
   */
  static Map<String, Integer> changes(
      List<String> order, Map<String, QstatReader.GridEngineRank> ranks) {
    Map<String, Integer> changed = new LinkedHashMap<>();
    int lowest = Integer.MAX_VALUE;
    for (String name : order) {
      QstatReader.GridEngineRank rank = ranks.get(name);
      if (rank == null) {
        continue;
      }
      int priority = rank.priority();
      if (rank.ours() && priority >= lowest) {
        priority = Math.max(lowest - 1, GridEngineSettings.LOWEST_PRIORITY);
        if (priority != rank.priority()) {
          changed.put(rank.jobId(), priority);
        }
      }
      lowest = Math.min(lowest, priority);
    }
    return changed;
  }
}
