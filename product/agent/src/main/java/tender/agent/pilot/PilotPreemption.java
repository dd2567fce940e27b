package tender.agent.pilot;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tender.agent.batch.LocalJob;

/**
 * A local job that is submitted while bags use all processors gets those of short tasks as they
 * end. Pilots would keep them, so some pilots are asked to exit, once for each local job: a job
 * that waits for another reason, or for more processors than exist, must not stop all pilots.
 */
public final class PilotPreemption {
  private final Set<String> handledJobs = new HashSet<>();

  /**
   * How many processors pilots should free.
   *
   * @param otherProcessors processors that parts of bags do not use
   */
  public int processorsToFree(List<LocalJob> local, int otherProcessors) {
    Set<String> present = new HashSet<>();
    int free = otherProcessors;
    int needed = 0;
    for (LocalJob job : local) {
      present.add(job.id());
      free -= job.running() ? job.processors() : 0;
    }
    for (LocalJob job : local) {
      if (!job.running() && handledJobs.add(job.id())) {
        needed += job.processors();
      }
    }
    handledJobs.retainAll(present);
    return Math.max(0, needed - Math.max(0, free));
  }
}
