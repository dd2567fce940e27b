package tender.agent.batch.gridengine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How low our arrays' priorities must be so that those stand before them that should. They only
 * ever become lower: Grid Engine lets nobody but its managers raise one, so an array that may go
 * forward again does so because the others step behind it.
 */
final class Priorities {
  private Priorities() {}

  /**
   * What must change: the new priorities of our arrays, by Grid Engine's ids.
   *
   * @param order of what waits; what is not known any more is passed over
   */
  static Map<String, Integer> changes(List<String> order, Map<String, QstatReader.GridEngineRank> ranks) {
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
