package tender.experiments.auction;

import java.util.List;
import tender.core.auction.WaitingJob;
import tender.core.model.Cluster;
import tender.simulator.auction.AuctionRules;
import tender.simulator.auction.AuctionSite;

/**
 * The grid without other jobs: what it completes in time is an upper bound for every policy. A job
 * still waits for the first clearing after its submission.
 */
record IdleGrid(List<AuctionSite> sites, AuctionRules rules) {
  IdleGrid {
    sites = List.copyOf(sites);
  }

  /**
   * Whether a job would end by its deadline.
   *
   * @param beginMillis the submission of the first job, from which cycles are counted
   */
  boolean endsInTime(WaitingJob job, long beginMillis) {
    long cycles = (job.submittedMillis() - beginMillis) / rules.cycleMillis() + 1;
    long clearingMillis = beginMillis + cycles * rules.cycleMillis();
    return sites.stream()
        .flatMap(
            site ->
                site.queues().stream()
                    .map(processors -> new Cluster(processors, site.speedPermille())))
        .anyMatch(
            queue ->
                queue.processors() >= job.processors() && job.endsInTime(queue, clearingMillis));
  }
}
