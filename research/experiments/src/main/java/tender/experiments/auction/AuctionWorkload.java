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
 * The jobs of LLNL Thunder from its second week on, with submission times divided by a thousand,
 * exact run times, and random deadlines and valuations.
 */
public final class AuctionWorkload {
  private static final String TRACE = "LLNL-Thunder-2007-1.1-cln";
  private static final long SECOND_WEEK_SECONDS = 7 * 24 * 3_600;
  private static final long MIN_VALUATION = 90_000;
  private static final long MAX_VALUATION = 160_000;
  private static final double MAX_URGENCY = 2;
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
      double urgency = MAX_URGENCY * random.nextDouble();
      long valuation = random.nextLong(MIN_VALUATION, MAX_VALUATION + 1);
      // A time in seconds, divided by a thousand, is the same number of milliseconds.
      long submittedMillis =
          Math.round((job.submitSeconds() - firstSeconds) / scenario.arrivalRate());
      double jobUrgency = scenario.urgency().orElse(urgency);
      drawn.add(
          new WaitingJob(
              new BagId(Long.toString(job.number())),
              job.processors(),
              job.runMillis(),
              submittedMillis,
              submittedMillis + Math.round(job.runMillis() * (1 + jobUrgency)),
              new Money(Math.multiplyExact(valuation, Time.SECOND_MILLIS))));
    }
    return drawn;
  }
}
