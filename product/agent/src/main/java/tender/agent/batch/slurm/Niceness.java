package tender.agent.batch.slurm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the nice values that move the agent's arrays behind the jobs that should start first.
 * Slurm subtracts a job's nice value from its priority and lets every user raise it.
 */
final class Niceness {
  /** Slurm's maximum. */
  private static final long MAX_NICE = 1L << 30;

  private Niceness() {}

  /**
   * The new nice values of the agent's arrays that must change, by Slurm's job ids.
   *
   * @param order of the waiting jobs; jobs that no longer wait are skipped
   * @param least nice value with which the arrays are submitted
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
