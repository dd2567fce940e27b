package tender.agent.batch.slurm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How nice our arrays must be to stand behind those that should go before them. Slurm takes what a
 * job is nice by off its priority, and lets everybody be as nice as he likes.
 */
final class Niceness {
  /** Slurm takes no more. */
  private static final long MAX_NICE = 1L << 30;

  private Niceness() {}

  /**
   * What must change: the new niceness of our arrays, by Slurm's ids.
   *
   * @param order of what waits; what is not known any more is passed over
   * @param least what our arrays are submitted with
   */
  static Map<String, Long> changes(
      List<String> order, Map<String, SqueueReader.SlurmRank> ranks, long least) {
    Map<String, Long> changed = new LinkedHashMap<>();
    long lowest = Long.MAX_VALUE;
    for (String name : order) {
      SqueueReader.SlurmRank rank = ranks.get(name);
      if (rank == null) {
        continue;
      }
      long priority = rank.priority();
      if (rank.ours()) {
        long best = priority + rank.nice() - least;
        long nice = Math.clamp(best + least - (lowest - 1), least, MAX_NICE);
        nice = lowest == Long.MAX_VALUE ? least : nice;
        if (nice != rank.nice()) {
          changed.put(rank.jobId(), nice);
        }
        priority = best + least - nice;
      }
      lowest = Math.min(lowest, priority);
    }
    return changed;
  }
}
