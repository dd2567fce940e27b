package tender.agent.pilot;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tender.agent.batch.LocalJob;

/**
 * A local job that comes while bags have all processors gets those on which short tasks end. Pilots
 * would not let go of them, so some are asked to, once for each such job: one that waits for
 * something else, or for more than there is, must not keep pilots from flying.
 */
public final class PilotPreemption {
  private final Set<String> handledJobs = new HashSet<>();

  /**
   * How many processors pilots should give up.
   *
   * @param besideOurs processors that parts of bags do not hold
   */
  public int processorsToFree(List<LocalJob> local, int besideOurs) {
    Set<String> present = new HashSet<>();
    int free = besideOurs;
    int wanted = 0;
    for (LocalJob job : local) {
      present.add(job.id());
      free -= job.running() ? job.processors() : 0;
    }
    for (LocalJob job : local) {
      if (!job.running() && handledJobs.add(job.id())) {
        wanted += job.processors();
      }
    }
    handledJobs.retainAll(present);
    return Math.max(0, wanted - Math.max(0, free));
  }
}
