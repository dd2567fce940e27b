package tender.experiments.auction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tender.core.auction.WaitingJob;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.experiments.run.TraceFolder;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceJob;

/**
 * The jobs: those of LLNL Thunder from its second week on, with submission times divided by a
 * thousand, run times that are known, and deadlines and valuations that are drawn.
 */
public final class AuctionWorkload {
  private static final String TRACE = "LLNL-Thunder-2007-1.1-cln";
  private static final long SECOND_WEEK_SECONDS = 7 * 24 * 3_600;
  private static final long LEAST_VALUATION = 90_000;
  private static final long MOST_VALUATION = 160_000;
  private static final double MOST_URGENCY = 2;
  private static final long SALT = 0x6a6f6273;

  private final TraceFolder.Trace trace;
  private final List<TraceJob> jobs;

  private AuctionWorkload(TraceFolder.Trace trace) {
    this.trace = trace;
    jobs =
        trace.content().jobs().stream()
            .sorted(
                Comparator.comparingLong(TraceJob::submitSeconds)
                    .thenComparingLong(TraceJob::number))
            .dropWhile(job -> job.submitSeconds() < SECOND_WEEK_SECONDS)
            .toList();
  }

  public static AuctionWorkload read(TraceFolder folder) throws IOException {
    return new AuctionWorkload(folder.trace(TRACE));
  }

  public TraceFolder.Trace trace() {
    return trace;
  }

  List<WaitingJob> jobs(AuctionScenario scenario, int seed) {
    SplitMix64 random = new SplitMix64(SplitMix64.mix(seed ^ SALT));
    long firstSeconds = jobs.getFirst().submitSeconds();
    List<WaitingJob> drawn = new ArrayList<>();
    for (TraceJob job : jobs.subList(0, scenario.jobs())) {
      double urgency = MOST_URGENCY * random.nextDouble();
      long valuation = random.nextLong(LEAST_VALUATION, MOST_VALUATION + 1);
      // Seconds over a thousand are milliseconds.
      long submittedMillis =
          Math.round((job.submitSeconds() - firstSeconds) / scenario.arrivalRate());
      double given = scenario.urgency().orElse(urgency);
      drawn.add(
          new WaitingJob(
              new BagId(Long.toString(job.number())),
              job.processors(),
              job.runMillis(),
              submittedMillis,
              submittedMillis + Math.round(job.runMillis() * (1 + given)),
              new Money(Math.multiplyExact(valuation, Time.SECOND_MILLIS))));
    }
    return drawn;
  }
}
