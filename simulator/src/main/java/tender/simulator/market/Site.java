package tender.simulator.market;

import java.util.List;
import tender.core.model.Cluster;
import tender.core.model.ProviderId;

/** A provider's cluster and what its own users hand in, in order of submission. */
public record Site(ProviderId id, Cluster cluster, List<LocalJob> localJobs) {
  public Site {
    localJobs = List.copyOf(localJobs);
  }
}
