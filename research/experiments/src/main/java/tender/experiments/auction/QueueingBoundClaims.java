package tender.experiments.auction;

import java.util.List;
import tender.experiments.claims.Differences;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;
import tender.experiments.statistics.Sample;

/** The claim A6 of Garg et al. on the auction and the queueing model. */
final class QueueingBoundClaims {
  private static final List<String> METRICS =
      List.of(QueueingBoundExperiment.WAIT_SECONDS, QueueingBoundExperiment.SLOWDOWN);

  private final QueueingBoundSummary bound;

  private QueueingBoundClaims(QueueingBoundSummary bound) {
    this.bound = bound;
  }

  static List<PaperClaim> check(QueueingBoundSummary bound) {
    QueueingBoundClaims claims = new QueueingBoundClaims(bound);
    return List.of(claims.isBelowModel(), claims.gapIsThatOfPaper());
  }

  private PaperClaim isBelowModel() {
    Differences below = below(JobWidths.UNIFORM);
    boolean rises = rises(JobWidths.UNIFORM);
    // At most in direction, because the gap is far from the paper's.
    Verdict verdict =
        rises
            ? Verdict.allPositive(below.samples()).and(Verdict.HOLDS_IN_DIRECTION)
            : Verdict.DOES_NOT_HOLD;
    return new PaperClaim(
        "A6",
        "DAM's waiting time and slowdown follow the queueing model's trend and lie below it",
        "25–30 % below at β = 25",
        text(below, rises),
        verdict,
        "In the model a site, and each block of it, runs one job at a time; here a site runs"
            + " several.");
  }

  /** The experiment that shows where the size of the gap comes from. */
  private PaperClaim gapIsThatOfPaper() {
    Differences below = below(JobWidths.WIDE);
    boolean rises = rises(JobWidths.WIDE);
    return new PaperClaim(
        "A6, wide jobs",
        "The same with jobs so wide that a site runs one at a time, as in the model",
        "25–30 % below at β = 25",
        text(below, rises),
        rises ? Verdict.allPositive(below.samples()) : Verdict.DOES_NOT_HOLD,
        "");
  }

  private static String text(Differences below, boolean rises) {
    return "% below in waiting time: " + below + (rises ? ". Rises with the load" : "");
  }

  private Differences below(JobWidths widths) {
    Differences below = new Differences("%.0f");
    for (int scale : widths.scalesSeconds()) {
      for (double load : QueueingBoundExperiment.LOADS) {
        below.add(
            "β " + scale + ", load " + load,
            bound.belowPercent(widths, scale, load, QueueingBoundExperiment.WAIT_SECONDS));
      }
    }
    return below;
  }

  /** Whether waits and slowdowns rise with the load. */
  private boolean rises(JobWidths widths) {
    boolean rises = true;
    for (int scale : widths.scalesSeconds()) {
      for (String metric : METRICS) {
        double previous = 0;
        for (double load : QueueingBoundExperiment.LOADS) {
          Sample sample = bound.of(widths, scale, load, metric);
          rises &= sample.high() > previous;
          previous = sample.mean();
        }
      }
    }
    return rises;
  }
}
