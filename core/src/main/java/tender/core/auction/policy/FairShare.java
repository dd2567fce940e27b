package tender.core.auction.policy;

import tender.core.auction.Clearing;
import tender.core.auction.ClearingBuilder;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.WaitingJob;

/**
 * FairShare: all processors are divided in proportion to the valuations, and a job runs when its
 * share is as large as its need (a baseline of Garg et al., section 5.1.1; REXEC shares like this).
 * Rigid jobs cannot use less than they need: "most of the parallel applications fail to execute due
 * to lack of sufficient processors". The job whose share exceeds its need the most is served first,
 * by the fastest queue.
 */
public final class FairShare implements ClearingPolicy {
  @Override
  public Clearing clear(Cycle cycle) {
    ClearingBuilder draft = new ClearingBuilder(cycle);
    double all = 0;
    for (WaitingJob job : draft.feasibleJobs()) {
      all += job.valuation().millicredits();
    }
    double perMillicredit = all == 0 ? 0 : cycle.supply() / all;
    return FastestQueue.clear(draft, job -> share(job, perMillicredit));
  }

  /** The share relative to the need; 0 if it is less than the need. */
  private static double share(WaitingJob job, double perMillicredit) {
    double share = job.valuation().millicredits() * perMillicredit / job.demand();
    return share >= 1 ? share : Double.NEGATIVE_INFINITY;
  }
}
